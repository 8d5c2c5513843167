"""The waiting list as its parties, agents and staff see it; amounts in minor units."""

from datetime import date, datetime
from typing import Literal

from outfitter.api.schemas import Out
from outfitter_tenants.waitlist.rules.line_order import Flexibility

Status = Literal["waiting", "offered", "accepted", "expired", "left", "removed", "closed"]


class WaitlistGuestsOut(Out):
    """So many guests of one kind."""

    experience_customer_type_id: int
    name: str
    qty: int


class WaitlistJoinedOut(Out):
    """That a party is in line, behind so many others."""

    ahead_cnt: int
    email: str


class WaitlistPlaceOut(Out):
    """One place in line, to whoever holds its address."""

    status: Status
    experience_name: str
    date: date
    start_time: str
    is_flex: bool
    guests: list[WaitlistGuestsOut]
    flexibility: Flexibility
    offer_ends_at: datetime | None
    # What the party would pay for its tickets today, before taxes and fees.
    worth: int
    currency: str
    heading: str
    intro: str


class WaitlistAcceptedOut(Out):
    """Where the cart is that an offer became."""

    url: str


class WaitlistEntryOut(Out):
    """One place in line, to staff; `worth` at today's prices, before taxes and fees."""

    id: int
    status: Status
    first_name: str
    last_name: str
    email: str
    phone: str | None
    guests: list[WaitlistGuestsOut]
    pax_cnt: int
    flexibility: Flexibility
    timeslot_id: int
    date_from: date
    date_to: date
    reseller_name: str | None
    worth: int
    offer_timeslot_id: int | None
    offer_ends_at: datetime | None
    created_at: datetime


class WaitlistOut(Out):
    """Who is in line for a departure, the next first, and what that is worth."""

    data: list[WaitlistEntryOut]
    party_cnt: int
    pax_cnt: int
    worth: int
    currency: str
    is_on: bool
    offer_minutes: int


class DeskWaitlistEntryOut(Out):
    """One place in line that an agent took."""

    id: int
    status: Status
    experience_name: str
    date: date
    start_time: str
    is_flex: bool
    first_name: str
    last_name: str
    guests: list[WaitlistGuestsOut]
    flexibility: Flexibility
    offer_ends_at: datetime | None
