"""Mails as web pages: what was written, without who it went to."""

from typing import Final

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter_tenants.messaging import own_links
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.rules.advertisements import PRIVATE

SENT: Final = ("sent", "delivered", "bounced", "opened", "clicked", "replied", "complained")


def find_sent_html(*, message_hash: str) -> str | None:
    """Return a mail that was sent, None where there is none, or where it holds somebody's key."""
    rows = Message.objects.filter(hash=message_hash, channel="email", direction="out", status__in=SENT)
    html = rows.exclude(category="access_code").values_list("body_html", flat=True).first()
    return filled(html, message_hash) if html else None


def find_any_html(*, message_hash: str) -> str | None:
    """Return a mail as it stands, sent or not; None where there is none, or no words yet."""
    rows = Message.objects.filter(hash=message_hash, channel="email", direction="out")
    html = rows.exclude(category__in=PRIVATE).values_list("body_html", flat=True).first()
    return filled(html, message_hash) if html else None


def filled(words: str, message_hash: str) -> str:
    """Return the words of a message with its own addresses in them."""
    base_url = contexts.context_for(schema_name=current_schema()).base_url
    return own_links.filled(words, message_hash=message_hash, base_url=base_url)
