"""Guests: who they are is kept in a signed cookie of the link's own address, and nowhere else until
they answer."""

import unicodedata
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from config.ids import uuid7
from tenants.context import current_tenant
from together.models import ShareLink
from together.shares import LONGEST_NAME

COOKIE = "guest"
LIFE = 60 * 60 * 24 * 30


@dataclass(frozen=True)
class Guest:
    id: UUID
    name: str


def new_guest(name: str) -> Guest:
    return Guest(uuid7(), clean_name(name))


def clean_name(name: str) -> str:
    """Without what could not be seen or would change the text around it."""
    shown = "".join(each for each in name if unicodedata.category(each)[0] != "C")
    return " ".join(shown.split())[:LONGEST_NAME]


def _salt(link: ShareLink) -> str:
    return f"guest:{current_tenant().schema_name}:{link.pk}"


def remember(response: HttpResponseBase, *, link: ShareLink, guest: Guest, path: str) -> None:
    value = signing.dumps([str(guest.id), guest.name], salt=_salt(link))
    response.set_cookie(
        COOKIE,
        value,
        max_age=LIFE,
        path=path,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def known_guest(request: HttpRequest, link: ShareLink) -> Guest | None:
    """None for somebody new, and for a cookie of another link or another workspace."""
    try:
        guest_id, name = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=_salt(link), max_age=LIFE
        )
    except (signing.BadSignature, ValueError):
        return None
    return Guest(UUID(guest_id), name)
