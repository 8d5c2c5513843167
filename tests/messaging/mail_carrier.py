"""A provider of mail that does as it is told, and mails to hand to it."""

from typing import Any

import pytest
from django.core.cache import cache

from outfitter.kit import ids
from outfitter.kit.clock import utc_now
from outfitter.plugins.message_channels.mail_types import MailLimits, OutgoingMail
from outfitter_tenants.messaging import mail_delivery
from outfitter_tenants.messaging.models import Message, Template

GUEST = "ana@guest.example"


class MailCarrier:
    """Takes mails, or raises `problem`."""

    slug, channel = "slack", "email"

    def __init__(self) -> None:
        self.sent: list[OutgoingMail] = []
        self.problem: Exception | None = None
        self.most = MailLimits(most_bytes=1_000_000, per_second=100)

    def is_ready(self, ctx: Any) -> bool:
        return True

    def limits(self, ctx: Any) -> MailLimits:
        return self.most

    def sender(self, ctx: Any) -> str:
        return "bookings@outfitter.example"

    def send(self, ctx: Any, outgoing: OutgoingMail) -> str:
        self.sent.append(outgoing)
        if self.problem:
            raise self.problem
        return f"id-{len(self.sent)}"


@pytest.fixture
def carrier(reef: Any, monkeypatch: pytest.MonkeyPatch) -> MailCarrier:
    """Have a provider carry the operator's mail; nothing was counted yet."""
    cache.clear()
    made = MailCarrier()
    monkeypatch.setattr(mail_delivery, "find_mail_provider", lambda **_: made)
    return made


def make_template(category: str = "followup") -> Template:
    return Template.objects.create(name="News", category=category, created_at=utc_now(), changed_at=utc_now())


def make_mail(**more: Any) -> Message:
    facts: dict[str, Any] = {
        "hash": ids.public_hash(),
        "category": "confirmation",
        "status": "queued",
        "to": f"Ana Ruíz <{GUEST}>",
        "from_address": "Reef Runners <mail@outfitter.example>",
        "subject": "See you",
        "body_text": "See you at nine.",
        "body_html": '<html><body><p><a href="https://reef.example/a?b=1&amp;c=2">Go</a></p></body></html>',
        "created_at": utc_now(),
    }
    return Message.objects.create(**{**facts, **more})
