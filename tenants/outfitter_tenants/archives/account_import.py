"""An archive becomes an operator of this installation: all of it, or nothing (ADR 118)."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import orjson
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from outfitter.accounts import file_storage, operations, schema_pool, subdomain_rules
from outfitter.accounts.models import Account
from outfitter.accounts.queries import slug_conflict
from outfitter.accounts.schema_snapshot import current_snapshot
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter_tenants.archives import arrival, sealed_cells
from outfitter_tenants.archives.archive_format import ArchiveRefused, FileEntry, TableEntry, check_tables
from outfitter_tenants.archives.archive_reader import ArchiveReader
from outfitter_tenants.archives.schema_tables import (
    Table,
    all_tables,
    archived_tables,
    quoted,
    resting_triggers,
)
from outfitter_tenants.archives.table_rules import treatments_of

_ROWS: Final = 500
_BYTES: Final = 4 * 1024 * 1024
# These have rows of their own in every new schema, and say nothing of an operator.
_KEPT: Final = frozenset({"django_migrations", "configuration_change"})
_NOT_UNIQUE: Final = "The archive's rows don't fit together."


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was taken in, and who has to accept an invitation before anybody can do anything."""

    slug: str
    rows_cnt: int
    files_cnt: int
    owners: Sequence[arrival.Invited]


def import_account(*, path: Path, slug: str, at: datetime) -> ImportReport:
    """
    Make an archive an operator at a new address, closed until its owner opens it.

    In one transaction; files lie below a number that nobody else ever gets, and are taken away when
    it does not come to an end.

    :raises ArchiveRefused: it is damaged, not safe, of a newer format or of another version
    :raises SlugTaken: somebody has this address
    """
    _check_slug(slug, at)
    with ArchiveReader(path) as reader, in_schema(PUBLIC):
        _check_version(reader)
        reader.check_members()
        _check_room(reader)
        try:
            with transaction.atomic():
                return _take_in(reader, slug, at)
        except DatabaseError as problem:
            # What the database refuses of checked rows, no honest archive holds.
            raise ArchiveRefused(_NOT_UNIQUE, reason=str(problem).splitlines()[0][:300]) from problem


def _check_slug(slug: str, at: datetime) -> None:
    reason = subdomain_rules.problem_of(slug)
    if reason is not None:
        raise ArchiveRefused("This address can't be used.", slug=slug, reason=reason)
    with in_schema(PUBLIC):
        if slug_conflict(slug=slug, at=at) is not None:
            raise operations.SlugTaken("This address is taken.", slug=slug)


def _check_version(reader: ArchiveReader) -> None:
    here, there = current_snapshot().schema_version, reader.manifest.schema_version
    if here != there:
        raise ArchiveRefused(
            "This archive is of another version. Bring both installations to the same one first.",
            archive=there,
            here=here,
        )


def _check_room(reader: ArchiveReader) -> None:
    free = shutil.disk_usage(settings.VAR).free
    if reader.unpacked_size > free:
        raise ArchiveRefused("There is not enough room for this archive.", bytes=reader.unpacked_size)


def _take_in(reader: ArchiveReader, slug: str, at: datetime) -> ImportReport:
    account = _new_account(reader, slug, at)
    schema_name = account.schema_name
    # What lies there was left by an import that was killed, and numbers that were given again. Asked
    # before anything fails: afterwards nothing can be.
    file_storage.delete_all(schema_name=schema_name)
    try:
        with in_schema(schema_name):
            rows_cnt = _fill(reader, schema_name)
            files_cnt = sum(_take_file(reader, schema_name, entry) for entry in reader.files())
            arrival.check_sums()
            owners = arrival.settle(account=account, archive=reader.manifest.account, at=at)
        operations.add_domain(account=account, at=at)
        operations.open_account(account=account)
    except BaseException:
        # Outside of the schema, which goes with the transaction; the number is the account's.
        file_storage.delete_all(schema_name=schema_name)
        raise
    return ImportReport(slug, rows_cnt, files_cnt, owners)


