"""What a program asks for when it sends a person here, checked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from oauth import clients
from oauth.errors import InvalidClient, InvalidRedirect, InvalidScope, InvalidTarget, OAuthError
from oauth.models import Client
from oauth.redirects import is_one_of
from oauth.scopes import USUAL, names

CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43,128}")
LONGEST_STATE = 1_000


@dataclass(frozen=True)
class Asked:
    client: Client
    redirect_uri: str
    state: str
    challenge: str
    resource: str
    scopes: tuple[str, ...]


@dataclass(frozen=True)
class Sender:
    """Known well enough to be told what is wrong with the rest."""

    client: Client
    redirect_uri: str
    state: str


def sender(given: Mapping[str, str], *, address: str) -> Sender:
    """Raises what is shown to the person: nobody is sent to an address that is not the program's."""
    client_id, redirect_uri = given.get("client_id", ""), given.get("redirect_uri", "")
    if not client_id:
        raise InvalidClient("The request names no program (client_id).")
    client = clients.find(client_id, address=address)
    if not is_one_of(redirect_uri, client.redirect_uris):
        raise InvalidRedirect(f"{client.name} has not said that it is reached there.")
    return Sender(client, redirect_uri, given.get("state", "")[:LONGEST_STATE])


def asked(given: Mapping[str, str], sent_by: Sender, *, resource: str) -> Asked:
    """Raises `OAuthError`, which the program is told."""
    if given.get("response_type") != "code":
        raise OAuthError("Only response_type=code is known.", code="unsupported_response_type")
    challenge = given.get("code_challenge", "")
    if given.get("code_challenge_method") != "S256" or not CHALLENGE.fullmatch(challenge):
        raise OAuthError("A code_challenge with the method S256 is needed.")
    if given.get("resource", resource) != resource:
        raise InvalidTarget(f"Tokens are given for {resource} only.")
    return Asked(
        client=sent_by.client,
        redirect_uri=sent_by.redirect_uri,
        state=sent_by.state,
        challenge=challenge,
        resource=resource,
        scopes=_scopes(given.get("scope", "")),
    )


def _scopes(given: str) -> tuple[str, ...]:
    wanted = tuple(dict.fromkeys(given.split())) or USUAL
    known = set(names())
    unknown = [scope for scope in wanted if scope not in known]
    if unknown:
        raise InvalidScope(f"There is no scope {unknown[0][:60]!r}.")
    return wanted
