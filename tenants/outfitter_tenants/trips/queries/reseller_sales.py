"""Reads of what partners sold."""

from dataclasses import dataclass

from django.db.models import Count, Sum, Value
from django.db.models.functions import Greatest

from outfitter.db.column_types import money
from outfitter_tenants.trips.models import Booking, PriceLine, Trip
from outfitter_tenants.trips.rules.amounts_due import PARTNER_OWES


@dataclass(frozen=True, slots=True)
class SoldLine:
    """One live line of a trip's price, with the experience it is about."""

    kind: str
    amount: int
    experience_id: int | None
    is_commission_base: bool
    is_inclusive: bool


def sold_lines(*, trip_id: int) -> list[SoldLine]:
    """Return the live lines of a trip's price."""
    rows = PriceLine.objects.filter(trip_id=trip_id, voided_at__isnull=True)
    names = ("kind", "amount", "trip_order__experience_id", "is_commission_base", "is_inclusive")
    return [SoldLine(*row) for row in rows.order_by("id").values_list(*names)]


def paying_guests(*, trip_id: int) -> dict[int, int]:
    """Return how many guests of a trip are not there for free, by experience."""
    rows = Booking.objects.filter(
        trip_order__trip_id=trip_id,
        trip_order__status="active",
        cancelled_at__isnull=True,
        is_comped=False,
        trip_order__is_comped=False,
    )
    counted = rows.order_by().values_list("trip_order__experience_id").annotate(Count("pk"))
    return dict(counted)


def exposure_of(*, reseller_id: int, except_trip_id: int | None = None) -> int:
    """Return what a partner owes for sold trips that are on no invoice yet, in minor units."""
    rows = Trip.objects.filter(
        reseller_id=reseller_id, status__in=["reserved", "under_review"], commission__owed_by="reseller"
    ).exclude(locked_reason="invoiced", locked_reason__isnull=False)
    if except_trip_id is not None:
        rows = rows.exclude(pk=except_trip_id)
    return rows.aggregate(total=Sum(Greatest(Value(0), PARTNER_OWES, output_field=money())))["total"] or 0
