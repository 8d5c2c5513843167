"""What Dialpad posts: a JSON Web Token that the operator's secret signed, or refused."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import jwt

from outfitter.sdk import InboundWebhook, WebhookRefused, WebhookUnreadable
from outfitter_dialpad.serializers import ALIVE, happened_at, is_call, notice_payload
from outfitter_dialpad.settings import account_of

if TYPE_CHECKING:
    from django.http import HttpRequest

PRECALL: Final = "dialpad/precall"
POSTCALL: Final = "dialpad/postcall"
# How old a notice may be: a phone that rang longer ago rings no more; all others change nothing twice.
_RINGS_FOR: Final = timedelta(minutes=15)
_FORGOTTEN_AFTER: Final = timedelta(days=31)
_AHEAD: Final = timedelta(minutes=5)


def receive(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Return what Dialpad says of a call. The operator is whose address it is, and whose secret fits.

    :raises WebhookRefused: not signed with the operator's secret, or too old
    :raises WebhookUnreadable: signed, and no event of a call
    """
    body = verified(request.body, account_of(next(iter(secrets), {})).secret)
    if not is_call(body):
        raise WebhookUnreadable("This is no call.")
    longest = _RINGS_FOR if body.get("state") in ALIVE else _FORGOTTEN_AFTER
    moment, now = happened_at(body), datetime.now(UTC)
    if moment is None or not now - longest <= moment <= now + _AHEAD:
        raise WebhookRefused("This is too old.")
    digest = hashlib.sha256(request.body).hexdigest()[:24]
    state = str(body.get("state", ""))[:40]
    return InboundWebhook(f"{state}:{body['call_id']}:{digest}", state, None, notice_payload(body))


def verified(body: bytes, secret: str) -> dict[str, Any]:
    """
    Return the claims of a token; no other algorithm than HS256 is one, and plain JSON is none.

    :raises WebhookRefused: it is not signed with this secret
    """
    if not secret:
        raise WebhookRefused("There is no secret to verify this with.")
    # A call has no times of a token: `exp` and its like are not promised, and mean nothing here.
    unpromised = {f"verify_{claim}": False for claim in ("exp", "nbf", "iat", "aud", "iss", "sub", "jti")}
    try:
        found = jwt.decode(body.strip(), secret, algorithms=["HS256"], options=unpromised)  # type: ignore[arg-type]
    except (jwt.InvalidTokenError, ValueError, TypeError):
        raise WebhookRefused("The signature does not fit.") from None
    return dict(found)
