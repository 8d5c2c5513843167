"""Reads of what partners sold."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest

from outfitter.db.column_types import money
from outfitter.db.statements import Bundle, Param, Statement
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.resellers.sales_port import SalesFigures
from outfitter_tenants.trips.models import Booking, PriceLine, Trip, TripOrder
from outfitter_tenants.trips.rules.amounts_due import PARTNER_OWES


@dataclass(frozen=True, slots=True)
class SoldLine:
    """One live line of a trip's price, with the experience it is about."""

    kind: str
    amount: int
    experience_id: int | None
    is_commission_base: bool
    is_inclusive: bool


class Sold(NamedTuple):
    """What a partner's share of a trip is worked out from: its price, who pays, by experience."""

    lines: Sequence[SoldLine]
    guests: Mapping[int, int]


def sold_on(*, trip_id: int) -> Sold:
    """Return the live lines of a trip's price, and how many guests are not there for free."""
    found = _SOLD.read(trip_id=trip_id)
    return Sold([SoldLine(*row) for row in found["lines"]], dict(found["guests"]))


_SOLD: Final = Bundle(
    lines=Statement(
        lambda: (
            PriceLine.objects.filter(trip_id=Param("trip_id"), voided_at__isnull=True)
            .order_by("id")
            .values_list("kind", "amount", "trip_order__experience_id", "is_commission_base", "is_inclusive")
        )
    ),
    guests=Statement(
        lambda: (
            Booking.objects.filter(
                trip_order__trip_id=Param("trip_id"),
                trip_order__status="active",
                cancelled_at__isnull=True,
                is_comped=False,
                trip_order__is_comped=False,
            )
            .order_by()
            .values_list("trip_order__experience_id")
            .annotate(Count("pk"))
        )
    ),
)


def sold_as(*, lines: Iterable[PriceLine | QuoteLine], orders: Iterable[TripOrder]) -> Sold:
    """
    Return the same of lines that are known, for who has just written or read them.

    :param lines: a quote's, or `PriceLine`s that are not void, all of them
    :param orders: those that the lines are about, with `live_bookings`
    """
    sold_in = {order.pk: order.experience_id for order in orders}
    guests: Counter[int] = Counter()
    for order in orders:
        if order.status == "active" and not order.is_comped:
            live: Sequence[Booking] = order.live_bookings  # type: ignore[attr-defined]
            guests[order.experience_id] += sum(not guest.is_comped for guest in live)
    return Sold(
        [
            SoldLine(
                line.kind,
                line.amount,
                sold_in[line.trip_order_id] if line.trip_order_id is not None else None,
                line.is_commission_base,
                line.is_inclusive,
            )
            for line in lines
        ],
        guests,
    )


_SOLD_TRIPS: Final = Q(status__in=["reserved", "under_review"])
_OWED: Final = Greatest(Value(0), PARTNER_OWES, output_field=money())


def figures_of(late_before: Mapping[int, datetime], since: datetime) -> dict[int, SalesFigures]:
    """
    Return what partners sold since an instant and who owes what, in one statement.

    What a partner owes for trips that began before its entry in `late_before` is late. What is on
    an invoice that is not paid is still owed.
    """
    late = Q(pk__in=())
    for before in set(late_before.values()):
        those = [key for key, value in late_before.items() if value == before]
        late |= Q(reseller_id__in=those, first_start_at__lt=before)
    is_new = Q(reserved_at__gte=since)
    payable = Q(commission__owed_by="operator", commission__settle_status="open")
    rows = (
        Trip.objects.filter(_SOLD_TRIPS, reseller_id__in=late_before)
        .order_by()
        .values("reseller_id")
        .annotate(
            sold_sum=Sum("total_amount", filter=is_new, default=0),
            new_cnt=Count("pk", filter=is_new),
            owed_sum=Sum(_OWED, default=0),
            late_sum=Sum(_OWED, filter=late, default=0),
            payable_sum=Sum("commission_amount", filter=payable, default=0),
        )
        .values_list("reseller_id", "sold_sum", "new_cnt", "owed_sum", "late_sum", "payable_sum")
    )
    return {key: SalesFigures(*figures) for key, *figures in rows if key is not None}


def sellers_among(reseller_ids: Sequence[int]) -> frozenset[int]:
    """Return which of these partners any trip names, sold or not."""
    rows = Trip.objects.filter(reseller_id__in=reseller_ids).order_by()
    found = rows.values_list("reseller_id", flat=True).distinct()
    return frozenset(key for key in found if key is not None)


# What a partner (`reseller_id`) owes for sold trips, billed or not, but for one (`except_trip_id`, 0:
# none). What came in for a trip that got cheaper since is not set against the others. No row: nothing.
EXPOSURE: Final = Statement(
    lambda: (
        Trip.objects.filter(_SOLD_TRIPS, reseller_id=Param("reseller_id"), commission__owed_by="reseller")
        .exclude(pk=Param("except_trip_id"))
        .order_by()
        .values("reseller_id")
        .annotate(total=Sum(_OWED))
        .values_list("total")
    )
)


def exposure_of_row() -> Combinable:
    """Return what the partner a row is about owes for sold trips, billed or not, in minor units."""
    rows = Trip.objects.filter(_SOLD_TRIPS, reseller_id=OuterRef("pk"), commission__owed_by="reseller")
    sums = rows.order_by().values("reseller_id").annotate(total=Sum(_OWED)).values("total")
    return Coalesce(Subquery(sums), 0, output_field=money())


def exposure_of(*, reseller_id: int) -> int:
    """Return what a partner owes for sold trips, in minor units: billed or not."""
    return sum(total for (total,) in EXPOSURE.all(reseller_id=reseller_id, except_trip_id=0))
