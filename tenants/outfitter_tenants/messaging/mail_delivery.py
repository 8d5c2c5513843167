"""
Handing a mail to who carries it: the operator's provider, else our mail server (docs/adr/0103).

Before each attempt three things are asked: whether its reader wants it, whether somebody carries it,
and whether the provider takes another one this second.
"""

import logging
import smtplib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter.plugins.message_channels.mail_provider import MailProvider
from outfitter.plugins.message_channels.mail_types import (
    MENDABLE,
    MailAnswerLost,
    MailRefusal,
    MailRefused,
    OutgoingMail,
)
from outfitter.plugins.message_channels.providers import find_mail_provider
from outfitter.plugins.types import Retryable
from outfitter_tenants.messaging import mail_text, send_rate, suppressions
from outfitter_tenants.messaging.delivery_outcome import Outcome
from outfitter_tenants.messaging.mail_text import WholeMail
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.queries import Outgoing

log = logging.getLogger(__name__)
# Two hours of growing pauses, then once an hour: a day for who mends a server or a password.
MAX_ATTEMPTS: Final = 30
# What carried a mail, where it was our own server.
OURS: Final = "smtp"
# Also what news of the provider look for: it may still say what became of such a mail.
UNKNOWN: Final = "We don't know whether this email went out: the provider didn't answer."
UNSUBSCRIBED: Final = "This address unsubscribed from news."
NO_ADDRESS: Final = "This message has no email address."
TOO_LATE: Final = "It was too late for this email to be of use."
_MEGABYTE: Final = 1_000_000
# By who kept mail from an address (`Suppression.source`); providers by what they told.
BLOCKED: Final = "Email to this address doesn't arrive: it bounced, or its owner reported us as spam."
STAFF_BLOCKED: Final = "This address gets no email: staff turned it off."
REFUSALS: Final[Mapping[MailRefusal, str]] = {
    "bad_address": "This email address doesn't exist.",
    "keys_refused": "The email provider doesn't accept the keys in the settings.",
    "not_configured": "The email provider's settings are incomplete.",
    "paused": "The email provider paused this account.",
    "sender_not_verified": "The email provider doesn't know the sender's address yet.",
    "too_large": "This email is too large for the provider.",
    "refused": "The email provider refused this email.",
}


def send(message: Outgoing, at: datetime) -> Outcome:
    """Send a mail whose row this job has claimed; what passes is tried again, later and later."""
    if unwanted := _unwanted(message, at):
        return unwanted
    schema = current_schema()
    provider = find_mail_provider(schema_name=schema)
    if provider is None:
        return _by_our_server(message, schema, at)
    return _by_provider(provider, message, schema, at)


def pause_after(attempt_cnt: int) -> timedelta:
    """Return how long to wait after so many attempts: a minute at first, an hour at most."""
    return timedelta(seconds=min(30 * 2 ** min(attempt_cnt, 10), 3600))


def _unwanted(message: Outgoing, at: datetime) -> Outcome | None:
    """Return why a mail does not go to whom it is for, None when nothing speaks against it."""
    address = suppressions.email_of(message.to)
    if not address:
        return Outcome("failed", NO_ADDRESS, reason="no_address")
    if message.useful_until is not None and message.useful_until <= at:
        return Outcome("suppressed", TOO_LATE, reason="too_late")
    found = suppressions.find(address=address, channel="email", is_marketing=mail_text.is_news(message))
    if found is None:
        return None
    if found.scope == "marketing":
        return Outcome("suppressed", UNSUBSCRIBED, reason="opted_out")
    said = STAFF_BLOCKED if found.source == suppressions.STAFF else BLOCKED
    return Outcome("suppressed", said, reason="address_refused")


