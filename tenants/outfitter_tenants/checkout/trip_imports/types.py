"""A booking that was made elsewhere, as a row of a file says it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time

from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.trips.operations.imported_trips import Origin


@dataclass(frozen=True, slots=True)
class ImportedMoney:
    """What a booking costs and what of it was paid, in minor units; a tip comes on top of both."""

    total: int
    paid: int = 0
    tip: int = 0
    method: str = "external"
    paid_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ImportedSale:
    """The partner who sold it, their voucher, and what they earn (None: what their terms say)."""

    reseller_id: int
    voucher: str | None
    commission: int | None


@dataclass(frozen=True, slots=True)
class ImportedBooking:
    """
    One order of one trip. `timeslot_id` None: its departure is over and has to be made.

    `day` and `start_time` are wall clock where the experience begins.
    """

    no: int
    origin: Origin
    contact: Contact
    locale: str
    experience: ExperienceRow
    start_at: datetime
    day: date
    start_time: time
    timeslot_id: int | None
    quantities: Mapping[int, int]
    money: ImportedMoney
    sale: ImportedSale | None
    status: str
    booked_at: datetime | None
    note: str
    is_overbooking: bool
