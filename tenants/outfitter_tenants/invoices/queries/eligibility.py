"""
What can be billed to partners now, or paid to them (domain.md 4.19).

A trip that was never billed is billed whole, by the dates that were asked for. One that was billed
and has changed since is billed the difference, whatever the dates.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db.models import BigIntegerField, Count, Exists, F, OuterRef, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from outfitter_tenants.invoices.models import IS_SETTLED, InvoiceTrip
from outfitter_tenants.invoices.queries import OPEN
from outfitter_tenants.invoices.types import SENT, DateType, Direction
from outfitter_tenants.trips.queries import billable_trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


@dataclass(frozen=True, slots=True)
class Span:
    """The operator's days that trips are billed for, by which of their dates."""

    date_type: DateType
    date_from: date
    date_to: date
    zone: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Billable:
    """What a trip would be billed now, in minor units; of one that was billed before, the difference."""

    trip_id: int
    reseller_id: int
    gross_amount: int
    commission_amount: int
    tax_amount: int
    net_amount: int
    is_adjustment: bool
    # The date that lines are sorted by; a credit is as old as its trip.
    billed_at: datetime


_MONEY: Final = ("total_amount", "commission_amount", "tax_amount")
_BIG: Final = BigIntegerField()


def list_billable(
    *,
    direction: Direction,
    partners: dict[int, tuple[str, bool]],
    span: Span,
    trip_ids: Collection[int] | None = None,
    beside: int | None = None,
) -> list[Billable]:
    """
    Return what can be billed, oldest trip first.

    :param partners: by id the currency of each, and whether they are billed for whatever they owe
    :param trip_ids: these trips only
    :param beside: an unsent invoice that does not count: what it could bill itself of these trips
    """
    found = [
        *_list_fresh(direction, partners, span, trip_ids, beside),
        *list_changed(direction=direction, reseller_ids=partners, trip_ids=trip_ids, beside=beside),
    ]
    return sorted(found, key=lambda one: (one.reseller_id, one.billed_at, one.trip_id))


@dataclass(frozen=True, slots=True)
class EligibleCount:
    """How many trips of a partner can be billed, and what they come to in minor units."""

    reseller_id: int
    trips_cnt: int
    net_amount: int


def count_billable(
    *,
    direction: Direction,
    partners: dict[int, tuple[str, bool]],
    span: Span,
    trip_ids: Collection[int] | None = None,
) -> list[EligibleCount]:
    """Return the same, counted: one for each partner with anything, by partner."""
    found: dict[int, tuple[int, int]] = {}
    fresh: QuerySet[Any] = _fresh(direction, partners, span, trip_ids, None).order_by()
    rows = fresh.values("reseller_id", "currency")
    for row in rows.annotate(cnt=Count("pk"), net=Sum("owed")):
        if row["currency"] == partners[row["reseller_id"]][0]:
            found[row["reseller_id"]] = (row["cnt"], row["net"])
    for one in list_changed(direction=direction, reseller_ids=partners, trip_ids=trip_ids):
        cnt, net = found.get(one.reseller_id, (0, 0))
        found[one.reseller_id] = (cnt + 1, net + one.net_amount)
    return [EligibleCount(key, cnt, net) for key, (cnt, net) in sorted(found.items())]


def _fresh(
    direction: Direction,
    partners: dict[int, tuple[str, bool]],
    span: Span,
    trip_ids: Collection[int] | None,
    beside: int | None,
) -> "QuerySet[Trip]":
    """Return the trips that were not billed yet, with `owed`, `billed_at` and `was_billed`."""
    rows = billable_trips.billable(
        direction=direction,
        reseller_ids=partners,
        invoiced_by_hand=[key for key, (_, is_by_hand) in partners.items() if is_by_hand],
    )
    if trip_ids is not None:
        rows = rows.filter(pk__in=trip_ids)
    if span.date_type == "created":
        rows = billable_trips.created_between(rows, since=span.date_from, until=span.date_to, zone=span.zone)
    else:
        rows = billable_trips.active_between(
            rows, since=span.date_from, until=span.date_to, zone=span.zone, at=span.at
        )
    lines = InvoiceTrip.objects.filter(trip_id=OuterRef("pk"), is_live=True)
    if beside is not None:
        lines = lines.exclude(invoice_id=beside)
    mine = lines.filter(invoice__direction=direction, invoice__reseller_id=OuterRef("reseller_id"))
    return rows.exclude(Exists(mine)).annotate(was_billed=Exists(lines))


def _list_fresh(
    direction: Direction,
    partners: dict[int, tuple[str, bool]],
    span: Span,
    trip_ids: Collection[int] | None,
    beside: int | None,
) -> list[Billable]:
    # One currency an invoice: trips in another than their partner's are not billed.
    fresh: QuerySet[Any] = _fresh(direction, partners, span, trip_ids, beside)
    values = fresh.values_list("pk", "reseller_id", *_MONEY, "owed", "was_billed", "billed_at", "currency")
    return [Billable(*row[:-1]) for row in values if row[-1] == partners[row[1]][0]]


