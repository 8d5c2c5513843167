"""
What Amazon posts: genuine, of the operator's own topic and young, or refused; then only what we need.

Anybody with an account at Amazon can have SNS sign what they like. A signature proves that Amazon sent
it, and the topic that it is about this operator's mail: both count, the topic first.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, cast

from outfitter.sdk import InboundWebhook, WebhookRefused
from outfitter_ses.certificates import is_amazons, is_signed
from outfitter_ses.settings import TOPIC, Account, account_of
from outfitter_ses.types import Envelope, Notice

if TYPE_CHECKING:
    from django.http import HttpRequest

SUBSCRIBE, BOUNCE, COMPLAINT, DELIVERY, OTHER = "subscribe", "bounce", "complaint", "delivery", "other"
# SNS tries for an hour where nothing else is set; what is older was heard, or is somebody's copy.
OLDEST: Final = timedelta(days=1)
_SOON: Final = timedelta(minutes=15)
_MOST_BYTES: Final = 300_000
_MOST_PEOPLE: Final = 50
_REFERENCE: Final = re.compile(r"[A-Za-z0-9]{1,40}")
_ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_KINDS: Final = {"bounce": BOUNCE, "complaint": COMPLAINT, "delivery": DELIVERY}


def receive(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Return what Amazon says of a mail, or asks of a subscription.

    :raises WebhookRefused: not signed by Amazon, of another topic, too old, or no notice
    :raises Retryable: the certificate that would tell cannot be fetched
    """
    envelope = _envelope(request.body)
    account = _account_of_topic(envelope, secrets)
    topic = TOPIC.fullmatch(account.topic_arn)
    if topic is None or not is_signed(envelope, region=topic["region"]):
        raise WebhookRefused("The signature does not fit.")
    _check_age(envelope)
    event_id = str(envelope.get("MessageId", ""))
    if not _ID.fullmatch(event_id):
        raise WebhookRefused("This notice has no id.")
    kind = envelope.get("Type")
    if kind == "SubscriptionConfirmation":
        url = str(envelope.get("SubscribeURL", ""))
        if not is_amazons(url, region=topic["region"]):
            raise WebhookRefused("This subscription is not confirmed at Amazon.")
        return InboundWebhook(event_id, SUBSCRIBE, None, {"url": url})
    if kind != "Notification":
        return InboundWebhook(event_id, OTHER, None, {})
    payload = _read(_notice(str(envelope.get("Message", ""))))
    return InboundWebhook(event_id, str(payload["kind"]), None, payload)


def _envelope(body: bytes) -> Envelope:
    if len(body) > _MOST_BYTES:
        raise WebhookRefused("This is too large for a notice.")
    try:
        found = json.loads(body)
    except ValueError:
        raise WebhookRefused("This is no notice.") from None
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise WebhookRefused("This is no notice.")
    return cast("Envelope", found)


def _account_of_topic(envelope: Envelope, secrets: Sequence[Mapping[str, Any]]) -> Account:
    for account in map(account_of, secrets):
        if account.topic_arn and envelope.get("TopicArn") == account.topic_arn:
            return account
    raise WebhookRefused("This topic isn't connected here.")


def _check_age(envelope: Envelope) -> None:
    try:
        sent = datetime.fromisoformat(str(envelope.get("Timestamp", "")))
    except ValueError:
        raise WebhookRefused("This notice has no time.") from None
    if sent.tzinfo is None:
        raise WebhookRefused("This notice has no time.")
    now = datetime.now(UTC)
    if not now - OLDEST <= sent <= now + _SOON:
        raise WebhookRefused("This notice is too old.")


def _notice(text: str) -> Notice:
    try:
        found = json.loads(text)
    except ValueError:
        # "Successfully validated SNS topic ...": a sentence for people.
        return {}
    return cast("Notice", found) if isinstance(found, dict) else {}


def _read(notice: Notice) -> dict[str, Any]:
    kind = _KINDS.get(str(notice.get("eventType") or notice.get("notificationType") or "").lower(), OTHER)
    mail, about = _part(notice, "mail"), _part(notice, kind)
    return {
        "kind": kind,
        "mail_id": str(mail.get("messageId", ""))[:120],
        "reference": _reference(mail),
        "is_permanent": about.get("bounceType") == "Permanent",
        "key": str(about.get("feedbackId", ""))[:120],
        "people": _people(about, kind),
        "sort": str(about.get("bounceSubType") or about.get("complaintFeedbackType") or "")[:60],
    }


def _part(notice: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = notice.get(name)
    return found if isinstance(found, dict) else {}


def _people(about: Mapping[str, Any], kind: str) -> list[dict[str, str]]:
    if kind == BOUNCE:
        rows: Iterable[Any] = about.get("bouncedRecipients") or ()
    elif kind == COMPLAINT:
        rows = about.get("complainedRecipients") or ()
    else:
        return []
    return [
        {
            "address": str(one.get("emailAddress", ""))[:254],
            "said": str(one.get("diagnosticCode") or one.get("status") or "")[:500].replace("\x00", ""),
        }
        for one in list(rows)[:_MOST_PEOPLE]
        if isinstance(one, dict)
    ]


def _reference(mail: Mapping[str, Any]) -> str:
    """Return our own word for a mail: from the tag of a configuration set, or from its headers."""
    told = _part(mail, "tags").get("message")
    found = [str(one) for one in told] if isinstance(told, list) else []
    headers = mail.get("headers")
    if isinstance(headers, list):
        found += [
            str(one.get("value", ""))
            for one in headers
            if isinstance(one, dict) and str(one.get("name", "")).lower() == "x-outfitter-message"
        ]
    return next((one for one in found if _REFERENCE.fullmatch(one)), "")
