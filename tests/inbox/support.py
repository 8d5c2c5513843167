"""Guests who write, and staff who answer."""

from datetime import datetime
from itertools import count
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.message_channels.types import IncomingText, TextChannel
from outfitter_tenants.checkout.trip_management import guest_texts
from outfitter_tenants.messaging import conversation, text_delivery, text_messages, whatsapp
from outfitter_tenants.messaging.models import Conversation, Message
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations.drafts import Contact
from tests.support.customers import sell
from tests.support.sales import make_offer

PHONE = "+12125550123"
STRANGER = "+12125550177"
_numbers = count(1)


class Carrier:
    """A provider that takes every text."""

    slug, channel = "twilio", "sms"

    def is_ready(self, ctx: Any) -> bool:
        return True


def connect_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the operator have somebody who carries texts."""
    for module in (text_delivery, text_messages):
        monkeypatch.setattr(module, "find_message_channel", lambda **_: Carrier())


def make_trip(email: str = "ana@example.com", phone: str = PHONE, name: str = "Ana") -> Trip:
    """Sell a trip to somebody who can be written to."""
    trip_id = sell(make_offer(), Contact(name, "Ruiz", email, phone, "ES"))
    return Trip.objects.get(pk=trip_id)


class WhatsAppCarrier(Carrier):
    """A provider of WhatsApp with a number, and nothing that was approved."""

    channel = "whatsapp"

    def number(self, ctx: Any) -> str:
        return "+15550100009"

    def approved_id(self, ctx: Any, template: Any) -> str:
        return ""


def connect_whatsapp(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the operator have somebody who carries texts and WhatsApp messages."""
    connect_texts(monkeypatch)
    monkeypatch.setattr(whatsapp, "find_whatsapp", lambda **_: WhatsAppCarrier())


def text(
    body: str = "Where do we meet?",
    *,
    sender: str = PHONE,
    at: datetime | None = None,
    channel: TextChannel = "sms",
) -> Message:
    """Receive a text."""
    incoming = IncomingText(f"SM{next(_numbers)}", sender, body)
    key = guest_texts.receive(text=incoming, channel=channel, source="twilio", at=at or utc_now())
    return Message.objects.get(pk=key)


def make_conversation() -> int:
    """Make a conversation with a number nobody knows; returns its id."""
    return Conversation.objects.create(address=STRANGER, last_at=utc_now()).pk


def ask(trip: Trip, body: str = "May we bring a dog?") -> Message:
    """Ask on the trip's own page."""
    return conversation.keep_question(
        trip_id=trip.pk,
        customer_id=trip.customer_id,
        sender="Ana Ruiz",
        address=trip.contact_email or "",
        locale="en",
        body=body,
        at=utc_now(),
    )


def unread_of(row: Conversation) -> int:
    """Count what is unread in a conversation, from its messages."""
    found = Message.objects.filter(direction="in", read_at__isnull=True)
    if row.customer_id is None:
        return found.filter(conversation_id=row.pk).count()
    return found.filter(customer_id=row.customer_id).count()
