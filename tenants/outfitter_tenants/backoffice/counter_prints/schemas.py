"""Bodies of printing (domain.md 5.5, 5.22)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import Id, In, Out
from outfitter_tenants.devices.print_queue.schemas import Footer, Kind, PrintDataOut, PrintJobOut

BookingIds = Annotated[list[Id], Field(max_length=200)]


class SubjectIn(In):
    """What is printed: a trip, guests of one, or a departure. One of the three."""

    kind: Kind
    trip_id: Id | None = None
    booking_ids: BookingIds = []
    timeslot_id: Id | None = None


class PrintIn(SubjectIn):
    """Something to print, at the place where who asks is."""

    location_id: Id | None = None


class PrintedOut(Out):
    """
    Where it goes: `device` prints `job`, `qz` is this browser's with the bytes in `data`, and for `browser`
    there is a PDF at `pdf`.
    """

    via: Literal["device", "qz", "browser"]
    papers_cnt: int
    job: PrintJobOut | None
    data: PrintDataOut | None
    pdf: str


class PaperPreviewIn(In):
    """A paper of a made-up trip, as these choices have it."""

    kind: Kind
    fields: Annotated[list[Annotated[str, StringConstraints(max_length=20)]], Field(max_length=20)]
    footer: Footer = ""
    paper: Literal["roll_58", "roll_80", "label_4x2", "wristband"] = "roll_80"
    is_drawn: bool = False


class PaperPreviewOut(Out):
    """Pictures (PNG in base64) of what comes out, one for each piece of paper."""

    pictures: list[str]
    width_mm: int = Field(description="how wide the paper is")


class TestPrintIn(In):
    """A route whose printer is to be tried."""

    route_id: Id


class RawParams(In):
    """For which device, in which format; without a format in that of the device's printer, else in all."""

    device_id: Id | None = None
    format: Literal["escpos", "zpl", "html"] | None = None


class RawJobOut(Out):
    """A ticket as one printer takes it."""

    printer: str = Field(description="what the device's route calls its printer; empty: the only one")
    type: Literal["escpos", "zpl", "html"]
    data_base64: str


class RawDataOut(Out):
    """A ticket in the formats that were asked for."""

    jobs: list[RawJobOut]
