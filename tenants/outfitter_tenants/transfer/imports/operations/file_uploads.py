"""Taking in a file: looked at whole before anything is stored of it."""

import uuid
from collections.abc import Iterable
from datetime import datetime
from pathlib import PurePath
from typing import Final

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden
from outfitter.kit.text_lines import one_line
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import queries as people
from outfitter_tenants.transfer import file_expiry
from outfitter_tenants.transfer.imports import import_files, queries
from outfitter_tenants.transfer.imports.file_kinds import find_format
from outfitter_tenants.transfer.imports.import_errors import WrongState
from outfitter_tenants.transfer.imports.table_source import Reading, TableSource, spool_table
from outfitter_tenants.transfer.models import Transfer

# Uploads that nobody went on with: each holds a file of up to fifty megabytes.
MOST_OPEN: Final = 20


def upload(
    *, file_name: str, pieces: Iterable[bytes], reader: ListReader, name: str, at: datetime
) -> Transfer:
    """
    Take in a file and read it; `name` is who uploads, as people read it.

    :raises Forbidden: the caller may not import
    :raises FileRefused: the file is no table, or too large a one; nothing is kept of it
    :raises WrongState: too many of theirs wait already
    """
    if not reader.can(queries.PERMISSION):
        raise Forbidden("Your role does not allow this.", permission=queries.PERMISSION)
    mine = Transfer.objects.filter(kind="import", requested_by=reader.avatar_id, status__in=queries.OPEN)
    if mine.count() >= MOST_OPEN:
        raise WrongState("Please finish or delete one of your other imports first.")
    key = str(uuid.uuid4())
    try:
        path, sha256 = import_files.keep_source(key, pieces)
        file_format = find_format(path, file_name)
        source = spool_table(key, file_format=file_format, sha256=sha256, wanted=Reading())
        return _store(key, file_name, path.stat().st_size, source, reader, name, at)
    except BaseException:
        import_files.remove(key)
        raise


def _store(
    key: str, file_name: str, size: int, source: TableSource, reader: ListReader, name: str, at: datetime
) -> Transfer:
    with atomic():
        row = Transfer.objects.create(
            key=key,
            kind="import",
            object="",
            format=source.file_format,
            status="uploaded",
            options=_options(reader),
            source=source.stored(),
            total_rows=source.rows,
            file_name=_shown_name(file_name, source.file_format),
            byte_cnt=size,
            requested_by=reader.avatar_id,
            requested_by_name=name,
            created_at=at,
            expires_at=at + file_expiry.KEPT,
        )
        file_expiry.schedule(row)
        record(
            entity_type="transfer",
            entity_id=row.pk,
            action="import.uploaded",
            at=at,
            after={"file_name": row.file_name, "rows": source.rows},
        )
    return row


def _options(reader: ListReader) -> dict[str, object]:
    return {
        "mode": "skip",
        "dry_run": False,
        "time_zone": reader.zone,
        "currency": people.get_properties().currency,
        "date_format": None,
        "decimal_sign": None,
    }


def _shown_name(name: str, file_format: str) -> str:
    """Return the last part of a name, of a length that lists can show."""
    plain = one_line(PurePath(name.replace("\\", "/")).name).strip() or f"import.{file_format}"
    stem, ending = PurePath(plain).stem, PurePath(plain).suffix
    return f"{stem[: 120 - len(ending)]}{ending}"
