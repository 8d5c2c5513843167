"""What staff are shown of signed waivers."""

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field, StringConstraints

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Id, In, Line, Out


class WaiverNameOut(Out):
    """What was signed."""

    id: int
    name: str


class WaiverTripOut(Out):
    """The trip of a guest for whom a waiver counts, or under whose link it was signed."""

    id: int
    hash: str
    confirmation_code: str
    name: str


class WaiverRowOut(Out):
    """A signed waiver of one guest; `day` is the operator's day it was signed for."""

    id: int
    hash: str
    name: str
    email: str | None
    birth_date: date | None
    is_minor: bool
    signer_name: str
    relation: str
    template: WaiverNameOut
    template_version: int
    locale: str
    method: str
    signed_at: datetime
    day: date
    expires_on: date | None
    voided_at: datetime | None
    is_assigned: bool
    booking_ids: list[int]
    trip: WaiverTripOut | None
    pdf_url: str


WaiversOut = ListAnswer[WaiverRowOut]


class WaiverDayParams(Schema):
    """A day of the operator's; today when none is named."""

    day: Annotated[date | None, Field(alias="date")] = None


class UnassignedWaiversOut(Out):
    """Waivers signed for a day that count for no guest."""

    waivers: list[WaiverRowOut]


class WaiverVoidIn(In):
    """Why a waiver counts for nobody any more."""

    reason: Annotated[Line, StringConstraints(min_length=1)]


class ShowWaiverIn(In):
    """Which guests are to sign on which tablet; none: the tablet is free again."""

    device_id: Id
    booking_ids: Annotated[list[Id], Field(max_length=30)]
    template_ids: Annotated[list[Id], Field(max_length=20)] | None = None


class ShownWaiverOut(Out):
    """What a tablet shows now."""

    device_id: int
    state: Literal["shown", "free"]
    is_replaced: bool = Field(description="others' waivers were still shown: the newest wins")
