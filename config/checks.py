"""Checks of the configuration: `tenon.E…` with a hint. In production each stops the start."""

from typing import Any

from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

SHORTEST_SECRET = 50


def _error(number: int, message: str, hint: str) -> checks.Error:
    return checks.Error(message, hint=hint, id=f"tenon.E{number:03}")


@checks.register("tenon")
def check_tenancy(**_kwargs: Any) -> list[checks.CheckMessage]:
    both = set(settings.SHARED_APPS) & set(settings.TENANT_APPS)
    if not both:
        return []
    words = f"In SHARED_APPS and TENANT_APPS: {', '.join(sorted(both))}."
    hint = "A query that lost its tenant would fall through to the public schema. Keep one."
    return [_error(1, words, hint)]


@checks.register("tenon")
def check_files(**_kwargs: Any) -> list[checks.CheckMessage]:
    found: list[checks.CheckMessage] = []
    names = ("ENDPOINT_URL", "REGION", "ACCESS_KEY", "SECRET_KEY")
    given = [name for name in names if getattr(settings, f"FILES_S3_{name}")]
    if given and not settings.FILES_S3_BUCKET:
        words = f"FILES_S3_{given[0]} is set, FILES_S3_BUCKET is not."
        found.append(_error(10, words, "Name the bucket, or unset all of FILES_S3_…"))
    if ("ACCESS_KEY" in given) != ("SECRET_KEY" in given):
        words = "Only one of FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY is set."
        found.append(_error(11, words, "Set both, or neither if the machine has a role."))
    if settings.FILES_MAX_MB < 1 or settings.FILES_PER_MINUTE < 1:
        words = "FILES_MAX_MB or FILES_PER_MINUTE is less than 1."
        found.append(_error(12, words, "Set a whole number from 1 upwards."))
    return found


@checks.register("tenon")
def check_outbound(**_kwargs: Any) -> list[checks.CheckMessage]:
    from config.outbound.openings import openings

    try:
        openings()
    except ImproperlyConfigured as error:
        return [_error(13, str(error), "Write host[:port] or network[:port], comma-separated.")]
    return []


@checks.register("tenon", deploy=True)
def check_production(**_kwargs: Any) -> list[checks.CheckMessage]:
    found: list[checks.CheckMessage] = []
    rules = [
        (2, not settings.PRODUCTION, "TENON_ENV is not production.", "Set TENON_ENV=production."),
        (
            3,
            _secret_length() < SHORTEST_SECRET,
            "SECRET_KEY is missing or short.",
            f"Set SECRET_KEY to at least {SHORTEST_SECRET} random characters.",
        ),
        (4, settings.DEBUG, "DEBUG is on.", "Unset DEBUG: its error pages show settings and code."),
        (5, settings.DEMO, "DEMO is on.", "Unset DEMO: its passwords are public."),
        (
            6,
            settings.BASE_DOMAIN == "localhost",
            "BASE_DOMAIN is localhost.",
            "Set BASE_DOMAIN to the domain under which workspaces get their hosts.",
        ),
        (
            7,
            not settings.EMAIL_HOST,
            "EMAIL_HOST is missing.",
            "Set EMAIL_HOST: invitations and new passwords are mailed.",
        ),
        (
            8,
            not _given("DATABASE_URL"),
            "DATABASE_URL is missing.",
            "Set DATABASE_URL=postgresql://user:password@host/database.",
        ),
        (
            9,
            not _given("REDIS_URL"),
            "REDIS_URL is missing.",
            "Set REDIS_URL=redis://host:6379/0; limits and background work need it.",
        ),
    ]
    for number, broken, message, hint in rules:
        if broken:
            found.append(_error(number, message, hint))
    return found


def _secret_length() -> int:
    try:
        return len(settings.SECRET_KEY)
    except ImproperlyConfigured:  # Django's own complaint of an empty one, without our hint
        return 0


def _given(name: str) -> bool:
    from config import env

    return bool(env.text(name))


def refuse_unsafe_start() -> None:
    """Called by the web and worker processes: production starts only without findings."""
    if not settings.PRODUCTION:
        return
    found = checks.run_checks(include_deployment_checks=True)
    serious = [message for message in found if message.is_serious(checks.WARNING)]
    if serious:
        lines = "\n".join(f"  {m.id}: {m.msg} {m.hint or ''}".rstrip() for m in serious)
        raise ImproperlyConfigured(f"This is not safe to start in production:\n{lines}")
