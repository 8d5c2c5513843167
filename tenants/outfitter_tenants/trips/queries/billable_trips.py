"""Reads of what partners are billed for: their sold trips, and what is owed for each of them."""

from collections.abc import Collection
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Case, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact, GreaterThan

from outfitter.db.column_types import money
from outfitter.kit import zones
from outfitter_tenants.resellers.types import PARTNER_OWES_NET
from outfitter_tenants.trips.models import Trip, TripOrder
from outfitter_tenants.trips.rules.amounts_due import (
    BILLED,
    IS_BILLED,
    IS_OWED,
    IS_UNEVEN,
    OPERATOR_OWES,
    OPERATOR_OWES_COMMISSION,
    PARTNER_OWES,
    operator_owes_of,
    partner_owes_of,
)

if TYPE_CHECKING:
    from django.db.models.expressions import Combinable

__all__ = ["BILLED"]

# What is owed for a trip, by who owes it.
OWED: "Final[dict[str, Combinable]]" = {"receivable": PARTNER_OWES, "payable": OPERATOR_OWES}
_SOLD: Final = ("reserved", "under_review")


def owed_for_sold(*, direction: str) -> "QuerySet[Trip]":
    """
    Return sold trips with `owed`: what their partner owes (receivable) or is owed (payable).

    In minor units; a payable one counts what was earned, whatever of it was paid already.
    """
    return Trip.objects.filter(status__in=_SOLD).annotate(owed=OWED[direction])


def billable(
    *, direction: str, reseller_ids: Collection[int], invoiced_by_hand: Collection[int]
) -> "QuerySet[Trip]":
    """
    Return the trips of partners that can be billed, with `owed` as above, never for nothing (4.19).

    Partners owe for what they collect; `invoiced_by_hand` are those who are billed for whatever
    they owe. Whether a trip was billed before is not looked at.
    """
    rows = owed_for_sold(direction=direction).filter(status="reserved", reseller_id__in=reseller_ids)
    if direction == "payable":
        return rows.filter(collect_type__in=sorted(OPERATOR_OWES_COMMISSION)).exclude(Exact(OPERATOR_OWES, 0))
    rows = rows.filter(IS_OWED)
    by_hand = Q(collect_type__in=sorted(PARTNER_OWES_NET), reseller_id__in=invoiced_by_hand)
    return rows.filter(Q(collect_type="reseller_collects") | by_hand, GreaterThan(PARTNER_OWES, 0))


def uneven_among_billed(*, reseller_ids: Collection[int]) -> "QuerySet[Any]":
    """Return trips of partners that are on an invoice and not paid to the cent, by id."""
    rows = Trip.objects.filter(IS_UNEVEN, IS_BILLED, reseller_id__in=reseller_ids)
    return rows.order_by().values("pk")


def owed_of(*, direction: str, trip: str, reseller: str) -> Case:
    """
    Return what is owed for the trip of a row, null where it is not the partner's or not sold.

    :param trip: the field that reaches the trip, and `reseller` the partner's id
    """
    rule = partner_owes_of if direction == "receivable" else operator_owes_of
    is_theirs = Q(**{f"{trip}__status__in": _SOLD, f"{trip}__reseller_id": F(reseller)})
    return Case(When(is_theirs, then=rule(f"{trip}__")), default=None, output_field=money())


def created_between(rows: "QuerySet[Trip]", *, since: date, until: date, zone: str) -> "QuerySet[Trip]":
    """Return those that were made on the operator's days from `since` to `until`, with `billed_at`."""
    begin, end = zones.day_bounds(since, zone)[0], zones.day_bounds(until, zone)[1]
    return rows.filter(created_at__gte=begin, created_at__lt=end).annotate(billed_at=F("created_at"))


def active_between(
    rows: "QuerySet[Trip]", *, since: date, until: date, zone: str, at: datetime
) -> "QuerySet[Trip]":
    """
    Return those whose last activity was on these days and has ended by `at`, with `billed_at`.

    Of a trip that is canceled as a whole it is when that would have been.
    """
    orders = TripOrder.objects.filter(trip_id=OuterRef("pk"), timeslot__isnull=False)
    # One that waits for a departure has not had its last activity yet.
    waiting = Exists(TripOrder.objects.filter(trip_id=OuterRef("pk"), status="active", timeslot__isnull=True))
    begin, end = zones.day_bounds(since, zone)[0], zones.day_bounds(until, zone)[1]
    early = Q(first_start_at__isnull=True) | Q(first_start_at__lt=end)
    return (
        rows.filter(early)
        .exclude(waiting)
        .annotate(billed_at=Coalesce(_last(orders.filter(status="active")), _last(orders)))
        .filter(billed_at__gte=begin, billed_at__lt=end, billed_at__lte=at)
    )


def _last(orders: "QuerySet[TripOrder]") -> Subquery:
    return Subquery(orders.order_by().values("trip_id").annotate(last=Max("timeslot__end_at")).values("last"))


def lock_trips(*, trip_ids: Collection[int]) -> dict[int, Trip]:
    """Lock trips in the order of their ids; returns them by id, without those that are gone."""
    rows = Trip.objects.select_related("trip_method").select_for_update(of=("self",))
    return {row.pk: row for row in rows.filter(pk__in=trip_ids).order_by("pk")}


def resellers_of(*, trip_ids: Collection[int]) -> dict[int, tuple[int | None, str]]:
    """Return whose these trips are and their currency, by trip; without those that are not there."""
    rows = Trip.objects.filter(pk__in=trip_ids).exclude(status__in=["draft", "deleted"])
    return {
        pk: (reseller, currency)
        for pk, reseller, currency in rows.values_list("pk", "reseller_id", "currency")
    }
