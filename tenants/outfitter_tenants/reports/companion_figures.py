"""
Figures that stand beside a report's own: those of another report over the same days, group by group.

How many bookings there were says on what share of them something was sold.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from outfitter.db.lists import ListReader
from outfitter_tenants.reports.report import Report, ReportQuery, column_of, rows_of, totals_of

Answer = dict[str, Any]
Grouped = Callable[[Report, ReportQuery, ListReader], Answer]


def with_beside(
    report: Report, asked: ReportQuery, reader: ListReader, answer: Answer, grouped: Grouped
) -> Answer:
    """
    Return an answer with the sums of `report.beside` and what follows from them; `grouped` groups a report.

    Of the filters those count that the other report has too, and of the groups as well: an add-on's
    group stands beside all bookings of the experience it is grouped with.
    """
    if report.beside is None:
        return answer
    other, sums = report.beside, report.beside_sums
    shared = [key for key in asked.groups or report.default_groups if key in other.groupings]
    question = replace(
        asked, filters=_known(other, asked, reader), groups=tuple(shared), compare="", cursor=""
    )
    _, rows = rows_of(other, question, reader)
    whole = totals_of(rows, {key: other.totals[key] for key in sums}, other.currency)
    parts: dict[tuple[Any, ...], Mapping[str, Any]] = {}
    if shared and answer["groups"]:
        for group in grouped(other, question, reader)["groups"]:
            parts[(*(by["value"] for by in group["by"]), group["currency"])] = group["sums"]
    for group in answer["groups"]:
        values = [by["value"] for by in group["by"] if by["key"] in shared]
        found = parts.get((*values, group["currency"])) if shared else whole.get(group["currency"])
        _put(report, group["sums"], found or {})
    for code, mine in answer["totals"].items():
        _put(report, mine, whole.get(code, {}))
    if "data" not in answer:
        keys = [(key, other.total_kinds.get(key, "money")) for key in sums]
        keys += [(key, "number") for key in report.beside_ratios]
        answer["columns"] += [column_of(*one) for one in keys]
    return answer


def _known(other: Report, asked: ReportQuery, reader: ListReader) -> list[dict[str, Any]]:
    columns = other.listing.visible(reader)
    return [
        one
        for one in asked.filters
        if isinstance(one, dict)
        and (column := columns.get(str(one.get("field")))) is not None
        and column.is_filterable
    ]


def _put(report: Report, into: dict[str, Any], found: Mapping[str, Any]) -> None:
    for key in report.beside_sums:
        into[key] = found.get(key) or 0
    for key, ratio in report.beside_ratios.items():
        into[key] = ratio(into)
