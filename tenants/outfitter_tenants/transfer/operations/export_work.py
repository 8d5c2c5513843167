"""The work of an export: rows spooled a thousand at a time, the file written at the end."""

from dataclasses import replace
from typing import Any, Final

from django.db import transaction

from outfitter.db import lists
from outfitter.db.lists import Column, ListReader
from outfitter.kit.errors import NotFound
from outfitter_tenants.jobs.job_types import Chunk, JobType, Work, handles
from outfitter_tenants.transfer import export_files
from outfitter_tenants.transfer.export_sources import find_source
from outfitter_tenants.transfer.models import Transfer
from outfitter_tenants.transfer.queries import check_may_read

PERMISSION: Final = "export"
SIZE: Final = 1000


def _step(work: Work) -> Chunk:
    row = Transfer.objects.filter(pk=work.params["transfer_id"]).first()
    if row is None:
        return Chunk(None)
    # Rows and heading must have the same columns: one that vanished meanwhile ends the export.
    check_may_read(row, work.reader)
    if row.options.get("drawn") is not None:
        return _draw(row, work)
    if work.state.get("is_read"):
        return _write(row, work)
    return _read(row, work)


def _question(row: Transfer, work: Work) -> tuple[lists.Listing, lists.ListQuery, ListReader]:
    # "Today" stays the day the export was asked for.
    reader = replace(work.reader, zone=row.options["time_zone"], at=row.created_at)
    listing, asked = find_source(row.object).listing, row.options
    wanted = lists.parse(
        listing,
        reader,
        search=asked["search"],
        sort=asked["sort"],
        filters=asked["filters"],
        cursor=work.state.get("cursor") or "",
    )
    return listing, wanted, reader


def _read(row: Transfer, work: Work) -> Chunk:
    listing, wanted, reader = _question(row, work)
    if not work.state:
        row.total_rows, _ = lists.count(lists.select(listing, wanted, reader))
    visible = listing.visible(reader)
    columns = [visible[key] for key, _ in row.options["columns"] if key in visible]
    models, cursor = lists.next_chunk(listing, wanted, reader, size=SIZE)
    cells = (
        [_cell(row, column, shown) for column in columns] for shown in lists.rows_of(listing, models, reader)
    )
    offset = export_files.spool(str(row.key), cells, at=work.state.get("offset", 0))
    row.ok_rows += len(models)
    row.total_rows = max(row.total_rows or 0, row.ok_rows)
    row.save(update_fields=["ok_rows", "total_rows"])
    state: dict[str, Any] = {"offset": offset, "cursor": cursor, "is_read": cursor is None}
    return Chunk(state, done_cnt=len(models), total_cnt=row.total_rows)


def _cell(row: Transfer, column: Column, shown: dict[str, object]) -> Any:
    options = row.options
    value = export_files.cell(
        column, column.cell_of(shown), zone=options["time_zone"], currency=options["currency"]
    )
    # Exports that were asked for before there were names have none.
    names = options.get("names", {}).get(column.key, {})
    return names.get(value, value) if isinstance(value, str) else value


def _write(row: Transfer, work: Work) -> Chunk:
    visible = find_source(row.object).listing.visible(work.reader)
    columns = [(visible[key], label) for key, label in row.options["columns"] if key in visible]
    row.byte_cnt = export_files.finish(
        str(row.key),
        row.file_name,
        file_format=row.format,
        labels=[label for _, label in columns],
        kinds=[column.kind for column, _ in columns],
        has_bom=row.options["has_bom"],
    )
    return _end(row, work)


def _draw(row: Transfer, work: Work) -> Chunk:
    """Make a file in one piece; a worker that does it again writes the same file."""
    source = find_source(row.object)
    if source.draw is None:
        raise NotFound("This can't be made into such a file.")
    reader = replace(work.reader, zone=row.options["time_zone"], at=row.created_at)
    made = source.draw(row.options["drawn"], row.format, reader)
    if made.document is not None:
        row.byte_cnt = export_files.write(str(row.key), row.file_name, made.document)
    else:
        export_files.spool(str(row.key), made.rows, at=0)
        row.byte_cnt = export_files.finish(
            str(row.key),
            row.file_name,
            file_format=row.format,
            labels=made.labels,
            kinds=made.kinds,
            has_bom=row.options["has_bom"],
        )
    row.ok_rows = made.row_cnt
    return replace(_end(row, work), done_cnt=made.row_cnt)


def _end(row: Transfer, work: Work) -> Chunk:
    transaction.on_commit(lambda: export_files.drop_spool(str(row.key)), robust=True)
    row.status, row.finished_at, row.total_rows = "done", work.at, row.ok_rows
    row.save(update_fields=["status", "finished_at", "byte_cnt", "total_rows", "ok_rows"])
    return Chunk(None, total_cnt=row.ok_rows, result={"transfer_id": row.pk, "object": row.object})


def _tidy(work: Work) -> None:
    row = Transfer.objects.filter(pk=work.params["transfer_id"]).first()
    if row is not None and row.status == "running":
        row.status = "failed" if work.state.get("is_failed") else "cancelled"
        row.finished_at = work.at
        row.save(update_fields=["status", "finished_at"])
        export_files.remove(str(row.key))


KIND: Final = handles(JobType("transfer.export", PERMISSION, _step, _tidy)).name