def list_changed(
    *,
    direction: Direction,
    reseller_ids: Collection[int],
    trip_ids: Collection[int] | None = None,
    beside: int | None = None,
) -> list[Billable]:
    """Return the differences of trips that have changed since they were on a sent invoice."""
    lines = _compared(direction, reseller_ids, trip_ids, beside)
    owed = billable_trips.owed_of(direction=direction, trip="trip", reseller="invoice__reseller_id")
    groups = (
        lines.order_by()
        .values("trip_id", "invoice__reseller_id", owed=owed)
        .annotate(
            open=Sum(OPEN),
            settled=Sum("settled_amount"),
            gross=Sum("gross_amount"),
            # A discount makes partners earn more of what they owe, and less of what they are owed.
            earned=Sum(
                F("commission_amount") + F("discount_amount") * (1 if direction == "receivable" else -1)
            ),
            tax=Sum("tax_amount"),
        )
    )
    settled = F("settled")
    # Of a trip that is no longer theirs, or no longer sold, nothing is owed: what was settled goes back.
    if direction == "receivable":
        groups = groups.annotate(due=Coalesce(F("owed"), Value(0) - settled, output_field=_BIG))
    else:
        groups = groups.annotate(due=Coalesce(F("owed"), Value(0), output_field=_BIG) - settled)
    rows: list[Any] = list(groups.exclude(due=F("open")))
    now = _facts_of([row["trip_id"] for row in rows])
    return [_difference(row, now[row["trip_id"]]) for row in rows]


def _compared(
    direction: Direction, reseller_ids: Collection[int], trip_ids: Collection[int] | None, beside: int | None
) -> "QuerySet[InvoiceTrip]":
    """Return the lines of sent invoices that are compared with what their trips come to now."""
    lines = InvoiceTrip.objects.filter(
        is_live=True, invoice__direction=direction, invoice__reseller_id__in=reseller_ids
    )
    if trip_ids is not None:
        lines = lines.filter(trip_id__in=trip_ids)
    if beside is not None:
        # What others bill of these trips may be the difference from what this one does.
        lines = lines.exclude(invoice_id=beside)
    # What is on an invoice that waits to be sent is worked out anew when it is.
    waiting = lines.filter(invoice__status="unsent").values("trip_id")
    if beside is None:
        lines = lines.filter(_may_differ(direction, reseller_ids))
    return lines.filter(invoice__status__in=sorted(SENT)).exclude(trip_id__in=waiting)


def _may_differ(direction: Direction, reseller_ids: Collection[int]) -> Q:
    """
    Return the filter of lines whose trips are looked at: of all that were ever billed, very few.

    What we owe for a trip follows from its price, which marks its lines when it changes, and so does
    whose trip it is. What a partner owes also follows from money: then it, or the line, is uneven.
    """
    mine = InvoiceTrip.objects.filter(is_live=True, invoice__reseller_id__in=reseller_ids).order_by()
    changed = mine.filter(is_changed=True).values("trip_id")
    if direction == "payable":
        return Q(trip_id__in=changed)
    # One after the other by its own index: the database would look through every line for an "or".
    uneven = billable_trips.uneven_among_billed(reseller_ids=reseller_ids)
    return Q(trip_id__in=changed.union(mine.filter(~IS_SETTLED).values("trip_id"), uneven))


class _Now(NamedTuple):
    """A trip as it is now; amounts in minor units."""

    created_at: datetime
    status: str
    reseller_id: int | None
    gross: int
    earned: int
    tax: int


def _facts_of(trip_ids: Collection[int]) -> dict[int, _Now]:
    if not trip_ids:
        return {}
    # A line reaches its trip; invoices do not know the model.
    names = ("created_at", "status", "reseller_id", *_MONEY)
    rows = InvoiceTrip.objects.filter(trip_id__in=trip_ids).order_by()
    found = rows.values_list("trip_id", *(f"trip__{name}" for name in names)).distinct()
    return {row[0]: _Now(*row[1:]) for row in found}


def _difference(row: Mapping[str, int], now: _Now) -> Billable:
    counts = now.reseller_id == row["invoice__reseller_id"] and now.status != "deleted"
    return Billable(
        trip_id=row["trip_id"],
        reseller_id=row["invoice__reseller_id"],
        gross_amount=now.gross * counts - row["gross"],
        commission_amount=now.earned * counts - row["earned"],
        tax_amount=now.tax * counts - row["tax"],
        net_amount=row["due"] - row["open"],
        is_adjustment=True,
        billed_at=now.created_at,
    )
