"""Reads of exports and imports: one's own, or everybody's for those who look after the team."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from django.core import signing
from django.db.models import QuerySet

from outfitter.db.lists import ListReader
from outfitter.db.statements import Statement
from outfitter.kit.errors import Forbidden, NotFound
from outfitter_tenants.jobs.queries import OVERSEER
from outfitter_tenants.transfer.export_sources import find_source
from outfitter_tenants.transfer.models import Transfer

_SALT: Final = "outfitter.transfer"


class TransferNotFound(NotFound):
    """No such export, somebody else's, or its file is gone."""


@dataclass(frozen=True, slots=True)
class TransferRow:
    """An export as people see it; `progress_ppm` in millionths, null while nobody knows."""

    id: int
    kind: str
    object: str
    format: str
    status: str
    job_id: int | None
    total_rows: int | None
    ok_rows: int
    error_rows: int
    progress_ppm: int | None
    file_name: str
    byte_cnt: int
    download_url: str | None
    requested_by: int | None
    requested_by_name: str
    created_at: datetime
    finished_at: datetime | None
    expires_at: datetime


def visible(reader: ListReader) -> "QuerySet[Any]":
    """Return the exports and imports this person may see."""
    if reader.avatar_id is None:
        return Transfer.objects.all()
    # Kinds are named by the permission each demands.
    seen = Transfer.objects.filter(kind__in=[kind for kind in ("export", "import") if reader.can(kind)])
    return seen if reader.can(OVERSEER) else seen.filter(requested_by=reader.avatar_id)


def get_transfer(*, transfer_id: int, reader: ListReader) -> Transfer:
    """
    Return one export.

    :raises TransferNotFound: there is none this person may see
    """
    row: Transfer | None = visible(reader).filter(pk=transfer_id, kind="export").first()
    if row is None:
        raise TransferNotFound("Export not found.")
    return row


def find_file(*, transfer_id: int) -> TransferRow | None:
    """Return an export for whoever waits for its file, None when it was deleted."""
    row = Transfer.objects.filter(pk=transfer_id).first()
    return row_of(row) if row else None


def get_download(*, transfer_id: int, token: str, reader: ListReader) -> Transfer:
    """
    Return the finished export a link leads to; the link alone is not enough (`reader`).

    Who looks after the team sees that there is an export; what is in it only who may read the
    list and all of its columns now.

    :raises TransferNotFound: no such export, a link of another one, or it has expired
    :raises Forbidden: the caller may not read what it holds
    """
    row = get_transfer(transfer_id=transfer_id, reader=reader)
    try:
        key = signing.loads(token, salt=_SALT)
    except signing.BadSignature as problem:
        raise TransferNotFound("This link is incomplete.") from problem
    is_there = row.status in {"done", "done_with_errors"} and reader.at < row.expires_at
    if key != str(row.key) or not is_there:
        raise TransferNotFound("This file is no longer there. Please export it again.")
    check_may_read(row, reader)
    return row


def check_may_read(row: Transfer, reader: ListReader) -> None:
    """
    Refuse who may not read the list that an export is of, or one of its columns.

    :raises Forbidden: naming the permission, where one is missing
    """
    source = find_source(row.object)
    listing = source.listing
    wanted = {key for key, _ in row.options.get("columns", [])}
    columns = [column for column in listing.columns if column.key in wanted]
    for permission in (source.permission, listing.permission, *(column.permission for column in columns)):
        if not reader.can(permission):
            raise Forbidden("Your role does not allow this.", permission=permission)
    if not reader.sees_prices and any(column.kind == "money" for column in columns):
        raise Forbidden("This file has prices, which your agreement doesn't include.")


def row_of(row: Transfer) -> TransferRow:
    """Return an export as people see it."""
    names = set(TransferRow.__slots__) - {"id", "progress_ppm", "download_url"}
    return TransferRow(
        id=row.pk,
        progress_ppm=_progress(row),
        download_url=_download_url(row),
        **{name: getattr(row, name) for name in names},
    )


def _progress(row: Transfer) -> int | None:
    if row.status in {"done", "done_with_errors", "expired"}:
        return 1_000_000
    if row.total_rows is None:
        return None
    done = row.ok_rows + row.error_rows
    return min(1_000_000, done * 1_000_000 // max(1, row.total_rows))


def _download_url(row: Transfer) -> str | None:
    if row.kind != "export" or row.status not in {"done", "done_with_errors"}:
        return None
    query = urlencode({"token": signing.dumps(str(row.key), salt=_SALT)})
    return f"/api/importexport/export/{row.pk}/download?{query}"


# Whether anything was ever brought in (domain.md 6.3).
ANY_IMPORT: Final = Statement(
    lambda: Transfer.objects.filter(kind="import", status__in=["done", "done_with_errors"]).values_list("pk")[
        :1
    ]
)
