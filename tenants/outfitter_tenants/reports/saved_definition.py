"""What a saved report asks: kept as it was, opened with what is still there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Final, TypedDict

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.kit.errors import Invalid
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports import report_groups
from outfitter_tenants.reports.report import Report, ReportQuery, check_span
from outfitter_tenants.reports.rules import periods

LIMIT: Final = 100


class ReportFilter(TypedDict):
    """One filter, as lists take it."""

    field: str
    op: str
    value: object


@dataclass(frozen=True, slots=True)
class Definition:
    """
    A question to a report. `first` and `last` are the days of the period "fixed" alone.

    `sort` is a column, with "-" the other way; `compare` is "", "previous" or "year"; `labels` head the
    columns of a file as they were headed where it was saved.
    """

    date_type: str = ""
    period: str = "last_30_days"
    first: date | None = None
    last: date | None = None
    filters: Sequence[ReportFilter] = ()
    group_by: Sequence[str] = ()
    columns: Sequence[str] = ()
    sort: str = ""
    compare: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """Return it as it is kept."""
        days = {key: day and day.isoformat() for key, day in (("first", self.first), ("last", self.last))}
        lists_of = {key: list(getattr(self, key)) for key in ("filters", "group_by", "columns")}
        return {**asdict(self), **days, **lists_of, "labels": dict(self.labels)}

    @staticmethod
    def from_json(kept: Mapping[str, object]) -> "Definition":
        """Return what was kept; what an older one doesn't say is as if nothing was asked."""
        known = {key: kept[key] for key in Definition.__slots__ if key in kept}
        days = {key: date.fromisoformat(str(known[key])) for key in ("first", "last") if known.get(key)}
        return Definition(**{**known, **days})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Opened:
    """What of a definition can be asked now, and the keys of what is gone."""

    definition: Definition
    missing: tuple[str, ...]


def open_definition(whole: Report, kept: Definition, reader: ListReader) -> Opened:
    """
    Return a saved question without the columns that are gone, or that this reader may not see.

    It is asked all the same: who opens a report is told what is missing, not refused.
    """
    report = whole.for_dates(kept.date_type)
    visible, missing = report.listing.visible(reader), list[str]()

    def kept_of(keys: Sequence[str], is_there: Callable[[str], bool]) -> list[str]:
        missing.extend(key for key in keys if not is_there(key))
        return [key for key in keys if is_there(key)]

    def is_shown(key: str) -> bool:
        return key in visible and visible[key].is_exported

    def is_sorted_by(key: str) -> bool:
        return (found := visible.get(key.removeprefix("-"))) is not None and found.is_sortable

    filters = []
    for one in kept.filters:
        try:
            lists.parse(report.listing, reader, filters=[one])
            filters.append(one)
        except Invalid:
            missing.append(one["field"])
    definition = replace(
        kept,
        date_type=(kept_of([kept.date_type], whole.date_types.__contains__) or [""])[0]
        if kept.date_type
        else "",
        filters=filters,
        group_by=kept_of(kept.group_by, lambda key: report_groups.is_offered(report, key, reader)),
        columns=kept_of(kept.columns, is_shown),
        sort=(kept_of([kept.sort], is_sorted_by) or [""])[0] if kept.sort else "",
    )
    gone = tuple(dict.fromkeys(key.removeprefix("-") for key in missing))
    return Opened(definition, gone)


def days_of(definition: Definition, *, today: date) -> periods.Period:
    """
    Return the days a definition asks for, seen from the operator's day.

    :raises Invalid: a fixed period has no days, or the span of days makes no sense
    """
    fixed = None
    if definition.first is not None and definition.last is not None:
        fixed = periods.Period(definition.first, definition.last)
    week_start = people.get_properties().week_start
    try:
        found = periods.resolve(definition.period, today=today, week_start=week_start, fixed=fixed)
    except ValueError as problem:
        raise Invalid({"definition.period": ["Choose a period, or two days."]}) from problem
    check_span(found.first, found.last)
    return found


def question_of(definition: Definition, *, today: date) -> ReportQuery:
    """
    Return what a definition asks of its report today.

    :raises Invalid: the span of days makes no sense
    """
    days = days_of(definition, today=today)
    return ReportQuery(
        definition.date_type,
        days.first,
        days.last,
        [dict(one) for one in definition.filters],
        definition.sort,
        LIMIT,
        "",
        tuple(definition.group_by),
        definition.compare,
    )


def check(report: Report, definition: Definition, reader: ListReader) -> None:
    """
    Refuse a question that this report can't be asked by this person.

    :raises Forbidden: they may not read the report
    :raises Invalid: with the name of every part that is wrong
    """
    days_of(definition, today=reader.today)
    lists.parse(report.for_dates(definition.date_type).listing, reader)
    opened = open_definition(report, definition, reader)
    if opened.missing:
        gone = ", ".join(opened.missing)
        raise Invalid({"definition": [f"This report has none of that: {gone}."]})
    try:
        report_groups.check_comparison(report, question_of(definition, today=reader.today))
    except Invalid as problem:
        raise Invalid({"definition.compare": problem.fields["compare"]}) from problem
