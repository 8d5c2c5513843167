"""Asking for an export, deleting it, letting it expire."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, Invalid
from outfitter.kit.zones import local_day
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.queries import OPEN, get_job
from outfitter_tenants.people import queries as people
from outfitter_tenants.transfer import export_files, queries
from outfitter_tenants.transfer.models import Transfer
from outfitter_tenants.transfer.operations.export_work import KIND, PERMISSION

KEPT: Final = timedelta(days=7)
EXPIRY_KIND: Final = "transfer.expire"


@dataclass(frozen=True, slots=True)
class ExportDraft:
    """
    What to export: the rows a list shows, its columns as (key, heading), and how.

    `names` says by column what a value is called in the reader's language.
    """

    object: str
    format: str
    columns: Sequence[tuple[str, str]]
    filters: list[dict[str, Any]]
    search: str
    sort: str
    has_bom: bool
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def create_export(*, draft: ExportDraft, reader: ListReader, name: str, at: datetime) -> Transfer:
    """
    Begin an export; `name` is who asks, as people read it.

    :raises Forbidden: the caller may not export, or not read this list
    :raises Invalid: with the name of every field that is wrong
    """
    if not reader.can(PERMISSION):
        raise Forbidden("Your role does not allow this.", permission=PERMISSION)
    listing = lists.find_listing(draft.object)
    lists.parse(listing, reader, search=draft.search, sort=draft.sort, filters=draft.filters)
    columns = _columns(listing, draft, reader)
    with atomic():
        row = Transfer.objects.create(
            kind="export",
            object=draft.object,
            format=draft.format,
            options={"columns": columns, **_options(draft, zone=reader.zone)},
            file_name=f"{draft.object}-{local_day(at, reader.zone).isoformat()}.{draft.format}",
            requested_by=reader.avatar_id,
            requested_by_name=name,
            created_at=at,
            expires_at=at + KEPT,
        )
        job = jobs.start(
            kind=KIND,
            params={"transfer_id": row.pk},
            reader=reader,
            name=name,
            at=at,
            title={"object": draft.object, "format": draft.format},
        )
        row.job_id = job.pk
        row.save(update_fields=["job_id"])
        scheduled_jobs.schedule(
            EXPIRY_KIND, key=str(row.pk), due_at=row.expires_at, payload={"transfer_id": row.pk}
        )
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
    }


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
        scheduled_jobs.cancel(EXPIRY_KIND, key=str(row.pk))
        row.delete()
    export_files.remove(str(row.key))


def expire(payload: dict[str, Any], at: datetime) -> None:
    """Take away the file of an export whose days are over; a due job, may run twice."""
    row = Transfer.objects.filter(pk=payload["transfer_id"], expires_at__lte=at).first()
    if row is not None:
        export_files.remove(str(row.key))
        Transfer.objects.filter(pk=row.pk).update(status="expired", byte_cnt=0)
