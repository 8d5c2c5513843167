"""Payments by card of carts, which go back when the seats do."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Max

from outfitter_tenants.giftcards.models import GiftCardHold


def holds_of_trip(*, trip_id: int) -> list[GiftCardHold]:
    """Return what cards have set aside for a cart, oldest first."""
    return list(GiftCardHold.objects.filter(trip_id=trip_id).order_by("pk"))


def hold_of_payment(*, payment_id: int) -> GiftCardHold | None:
    """Return the hold of a payment, None when it is final."""
    return GiftCardHold.objects.filter(payment_id=payment_id).first()


def overdue_holds(*, until: datetime, after_id: int, limit: int) -> list[int]:
    """Return the carts above one whose cards should have had their value back before `until`."""
    rows = GiftCardHold.objects.filter(held_until__lt=until, trip_id__gt=after_id)
    found = rows.order_by("trip_id").values_list("trip_id", flat=True)
    return list(found.distinct()[:limit])


def held_cards(*, ids: Collection[int]) -> dict[int, datetime]:
    """Return which of these cards carts have value of set aside, and until when."""
    rows = GiftCardHold.objects.filter(gift_card_id__in=ids).values_list("gift_card_id")
    return dict(rows.annotate(until=Max("held_until")))
