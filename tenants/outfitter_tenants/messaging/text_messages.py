"""Texts to guests: written down once for each occasion, then sent like every message."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from outfitter.db.tenant_schema import current_schema
from outfitter.kit import ids, sms_segments
from outfitter.kit.errors import DomainError
from outfitter.plugins.message_channels.providers import find_message_channel
from outfitter.plugins.message_channels.types import TextChannel
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.operations import insert_once


@dataclass(frozen=True, slots=True)
class TextDraft:
    """
    One text to one number (E.164), once for each `occasion` of its category.

    `values` is what stands for the fields of its words. Nobody needs it from
    `useful_until` on; an urgent one need not wait for the morning.
    """

    to: str
    text: str
    locale: str
    category: str
    occasion: str
    is_urgent: bool = False
    useful_until: datetime | None = None
    customer_id: int | None = None
    trip_id: int | None = None
    template_id: int | None = None
    template_version: int | None = None
    values: Sequence[str] = ()

    def written_by(self, template_id: int, version: int) -> "TextDraft":
        """Return the same, with which template in which version says it."""
        return replace(self, template_id=template_id, template_version=version)


class TextsNotConnected(DomainError):
    """Nobody carries texts of this kind for the operator."""

    code = "sms_not_connected"
    status = 409


def can_text(channel: TextChannel = "sms") -> bool:
    """Return whether this operator has somebody who carries text messages."""
    return find_message_channel(schema_name=current_schema(), channel=channel) is not None


def demand_texts(channel: TextChannel) -> None:
    """
    Refuse to text while nobody carries texts.

    :raises TextsNotConnected: nobody does
    """
    if not can_text(channel):
        raise TextsNotConnected("Text messages aren't set up yet. Connect a provider, or send an email.")


def queue_text(draft: TextDraft, *, at: datetime) -> int:
    """Write down a text; returns the message's id. The caller starts it."""
    text = sms_segments.plain(draft.text)
    message = Message(
        hash=ids.public_hash(),
        channel="sms",
        category=draft.category,
        dedupe_key=f"sms:{draft.category}:{draft.occasion}"[:120],
        customer_id=draft.customer_id,
        trip_id=draft.trip_id,
        template_id=draft.template_id,
        template_version=draft.template_version,
        to=draft.to,
        locale=draft.locale,
        body_text=text,
        segment_cnt=sms_segments.count_segments(text).count,
        text_values=list(draft.values),
        is_urgent=draft.is_urgent,
        useful_until=draft.useful_until,
        created_at=at,
    )
    return insert_once(message, at)
