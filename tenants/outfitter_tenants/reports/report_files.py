"""Reports as files: rows one after another as any list, groups and papers in one piece."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Final, cast

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.kit.currencies import exponent
from outfitter.kit.errors import Forbidden
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports import definitions, report_groups, report_paper, report_rows
from outfitter_tenants.reports.report import Report, ReportQuery, filters_of
from outfitter_tenants.transfer import export_files, export_sources
from outfitter_tenants.transfer import operations as transfer
from outfitter_tenants.transfer.export_sources import Cell, Drawing

# What anyone reads on paper; the totals are of all rows all the same.
MOST_ON_PAPER: Final = 2000
# So many columns fit a page across.
MOST_COLUMNS: Final = 12
# A list of this many rows is read at once.
_CHUNK: Final = 200


@dataclass(frozen=True, slots=True)
class FileOrder:
    """
    How a file is wanted: `labels` head its columns in the reader's language, `title` names it.

    `locale` decides how a paper writes days and money.
    """

    file_format: str
    columns: Sequence[str] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    locale: str = "en"
    is_mailed: bool = False


def object_of(report: Report, date_type: str = "") -> str:
    """Return the name that exports of a report keep: one for each list that it has rows of."""
    return f"report_{report.slug}_{date_type}" if date_type in report.by_dates else f"report_{report.slug}"


def start(
    whole: Report, asked: ReportQuery, order: FileOrder, *, reader: ListReader, name: str, at: datetime
) -> int:
    """
    Begin to write a report into a file; returns the export's id. `name` is who asks.

    :raises Forbidden: the caller may not export, or not read this report
    :raises Invalid: with the name of every field that is wrong
    """
    report = whole.asked(asked.date_type, reader.today)
    if not reader.can(report.permission):
        raise Forbidden("Your role does not allow this.", permission=report.permission)
    shown = report_rows.shown_columns(report, reader, order.columns)
    is_grouped = bool(asked.groups or report.default_groups)
    if is_grouped:
        report_groups.check(report, asked, reader)
    columns = [(one.key, order.labels.get(one.key, "")) for one in shown]
    is_drawn = is_grouped or order.file_format == "pdf"
    draft = transfer.ExportDraft(
        object=object_of(whole, asked.date_type),
        format=order.file_format,
        columns=[] if is_drawn else columns,
        sort=asked.sort,
        search="",
        filters=filters_of(report, asked),
        has_bom=True,
        drawn=_kept(report, asked, order) if is_drawn else None,
        file_stem=order.title,
        is_mailed=order.is_mailed,
    )
    return transfer.create_export(draft=draft, reader=reader, name=name, at=at).pk


def register() -> None:
    """Make every report known to exports; called when the apps are ready."""
    for report in definitions.REPORTS.values():
        for base in ("", *report.by_dates):
            listing = report.for_dates(base).listing
            source = export_sources.ExportSource(listing, report.permission, draw)
            export_sources.register(object_of(report, base), source)


def _kept(report: Report, asked: ReportQuery, order: FileOrder) -> dict[str, object]:
    return {
        "slug": report.slug,
        "date_type": asked.date_type,
        "first": asked.first.isoformat(),
        "last": asked.last.isoformat(),
        "filters": list(asked.filters),
        "sort": asked.sort,
        "groups": list(asked.groups),
        "compare": asked.compare,
        "columns": list(order.columns),
        "labels": dict(order.labels),
        "title": order.title,
        "locale": order.locale,
    }


def draw(kept: Mapping[str, object], file_format: str, reader: ListReader) -> Drawing:
    """
    Return what a report's file holds, for who reads it now.

    :raises Forbidden: they may no longer read the report
    :raises Invalid: what it was asked for is gone meanwhile
    """
    asked = ReportQuery(
        str(kept["date_type"]),
        date.fromisoformat(str(kept["first"])),
        date.fromisoformat(str(kept["last"])),
        cast("Sequence[dict[str, object]]", kept["filters"]),
        str(kept["sort"]),
        groups=tuple(cast("Sequence[str]", kept["groups"])),
        compare=str(kept["compare"]),
    )
    report = definitions.REPORTS[str(kept["slug"])].asked(asked.date_type, reader.today)
    order = FileOrder(
        file_format,
        cast("Sequence[str]", kept["columns"]),
        cast("Mapping[str, str]", kept["labels"]),
        str(kept["title"]),
        str(kept["locale"]),
    )
    if asked.groups or report.default_groups:
        return _groups(report, asked, order, reader)
    return _rows(report, asked, order, reader)


def _groups(report: Report, asked: ReportQuery, order: FileOrder, reader: ListReader) -> Drawing:
    found = report_groups.grouped(report, asked, reader)
    lines = report_paper.lines_of_groups(found, order.labels, is_compared=bool(asked.compare))
    if order.file_format == "pdf":
        sheet = report_paper.Sheet(report, asked, order.title, order.locale, order.labels)
        return Drawing(len(lines.rows), document=report_paper.render(sheet, lines, found["totals"], reader))
    rows = [
        [_plain(value, kind, str(row.currency)) for value, kind in zip(row.cells, lines.kinds, strict=True)]
        for row in lines.rows
    ]
    return Drawing(len(rows), lines.labels, [_as_column(kind) for kind in lines.kinds], rows)


def _rows(report: Report, asked: ReportQuery, order: FileOrder, reader: ListReader) -> Drawing:
    shown = report_rows.shown_columns(report, reader, order.columns)
    if not order.columns:
        first = [one for one in shown if one.key in report.shown_first] or shown
        shown = first[:MOST_COLUMNS]
    wanted = lists.parse(
        report.listing, reader, sort=asked.sort, filters=filters_of(report, asked), limit=_CHUNK
    )
    total = lists.select(report.listing, wanted, reader).count()
    rows: list[report_paper.Line] = []
    while len(rows) < MOST_ON_PAPER:
        models, cursor = lists.next_chunk(report.listing, wanted, reader, size=_CHUNK)
        for row in lists.rows_of(report.listing, models, reader):
            currency = row.get("currency") or people.get_properties().currency
            rows.append(report_paper.Line([one.cell_of(row) for one in shown], str(currency)))
        if cursor is None:
            break
        wanted = replace(wanted, cursor=cursor)
    lines = report_paper.Lines(
        [order.labels.get(one.key) or one.key.replace("_", " ").capitalize() for one in shown],
        [one.kind for one in shown],
        [one.key for one in shown],
        rows[:MOST_ON_PAPER],
        total,
    )
    totals = report_rows.answer_any(report, replace(asked, limit=1, compare=""), reader)["totals"]
    sheet = report_paper.Sheet(report, asked, order.title, order.locale, order.labels)
    return Drawing(total, document=report_paper.render(sheet, lines, totals, reader))


def _plain(value: object, kind: str, currency: str) -> Cell:
    if value is None or value == "":
        return None
    if kind == "money" and isinstance(value, int):
        return str(Decimal(value).scaleb(-exponent(currency)))
    return value if isinstance(value, bool | int) else export_files.text_of(value)


def _as_column(kind: str) -> str:
    # Groups are labels: what a spreadsheet computes with are days, numbers and money.
    return kind if kind in {"date", "number", "money", "bool"} else "text"
