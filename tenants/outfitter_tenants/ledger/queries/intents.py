"""Reads of what a gateway was asked to collect."""

from collections.abc import Collection

from django.db.models import Q

from outfitter.kit.errors import NotFound
from outfitter_tenants.ledger.models import Intent, PaymentHold

# A gateway is taking this money in this moment. What is only authorised moves nothing yet.
MOVING = ("processing",)
# So does a saved card that is being charged, before anybody heard of it.
_MOVING = Q(status__in=MOVING) | Q(status="new", saved_card_id__isnull=False)
OPEN = ("new", "requires_method", "requires_action", "processing")


class IntentNotFound(NotFound):
    """No such payment intent on this trip."""


def find_open_intent(*, trip_id: int, channel: str, device: str) -> Intent | None:
    """Return the one intent of a trip, channel and device that may still be paid."""
    rows = Intent.objects.filter(
        trip_id=trip_id,
        channel=channel,
        device=device,
        kind="payment",
        status__in=OPEN,
        superseded_at__isnull=True,
    )
    return rows.order_by("-id").first()


def list_by_device(*, trip_id: int, device: str) -> list[Intent]:
    """Return what one payer of a trip has begun, oldest first."""
    return list(Intent.objects.filter(trip_id=trip_id, device=device).order_by("pk"))


def open_intents_of(*, trip_id: int) -> list[Intent]:
    """Return every payment of a trip that may still be made, oldest first."""
    rows = Intent.objects.filter(trip_id=trip_id, kind="payment", status__in=OPEN)
    return list(rows.order_by("id"))


def being_paid_among(*, trip_ids: Collection[int]) -> set[int]:
    """Return those of these trips that a payment may still be made for, or that hold an amount."""
    intents = Intent.objects.filter(trip_id__in=trip_ids, kind="payment", status__in=OPEN).order_by()
    holds = PaymentHold.objects.filter(trip_id__in=trip_ids, status="authorized").order_by()
    found = intents.values_list("trip_id").union(holds.values_list("trip_id"))
    return {trip_id for (trip_id,) in found if trip_id is not None}


def get_intent(*, intent_id: int, trip_id: int) -> Intent:
    """
    Return one intent of one trip.

    :raises IntentNotFound: it is of another trip, or none
    """
    row = Intent.objects.filter(pk=intent_id, trip_id=trip_id).first()
    if row is None:
        raise IntentNotFound("Payment not found.")
    return row


def find_by_gateway(*, gateway: str, gateway_id: str) -> Intent | None:
    """Return our record of a gateway's intent."""
    return Intent.objects.filter(gateway=gateway, gateway_id=gateway_id).first()


def lock_intent(*, intent_id: int) -> Intent:
    """Lock one intent, after its trip (lock order of outfitter.db.locks)."""
    return Intent.objects.select_for_update(of=("self",)).get(pk=intent_id)


def find_intent(*, intent_id: int) -> Intent | None:
    """Return one intent by our id, None when there is none."""
    return Intent.objects.filter(pk=intent_id).first()


def find_unsettled(*, intent_id: int) -> Intent | None:
    """Return an intent whose end we do not know, None when it is settled."""
    return Intent.objects.filter(pk=intent_id, status__in=OPEN).first()


def get_intent_by_id(*, intent_id: int) -> Intent:
    """
    Return one intent by our id.

    :raises IntentNotFound: there is none
    """
    row = Intent.objects.filter(pk=intent_id).first()
    if row is None:
        raise IntentNotFound("Payment not found.")
    return row


def guests_charged(*, trip_id: int, purpose: str) -> frozenset[int]:
    """Return the guests of a trip for whom a purpose was charged, or is being charged."""
    rows = Intent.objects.filter(trip_id=trip_id, purpose=purpose)
    found = rows.exclude(status__in=["failed", "canceled"]).values_list("booking_ids", flat=True)
    return frozenset(one for ids in found for one in ids)


def is_being_paid(*, trip_id: int) -> bool:
    """Return whether a gateway is taking money for a trip in this moment."""
    rows = Intent.objects.filter(trip_id=trip_id, kind="payment").filter(_MOVING)
    return rows.exists()
