"""Checking what would become of every row, before anything is written."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.db.imports import Importer, Problem
from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.currencies import OFFERED
from outfitter.kit.errors import Invalid
from outfitter.kit.locales import DEFAULT_LOCALE
from outfitter.kit.phones import region_of
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.people import queries as people
from outfitter_tenants.transfer.imports import check_work, problem_texts, queries, row_removal
from outfitter_tenants.transfer.imports.cell_values import CellProblem, CellRules, read_cell
from outfitter_tenants.transfer.imports.operations.detections import check_open, shapes_of
from outfitter_tenants.transfer.imports.table_source import TableSource
from outfitter_tenants.transfer.models import Transfer

# So many rows are checked while the caller waits.
AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True)
class CheckDraft:
    """
    What to check: `mapping` fills a column from a heading, `fixed` from a text for every row.

    `options`: mode, dry_run, time_zone, currency, date_format, decimal_sign; None is what the operator has,
    or what the file leaves no doubt about.
    """

    object: str
    mapping: Mapping[str, str]
    fixed: Mapping[str, str]
    options: Mapping[str, str | bool | None]


def preflight(
    *,
    transfer_id: int,
    draft: CheckDraft,
    reader: ListReader,
    name: str,
    at: datetime,
    language: str = DEFAULT_LOCALE,
) -> Transfer:
    """
    Check a file: up to a thousand rows at once, the rest as a job.

    `name` is who asks, as people read it, `language` what they read. A dry run that is over begins anew with
    the same file.

    :raises TransferNotFound: there is no such import
    :raises Forbidden: of a kind that is not theirs to bring in
    :raises ImporterNotFound: nothing of that name can be imported
    :raises Invalid: what fills which column, or how values are read, isn't clear
    :raises WrongState: it is running, or over
    """
    queries.get_import(transfer_id=transfer_id, reader=reader)
    importer = queries.get_importer(draft.object, reader)
    with atomic():
        row = queries.lock_import(transfer_id=transfer_id, reader=reader)
        if queries.is_practiced(row, at):
            _begin_anew(row)
        check_open(row, at)
        source = TableSource.of(row.source)
        _check_columns(importer, source, draft)
        row.object = importer.object
        row.mapping = {"columns": dict(draft.mapping), "fixed": dict(draft.fixed)}
        said = _options(row, source, importer, draft, reader, language)
        row.options = {**row.options, **said, "language": language}
        row.status, row.report = "validating", {}
        row_removal.forget_keys(row)
        state = check_work.check_rows(row, reader, {}, at=at, size=AT_ONCE)
        if state is not None:
            job = jobs.start(
                kind=check_work.KIND,
                params={"transfer_id": row.pk, "state": state},
                title={"object": row.object, "name": row.file_name},
                reader=reader,
                name=name,
                at=at,
                total_cnt=source.rows,
            )
            row.job_id = job.pk
        row.save()
    return row


def _begin_anew(row: Transfer) -> None:
    """Forget what a dry run counted: it left nothing else behind."""
    row_removal.forget_results(row)
    row.status, row.finished_at, row.job_id = "mapping", None, None
    row.ok_rows = row.error_rows = row.created_rows = row.updated_rows = row.skipped_rows = 0


def _check_columns(importer: Importer, source: TableSource, draft: CheckDraft) -> None:
    """Refuse columns and headings that aren't there, and required ones that nothing fills."""
    keys = {column.key for column in importer.columns}
    problems: dict[str, list[str]] = {}
    for key in (*draft.mapping, *draft.fixed):
        if key not in keys:
            problems[f"mapping.{key}"] = ["There is no such column."]
    for key, heading in draft.mapping.items():
        if heading not in source.headings:
            problems[f"mapping.{key}"] = ["This file has no such heading."]
    filled = {*draft.mapping, *(key for key, text in draft.fixed.items() if text.strip())}
    for column in importer.columns:
        if column.is_required and column.key not in filled:
            problems[f"mapping.{column.key}"] = ["Please say which column this is in."]
    if not filled:
        problems["mapping"] = ["Please say what the columns are."]
    if problems:
        raise Invalid(problems)


def _options(
    row: Transfer,
    source: TableSource,
    importer: Importer,
    draft: CheckDraft,
    reader: ListReader,
    language: str,
) -> dict[str, object]:
    said = draft.options
    options: dict[str, object] = {
        "mode": said.get("mode") or "skip",
        "dry_run": bool(said.get("dry_run")),
        "time_zone": _zone(said.get("time_zone") or reader.zone),
        "currency": _currency(said.get("currency") or people.get_properties().currency),
    }
    shapes = shapes_of(row, source, importer, draft.mapping)
    days = _common(one.formats for one in shapes.dates())
    options["date_format"] = _one("date_format", said.get("date_format"), days, language)
    signs = shapes.decimal_signs()
    options["decimal_sign"] = _one(
        "decimal_sign", said.get("decimal_sign"), signs if signs else None, language
    )
    _check_fixed(importer, draft, options, language)
    return options


def _common(found: Iterable[Sequence[str]]) -> list[str] | None:
    """Return the formats that fit every column; None when no column has days that begin with day or month."""
    sets = [set(formats) for formats in found]
    return sorted(set.intersection(*sets)) if sets else None


_ASKED: Final = {
    "date_format": "Please say whether the day or the month comes first.",
    "decimal_sign": "Please say whether a comma or a point separates decimals.",
}


def _one(name: str, said: object, fits: Sequence[str] | None, language: str) -> str | None:
    """Return what was said, or what alone fits; nobody guesses between two."""
    if said:
        return str(said)
    if fits is None:
        return None
    if len(fits) != 1:
        raise Invalid({f"options.{name}": [problem_texts.phrase(name, language, instead=_ASKED[name])]})
    return fits[0]


def _zone(name: object) -> str:
    try:
        zones.zone(str(name))
    except zones.UnknownZone as problem:
        raise Invalid({"options.time_zone": ["There is no such time zone."]}) from problem
    return str(name)


def _currency(code: object) -> str:
    if code not in OFFERED:
        raise Invalid({"options.currency": ["There is no such currency."]})
    return str(code)


def _check_fixed(importer: Importer, draft: CheckDraft, options: Mapping[str, object], language: str) -> None:
    """Refuse a text for every row that isn't what its column is."""
    rules = CellRules(
        time_zone=str(options["time_zone"]),
        currency=str(options["currency"]),
        region=region_of(people.get_properties().locale),
        date_format="ymd",
        decimal_sign=str(options["decimal_sign"] or "."),
    )
    for key, text in draft.fixed.items():
        column = importer.column(key)
        if column is None or not text.strip():
            continue
        try:
            read_cell(column, text.strip(), rules)
        except CellProblem as problem:
            told = Problem(key, problem.code, problem.message, problem.detail)
            text = problem_texts.sentence(problem_texts.stored(told), language)
            raise Invalid({f"fixed.{key}": [text]}) from problem