def _by_our_server(message: Outgoing, schema: str, at: datetime) -> Outcome:
    base_url = contexts.context_for(schema_name=schema).base_url
    Message.objects.filter(pk=message.id).exclude(provider=OURS).update(provider=OURS)
    try:
        mail_text.compose(message, base_url=base_url, sender="").mail.send()
    except Exception as problem:
        if _is_too_large(problem):
            return Outcome("failed", REFUSALS["too_large"])
        error = repr(problem)[:2000]
        return Outcome("failed", error) if _is_permanent(problem) else _again(message, error, at)
    return Outcome("sent", provider_id=mail_text.message_id(message))


def _by_provider(provider: MailProvider, message: Outgoing, schema: str, at: datetime) -> Outcome:
    with contexts.plugin_context(schema_name=schema, slug=provider.slug) as ctx:
        limits = provider.limits(ctx)
        key = f"{schema}:{provider.slug}"
        slot = send_rate.free_at(key=key, message_id=message.id, per_second=limits.per_second, at=at)
        if slot > at:
            return Outcome("queued", again_at=slot, is_attempt=False)
        try:
            whole = mail_text.compose(message, base_url=ctx.base_url, sender=provider.sender(ctx))
            outgoing = _outgoing(whole, message)
        except Exception as problem:
            # Nothing was handed over; an attachment that cannot be made now may be made later.
            error = repr(problem)[:2000]
            return Outcome("failed", error) if _is_permanent(problem) else _again(message, error, at)
        if len(outgoing.raw) > limits.most_bytes:
            return Outcome("failed", too_large(len(outgoing.raw), limits.most_bytes))
        # From here on a worker that dies may have sent it: the row says through whom.
        Message.objects.filter(pk=message.id).update(provider=provider.slug)
        try:
            return Outcome("sent", provider_id=provider.send(ctx, outgoing)[:120])
        except MailRefused as problem:
            return _refused(problem, message, at)
        except Retryable as problem:
            return _again(message, str(problem)[:2000], at, seconds=problem.wait_seconds)
        except MailAnswerLost:
            return Outcome("failed", UNKNOWN)
        except Exception:
            # Whatever broke may have broken after the mail was on its way.
            log.exception("mail %s: %s broke while sending", message.id, provider.slug)
            return Outcome("failed", UNKNOWN)


def too_large(size: int, most: int) -> str:
    """Return how large a mail is and may be, in words for staff."""
    return (
        f"This email is too large for the provider: {size / _MEGABYTE:.1f} MB with its attachments, "
        f"{most / _MEGABYTE:.1f} MB at most."
    )


def _outgoing(whole: WholeMail, message: Outgoing) -> OutgoingMail:
    return OutgoingMail(
        reference=message.hash,
        sender=whole.sender,
        to=whole.to,
        raw=whole.raw(),
        is_marketing=whole.is_marketing,
    )


def _refused(problem: MailRefused, message: Outgoing, at: datetime) -> Outcome:
    log.warning("mail %s was refused: %s", message.id, problem)
    if problem.code in MENDABLE:
        return _again(message, REFUSALS[problem.code], at)
    return Outcome("failed", REFUSALS[problem.code])


def _again(message: Outgoing, error: str, at: datetime, *, seconds: float = 0.0) -> Outcome:
    if message.attempt_cnt >= MAX_ATTEMPTS:
        return Outcome("failed", error)
    pause = max(pause_after(message.attempt_cnt), timedelta(seconds=seconds))
    return Outcome("queued", error, again_at=at + pause)


def _is_too_large(problem: Exception) -> bool:
    # 552: the message exceeds what the server takes (RFC 5321, 4.2.3).
    return isinstance(problem, smtplib.SMTPResponseException) and problem.smtp_code == 552


def _is_permanent(problem: Exception) -> bool:
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in problem.recipients.values())
    if isinstance(problem, smtplib.SMTPResponseException):
        # 421, 450 and the like pass; 535 is our own password, which somebody will mend.
        return problem.smtp_code >= 500 and not isinstance(problem, smtplib.SMTPAuthenticationError)
    return isinstance(problem, ValueError)
