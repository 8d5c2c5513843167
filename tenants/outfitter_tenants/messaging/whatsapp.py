"""
Which texts go by WhatsApp, and what may be said there (docs/adr/0107).

Guests choose WhatsApp by writing there: their number gets its texts the way its owner wrote last.
Free words may go for a day after they wrote; later only what WhatsApp approved.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError
from outfitter.plugins import contexts
from outfitter.plugins.message_channels.message_channel import WhatsAppChannel
from outfitter.plugins.message_channels.providers import find_whatsapp
from outfitter.plugins.message_channels.types import TEXT_CHANNELS, ApprovedText, TextTemplate
from outfitter_tenants.messaging.models import Message, Template
from outfitter_tenants.messaging.queries import Outgoing

CHANNEL: Final = "whatsapp"
# How long free words may be sent after a guest wrote (WhatsApp's customer service window).
WINDOW: Final = timedelta(hours=24)
# Whoever asked by text gets the answer that way; whoever tries a template out wants a text.
_AS_WRITTEN: Final = frozenset({"answer", "test"})
# WhatsApp refuses empty variables, and Twilio longer ones.
_NOTHING: Final = "-"
_LONGEST_VALUE: Final = 255


class WindowClosed(DomainError):
    """The guest has not written by WhatsApp for a day: free words would be refused."""

    code = "whatsapp_window_closed"
    status = 409


@dataclass(frozen=True, slots=True)
class Way:
    """That a text goes by WhatsApp: freely, or as what WhatsApp approved."""

    carrier: WhatsAppChannel
    approved: ApprovedText | None = None


def is_open(*, phone: str, at: datetime) -> bool:
    """Return whether a number may be sent free words: its owner wrote by WhatsApp within a day."""
    rows = Message.objects.filter(direction="in", channel=CHANNEL, from_address=phone)
    return rows.filter(created_at__gt=at - WINDOW).exists()


def is_preferred(*, phone: str) -> bool:
    """Return whether the last text from a number came by WhatsApp."""
    rows = Message.objects.filter(direction="in", channel__in=TEXT_CHANNELS, from_address=phone)
    return rows.order_by("-pk").values_list("channel", flat=True).first() == CHANNEL


def demand_open(*, phone: str, at: datetime) -> None:
    """
    Refuse to answer freely where WhatsApp would drop it.

    :raises WindowClosed: the guest has not written for a day
    """
    if not is_open(phone=phone, at=at):
        raise WindowClosed(
            "WhatsApp only takes replies within 24 hours of the guest's last message. "
            "Send a text or an email instead."
        )


def find_way(message: Outgoing, *, at: datetime) -> Way | None:
    """
    Return how a text goes by WhatsApp, None where it goes as an SMS or, if it must be WhatsApp, not at all.

    An SMS takes that way where its reader wrote there last and WhatsApp would take it.
    """
    if message.channel != CHANNEL and not _may_change(message):
        return None
    carrier = find_whatsapp(schema_name=current_schema())
    if carrier is None:
        return None
    if is_open(phone=message.to, at=at):
        return Way(carrier)
    approved = _approved(carrier, message)
    return Way(carrier, approved) if approved else None


def _may_change(message: Outgoing) -> bool:
    return message.category not in _AS_WRITTEN and is_preferred(phone=message.to)


def _approved(carrier: WhatsAppChannel, message: Outgoing) -> ApprovedText | None:
    # What somebody wrote by hand is nothing that was approved.
    if message.template_id is None or message.written_text:
        return None
    slug = Template.objects.filter(pk=message.template_id).values_list("slug", flat=True).first()
    template = TextTemplate(message.template_id, slug or "", message.locale)
    with contexts.plugin_context(schema_name=current_schema(), slug=carrier.slug) as ctx:
        found = carrier.approved_id(ctx, template)
    if not found:
        return None
    values = [" ".join(value.split())[:_LONGEST_VALUE] or _NOTHING for value in message.text_values]
    return ApprovedText(found, values)


def number() -> str:
    """Return the operator's number on WhatsApp, which guests write to; "" where there is none."""
    carrier = find_whatsapp(schema_name=current_schema())
    if carrier is None:
        return ""
    return carrier.number(contexts.context_for(schema_name=current_schema(), slug=carrier.slug))
