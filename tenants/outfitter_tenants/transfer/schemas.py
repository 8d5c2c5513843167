"""Exports over HTTP (domain.md 5.13)."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Id, In, Line, Out

_Key = Annotated[str, StringConstraints(max_length=60, pattern=r"^-?\w*$")]
_Slug = Annotated[str, StringConstraints(max_length=160)]
Format = Literal["csv", "xlsx"]


class ExportColumnIn(In):
    """One column, its heading and the names of its values, in the reader's language."""

    key: _Key
    label: Line = ""
    names: Annotated[dict[_Slug, Line], Field(max_length=1000)] = {}


class ExportIn(In):
    """The rows a list shows now; `tableView` is where they were looked at, for the record."""

    object: _Key
    format: Format
    filters: Annotated[list[dict[str, Any]], Field(max_length=20)] = []
    search: Annotated[str, StringConstraints(max_length=100)] = ""
    columns: Annotated[list[ExportColumnIn], Field(max_length=100)] = []
    sort: _Key = ""
    tableView: Id | None = None
    has_bom: bool = True


class TransferOut(Out):
    """One export; `progress_ppm` in millionths, null while nobody knows how much there is."""

    id: int
    kind: Literal["import", "export"]
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


class TransfersOut(ListAnswer[TransferOut]):
    """One page of exports."""


class FormatColumnOut(Out):
    """One column an export can have."""

    key: str
    label: str
    type: str
    required: bool
    example: str


class FormatOut(Out):
    """What can be exported, and how."""

    object: str
    formats: list[str]
    columns: list[FormatColumnOut]


class ExportDeletedOut(Out):
    """Which export is gone."""

    id: int
