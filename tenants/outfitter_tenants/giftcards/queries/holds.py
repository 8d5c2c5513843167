"""Payments by card of carts, which go back when the seats do."""

from datetime import datetime

from outfitter_tenants.giftcards.models import GiftCardHold


def holds_of_trip(*, trip_id: int) -> list[GiftCardHold]:
    """Return what cards have set aside for a cart, oldest first."""
    return list(GiftCardHold.objects.filter(trip_id=trip_id).order_by("pk"))


def hold_of_payment(*, payment_id: int) -> GiftCardHold | None:
    """Return the hold of a payment, None when it is final."""
    return GiftCardHold.objects.filter(payment_id=payment_id).first()


def lapsed_trips(*, at: datetime, limit: int) -> list[int]:
    """Return the carts whose cards wait for no seats any more."""
    rows = GiftCardHold.objects.filter(held_until__lte=at).order_by("trip_id")
    return list(rows.values_list("trip_id", flat=True).distinct()[:limit])
