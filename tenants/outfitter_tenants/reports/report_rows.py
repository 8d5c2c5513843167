"""Any report over HTTP: a page of rows as cells, or groups, and all of them into a file (domain.md 5.19)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from outfitter.db import lists
from outfitter.db.lists import Column, ListReader
from outfitter.db.sum_memory import roomy_sums
from outfitter.kit.errors import Invalid
from outfitter_tenants.reports import report_groups
from outfitter_tenants.reports.companion_figures import with_beside
from outfitter_tenants.reports.report import Report, ReportQuery, column_of, rows_of, totals_of
from outfitter_tenants.reports.running_balances import with_closing


def answer_any(
    whole: Report,
    asked: ReportQuery,
    reader: ListReader,
    *,
    columns: Sequence[str] = (),
    is_in_cells: bool = True,
) -> dict[str, Any]:
    """
    Return a page of a report, or its groups when it is grouped, JSON-ready for `AnyReportOut`.

    Totals and the period beside it come with the first page. Rows are cells by column, or as the list has
    them (`is_in_cells` false).

    :raises Forbidden: the caller may not read this report
    :raises Invalid: with the name of every field that is wrong
    """
    report = whole.asked(asked.date_type, reader.today)
    asked = replace(asked, compare=asked.compare or report.default_compare)
    with roomy_sums():
        return _answer_any(report, asked, reader, columns, is_in_cells=is_in_cells)


def _answer_any(
    report: Report, asked: ReportQuery, reader: ListReader, columns: Sequence[str], *, is_in_cells: bool
) -> dict[str, Any]:
    if asked.groups or report.default_groups:
        return {"data": [], **report_groups.grouped(report, asked, reader)}
    shown = shown_columns(report, reader, columns)
    wanted, found = rows_of(report, asked, reader)
    page = lists.read_page(report.listing, wanted, reader)
    # Sums of a year take longer than its pages: they come with the first.
    sums = {} if asked.cursor else totals_of(found, report.totals, report.currency)
    totals = report_groups.with_ratios(report, sums)
    if report.balances and not asked.cursor:
        totals = with_closing(report, asked, reader, totals)
    answer = {
        "columns": [column_of(one.key, one.kind) for one in shown],
        "data": [row_of(one, shown) for one in page.data] if is_in_cells else page.data,
        "groups": [],
        "totals": totals,
        "comparison": None if asked.cursor else report_groups.comparison_of(report, asked, reader),
        "meta": {
            "next_cursor": page.next_cursor,
            "total": page.total,
            "is_total_exact": page.is_total_exact,
            "export_id": None,
        },
    }
    return with_beside(report, asked, reader, answer, report_groups.grouped)


def shown_columns(report: Report, reader: ListReader, keys: Sequence[str]) -> list[Column]:
    """
    Return the columns that were chosen, in that order, or all.

    :raises Invalid: one isn't there for this reader
    """
    visible = {key: one for key, one in report.listing.visible(reader).items() if one.is_exported}
    unknown = [key for key in keys if key not in visible]
    if unknown:
        raise Invalid({"columns": [f"No such column: {', '.join(unknown)}."]})
    return [visible[key] for key in keys] if keys else list(visible.values())


def row_of(row: Mapping[str, Any], columns: Sequence[Column]) -> dict[str, Any]:
    """Return a shaped row as its cells, with the trip it is about."""
    cells = {one.key: one.cell_of(dict(row)) for one in columns}
    return {"id": row["id"], "trip": trip_of(row), "cells": cells}


def trip_of(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the trip of a shaped row: the row itself in a list of trips, or what it calls `trip`."""
    trip = row if "confirmation_code" in row else row.get("trip")
    if not isinstance(trip, Mapping) or "hash" not in trip:
        return None
    return {key: trip[key] for key in ("id", "hash", "confirmation_code")}
