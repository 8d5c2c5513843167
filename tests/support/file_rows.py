"""Rows of a file as `transfer` hands them to an importer, without the file."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from outfitter.db.imports import CheckedRow, ImportContext, Importer, ParsedRow, Verdict, WrittenRow
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.defaults import ALL_CODES


def context(at: datetime | None = None, mode: str = "insert", **given: Any) -> ImportContext:
    """Return who imports: the owner, at the operator's place."""
    settings = people.get_properties()
    values: dict[str, Any] = {
        "transfer_id": 7,
        "mode": mode,
        "time_zone": settings.time_zone,
        "currency": settings.currency,
        "locale": "en",
        "country": "US",
        "at": at or utc_now(),
        "permissions": frozenset(ALL_CODES),
        "by_name": "Robin",
    }
    return ImportContext(**(values | given))


def rows_of(*values: Mapping[str, Any]) -> list[ParsedRow]:
    """Return rows of a file, numbered from 1."""
    return [ParsedRow(no, one) for no, one in enumerate(values, 1)]


def bring(
    importer: Importer, *values: Mapping[str, Any], by: ImportContext | None = None
) -> list[WrittenRow]:
    """Check rows, and write those that nothing speaks against, as an import does."""
    by = by or context()
    rows = rows_of(*values)
    verdicts = importer.check(rows, by)
    good = [CheckedRow(row, said) for row, said in zip(rows, verdicts, strict=True) if not said.problems]
    with atomic():
        return importer.write(good, by)


def told(importer: Importer, *values: Mapping[str, Any], by: ImportContext | None = None) -> list[Verdict]:
    """Return what would become of rows."""
    return importer.check(rows_of(*values), by or context())


def codes(
    importer: Importer, value: Mapping[str, Any], by: ImportContext | None = None
) -> list[tuple[str, str]]:
    """Return column and code of what is wrong with one row."""
    [verdict] = told(importer, value, by=by)
    return [(one.column, one.code) for one in verdict.problems]
