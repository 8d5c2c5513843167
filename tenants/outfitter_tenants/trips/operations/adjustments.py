"""Manual discounts and surcharges of a trip (domain.md 4.6)."""

from datetime import datetime

from outfitter.kit.errors import NotFound
from outfitter_tenants.trips.models import Adjustment, Trip


class AdjustmentNotFound(NotFound):
    """No such discount or surcharge on this trip."""


def add(
    *,
    trip: Trip,
    trip_order_id: int | None,
    booking_id: int | None,
    amount: int | None,
    ppm: int | None,
    label: str,
    reason: str,
    by: int | None,
    at: datetime,
) -> Adjustment:
    """Write one down: `amount` in minor units, or `ppm` of the lines; negative is a discount."""
    return Adjustment.objects.create(
        trip=trip,
        trip_order_id=trip_order_id,
        booking_id=booking_id,
        amount=amount,
        ppm=ppm,
        label=label,
        reason=reason,
        created_by=by,
        created_at=at,
    )


def remove(*, trip: Trip, adjustment_id: int) -> Adjustment:
    """
    Take one off; returns what it was.

    :raises AdjustmentNotFound: it is of another trip, or none
    """
    row = Adjustment.objects.filter(trip=trip, pk=adjustment_id).first()
    if row is None:
        raise AdjustmentNotFound("Adjustment not found on this trip.")
    Adjustment.objects.filter(pk=row.pk).delete()
    return row
