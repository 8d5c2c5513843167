"""When a card is sent to whom it is for: once, at its date."""

from datetime import datetime
from typing import Final

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.giftcards.models import GiftCard

DELIVER: Final = "giftcards.deliver"


def schedule(*, card: GiftCard, at: datetime) -> None:
    """Have an active card sent at its date, or now when that is past; others are not sent."""
    key = str(card.pk)
    is_wanted = card.deliver_at is not None and card.recipient_email and card.status == "active"
    if card.deliver_at is None or not is_wanted or card.delivered_at is not None:
        scheduled_jobs.cancel(DELIVER, key=key)
        return
    scheduled_jobs.schedule(
        DELIVER, key=key, due_at=max(card.deliver_at, at), payload={"gift_card_id": card.pk}
    )


def is_awaited(*, gift_card_id: int) -> bool:
    """Return whether a job is there that will send a card."""
    return scheduled_jobs.is_waiting(DELIVER, key=str(gift_card_id))


def record_delivery(*, card: GiftCard, at: datetime) -> None:
    """Note on a locked card that it was sent: it is not sent again."""
    card.delivered_at, card.version = at, card.version + 1
    card.save(update_fields=["delivered_at", "version"])
