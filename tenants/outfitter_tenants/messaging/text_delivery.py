"""
Handing a text message to whoever carries the operator's texts (docs/adr/0097).

Providers of texts know no idempotency key: what may have gone out is never sent again by itself.
"""

import logging
from datetime import datetime
from typing import Final, cast

from outfitter.db.tenant_schema import current_schema
from outfitter.kit import sms_segments
from outfitter.plugins import contexts
from outfitter.plugins.message_channels.message_channel import MessageChannel
from outfitter.plugins.message_channels.providers import find_message_channel
from outfitter.plugins.message_channels.types import (
    TEXT_CHANNELS,
    ApprovedText,
    OutgoingText,
    TextAnswerLost,
    TextChannel,
    TextRefusal,
    TextRefused,
)
from outfitter.plugins.types import Retryable
from outfitter_tenants.messaging import automations, quiet_hours, send_rate, suppressions, whatsapp
from outfitter_tenants.messaging.delivery_outcome import Outcome
from outfitter_tenants.messaging.mail_delivery import pause_after
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.queries import Outgoing
from outfitter_tenants.messaging.rules import advertisements
from outfitter_tenants.people import queries as people

log = logging.getLogger(__name__)
# Over three hours of growing pauses. Nobody wants yesterday's text.
MAX_ATTEMPTS: Final = 9
CHANNELS: Final = TEXT_CHANNELS
# Also what news of the provider look for: it may still say what became of such a text.
UNKNOWN: Final = "We don't know whether this text went out: the provider didn't answer."
OPTED_OUT: Final = "This number asked for no more texts."
TOO_LATE: Final = "It was too late for this text to be of use."
NO_PROVIDER: Final = "Text messages aren't set up."
REFUSALS: Final[dict[TextRefusal, str]] = {
    "blocked": "The carrier blocked this text.",
    "keys_refused": "The provider doesn't accept the keys in the settings.",
    "no_such_number": "This phone number doesn't exist.",
    "not_configured": NO_PROVIDER,
    "not_mobile": "This number can't receive texts.",
    "not_on_whatsapp": "This number isn't on WhatsApp.",
    "opted_out": OPTED_OUT,
    "outside_window": (
        "WhatsApp only takes this within 24 hours of the guest's last message, or from an approved template."
    ),
    "template_refused": "WhatsApp doesn't accept the approved template. Check it with your provider.",
    "too_long": "This text is too long.",
    "too_many": "You've reached the limit of messages that WhatsApp or the provider lets you send for now.",
    "unreachable": "The phone couldn't be reached.",
    "refused": "The provider refused this text.",
}


def send(message: Outgoing, at: datetime) -> Outcome:
    """Send a text whose row this job has claimed, unless the hour or its reader speaks against it."""
    is_news = advertisements.is_marketing(message.category)
    if suppressions.find(address=message.to, channel=message.channel, is_marketing=is_news):
        return Outcome("suppressed", OPTED_OUT, reason="opted_out")
    from_when = quiet_hours.decide(
        at,
        phone=message.to,
        home=people.get_properties().time_zone,
        is_urgent=message.is_urgent,
        until=message.useful_until,
        night=automations.night(),
    )
    if from_when == "too_late":
        return Outcome("suppressed", TOO_LATE, reason="too_late")
    if from_when > at:
        return Outcome("scheduled", again_at=from_when)
    way = whatsapp.find_way(message, at=at)
    channel = cast("TextChannel", whatsapp.CHANNEL if way else message.channel)
    carrier = way.carrier if way else find_message_channel(schema_name=current_schema(), channel=channel)
    if carrier is None:
        return Outcome("failed", NO_PROVIDER)
    if way is None and channel == whatsapp.CHANNEL:
        return Outcome("failed", REFUSALS["outside_window"])
    if len(message.body_text) > carrier.limits.most_characters:
        return Outcome("failed", REFUSALS["too_long"])
    return _hand_over(carrier, message, way.approved if way else None, at)


def _hand_over(
    carrier: MessageChannel, message: Outgoing, approved: ApprovedText | None, at: datetime
) -> Outcome:
    outgoing = OutgoingText(message.hash, message.to, message.body_text, approved)
    schema, per_second = current_schema(), carrier.limits.per_second
    key = f"{schema}:{carrier.slug}" if carrier.channel == "sms" else f"{schema}:{carrier.slug}:whatsapp"
    slot = send_rate.free_at(key=key, message_id=message.id, per_second=per_second, at=at)
    if slot > at:
        return Outcome("queued", again_at=slot, is_attempt=False)
    _goes_by(message, carrier.channel, provider=carrier.slug)
    try:
        with contexts.plugin_context(schema_name=schema, slug=carrier.slug) as ctx:
            provider_id = carrier.send(ctx, outgoing)
    except TextRefused as problem:
        return _refused(problem, carrier, message, at)
    except Retryable as problem:
        error = str(problem)[:2000]
        # Its next try chooses the way anew.
        _goes_by(message, message.channel)
        if message.attempt_cnt >= MAX_ATTEMPTS:
            return Outcome("failed", error)
        return Outcome("queued", error, again_at=at + pause_after(message.attempt_cnt))
    except TextAnswerLost:
        return Outcome("failed", UNKNOWN)
    except Exception:
        # Whatever broke may have broken after the text was on its way.
        log.exception("text %s: %s broke while sending", message.id, carrier.slug)
        return Outcome("failed", UNKNOWN)
    return Outcome("sent", provider_id=provider_id[:120])


def _goes_by(message: Outgoing, channel: str, **facts: str) -> None:
    """Note by which way a text goes; WhatsApp counts no parts."""
    if channel != message.channel or not facts:
        is_sms = channel == "sms"
        segment_cnt = sms_segments.count_segments(message.body_text).count if is_sms else 0
        Message.objects.filter(pk=message.id).update(channel=channel, segment_cnt=segment_cnt, **facts)
        return
    Message.objects.filter(pk=message.id).update(**facts)


def _refused(problem: TextRefused, carrier: MessageChannel, message: Outgoing, at: datetime) -> Outcome:
    if problem.code == "opted_out":
        suppressions.suppress(address=message.to, channel=message.channel, source=carrier.slug, at=at)
        return Outcome("suppressed", OPTED_OUT, reason="opted_out")
    log.warning("text %s was refused: %s", message.id, problem)
    return Outcome("failed", REFUSALS[problem.code])
