"""
What every report is (domain.md 5.19): a list over a span of days, its columns and its totals.

Days are the operator's. Totals are by currency: minor units of two currencies never meet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Count, QuerySet
from django.db.models.expressions import Combinable

from outfitter.db import lists
from outfitter.db.lists import Listing, ListQuery, ListReader
from outfitter.kit.errors import Invalid
from outfitter.plugins.types import TenantContext
from outfitter_tenants.transfer import operations as transfer

LONGEST_DAYS: Final = 366 * 3
__all__ = ["Report", "ReportQuery", "TenantContext", "answer", "check_span", "rows_of", "start_export"]


@dataclass(frozen=True, slots=True)
class Report:
    """
    One report: its list, which column each base of dates is, and what is summed.

    `dates` gives the column by `dateType`; the first is the one that is meant without saying.
    """

    listing: Listing
    dates: Mapping[str, str]
    totals: Mapping[str, Combinable]


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


def check_span(first: date, last: date) -> None:
    """
    Refuse a span of days that makes no sense.

    :raises Invalid: it ends before it begins, or is longer than three years
    """
    if last < first:
        raise Invalid({"to": ["The last day must not be before the first."]})
    if (last - first).days > LONGEST_DAYS:
        raise Invalid({"to": ["Choose at most three years."]})


def _filters(report: Report, asked: ReportQuery) -> list[dict[str, Any]]:
    check_span(asked.first, asked.last)
    date_type = asked.date_type or next(iter(report.dates))
    column = report.dates.get(date_type)
    if column is None:
        raise Invalid({"dateType": [f"Choose one of: {', '.join(report.dates)}."]})
    span = [asked.first.isoformat(), asked.last.isoformat()]
    return [*asked.filters, {"field": column, "op": "between", "value": span}]


def rows_of(report: Report, asked: ReportQuery, reader: ListReader) -> tuple[ListQuery, "QuerySet[Any]"]:
    """
    Return the checked question and all rows that match, in no order.

    :raises Forbidden: the caller may not read this report
    :raises Invalid: with the name of every field that is wrong
    """
    wanted = lists.parse(
        report.listing,
        reader,
        sort=asked.sort,
        filters=_filters(report, asked),
        limit=asked.limit,
        cursor=asked.cursor,
    )
    return wanted, lists.select(report.listing, wanted, reader)


def answer(report: Report, asked: ReportQuery, reader: ListReader) -> dict[str, Any]:
    """Return a page of a report with its columns and the totals of all its rows."""
    wanted, found = rows_of(report, asked, reader)
    page = lists.read_page(report.listing, wanted, reader)
    return {
        "columns": columns_of(report.listing, reader),
        "data": page.data,
        "totals": totals_of(found, report.totals),
        "meta": {
            "next_cursor": page.next_cursor,
            "total": page.total,
            "is_total_exact": page.is_total_exact,
            "export_id": None,
        },
    }


def columns_of(listing: Listing, reader: ListReader) -> list[dict[str, Any]]:
    """Return what a report's rows hold, in the order people read it."""
    return [column_of(one.key, one.kind) for one in listing.visible(reader).values() if one.is_exported]


def column_of(key: str, kind: str) -> dict[str, Any]:
    """Return one column as reports describe it; its label is for whoever has no words of it."""
    return {"key": key, "label": key.replace("_", " ").capitalize(), "type": kind}


def totals_of(found: "QuerySet[Any]", sums: Mapping[str, Combinable]) -> dict[str, dict[str, int]]:
    """Return the number of rows and their sums, by currency."""
    named = {f"sum_{key}": expression for key, expression in sums.items()}
    rows = found.order_by().values("currency").annotate(cnt=Count("pk"), **named)
    return {
        row["currency"]: {"cnt": row["cnt"], **{key: row[f"sum_{key}"] or 0 for key in sums}}
        for row in rows.order_by("currency")
    }


def start_export(
    report: Report, asked: ReportQuery, reader: ListReader, *, file_format: str, name: str, at: datetime
) -> int:
    """
    Begin to write all rows of a report into a file; returns the export's id.

    :raises Forbidden: the caller may not export, or not read this report
    """
    draft = transfer.ExportDraft(
        object=report.listing.name,
        format=file_format,
        columns=[],
        sort=asked.sort,
        search="",
        filters=_filters(report, asked),
        has_bom=True,
    )
    return transfer.create_export(draft=draft, reader=reader, name=name, at=at).pk
