"""
Reports by one, two or three things at once: sums of each group, beside those of another period.

Every group says which filters its rows have, so that a total leads to what it is made of.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Count, F, QuerySet, Sum, Value
from django.db.models.expressions import Combinable, CombinedExpression
from django.db.models.functions import Coalesce, TruncDate, TruncMonth, TruncWeek

from outfitter.db.lists import Column, Listing, ListReader
from outfitter.db.lists.types import Kind
from outfitter.kit.errors import Invalid
from outfitter.kit.zones import zone
from outfitter_tenants.reports.companion_figures import with_beside
from outfitter_tenants.reports.report import Grouping, Report, ReportQuery, column_of, rows_of, totals_of
from outfitter_tenants.reports.running_balances import group_balances, with_closing

MAX_LEVELS: Final = 3
MAX_GROUPS: Final = 1000
COMPARISONS: Final = ("previous", "year")
# 52 weeks: the same weekday a year ago, which is what a day of tours compares with.
_YEAR: Final = timedelta(weeks=52)
Names = Callable[[Sequence[Any]], Mapping[Any, str]]
_STEPS: Final = {"day": TruncDate, "week": TruncWeek, "month": TruncMonth}


def by_column(listing: Listing, key: str) -> Grouping:
    """Return the grouping by a column of the list, named by its options."""
    column = next(one for one in listing.columns if one.key == key)
    return Grouping(column.kind, lambda _reader: column.expression, _names_of(column), column=key)


def by_path(path: str, *, kind: Kind = "lookup", names: Names | None = None, column: str = "") -> Grouping:
    """Return the grouping by a field that is no column of the list, or one under another name."""
    return Grouping(kind, lambda _reader: F(path), names, column=column)


def by_time(listing: Listing, key: str, step: str) -> Grouping:
    """Return the grouping by the operator's day, week (its Monday) or month (its first) of a column."""
    column = next(one for one in listing.columns if one.key == key)
    trunc = _STEPS[step]

    def expression(reader: ListReader) -> Combinable:
        if column.kind == "date":
            plain: Combinable = column.expression if step == "day" else trunc(column.expression)
            return plain
        found: Combinable = trunc(column.expression, tzinfo=zone(reader.zone))
        return found

    return Grouping("date", expression, column=key, step=step)


def _names_of(column: Column) -> Names | None:
    if column.options is None:
        return None
    return lambda _values: {option.id: option.name for option in column.choices().values()}


def grouped(report: Report, asked: ReportQuery, reader: ListReader) -> dict[str, Any]:
    """
    Return a report by up to three things, the largest first; days in order.

    :raises Forbidden: the caller may not read this report
    :raises Invalid: it isn't grouped by that, or compared with that
    """
    return with_beside(report, asked, reader, _grouped(report, asked, reader), grouped)


def _grouped(report: Report, asked: ReportQuery, reader: ListReader) -> dict[str, Any]:
    keys = _checked(report, asked.groups or report.default_groups, reader)
    check_comparison(report, asked)
    _, found = rows_of(report, asked, reader)
    rows = _sums(report, keys, found, reader)
    earlier = _before(report, keys, asked, reader) if asked.compare else None
    before = None if earlier is None else _by_group(keys, earlier)
    names = [_labels(report.groupings[key], [row[f"by_{n}"] for row in rows]) for n, key in enumerate(keys)]
    shift = _shift(asked)
    groups = [_group(report, keys, row, names, before, shift) for row in rows[:MAX_GROUPS]]
    totals = with_ratios(report, _totals(report, rows, found))
    if report.balances:
        is_time = len(keys) == 1 and bool(report.groupings[keys[0]].step)
        groups = group_balances(report, asked, reader, groups, is_time=is_time)
        totals = with_closing(report, asked, reader, totals)
    return {
        "columns": _columns(report, keys),
        "groups": groups,
        "totals": totals,
        "comparison": comparison_of(report, asked, reader, earlier),
        "meta": {
            "next_cursor": None,
            "total": len(rows),
            "is_total_exact": len(rows) <= MAX_GROUPS,
            "export_id": None,
        },
    }


