"""What goes wrong with a model, in words that name no secret: neither what a provider wrote nor
what was sent to it gets into them."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
from pydantic_ai import exceptions as theirs

from config.errors import AppError

logger = logging.getLogger("tenon.models")


class ModelFailed(AppError):
    status, code, title = 502, "model_failed", "The model gave no answer"


class ModelUnreachable(ModelFailed):
    status, code, title = 502, "model_unreachable", "The model cannot be reached"


class ModelTimedOut(ModelFailed):
    status, code, title = 504, "model_timeout", "The model took too long"


class ModelRefusedKey(ModelFailed):
    status, code, title = 502, "model_auth", "The model's provider refuses the key"


class ModelUnknown(ModelFailed):
    status, code, title = 502, "model_unknown", "The provider has no such model"


class ModelBusy(ModelFailed):
    status, code, title = 429, "model_rate_limited", "The model's provider asks us to slow down"


class ModelQuota(ModelFailed):
    status, code, title = 429, "model_quota", "The account at the model's provider is used up"


class ModelMalformed(ModelFailed):
    status, code, title = 502, "model_malformed", "The model's answer cannot be read"


class PromptTooLong(ModelFailed):
    status, code, title = 400, "prompt_too_long", "The prompt is too long for the model"


# The first that fits: the more specific ones stand before those that they are a kind of.
MEANINGS: tuple[tuple[type[Exception], type[ModelFailed], str], ...] = (
    (theirs.ModelTimeoutError, ModelTimedOut, "Try again, or ask for less at once."),
    (httpx2.TimeoutException, ModelTimedOut, "Try again, or ask for less at once."),
    (theirs.ModelConnectionError, ModelUnreachable, "Ask an administrator to test the connection."),
    (httpx2.ConnectError, ModelUnreachable, "Ask an administrator to test the connection."),
    (httpx2.HTTPError, ModelUnreachable, "The connection broke before the answer was complete."),
    (theirs.ModelAuthenticationError, ModelRefusedKey, "Ask an administrator to enter it again."),
    (theirs.ModelNotFoundError, ModelUnknown, "Ask an administrator to check its name."),
    (theirs.ModelContextWindowExceededError, PromptTooLong, "Shorten the input."),
    (theirs.ModelQuotaExceededError, ModelQuota, "Ask an administrator to look after it."),
    (theirs.ModelRateLimitError, ModelBusy, "Try again in a moment."),
    (theirs.ModelUnavailableError, ModelBusy, "It is overloaded. Try again in a moment."),
    (theirs.ModelServerError, ModelFailed, "Its provider reports a fault. Try again later."),
    (theirs.ModelRequestRejectedError, ModelFailed, "Its provider refused the request."),
    (theirs.ContentFilterError, ModelFailed, "Its provider filtered the answer."),
    (theirs.UnexpectedModelBehavior, ModelMalformed, "Try again."),
    (theirs.ModelHTTPError, ModelFailed, "Its provider reports a fault."),
    (theirs.ModelAPIError, ModelMalformed, "It is not what its provider promises."),
)


def meaning_of(error: Exception) -> ModelFailed | None:
    for kind, meaning, words in MEANINGS:
        if isinstance(error, kind):
            wait = getattr(error, "retry_after", None)
            return meaning(words, retry_after=round(wait) if wait else None)
    return None


@contextmanager
def explained() -> Iterator[None]:
    """Raises `ModelFailed` for whatever a provider or the way to it may raise. The cause is cut
    off: it carries the request, and with it the key."""
    try:
        yield
    except AppError:
        raise
    except Exception as error:  # noqa: BLE001 - what the libraries raise may carry the request
        known = meaning_of(error)
        if known is None:
            # Its words may hold a key; its kind and its place do not.
            place = traceback.extract_tb(error.__traceback__)[-1]
            facts = {"error": type(error).__name__, "at": f"{place.name}:{place.lineno}"}
            logger.warning("A model's answer could not be read", extra=facts)
        raise known or ModelMalformed("It is not what its provider promises.") from None