def _new_account(reader: ArchiveReader, slug: str, at: datetime) -> Account:
    said = reader.manifest.account
    try:
        account = operations.create_account(
            slug=slug,
            name=str(said["name"])[:200],
            country=str(said["country"]),
            currency=str(said["currency"]),
            time_zone=str(said["time_zone"]),
            locale=str(said["locale"]),
            business=_business(said.get("business")),
            at=at,
        )
    except KeyError as problem:
        raise ArchiveRefused("The archive doesn't say whose it is.", missing=str(problem)) from None
    account.legal_name = str(said["legal_name"])[:200] if said.get("legal_name") else None
    account.is_demo = bool(said.get("is_demo"))
    account.save(update_fields=["legal_name", "is_demo"])
    schema_pool.claim_schema(account=account)
    return account


def _business(said: object) -> dict[str, object]:
    return {str(name): value for name, value in said.items()} if isinstance(said, dict) else {}


def _fill(reader: ArchiveReader, schema_name: str) -> int:
    tables = {table.name: table for table in archived_tables(schema_name=schema_name)}
    entries = reader.manifest.tables
    check_tables(entries, {name: table.columns for name, table in tables.items()})
    with resting_triggers(schema_name=schema_name):
        _empty(schema_name)
        for entry in entries:
            _take_table(reader, schema_name, tables[entry.name], entry)
    return sum(entry.rows for entry in entries)


def _empty(schema_name: str) -> None:
    """Take away what a new schema begins with: the archive has its own of it."""
    with connection.cursor() as cursor:
        for name in all_tables(schema_name=schema_name):
            if name not in _KEPT:
                # Fewer rows than would be worth new files.
                cursor.execute(f"DELETE FROM {quoted(schema_name)}.{quoted(name)}")  # noqa: S608


def _take_table(reader: ArchiveReader, schema_name: str, table: Table, entry: TableEntry) -> None:
    text = _insert(schema_name, table)
    count = 0
    for batch in _batches(reader, table, entry):
        with connection.cursor() as cursor:
            cursor.execute(text, [b"[" + b",".join(batch) + b"]"])
        count += len(batch)
    if count != entry.rows:
        raise ArchiveRefused("The archive is damaged.", member=entry.member)
    if table.sequence is not None:
        _go_on(schema_name, table, entry)


def _insert(schema_name: str, table: Table) -> str:
    columns = ", ".join(quoted(name) for name in table.columns)
    values = ", ".join(
        f"coalesce(r.{quoted(name)}, 'null'::jsonb)" if name in table.json_columns else f"r.{quoted(name)}"
        for name in table.columns
    )
    target = f"{quoted(schema_name)}.{quoted(table.name)}"
    return (
        f"INSERT INTO {target} ({columns}) OVERRIDING SYSTEM VALUE"  # noqa: S608
        f" SELECT {values} FROM json_populate_recordset(NULL::{target}, convert_from(%s, 'UTF8')::json) r"
    )


def _batches(reader: ArchiveReader, table: Table, entry: TableEntry) -> Iterator[list[bytes]]:
    columns, treatments = frozenset(table.columns), treatments_of(table.name)
    batch: list[bytes] = []
    size = 0
    for line in reader.lines(entry.member, size=entry.size, sha256=entry.sha256):
        row = sealed_cells.read_row(line, columns, table=table.name)
        if treatments:
            line = orjson.dumps(sealed_cells.sealed(row, treatments))
        batch.append(line)
        size += len(line)
        if len(batch) >= _ROWS or size >= _BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _go_on(schema_name: str, table: Table, entry: TableEntry) -> None:
    """Have numbers be drawn from where they were, and never below what there is."""
    assert table.sequence is not None  # noqa: S101  (asked by the caller)
    column, sequence = table.sequence
    last = entry.sequence[1] if entry.sequence else 0
    there = f"(SELECT max({quoted(column)}) FROM {quoted(schema_name)}.{quoted(table.name)})"  # noqa: S608
    text = f"SELECT setval(%s::regclass, greatest(n, 1), n > 0) FROM greatest(%s, {there}) AS n"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(text, [f"{quoted(schema_name)}.{quoted(sequence)}", last])


def _take_file(reader: ArchiveReader, schema_name: str, entry: FileEntry) -> int:
    parts = reader.parts(entry.member, size=entry.size, sha256=entry.sha256)
    if entry.path.startswith(sealed_cells.SEALED_FILES):
        parts = iter([sealed_cells.sealed_file(entry.path, b"".join(parts))])
    file_storage.write_parts(schema_name=schema_name, path=entry.path, parts=parts)
    return 1
