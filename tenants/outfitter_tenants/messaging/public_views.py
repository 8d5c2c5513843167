"""Mails as web pages: what was written, without who it went to."""

from typing import Final

from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.rules.marketing import PRIVATE

SENT: Final = ("sent", "delivered", "bounced", "opened", "clicked", "replied", "complained")


def find_sent_html(*, message_hash: str) -> str | None:
    """Return a mail that was sent, None where there is none, or where it holds somebody's key."""
    rows = Message.objects.filter(hash=message_hash, channel="email", direction="out", status__in=SENT)
    return rows.exclude(category="access_code").values_list("body_html", flat=True).first() or None


def find_any_html(*, message_hash: str) -> str | None:
    """Return a mail as it stands, sent or not; None where there is none, or no words yet."""
    rows = Message.objects.filter(hash=message_hash, channel="email", direction="out")
    return rows.exclude(category__in=PRIVATE).values_list("body_html", flat=True).first() or None
