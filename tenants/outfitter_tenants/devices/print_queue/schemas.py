"""Bodies of print routes, templates and jobs (ADR 137)."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out, Version, Visible

Kind = Literal["ticket", "label", "receipt", "voucher", "departure"]
PrinterName = Annotated[str, StringConstraints(max_length=120, pattern=SINGLE_LINE, strip_whitespace=True)]
Footer = Annotated[
    str, StringConstraints(max_length=300, pattern=SINGLE_LINE, strip_whitespace=True), Visible
]


class PrintRouteIn(In):
    """Where papers of a kind come out; `version` null is a new route."""

    kind: Kind
    location_id: Id | None = Field(default=None, description="null: everywhere without a route of its own")
    via: Literal["device", "qz", "browser"]
    device_id: Id | None = None
    printer_name: PrinterName = Field(default="", description="as QZ Tray or the agent calls it")
    paper: Literal["roll_58", "roll_80", "label_4x2", "wristband"] = "roll_80"
    copies: Annotated[int, Field(ge=1, le=5)] = 1
    is_drawn: bool = Field(default=False, description="send everything as dots, no letters")
    version: Version | None = None


class PrintRouteOut(Out):
    """Where papers of a kind come out."""

    id: int
    kind: str
    location_id: int | None
    location_name: str
    via: str
    device_id: int | None
    device_name: str
    printer_name: str
    paper: str
    copies: int
    is_drawn: bool
    version: int


class PrintTemplateIn(In):
    """What stands on papers of a kind."""

    kind: Kind
    fields: Annotated[list[Annotated[str, StringConstraints(max_length=20)]], Field(max_length=20)]
    footer: Footer = ""
    version: Annotated[int, Field(ge=0, le=2**31 - 1)]


class PrintTemplateOut(Out):
    """What stands on papers of a kind, and what could; version 0: nobody chose yet."""

    kind: str
    fields: list[str]
    all_fields: list[str]
    footer: str
    version: int


class PrintSettingsOut(Out):
    """Where papers come out and what stands on them."""

    routes: list[PrintRouteOut]
    templates: list[PrintTemplateOut]


class PrintJobOut(Out):
    """A print job without its bytes."""

    id: int
    kind: str
    title: str
    via: str
    device_id: int | None
    device_name: str
    printer_name: str
    state: Literal["queued", "sending", "printed", "unclear", "failed", "canceled"]
    error: str
    attempt_cnt: int
    created_at: datetime
    ended_at: datetime | None


class PrintJobsOut(Out):
    """The last print jobs, the newest first."""

    jobs: list[PrintJobOut]


class PrintDataOut(PrintJobOut):
    """A job with its bytes, for the browser or device that prints it."""

    language: Literal["escpos", "zpl"]
    data_base64: str
    claim: UUID


class NextPrintJobOut(Out):
    """The job that a device is to print now; null: none waits."""

    job: PrintDataOut | None


class PrintEndIn(In):
    """How a job ended: `not_sent` when not one byte went out, `unclear` when some may have."""

    claim: UUID
    ending: Literal["printed", "not_sent", "unclear", "failed"]
    error: Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z_]*$")] = ""


class PrintKeyIn(In):
    """A certificate and key of the operator's own, as PEM."""

    certificate: Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
    private_key: Annotated[str, StringConstraints(min_length=1, max_length=20_000)]


class PrintKeyOut(Out):
    """The certificate that print calls are signed for."""

    is_own: bool
    valid_until: datetime
    fingerprint: str = Field(description="SHA-256 in hex, as QZ Tray shows it")
