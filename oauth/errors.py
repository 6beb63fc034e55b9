"""Refusals as OAuth says them: a code out of its short list, and words."""

from config.errors import AppError


class OAuthError(AppError):
    """`code` is one of RFC 6749's and its relatives'."""

    status, code, title = 400, "invalid_request", "The request cannot be carried out"


class InvalidClient(OAuthError):
    status, code, title = 400, "invalid_client", "There is no such program"


class InvalidGrant(OAuthError):
    code, title = "invalid_grant", "This code or token is not valid"


class InvalidScope(OAuthError):
    code, title = "invalid_scope", "There is no such scope"


class InvalidTarget(OAuthError):
    code, title = "invalid_target", "This is not the resource that tokens are given for"


class InvalidRedirect(OAuthError):
    code, title = "invalid_redirect_uri", "The program may not be sent there"


class InvalidDocument(OAuthError):
    code, title = "invalid_client_metadata", "The program does not describe itself well"
