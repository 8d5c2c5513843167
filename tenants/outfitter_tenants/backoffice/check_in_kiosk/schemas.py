"""Bodies of self check-in at a kiosk."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out
from outfitter_tenants.checkout.arrivals.ticket_bodies import TicketCode

Pin = Annotated[str, StringConstraints(pattern=r"^[0-9]{4,8}$")]
LastName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80, pattern=SINGLE_LINE)]
PartyKey = Annotated[str, StringConstraints(min_length=1, max_length=400, pattern=SINGLE_LINE)]


class KioskTermsIn(In):
    """How guests check themselves in; `pin` null keeps the one there is, empty takes it away."""

    opens_minutes: Annotated[int, Field(ge=0, le=2880)] = 120
    closes_minutes: Annotated[int, Field(ge=0, le=2880)] = 0
    allows_unpaid: bool = False
    finds_by_name: bool = False
    prints_tickets: bool = True
    idle_seconds: Annotated[int, Field(ge=15, le=300)] = 45
    pin: Pin | Literal[""] | None = None
    version: Annotated[int, Field(ge=0, le=2**31 - 1)]


class KioskTermsOut(Out):
    """How guests check themselves in; the PIN itself is never told."""

    opens_minutes: int = Field(description="before the departure")
    closes_minutes: int = Field(description="before the departure")
    allows_unpaid: bool
    finds_by_name: bool
    prints_tickets: bool
    idle_seconds: int
    has_pin: bool
    version: int


class KioskAccountOut(Out):
    """Whose kiosk it is."""

    name: str
    logo_url: str | None
    brand_color: str


class KioskOut(Out):
    """What a kiosk's page begins with."""

    account: KioskAccountOut
    device: str
    locale: str
    time_zone: str
    finds_by_name: bool
    idle_seconds: int
    has_pin: bool


class KioskFindIn(In):
    """A code that was scanned or typed; or a last name and the last four digits of a phone number."""

    code: TicketCode | None = None
    last_name: LastName = ""
    phone_end: Annotated[str, StringConstraints(pattern=r"^([0-9]{4})?$")] = ""

    @model_validator(mode="after")
    def _one_way(self) -> "KioskFindIn":
        is_named = bool(self.last_name and self.phone_end)
        if is_named == (self.code is not None):
            raise ValueError("Send a code, or a last name and the end of a phone number.")
        return self


class KioskPartyIn(In):
    """A party that this kiosk found."""

    key: PartyKey


class KioskCheckInIn(KioskPartyIn):
    """Guests of a party who are here."""

    booking_ids: Annotated[list[Id], Field(min_length=1, max_length=200)]
    client_action_id: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{8,64}$")] = Field(
        description="the kiosk's own name for this press: sent again it changes nothing"
    )


class KioskLeaveIn(In):
    """The PIN with which staff leave the page."""

    pin: Pin


class KioskGuestOut(Out):
    """A guest of the party, by first name alone."""

    booking_id: int
    first_name: str
    ticket_type: str
    is_here: bool
    checked_in_at: datetime | None
    has_signed: bool


class KioskPartyOut(Out):
    """What a kiosk says of a party; guests and `key` only while they can be checked in."""

    state: Literal["open", "early", "over", "other_day", "elsewhere", "canceled", "not_booked", "unscheduled"]
    key: str | None
    experience: str
    date: date | None
    start_at: datetime | None
    opens_at: datetime | None = Field(description="of what is too early")
    place: str = Field(description="where it starts, when that is elsewhere")
    has_balance: bool
    due_amount: int = Field(description="what their customer still pays for the trip, in minor units")
    currency: str
    pays_by_phone: bool = Field(description="whether it can be paid by a code on the kiosk's screen")
    must_pay_first: bool
    must_sign_first: bool
    guests: list[KioskGuestOut]


class KioskCheckedInOut(Out):
    """Who is here now, how many came by this press, and what is being printed for them."""

    party: KioskPartyOut
    checked_in_cnt: int
    papers_cnt: int


class KioskPayOut(Out):
    """Where a party pays on a phone of its own, and until when that address is good."""

    url: str
    qr: list[str] = Field(description="the QR code of the address by rows, 1 is dark")
    expires_at: datetime
    key: str


class KioskBalanceOut(Out):
    """What is left to pay."""

    due_amount: int
    currency: str


class KioskDoneOut(Out):
    """It was done."""

    ok: Literal[True] = True
