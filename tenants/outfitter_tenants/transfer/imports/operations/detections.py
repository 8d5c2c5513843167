"""Guessing what a file holds, and what its columns are."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final

from django.db import transaction

from outfitter.db.imports import Importer
from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter_tenants.transfer.imports import column_guess, import_files, presets, queries
from outfitter_tenants.transfer.imports.import_errors import FileGone, WrongState
from outfitter_tenants.transfer.imports.presets import Preset
from outfitter_tenants.transfer.imports.table_source import Reading, TableSource, spool_table
from outfitter_tenants.transfer.models import Transfer

LOOKED_AT: Final = 5000
# A check that still goes on finds that it was overtaken, and ends.
BEFORE_RUN: Final = ("uploaded", "detecting", "mapping", "validating", "ready")
NONE: Final = "none"
GUESSED: Final = Reading()


@dataclass(frozen=True, slots=True)
class Detection:
    """
    What somebody knows better than the guess.

    `object` empty guesses the kind, `preset` empty whose export it is ("none": nobody's).
    """

    object: str = ""
    preset: str = ""
    reading: Reading = GUESSED


def detect(*, transfer_id: int, wanted: Detection, reader: ListReader, at: datetime) -> dict[str, object]:
    """
    Guess what an uploaded file is; nothing is checked yet. `at` is now.

    :raises TransferNotFound: there is no such import
    :raises Forbidden: of a kind that is not theirs to bring in
    :raises WrongState: it is running, or over
    :raises FileRefused: it can't be read the way that was said
    """
    queries.get_import(transfer_id=transfer_id, reader=reader)
    with atomic():
        row = queries.lock_import(transfer_id=transfer_id, reader=reader)
        check_open(row, at)
        source = _read_anew(row, wanted.reading)
        offered = (
            [queries.get_importer(wanted.object, reader)] if wanted.object else queries.importers_for(reader)
        )
        best, guesses = _best_kind(offered, source, wanted)
        preset = _preset(wanted.preset, source, best)
        mapping = column_guess.guess_mapping(best, source.headings, source.samples, preset) if best else {}
        row.object = best.object if best else ""
        row.status = "mapping"
        row.source = source.stored()
        row.total_rows = source.rows
        row.mapping = {"columns": mapping, "fixed": row.mapping.get("fixed", {})}
        row.options = {**row.options, "preset": preset.slug if preset else ""}
        row.report = {}
        row.save()
    shapes = shapes_of(row, source, best, mapping)
    return {
        "iej_id": row.pk,
        "object_guess": row.object or None,
        "confidence_ppm": dict(guesses).get(row.object, 0),
        "guesses": [{"object": name, "confidence_ppm": ppm} for name, ppm in guesses],
        "preset_guess": preset.slug if preset else "",
        "mapping_guess": mapping,
        "unmapped": [one for one in source.headings if one not in mapping.values()],
        "missing": _missing(best, mapping),
        **{
            name: getattr(source, name)
            for name in ("encoding", "delimiter", "has_heading", "sheet", "headings")
        },
        "sample_rows": source.samples,
        "date_formats": [asdict(one) for one in shapes.dates()],
        "decimal_signs": shapes.decimal_signs(),
    }


def check_open(row: Transfer, at: datetime) -> None:
    """
    Refuse an import that has begun, or is over.

    :raises WrongState: it is
    :raises FileGone: its days are over
    """
    if at >= row.expires_at:
        raise FileGone("This file is no longer there. Please upload it again.")
    if row.status not in BEFORE_RUN:
        raise WrongState("This import has already begun, or is over.", status=row.status)


def shapes_of(
    row: Transfer, source: TableSource, importer: Importer | None, mapping: Mapping[str, str]
) -> column_guess.ColumnShapes:
    """Look at the first rows: what may the days and the amounts of mapped columns mean?"""
    kinds = {column.key: column.kind for column in importer.columns} if importer else {}
    by_kind: dict[str, list[str]] = {}
    for key, heading in mapping.items():
        by_kind.setdefault(kinds.get(key, "text"), []).append(heading)
    dates = by_kind.get("date", []) + by_kind.get("instant", [])
    amounts = [*by_kind.get("money", []), *by_kind.get("number", []), *by_kind.get("percent", [])]
    shapes = column_guess.ColumnShapes(dates, amounts)
    if dates or amounts:
        rows = import_files.read_rows(str(row.key), source.spool)
        for _, _, cells in islice(rows, LOOKED_AT):
            shapes.look(dict(zip(source.headings, cells, strict=False)))
    return shapes


def _read_anew(row: Transfer, wanted: Reading) -> TableSource:
    """Read the file another way, when somebody said one."""
    source = TableSource.of(row.source)
    if wanted == GUESSED:
        return source
    # What was not said stays as it is; a delimiter or a heading is guessed anew in another encoding.
    same = wanted.encoding is None and wanted.sheet is None
    how = replace(
        wanted,
        encoding=wanted.encoding or source.encoding or None,
        delimiter=wanted.delimiter or (source.delimiter or None if same else None),
        has_heading=(source.has_heading if same else None)
        if wanted.has_heading is None
        else wanted.has_heading,
        sheet=wanted.sheet or source.sheet or None,
    )
    key = str(row.key)
    read = spool_table(key, file_format=source.file_format, sha256=source.sha256, wanted=how)
    transaction.on_commit(lambda: import_files.keep_only(key, read.spool), robust=True)
    return read


def _best_kind(
    offered: Sequence[Importer], source: TableSource, wanted: Detection
) -> tuple[Importer | None, list[tuple[str, int]]]:
    scores = {}
    for importer in offered:
        preset = _preset(wanted.preset, source, importer)
        mapping = column_guess.guess_mapping(importer, source.headings, source.samples, preset)
        scores[importer.object] = column_guess.confidence(importer, source.headings, mapping)
    guesses = column_guess.likely(scores)
    if wanted.object:
        return offered[0], guesses
    if not guesses:
        return None, guesses
    return next(one for one in offered if one.object == guesses[0][0]), guesses


def _preset(said: str, source: TableSource, importer: Importer | None) -> Preset | None:
    if said == NONE or importer is None:
        return None
    known = presets.presets_for(importer.object)
    if said:
        return next((one for one in known if one.slug == said), None)
    return column_guess.guess_preset(source.headings, known)


def _missing(importer: Importer | None, mapping: Mapping[str, str]) -> list[str]:
    if importer is None:
        return []
    return [column.key for column in importer.columns if column.is_required and column.key not in mapping]
