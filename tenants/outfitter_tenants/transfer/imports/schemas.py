"""Imports over HTTP (domain.md 5.13)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, Id, In, Out

_Key = Annotated[str, StringConstraints(max_length=60, pattern=r"^\w*$")]
_Heading = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PRINTABLE)]
_Cell = Annotated[str, StringConstraints(max_length=2000, pattern=PRINTABLE)]
# What fills each column of an importer: {"email": "E-Mail"}.
Mapping = Annotated[dict[_Key, _Heading], Field(max_length=200)]
Fixed = Annotated[dict[_Key, _Cell], Field(max_length=200)]
ImportFormat = Literal["csv", "xlsx"]
ImportStatus = Literal[
    "uploaded",
    "detecting",
    "mapping",
    "validating",
    "ready",
    "running",
    "done",
    "done_with_errors",
    "failed",
    "cancelled",
    "expired",
]
UndoStatus = Literal["", "running", "done", "done_with_errors", "failed"]
DateFormat = Literal["ymd", "dmy", "mdy"]
DecimalSign = Literal[".", ","]
ImportEncoding = Literal[
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "cp1250",
    "cp1251",
    "cp1252",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
    "iso8859-15",
    "mac-roman",
    "shift_jis",
    "euc_kr",
    "gb18030",
    "big5",
]
Delimiter = Literal[",", ";", "\t", "|"]


class ImportColumnOut(Out):
    """One field that a file may fill; `aliases` are other headings for it."""

    key: str
    label: str
    type: str
    required: bool
    example: str
    choices: list[str]
    aliases: list[str]


class PresetOut(Out):
    """How another system names its columns; not verified while nobody has seen a file of it."""

    slug: str
    name: str
    is_verified: bool


class ImportFormatOut(Out):
    """What can be imported, from which files, and what becomes of rows that are there already."""

    object: str
    formats: list[ImportFormat]
    modes: list[Literal["insert", "upsert", "skip"]]
    columns: list[ImportColumnOut]
    presets: list[PresetOut]
    most_rows: int
    most_bytes: int


class RowErrorOut(Out):
    """What is wrong with a row: `row` counts from 1 without the heading, `line` as spreadsheets do."""

    row: int
    line: int
    column: str
    heading: str
    code: str
    message: str
    value: str


class DateFormatOut(Out):
    """
    How a column's days could be read: `formats` has one entry when only one fits, several when somebody
    has to say which.
    """

    heading: str
    formats: list[DateFormat]
    example: str


class GuessOut(Out):
    """A kind of thing the file may hold; `confidence_ppm` in millionths."""

    object: str
    confidence_ppm: int


class ImportCheckOut(Out):
    """
    What the check found. `is_whole` says whether every row was looked at, `checked` how many were.

    `errors` are the first ones; all of them are in the file of `outcome_url`.
    """

    rows: int
    checked: int
    is_whole: bool
    ok: int
    refused: int
    errors: list[RowErrorOut]
    error_cnt: int
    duplicates: int
    creates: int
    updates: int
    skips: int


class ImportOptionsOut(Out):
    """How the file is read and what becomes of it; what nobody has said yet is null."""

    mode: Literal["insert", "upsert", "skip"]
    dry_run: bool
    time_zone: str
    currency: str
    date_format: DateFormat | None
    decimal_sign: DecimalSign | None


class UndoOut(Out):
    """How far taking an import back is; `kept` says what stayed, and why (the first of it)."""

    status: UndoStatus
    undone: int
    kept: int
    reasons: list[RowErrorOut]
    until: datetime | None
    is_possible: bool


class ImportOut(Out):
    """
    One import, as far as it is.

    `headings` and `sample_rows` are the file's, `mapping` fills an importer's column ("email") from a heading
    ("E-Mail"), `fixed` from a text that holds for every row. `confirm_token` is there while what was checked
    can be run.
    """

    iej_id: int
    object: str
    format: ImportFormat
    status: ImportStatus
    file_name: str
    byte_cnt: int
    encoding: str
    delimiter: str
    has_heading: bool
    sheet: str
    sheets: list[str]
    headings: list[str]
    sample_rows: list[list[str]]
    preset: str
    mapping: dict[str, str]
    fixed: dict[str, str]
    options: ImportOptionsOut
    check: ImportCheckOut | None
    confirm_token: str | None
    job_id: int | None
    total_rows: int
    ok_rows: int
    error_rows: int
    created_rows: int
    updated_rows: int
    skipped_rows: int
    progress_ppm: int | None
    outcome_url: str | None
    undo: UndoOut
    requested_by: int | None
    requested_by_name: str
    created_at: datetime
    finished_at: datetime | None
    expires_at: datetime


class DetectIn(In):
    """
    Which import; what the caller knows better than the guess may be said, and the file is read anew.

    `object` null guesses the kind; `preset` "" guesses whose export it is, "none" says nobody's.
    """

    iej_id: Id
    object: _Key | None = None
    preset: _Key = ""
    encoding: ImportEncoding | None = None
    delimiter: Delimiter | None = None
    has_heading: bool | None = None
    sheet: Annotated[str, StringConstraints(max_length=200)] | None = None


class DetectOut(Out):
    """
    What the file seems to be.

    `mapping_guess` fills importer's columns from headings; `unmapped` are headings nothing was found for,
    `missing` required columns that nothing fills. `date_formats` with several formats and `decimal_signs`
    with two signs ask: the check refuses to guess.
    """

    iej_id: int
    object_guess: str | None
    confidence_ppm: int
    guesses: list[GuessOut]
    preset_guess: str
    mapping_guess: dict[str, str]
    unmapped: list[str]
    missing: list[str]
    encoding: str
    delimiter: str
    has_heading: bool
    sheet: str
    headings: list[str]
    sample_rows: list[list[str]]
    date_formats: list[DateFormatOut]
    decimal_signs: list[DecimalSign]


class ImportOptionsIn(In):
    """How values are read, and what becomes of rows that are there already."""

    mode: Literal["insert", "upsert", "skip"] = "skip"
    dry_run: bool = False
    time_zone: Annotated[str, StringConstraints(max_length=64)] | None = None
    currency: Annotated[str, StringConstraints(max_length=3)] | None = None
    date_format: DateFormat | None = None
    decimal_sign: DecimalSign | None = None


class PreflightIn(In):
    """What to check; without a mapping the guess counts."""

    iej_id: Id
    object: _Key
    mapping: Mapping
    fixed: Fixed = {}
    options: ImportOptionsIn = ImportOptionsIn()


class PreflightOut(ImportCheckOut):
    """
    What was found so far, and what is needed to go on.

    A file of up to a thousand rows is checked at once. A longer one goes on as `job_id`; read the import
    until its status is `ready` (or `mapping`, where no row is right), then it has the `confirm_token`.
    """

    iej_id: int
    status: ImportStatus
    job_id: int | None
    confirm_token: str | None
    outcome_url: str | None


class ImportStartIn(In):
    """Which import, and the token of the check that it was shown with."""

    iej_id: Id
    confirm_token: Annotated[str, StringConstraints(max_length=1000)]


class ImportDeletedOut(Out):
    """Which import is gone; what it brought stays."""

    id: int
