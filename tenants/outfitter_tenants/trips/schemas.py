"""What the list of trips answers (domain.md 5.0)."""

from datetime import date, datetime
from typing import Literal

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Lookup, Out


class TripContactOut(Out):
    """Whom a trip is for."""

    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    country: str | None
    locale: str


class TripMethodOut(Lookup):
    """How a trip is sold."""

    audience: str


class TripSummaryOut(Out):
    """One trip of a list. Amounts in minor units; `paid_amount` is less what was given back."""

    id: int
    hash: str
    confirmation_code: str
    status: Lookup
    contact: TripContactOut
    group_name: str | None
    tripMethod: TripMethodOut
    tripSource: Lookup | None
    reseller_id: int | None
    reseller_name: str | None
    currency: str
    first_start_at: datetime | None
    experience_names: list[str]
    pax_cnt: int
    total_amount: int
    paid_amount: int
    balance_amount: int
    paid_state: Literal["unpaid", "deposit_paid", "paid", "overpaid", "at_partner"]
    schedule_state: Literal["scheduled", "flex", "unscheduled"]
    schedule_by: date | None
    is_flagged: bool
    attention: str | None
    created_at: datetime
    reserved_at: datetime | None
    version: int


class TripsOut(ListAnswer[TripSummaryOut]):
    """One page of trips."""
