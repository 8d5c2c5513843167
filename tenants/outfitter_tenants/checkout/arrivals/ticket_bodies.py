"""What a scanner asks and is told about a code."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from outfitter.api.schemas import In, Out
from outfitter_tenants.scheduling.schemas.timeslots import Day

# A ticket's 24 letters and digits, or a confirmation code such as "WXYZ-2345".
TicketCode = Annotated[str, StringConstraints(pattern=r"^([0-9A-Za-z]{24}|[2-9A-Za-z]{4}-[2-9A-Za-z]{4})$")]


class TicketCodeIn(In):
    """A code that was scanned or typed, and the local day it was held up on."""

    code: TicketCode
    day: Day


class FoundTicketOut(Out):
    """
    Where a code leads: to one guest, or to a whole booking when `booking_id` is null.

    `date` is the departure's; null while the order has none.
    """

    state: Literal["scheduled", "unscheduled", "canceled", "not_booked"]
    trip_id: int
    trip_order_id: int
    booking_id: int | None
    confirmation_code: str
    name: str
    experience: str
    date: date | None
    start_at: datetime | None
