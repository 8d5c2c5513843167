"""Reads of imports: how far one is, and what may be done with it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from django.core import signing
from django.db.models import QuerySet

from outfitter.db.imports import Importer, ImporterNotFound, find_importer, names
from outfitter.db.lists import ListReader
from outfitter.kit.errors import Forbidden
from outfitter_tenants.transfer import queries as transfers
from outfitter_tenants.transfer.imports import import_files, problem_texts
from outfitter_tenants.transfer.imports.table_source import TableSource
from outfitter_tenants.transfer.models import ImportRow, Transfer
from outfitter_tenants.transfer.queries import TransferNotFound

PERMISSION: Final = "import"
UNDO_DAYS: Final = timedelta(days=7)
_CHECKED_SALT: Final = "outfitter.import.checked"
_OUTCOME_SALT: Final = "outfitter.import.outcome"
ENDED: Final = ("done", "done_with_errors")
OPEN: Final = ("uploaded", "detecting", "mapping", "validating", "ready", "running")
MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class ImportState:
    """One import, as far as it is, for `ImportOut`; `language` is the reader's."""

    row: Transfer
    reader: ListReader
    language: str = ""

    def answer(self) -> dict[str, object]:
        """Return what people see of it."""
        row, source = self.row, TableSource.of(self.row.source)
        return {
            "iej_id": row.pk,
            **{name: getattr(row, name) for name in _PLAIN},
            "encoding": source.encoding,
            "delimiter": source.delimiter,
            "has_heading": source.has_heading,
            "sheet": source.sheet,
            "sheets": source.sheets,
            "headings": source.headings,
            "sample_rows": source.samples,
            "preset": row.options.get("preset", ""),
            "mapping": row.mapping.get("columns", {}),
            "fixed": row.mapping.get("fixed", {}),
            "options": options_of(row),
            "check": told_check(row, self.language),
            "confirm_token": confirm_token(row),
            "total_rows": source.rows,
            "progress_ppm": _progress(row, source.rows),
            "outcome_url": outcome_url(row),
            "undo": undo_state(row, self.reader.at, self.language),
        }


_PLAIN: Final = (
    "object",
    "format",
    "status",
    "file_name",
    "byte_cnt",
    "job_id",
    "ok_rows",
    "error_rows",
    "created_rows",
    "updated_rows",
    "skipped_rows",
    "requested_by",
    "requested_by_name",
    "created_at",
    "finished_at",
    "expires_at",
)


def options_of(row: Transfer) -> dict[str, object]:
    """Return the options of an import, without what the engine notes beside them."""
    keys = ("mode", "dry_run", "time_zone", "currency", "date_format", "decimal_sign")
    return {key: row.options.get(key) for key in keys}


def may_import(importer: Importer, reader: ListReader) -> bool:
    """Return whether this person may bring in that kind of thing."""
    return reader.can(PERMISSION) and reader.can(importer.permission)


def importers_for(reader: ListReader) -> list[Importer]:
    """Return what this person may bring in."""
    return [one for one in map(find_importer, names()) if may_import(one, reader)]


def get_importer(name: str, reader: ListReader) -> Importer:
    """
    Return an importer that this person may use.

    :raises ImporterNotFound: there is none of that name
    :raises Forbidden: it is not theirs to use
    """
    importer = find_importer(name)
    if not may_import(importer, reader):
        raise Forbidden("Your role does not allow this.", permission=importer.permission)
    return importer


def get_import(*, transfer_id: int, reader: ListReader) -> Transfer:
    """
    Return one import.

    :raises TransferNotFound: there is none this person may see
    :raises Forbidden: of a kind that is not theirs to bring in
    """
    row: Transfer | None = _visible(reader).filter(pk=transfer_id).first()
    if row is None:
        raise TransferNotFound("Import not found.")
    check_may(row, reader)
    return row


def lock_import(*, transfer_id: int, reader: ListReader) -> Transfer:
    """
    Lock one import for a change, as `get_import` returns it.

    :raises TransferNotFound: there is none this person may see
    :raises Forbidden: of a kind that is not theirs to bring in
    """
    row: Transfer | None = _visible(reader).select_for_update(of=("self",)).filter(pk=transfer_id).first()
    if row is None:
        raise TransferNotFound("Import not found.")
    check_may(row, reader)
    return row


def _visible(reader: ListReader) -> "QuerySet[Transfer]":
    return transfers.visible(reader).filter(kind="import")


