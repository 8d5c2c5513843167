"""What cards have set aside for carts: it follows the cart's seats."""

from datetime import datetime
from typing import Final

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.giftcards.models import GiftCardHold

RELEASE: Final = "giftcards.release"


def hold(*, gift_card_id: int, trip_id: int, payment_id: int, until: datetime) -> None:
    """Note that a payment of a cart goes back at an instant, unless the cart is sold before."""
    GiftCardHold.objects.create(
        gift_card_id=gift_card_id, trip_id=trip_id, payment_id=payment_id, held_until=until
    )
    extend(trip_id=trip_id, until=until)


def extend(*, trip_id: int, until: datetime) -> None:
    """Let everything that cards have set aside for a cart wait so long."""
    if GiftCardHold.objects.filter(trip_id=trip_id).update(held_until=until):
        scheduled_jobs.schedule(RELEASE, key=str(trip_id), due_at=until, payload={"trip_id": trip_id})


def is_awaited(*, trip_id: int) -> bool:
    """Return whether a job is there that will let go of what is set aside for a cart."""
    return scheduled_jobs.is_waiting(RELEASE, key=str(trip_id))


def drop(*, trip_id: int, payment_id: int | None = None) -> int:
    """Forget the holds of a cart, or that of one payment; returns how many there were."""
    rows = GiftCardHold.objects.filter(trip_id=trip_id)
    if payment_id is not None:
        rows = rows.filter(payment_id=payment_id)
    gone, _ = rows.delete()
    if gone and not GiftCardHold.objects.filter(trip_id=trip_id).exists():
        scheduled_jobs.cancel(RELEASE, key=str(trip_id))
    return gone