def _totals(
    report: Report, rows: Sequence[Mapping[str, Any]], found: "QuerySet[Any]"
) -> dict[str, dict[str, int]]:
    """Return what all rows come to: added up from their groups, or asked where groups don't say it."""
    if len(rows) > MAX_GROUPS or not all(map(is_additive, report.totals.values())):
        return totals_of(found, report.totals, report.currency)
    totals: dict[str, dict[str, int]] = {}
    for row in sorted(rows, key=lambda one: one["in_currency"] or ""):
        sums = totals.setdefault(row["in_currency"], dict.fromkeys(("cnt", *report.totals), 0))
        sums["cnt"] += row["cnt"]
        for key in report.totals:
            sums[key] += row[f"sum_{key}"] or 0
    return totals


def is_additive(expression: object) -> bool:
    """Return whether sums of groups make up the sum of all: of averages and distinct things they don't."""
    if isinstance(expression, CombinedExpression):
        is_sum = expression.connector in {Combinable.ADD, Combinable.SUB}
        return is_sum and is_additive(expression.lhs) and is_additive(expression.rhs)
    if isinstance(expression, Coalesce):
        return is_additive(expression.get_source_expressions()[0])
    return isinstance(expression, Sum | Count) and not getattr(expression, "distinct", False)


def comparison_of(
    report: Report, asked: ReportQuery, reader: ListReader, groups: Sequence[Mapping[str, Any]] | None = None
) -> dict[str, Any] | None:
    """
    Return the totals of the period that a report is compared with; None when it isn't.

    `groups` are that period's, where they were asked for.

    :raises Invalid: it isn't compared with that
    """
    if not asked.compare:
        return None
    check_comparison(report, asked)
    other = compared(asked)
    _, found = rows_of(report, other, reader)
    sums = (
        totals_of(found, report.totals, report.currency) if groups is None else _totals(report, groups, found)
    )
    return {"from": other.first, "to": other.last, "totals": with_ratios(report, sums)}


def compared(asked: ReportQuery) -> ReportQuery:
    """
    Return the same question for the period before: as many days just earlier, or 52 weeks ago.

    :raises Invalid: it isn't compared with that
    """
    shift = _shift(asked)
    return replace(
        asked, first=asked.first - shift, last=asked.last - shift, compare="", cursor="", shift=shift
    )


def _shift(asked: ReportQuery) -> timedelta:
    if not asked.compare:
        return timedelta(0)
    if asked.compare not in COMPARISONS:
        raise Invalid({"compare": [f"Choose one of: {', '.join(COMPARISONS)}."]})
    return _YEAR if asked.compare == "year" else timedelta(days=(asked.last - asked.first).days + 1)


def with_ratios(report: Report, totals: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int | None]]:
    """Return totals with the shares and averages that follow from them."""
    return {
        code: {**sums, **{key: share(sums) for key, share in report.ratios.items()}}
        for code, sums in totals.items()
    }


def check(report: Report, asked: ReportQuery, reader: ListReader) -> None:
    """
    Refuse groups that this report hasn't, before anyone waits for them.

    :raises Invalid: it isn't grouped by that, or compared with that
    """
    _checked(report, asked.groups or report.default_groups, reader)
    check_comparison(report, asked)


def check_comparison(report: Report, asked: ReportQuery) -> None:
    """
    Refuse to compare with what this report isn't compared with.

    :raises Invalid: there is no such period, or the report says how things are now
    """
    _shift(asked)
    if asked.compare and not report.date_types:
        raise Invalid({"compare": ["This report is as of now. There is no other period."]})


def is_offered(report: Report, key: str, reader: ListReader) -> bool:
    """Return whether a reader may group by that: not by a column that they may not see."""
    grouping = report.groupings.get(key)
    return grouping is not None and (not grouping.column or grouping.column in report.listing.visible(reader))


def _checked(report: Report, keys: Sequence[str], reader: ListReader) -> list[str]:
    unknown = [key for key in keys if not is_offered(report, key, reader)]
    if unknown or not keys or len(set(keys)) != len(keys) or len(keys) > MAX_LEVELS:
        offered = ", ".join(key for key in report.groupings if is_offered(report, key, reader))
        raise Invalid({"groupBy": [f"Choose up to three, each once, of: {offered}."]})
    return list(keys)


def _sums(
    report: Report, keys: Sequence[str], found: "QuerySet[Any]", reader: ListReader
) -> list[dict[str, Any]]:
    by = {f"by_{n}": report.groupings[key].expression(reader) for n, key in enumerate(keys)}
    code: Combinable = F(report.currency) if report.currency else Value("")
    named = {f"sum_{key}": expression for key, expression in report.totals.items()}
    rows = found.order_by().annotate(**by, in_currency=code).values(*by, "in_currency")
    first = next(iter(report.totals), None)
    is_time = bool(report.groupings[keys[0]].step)
    largest = F(f"sum_{first}").desc(nulls_last=True) if first else F("cnt").desc()
    order = [F(name).asc(nulls_last=True) for name in by] if is_time else [largest, *map(F, by)]
    summed = rows.annotate(cnt=Count("pk"), **named).order_by(*order, "in_currency")
    return list(summed[: MAX_GROUPS + 1])