def check_may(row: Transfer, reader: ListReader) -> None:
    """
    Refuse who may not bring in that kind of thing.

    :raises Forbidden: naming the permission
    """
    try:
        importer = find_importer(row.object)
    except ImporterNotFound:
        return
    if not may_import(importer, reader):
        raise Forbidden("Your role does not allow this.", permission=importer.permission)


def digest_of(row: Transfer) -> str:
    """Return what a check was of: the file, what it is, its mapping and the options."""
    source = TableSource.of(row.source)
    how = [source.sha256, source.encoding, source.delimiter, source.has_heading, source.sheet]
    what = [how, row.object, row.mapping, options_of(row)]
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()


def confirm_token(row: Transfer) -> str | None:
    """Return the token that runs what was checked, None while there is nothing to run."""
    if row.status != "ready" or row.report.get("digest") != digest_of(row):
        return None
    return signing.dumps([str(row.key), digest_of(row)], salt=_CHECKED_SALT)


def is_confirmed(row: Transfer, token: str) -> bool:
    """Return whether a token is of just this: this file, this mapping, these options."""
    try:
        told = signing.loads(token, salt=_CHECKED_SALT)
    except signing.BadSignature:
        return False
    return bool(told == [str(row.key), digest_of(row)] and row.report.get("digest") == digest_of(row))


def outcome_url(row: Transfer) -> str | None:
    """Return where the file with the rows that were refused is read, None when there is none."""
    if not row.report.get("has_outcome") or row.status == "expired":
        return None
    query = urlencode({"token": signing.dumps(str(row.key), salt=_OUTCOME_SALT)})
    return f"/api/importexport/import/{row.pk}/outcome?{query}"


def get_outcome(*, transfer_id: int, token: str, reader: ListReader) -> Transfer:
    """
    Return the import whose outcome file a link leads to; the link alone is not enough.

    :raises TransferNotFound: no such import, a link of another one, or its days are over
    :raises Forbidden: of a kind that is not theirs to bring in
    """
    row = get_import(transfer_id=transfer_id, reader=reader)
    try:
        key = signing.loads(token, salt=_OUTCOME_SALT)
    except signing.BadSignature as problem:
        raise TransferNotFound("This link is incomplete.") from problem
    is_there = (import_files.folder_of(str(row.key)) / import_files.OUTCOME).is_file()
    if key != str(row.key) or not is_there or reader.at >= row.expires_at:
        raise TransferNotFound("This file is no longer there.")
    return row


def told_check(row: Transfer, language: str) -> dict[str, object] | None:
    """Return what a check found, its sentences in a language; None before there was one."""
    found = row.report.get("check")
    return None if found is None else {**found, "errors": _told(found["errors"], language)}


def _told(problems: Sequence[Mapping[str, object]], language: str) -> list[dict[str, object]]:
    return [{**one, "message": problem_texts.sentence(one, language)} for one in problems]


def undo_state(row: Transfer, at: datetime, language: str = "") -> dict[str, object]:
    """Return how far taking an import back is, and whether it still can be."""
    until = None if row.finished_at is None else row.finished_at + UNDO_DAYS
    return {
        "status": row.undo_status,
        "undone": row.undone_rows,
        "kept": row.kept_rows,
        "reasons": _told(row.report.get("kept", []), language),
        "until": until,
        "is_possible": can_undo(row, at),
    }


def is_practiced(row: Transfer, at: datetime) -> bool:
    """Return whether this was a dry run, and its file is still there to be brought in."""
    return bool(row.options.get("dry_run")) and row.status in ENDED and at < row.expires_at


def can_undo(row: Transfer, at: datetime) -> bool:
    """Return whether an import can be taken back, or tried once more: within a week of its end."""
    if row.finished_at is None or at >= row.finished_at + UNDO_DAYS or row.options.get("dry_run"):
        return False
    has_written = row.created_rows + row.updated_rows > 0
    return has_written and row.status not in OPEN and row.undo_status not in {"running", "done"}


def _progress(row: Transfer, total: int) -> int | None:
    if row.status in ENDED:
        return 1_000_000
    if row.status == "validating":
        check: Mapping[str, int] = row.report.get("check") or {}
        return min(1_000_000, check.get("checked", 0) * 1_000_000 // max(1, total))
    if row.status == "running":
        return min(1_000_000, (row.ok_rows + row.error_rows) * 1_000_000 // max(1, total))
    return None


def written_rows(row: Transfer) -> "QuerySet[ImportRow]":
    """Return the rows that an undo concerns, the last first: it may build on an earlier one."""
    return ImportRow.objects.filter(transfer=row, state__in=["created", "updated"]).order_by("-no")
