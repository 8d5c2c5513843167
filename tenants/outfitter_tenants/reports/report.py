"""
What every report is (domain.md 5.19): a list over a span of days, its columns and its totals.

Days are the operator's. Totals are by currency: minor units of two currencies never meet.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Final

from django.db.models import Count, F, QuerySet, Value
from django.db.models.expressions import Combinable

from outfitter.db import lists
from outfitter.db.joined_figures import JoinedFigures
from outfitter.db.lists import Listing, ListQuery, ListReader
from outfitter.db.lists.types import Kind
from outfitter.kit.errors import Invalid
from outfitter.plugins.types import TenantContext

LONGEST_DAYS: Final = 366 * 3
__all__ = ["Report", "ReportQuery", "TenantContext", "check_span", "rows_of"]


@dataclass(frozen=True, slots=True)
class Report:
    """
    One report: its list, which column each base of dates is, what is summed, and by what it is grouped.

    `dates` gives the column by `dateType`; the first is the one that is meant without saying. A report
    without any says how things are now, whatever the days. `totals` are
    amounts unless `total_kinds` says otherwise ("number"). `currency` is where a row's currency stands,
    empty for rows that no money is part of: their totals are under no currency. `slug` is the last part of
    its address.
    """

    listing: Listing
    dates: Mapping[str, str]
    totals: Mapping[str, Combinable]
    slug: str = ""
    permission: str = "report.view"
    total_kinds: Mapping[str, Kind] = field(default_factory=dict)
    groupings: Mapping[str, "Grouping"] = field(default_factory=dict)
    # What it is grouped by when nothing is said; such a report has no rows of its own.
    default_groups: tuple[str, ...] = ()
    currency: str = "currency"
    # Figures of a group's sums that are no sums: shares and averages, null where nothing divides.
    ratios: Mapping[str, Callable[[Mapping[str, int]], int | None]] = field(default_factory=dict)
    # Date bases that other rows answer: a tax by when it was paid is a share of each payment.
    by_dates: Mapping[str, "Report"] = field(default_factory=dict)
    # Another report over the same days, which of its sums stand beside these, and what follows from both.
    beside: "Report | None" = None
    beside_sums: tuple[str, ...] = ()
    beside_ratios: Mapping[str, Callable[[Mapping[str, int]], int | None]] = field(default_factory=dict)
    # Balances that stand at the end of a day, week or month (or of the span): which sum changes them.
    balances: Mapping[str, str] = field(default_factory=dict)
    # The column that asks what was known on a day: today's, moved as far as the period that is compared.
    as_of: str = ""
    # What it is compared with when nothing is said.
    default_compare: str = ""
    # Figures of other tables that its sums are of, joined to the rows before they are summed.
    figures: JoinedFigures | None = None
    # Sums that depend on which day it is: how late something is.
    totals_on: Callable[[date], Mapping[str, Combinable]] | None = None
    # Columns people see first; the others are there to choose. Empty: all.
    shown_first: tuple[str, ...] = ()

    def for_dates(self, date_type: str) -> "Report":
        """Return the report that answers for this base of dates: itself, or one over other rows."""
        return self.by_dates.get(date_type, self)

    def asked(self, date_type: str, today: date) -> "Report":
        """Return the report that answers for this base of dates, with its sums as they are today."""
        found = self.for_dates(date_type)
        return replace(found, totals=found.totals_on(today)) if found.totals_on else found

    @property
    def date_types(self) -> tuple[str, ...]:
        """Return every base of dates it can be asked by, the usual one first."""
        return (*self.dates, *self.by_dates)

    @property
    def permissions(self) -> tuple[str, ...]:
        """Return all that a reader has to hold: for the report, and for the list it is of."""
        return tuple(dict.fromkeys(one for one in (self.permission, self.listing.permission) if one))


@dataclass(frozen=True, slots=True)
class Grouping:
    """
    One thing rows can be grouped by, as SQL computes it.

    `names` gives the labels of values; a value without one speaks for itself. `column` is the list's column
    that a filter for one group's rows asks, by `step` of days ("day", "week", "month") where it is a date.
    """

    kind: Kind
    expression: Callable[[ListReader], Combinable]
    names: Callable[[Sequence[Any]], Mapping[Any, str]] | None = None
    column: str = ""
    step: str = ""


@dataclass(frozen=True, slots=True)
class ReportQuery:
    """What was asked of a report. `date_type` empty is the report's own."""

    date_type: str
    first: date
    last: date
    filters: Sequence[dict[str, Any]] = ()
    sort: str = ""
    limit: int = 100
    cursor: str = ""
    groups: tuple[str, ...] = ()
    compare: str = ""
    # How much earlier this is than what was asked: of the period that stands beside it.
    shift: timedelta = timedelta(0)