def _before(
    report: Report, keys: Sequence[str], asked: ReportQuery, reader: ListReader
) -> list[dict[str, Any]]:
    _, found = rows_of(report, compared(asked), reader)
    return _sums(report, keys, found, reader)


def _by_group(keys: Sequence[str], rows: Sequence[dict[str, Any]]) -> dict[tuple[Any, ...], dict[str, Any]]:
    return {(*(_plain(row[f"by_{n}"]) for n in range(len(keys))), row["in_currency"]): row for row in rows}


def _labels(grouping: Grouping, values: Sequence[Any]) -> Mapping[Any, str]:
    if grouping.names is None:
        return {}
    return grouping.names([value for value in dict.fromkeys(values) if value is not None])


def _plain(value: Any) -> Any:
    return value.date() if isinstance(value, datetime) else value


def _group(
    report: Report,
    keys: Sequence[str],
    row: dict[str, Any],
    names: Sequence[Mapping[Any, str]],
    before: Mapping[tuple[Any, ...], dict[str, Any]] | None,
    shift: timedelta,
) -> dict[str, Any]:
    values = [_plain(row[f"by_{n}"]) for n in range(len(keys))]
    filters = [
        one for key, value in zip(keys, values, strict=True) for one in _filter(report.groupings[key], value)
    ]
    return {
        "by": [
            {
                "key": key,
                "value": value.isoformat() if isinstance(value, date) else value,
                "label": names[n].get(value),
            }
            for n, (key, value) in enumerate(zip(keys, values, strict=True))
        ],
        "currency": row["in_currency"],
        "sums": _figures(report, row),
        "before": None
        if before is None
        else _figures(report, _counterpart(report, keys, row, before, shift)),
        "filters": filters,
    }


def _counterpart(
    report: Report,
    keys: Sequence[str],
    row: dict[str, Any],
    before: Mapping[tuple[Any, ...], dict[str, Any]],
    shift: timedelta,
) -> Mapping[str, Any]:
    """Return the sums of the same group in the other period; days are as far into it as here."""
    at = []
    for n, key in enumerate(keys):
        value = _plain(row[f"by_{n}"])
        step = report.groupings[key].step
        if isinstance(value, date) and step:
            value = _earlier(value, step, shift)
        at.append(value)
    return before.get((*at, row["in_currency"]), {})


def _earlier(day: date, step: str, shift: timedelta) -> date:
    moved = day - shift
    if step == "week":
        return moved - timedelta(days=moved.weekday())
    # The middle of the month says which month is meant, whatever 52 weeks are.
    return (moved + timedelta(days=14)).replace(day=1) if step == "month" else moved


def _figures(report: Report, row: Mapping[str, Any]) -> dict[str, int | None]:
    sums = {"cnt": row.get("cnt") or 0, **{key: row.get(f"sum_{key}") or 0 for key in report.totals}}
    return {**sums, **{key: share(sums) for key, share in report.ratios.items()}}


def _filter(grouping: Grouping, value: Any) -> list[dict[str, Any]]:
    if not grouping.column:
        return []
    if value is None or value == "":
        return [{"field": grouping.column, "op": "empty", "value": None}]
    if not grouping.step:
        return [{"field": grouping.column, "op": "eq", "value": value}]
    span = [value.isoformat(), _last_of(value, grouping.step).isoformat()]
    return [{"field": grouping.column, "op": "between", "value": span}]


def _last_of(day: date, step: str) -> date:
    if step == "month":
        return (day.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return day + timedelta(days=6 if step == "week" else 0)


def _columns(report: Report, keys: Sequence[str]) -> list[dict[str, Any]]:
    return [
        *(column_of(key, report.groupings[key].kind) for key in keys),
        column_of("cnt", "number"),
        *(column_of(key, report.total_kinds.get(key, "money")) for key in report.totals),
        *(column_of(key, report.total_kinds.get(key, "number")) for key in report.ratios),
        *(column_of(key, "money") for key in report.balances),
        *([column_of("currency", "text")] if report.currency else []),
    ]
