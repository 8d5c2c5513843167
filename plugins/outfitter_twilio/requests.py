"""What Twilio posts: genuine or refused, then only what we need of it."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from outfitter.sdk import InboundWebhook, WebhookRefused
from outfitter_twilio.settings import Account, account_of

if TYPE_CHECKING:
    from django.http import HttpRequest, QueryDict

STATUS, REPLY = "status", "reply"
_SID: Final = re.compile(r"(SM|MM)[0-9a-f]{32}")
_REFERENCE: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")
# An MMS has at most ten.
_MOST_MEDIA: Final = 10


def receive_status(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Return what became of a text that we sent.

    :raises WebhookRefused: not signed by Twilio, of another account, or no news of a text
    """
    post = _verified(request, secrets, ours="From")
    status = post.get("MessageStatus", "")
    reference = request.GET.get("message", "")
    payload = {
        "sid": _sid(post),
        "status": status,
        "error": post.get("ErrorCode", ""),
        "reference": reference if _REFERENCE.fullmatch(reference) else "",
    }
    return InboundWebhook(f"{STATUS}:{payload['sid']}:{status[:20]}", STATUS, None, payload)


def receive_reply(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Return a text that somebody wrote to one of the operator's numbers.

    :raises WebhookRefused: not signed by Twilio, to another account or number, or no text
    """
    post = _verified(request, secrets, ours="To")
    media = [post.get(f"MediaUrl{number}", "") for number in range(_MOST_MEDIA)]
    payload = {
        "sid": _sid(post),
        "from": post.get("From", ""),
        "text": post.get("Body", "").replace("\x00", "")[:10_000],
        "request": post.get("OptOutType", "").lower(),
        "media": [url for url in media if url.startswith("https://")],
    }
    return InboundWebhook(f"{REPLY}:{payload['sid']}", REPLY, None, payload)


def _verified(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]], *, ours: str) -> "QueryDict":
    post = request.POST
    for account in map(account_of, secrets):
        if account.is_ready and is_genuine(request, account.token):
            if not _is_for(account, post, ours):
                raise WebhookRefused("This account or number isn't connected here.")
            return post
    raise WebhookRefused("The signature does not fit.")


def is_genuine(request: "HttpRequest", token: str) -> bool:
    """Tell whether Twilio signed this request, at the address it called, with an account's token."""
    from twilio.request_validator import RequestValidator

    signature = request.headers.get("X-Twilio-Signature", "")
    if not signature:
        return False
    # Signed as JSON, the body's digest stands in the address.
    is_form = request.content_type == "application/x-www-form-urlencoded"
    body: Any = request.POST if is_form else request.body.decode("utf-8", "replace")
    try:
        return bool(RequestValidator(token).validate(public_url(request), body, signature))
    except (ValueError, UnicodeError):
        return False


def public_url(request: "HttpRequest") -> str:
    """Return the address that Twilio called: a proxy in front ends TLS and keeps the host."""
    from django.conf import settings

    scheme = getattr(settings, "SCHEME", "") or request.scheme
    return f"{scheme}://{request.get_host()}{request.get_full_path()}"


def _is_for(account: Account, post: "QueryDict", ours: str) -> bool:
    if post.get("AccountSid") != account.sid:
        return False
    if account.service and post.get("MessagingServiceSid") == account.service:
        return True
    return account.owns(post.get(ours, ""))


def _sid(post: "QueryDict") -> str:
    found = post.get("MessageSid", "")
    if not _SID.fullmatch(found):
        raise WebhookRefused("This is not about a text message.")
    return found