def check_span(first: date, last: date) -> None:
    """
    Refuse a span of days that makes no sense.

    :raises Invalid: it ends before it begins, or is longer than three years
    """
    if last < first:
        raise Invalid({"to": ["The last day must not be before the first."]})
    if (last - first).days > LONGEST_DAYS:
        raise Invalid({"to": ["Choose at most three years."]})


def filters_of(report: Report, asked: ReportQuery) -> list[dict[str, Any]]:
    """
    Return all filters of a question: those it was asked with, and its days.

    :raises Invalid: the span of days makes no sense, or the report has no such dates
    """
    check_span(asked.first, asked.last)
    found = list(asked.filters)
    if column := date_column(report, asked):
        span = [asked.first.isoformat(), asked.last.isoformat()]
        found.append({"field": column, "op": "between", "value": span})
    is_said = any(isinstance(one, dict) and one.get("field") == report.as_of for one in asked.filters)
    if report.as_of and not is_said:
        found.append({"field": report.as_of, "op": "eq", "value": f"today-{asked.shift.days}"})
    return found


def date_column(report: Report, asked: ReportQuery) -> str:
    """
    Return the column that a report's days are those of; empty where it says how things are now.

    :raises Invalid: it has no such base of dates
    """
    if not report.dates and not asked.date_type:
        return ""
    column = report.dates.get(asked.date_type or next(iter(report.dates), ""))
    if column is None:
        raise Invalid({"dateType": [f"Choose one of: {', '.join(report.date_types)}."]})
    return column


def rows_of(report: Report, asked: ReportQuery, reader: ListReader) -> tuple[ListQuery, "QuerySet[Any]"]:
    """
    Return the checked question and all rows that match, in no order, with what sums of them are of.

    :raises Forbidden: the caller may not read this report
    :raises Invalid: with the name of every field that is wrong
    """
    wanted = lists.parse(
        report.listing,
        reader,
        sort=asked.sort,
        filters=filters_of(report, asked),
        limit=asked.limit,
        cursor=asked.cursor,
    )
    found = lists.select(report.listing, wanted, reader)
    return wanted, report.figures.join(found) if report.figures else found


def column_of(key: str, kind: str) -> dict[str, Any]:
    """Return one column as reports describe it; its label is for whoever has no words of it."""
    return {"key": key, "label": key.replace("_", " ").capitalize(), "type": kind}


def totals_of(
    found: "QuerySet[Any]", sums: Mapping[str, Combinable], currency: str = "currency"
) -> dict[str, dict[str, int]]:
    """Return the number of rows and their sums, by currency; without one, under no name."""
    named = {f"sum_{key}": expression for key, expression in sums.items()}
    code: Combinable = F(currency) if currency else Value("")
    rows = (
        found.order_by().annotate(in_currency=code).values("in_currency").annotate(cnt=Count("pk"), **named)
    )
    return {
        row["in_currency"]: {"cnt": row["cnt"], **{key: row[f"sum_{key}"] or 0 for key in sums}}
        for row in rows.order_by("in_currency")
        # Without a currency there is a row of sums even of no rows at all.
        if row["cnt"]
    }
