"""The lists of departures: how full they were, and what each earned."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import ExtractHour, ExtractIsoWeekDay

from outfitter.db.lists import Column, Listing, ListReader, register
from outfitter_tenants.reports.lists import departure_figures as figures
from outfitter_tenants.reports.lists.cells import OWN_CURRENCY, experiences, sees_everything, words
from outfitter_tenants.reports.shares import share
from outfitter_tenants.scheduling.queries import departure_rows

if TYPE_CHECKING:
    from outfitter_tenants.scheduling.models import Timeslot

COSTS: Final = tuple(key for key in figures.PROFITS.keys if key != "revenue_amount")
# Seats there were to fill; null where nothing limits them.
RUNS: Final = ~Q(status="cancelled")
LIMITED_PAX: Final = Case(
    When(RUNS & Q(capacity__isnull=False), then=F("booked_pax_cnt")),
    default=Value(None),
    output_field=IntegerField(),
)
SEATS: Final = Case(When(RUNS, then=F("capacity")), default=Value(None), output_field=IntegerField())


def profit(sums: Mapping[str, int]) -> int:
    """Return what is left of the revenue, in minor units."""
    return sums["revenue_amount"] - sum(sums[key] for key in COSTS)


def _departures(reader: ListReader) -> "QuerySet[Timeslot]":
    rows = departure_rows.departures().annotate(currency=OWN_CURRENCY)
    return rows if sees_everything(reader) else rows.none()


def _row(slot: "Timeslot", found: Mapping[str, int]) -> dict[str, Any]:
    own = ("date", "start_at", "status", "capacity", "booked_pax_cnt", "currency")
    return {
        "id": slot.pk,
        "experience": {"id": slot.experience_id, "name": slot.experience.name},
        "weekday": slot.date.isoweekday(),
        "start_hour": slot.start_time.hour,
        **{key: getattr(slot, key) for key in own},
        **found,
    }


def _shape_counted(rows: Sequence["Timeslot"], _reader: ListReader) -> list[dict[str, object]]:
    found = []
    counts = figures.COUNTS.of([slot.pk for slot in rows])
    for slot in rows:
        row = _row(slot, counts[slot.pk])
        is_limited = slot.capacity is not None and slot.status != "cancelled"
        row["fill_ppm"] = share(slot.booked_pax_cnt, slot.capacity or 0) if is_limited else None
        row["no_show_ppm"] = share(row["no_show_cnt"], row["guest_cnt"])
        row["lead_hours"] = average_hours(row["lead_minutes"], row["order_cnt"])
        found.append(row)
    return found


def average_hours(minutes: int, cnt: int) -> int | None:
    """Return the mean of a sum of minutes, in whole hours; null where there is nothing."""
    return (minutes + 30 * cnt) // (60 * cnt) if cnt else None


def _shape_earned(rows: Sequence["Timeslot"], _reader: ListReader) -> list[dict[str, object]]:
    found = []
    profits = figures.PROFITS.of([slot.pk for slot in rows])
    for slot in rows:
        row = _row(slot, profits[slot.pk])
        row["profit_amount"] = profit(row)
        row["margin_ppm"] = share(row["profit_amount"], row["revenue_amount"])
        found.append(row)
    return found


_OWN: Final = (
    Column("date", "date", is_sortable=True, is_filterable=True, is_groupable=True),
    Column("start_at", "instant", is_filterable=True),
    Column(
        "experience",
        "lookup",
        "experience_id",
        is_filterable=True,
        is_groupable=True,
        options=experiences,
        is_of_experiences=True,
        cell=lambda row: row["experience"]["name"],
    ),
    Column(
        "status",
        "choice",
        is_filterable=True,
        is_groupable=True,
        options=lambda: words("open", "closed_online", "closed", "cancelled"),
    ),
    # Monday is 1; hours are the operator's.
    Column("weekday", "number", ExtractIsoWeekDay("date"), is_filterable=True, is_groupable=True),
    Column("start_hour", "number", ExtractHour("start_time"), is_filterable=True, is_groupable=True),
    Column("capacity", "number", is_filterable=True, is_nullable=True),
    Column("booked_pax_cnt", "number", is_filterable=True),
)
DEPARTURES: Final = register(
    Listing(
        name="departures",
        permission="report.view",
        columns=(
            *_OWN,
            *(Column(key, "number", "pk") for key in figures.COUNTS.keys if key != "total_amount"),
            Column("total_amount", "money", "pk"),
            Column("fill_ppm", "number", "pk", is_nullable=True),
            Column("no_show_ppm", "number", "pk", is_nullable=True),
            Column("lead_hours", "number", "pk", is_nullable=True),
            Column("currency", "text", OWN_CURRENCY),
        ),
        default_sort="-date",
        rows=_departures,
        shape=_shape_counted,
    )
)
DEPARTURE_PROFITS: Final = register(
    Listing(
        name="departureProfits",
        permission="report.finance",
        columns=(
            *_OWN,
            *(Column(key, "money", "pk") for key in figures.PROFITS.keys),
            Column("profit_amount", "money", "pk"),
            Column("margin_ppm", "number", "pk", is_nullable=True),
            Column("currency", "text", OWN_CURRENCY),
        ),
        default_sort="-date",
        rows=_departures,
        shape=_shape_earned,
    )
)
