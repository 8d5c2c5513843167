"""Asking for an export, deleting it, letting it expire."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, Invalid
from outfitter.kit.zones import local_day
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.queries import OPEN, get_job
from outfitter_tenants.people import queries as people
from outfitter_tenants.transfer import export_files, file_expiry, queries
from outfitter_tenants.transfer.export_sources import Question, find_source
from outfitter_tenants.transfer.models import Transfer
from outfitter_tenants.transfer.operations.export_work import KIND, PERMISSION


@dataclass(frozen=True, slots=True)
class ExportDraft:
    """
    What to export: the rows a list shows, its columns as (key, heading), and how.

    `names` says by column what a value is called in the reader's language. With `drawn`, what was asked,
    the file is made in one piece by the source of that name. `file_stem` names the file in place of the
    list; `is_mailed` says that its reader is told of it in another way.
    """

    object: str
    format: str
    columns: Sequence[tuple[str, str]]
    filters: list[dict[str, Any]]
    search: str
    sort: str
    has_bom: bool
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    drawn: Question | None = None
    file_stem: str = ""
    is_mailed: bool = False


def _new_row(
    draft: "ExportDraft", columns: list[tuple[str, str]], reader: ListReader, *, name: str, at: datetime
) -> Transfer:
    row: Transfer = Transfer.objects.create(
        kind="export",
        object=draft.object,
        format=draft.format,
        options={"columns": columns, **_options(draft, zone=reader.zone)},
        file_name=_file_name(draft, local_day(at, reader.zone).isoformat()),
        requested_by=reader.avatar_id,
        requested_by_name=name,
        created_at=at,
        expires_at=at + file_expiry.KEPT,
    )
    return row


def create_export(*, draft: ExportDraft, reader: ListReader, name: str, at: datetime) -> Transfer:
    """
    Begin an export; `name` is who asks, as people read it.

    :raises Forbidden: the caller may not export, or not read this list
    :raises Invalid: with the name of every field that is wrong
    """
    if not reader.can(PERMISSION):
        raise Forbidden("Your role does not allow this.", permission=PERMISSION)
    source = find_source(draft.object)
    listing = source.listing
    if not reader.can(source.permission):
        raise Forbidden("Your role does not allow this.", permission=source.permission)
    lists.parse(listing, reader, search=draft.search, sort=draft.sort, filters=draft.filters)
    columns = [] if draft.drawn is not None else _columns(listing, draft, reader)
    with atomic():
        row = _new_row(draft, columns, reader, name=name, at=at)
        mailed = {"is_mailed": True} if draft.is_mailed else {}
        title = {"object": draft.object, "format": draft.format, **mailed}
        params = {"transfer_id": row.pk}
        job = jobs.start(kind=KIND, params=params, reader=reader, name=name, at=at, title=title)
        row.job_id = job.pk
        row.save(update_fields=["job_id"])
        file_expiry.schedule(row)
        record(
            entity_type="transfer",
            entity_id=row.pk,
            action="export.created",
            at=at,
            after={"object": draft.object, "filters": draft.filters, "search": draft.search},
        )
    return row


def _options(draft: ExportDraft, *, zone: str) -> dict[str, object]:
    return {
        "filters": draft.filters,
        "search": draft.search,
        "sort": draft.sort,
        "has_bom": draft.has_bom,
        "currency": people.get_properties().currency,
        "time_zone": zone,
        "names": {key: dict(names) for key, names in draft.names.items() if names},
        "drawn": dict(draft.drawn) if draft.drawn is not None else None,
    }


def _file_name(draft: ExportDraft, day: str) -> str:
    # Whatever a report is called, its file has a name that every system takes.
    stem = re.sub(r"[^\w -]+", "", draft.file_stem)[:80].strip() or draft.object
    return f"{stem}-{day}.{draft.format}"


def _columns(listing: lists.Listing, draft: ExportDraft, reader: ListReader) -> list[tuple[str, str]]:
    offered = [c for c in listing.visible(reader).values() if c.is_exported]
    keys = {column.key for column in offered}
    if not draft.columns:
        return [(column.key, column.key) for column in offered]
    unknown = [key for key, _ in draft.columns if key not in keys]
    if unknown:
        raise Invalid({"columns": [f"This list has no column {unknown[0]}."]})
    return [(key, heading or key) for key, heading in draft.columns]


def delete_export(*, transfer_id: int, reader: ListReader, at: datetime) -> None:
    """
    Delete an export with its file; one that still runs is taken back first.

    :raises TransferNotFound: there is none this person may see
    """
    row = queries.get_transfer(transfer_id=transfer_id, reader=reader)
    with atomic():
        if row.job_id is not None:
            job = get_job(job_id=row.job_id, reader=reader)
            if job.status in OPEN and not job.is_cancel_asked:
                jobs.cancel(job_id=job.id, reader=reader, at=at)
        record(
            entity_type="transfer",
            entity_id=row.pk,
            action="export.deleted",
            at=at,
            before={"object": row.object, "file_name": row.file_name},
        )
        file_expiry.unschedule(row)
        row.delete()
    export_files.remove(str(row.key))


def expire_export(row: Transfer) -> None:
    """Take away the file of an export whose days are over; may run twice."""
    export_files.remove(str(row.key))
    Transfer.objects.filter(pk=row.pk).update(status="expired", byte_cnt=0)
