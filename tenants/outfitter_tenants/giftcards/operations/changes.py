"""Changes of a card that is there: who gets it, how it looks, until when it can be spent."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.models import GiftCard

# What may be written; who asks decides which of it.
FIELDS: Final = (
    "style_id",
    "recipient_name",
    "recipient_email",
    "recipient_phone",
    "sender_name",
    "message",
    "locale",
    "deliver_at",
    "expires_at",
    "promo_expires_at",
    "is_physical",
    "note",
)


def facts(card: GiftCard) -> dict[str, Any]:
    """Return a card as the log has it: without its code."""
    found: dict[str, Any] = {name: getattr(card, name) for name in FIELDS}
    for name in ("deliver_at", "expires_at", "promo_expires_at"):
        found[name] = found[name].isoformat() if found[name] else None
    return found


def require_version(card: GiftCard, version: int | None) -> None:
    """
    Refuse a change of a card that somebody changed since.

    :raises StaleVersion: they did
    """
    if version is not None and version != card.version:
        raise StaleVersion("Someone changed this gift card in the meantime.", version=card.version)


def edit(
    *, card: GiftCard, values: Mapping[str, Any], at: datetime
) -> tuple[dict[str, object], dict[str, object]]:
    """
    Write what has changed on a locked card; returns it as it was and as it is.

    :raises Invalid: no such style, or the card was delivered and cannot be again
    """
    style_id = values.get("style_id")
    if style_id is not None and style_id not in {row.pk for row in queries.list_styles()}:
        raise Invalid({"style_id": ["Style not found."]})
    if card.delivered_at and values.get("deliver_at", card.deliver_at) != card.deliver_at:
        raise Invalid({"deliver_at": ["This gift card was already delivered."]})
    was = facts(card)
    for name, value in values.items():
        setattr(card, name, value)
    now = facts(card)
    changed = [name for name in FIELDS if was[name] != now[name]]
    if changed:
        card.changed_at, card.version = at, card.version + 1
        card.save(update_fields=[*changed, "changed_at", "version"])
    return {name: was[name] for name in changed}, {name: now[name] for name in changed}


def revive(*, card: GiftCard) -> None:
    """Make a card whose date was moved one that can be spent again."""
    card.status = "active"
    card.save(update_fields=["status"])
