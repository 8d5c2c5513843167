"""Balances beside sums: what stood at the end of each day, week or month, and at the end of the span."""

from collections.abc import Mapping, Sequence
from typing import Any

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter_tenants.reports.report import Report, ReportQuery, date_column, totals_of

Totals = Mapping[str, Mapping[str, int | None]]


def opening(report: Report, asked: ReportQuery, reader: ListReader) -> dict[str, dict[str, int]]:
    """Return the sums of all rows before a span, by currency, with the same filters."""
    before = {"field": date_column(report, asked), "op": "lt", "value": asked.first.isoformat()}
    wanted = lists.parse(report.listing, reader, filters=[*asked.filters, before])
    return totals_of(lists.select(report.listing, wanted, reader), report.totals, report.currency)


def with_closing(
    report: Report, asked: ReportQuery, reader: ListReader, totals: Totals
) -> dict[str, dict[str, int | None]]:
    """Return totals with what stands at the end of the span, also in currencies nothing moved in."""
    before = opening(report, asked, reader)
    nothing = {key: 0 for key in ("cnt", *report.totals, *report.ratios)}
    found: dict[str, dict[str, int | None]] = {}
    for code in sorted({*before, *totals}):
        sums = totals.get(code, nothing)
        closing = {
            name: before.get(code, {}).get(change, 0) + (sums[change] or 0)
            for name, change in report.balances.items()
        }
        found[code] = {**sums, **closing}
    return found


def group_balances(
    report: Report, asked: ReportQuery, reader: ListReader, groups: Sequence[dict[str, Any]], *, is_time: bool
) -> list[dict[str, Any]]:
    """Return groups, earliest first, with what stood at the end of each; null unless they are times."""
    if not is_time:
        nothing = dict.fromkeys(report.balances)
        return [{**one, "sums": {**one["sums"], **nothing}} for one in groups]
    standing = {code: dict(sums) for code, sums in opening(report, asked, reader).items()}
    found = []
    for one in groups:
        now = standing.setdefault(one["currency"], {})
        for change in report.balances.values():
            now[change] = now.get(change, 0) + one["sums"][change]
        closing = {name: now[change] for name, change in report.balances.items()}
        found.append({**one, "sums": {**one["sums"], **closing}})
    return found
