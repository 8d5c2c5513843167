"""Bodies of an agent's desk; amounts in minor units."""

from datetime import date as Date
from datetime import datetime
from typing import Literal

from outfitter.api.schemas import In, Out
from outfitter_tenants.backoffice.reseller_desk.vouchers import Sent
from outfitter_tenants.checkout.invoices.schemas import InvoiceRowOut, StatementRowOut
from outfitter_tenants.resellers.schemas import ResellerCreditOut
from outfitter_tenants.resellers.types import CollectType, PaymentMethod, Status


class DeskResellerOut(Out):
    """The partner that an agent sells for."""

    id: int
    name: str
    status: Status
    collect_type: CollectType
    payment_method: PaymentMethod
    is_voucher_required: bool


class DeskSumOut(Out):
    """What some sales come to."""

    trips_cnt: int
    pax_cnt: int
    total_amount: int
    commission_amount: int


class DeskPriceOut(Out):
    """
    What a single ticket costs its guest, what of it the partner earns, and what is left to the operator.

    Fees and taxes on top, and discounts of a party, are on the trip itself.
    """

    experience_customer_type_id: int
    price: int
    commission_amount: int
    net_amount: int


class DeskDepartureOut(Out):
    """
    A departure that can be sold; `left` is null without a limit, 0 when it is full.

    `prices` are by guest type, and empty for who sees none.
    """

    timeslot_id: int
    date: Date
    start_time: str
    is_flex: bool
    left: int | None
    min_pax: int
    max_pax: int
    prices: list[DeskPriceOut]


class DeskGuestTypeOut(Out):
    """Whom tickets are for."""

    experience_customer_type_id: int
    name: str
    min_age: int | None
    max_age: int | None
    max_qty: int | None
    pax_per_booking: int


class DeskExperienceOut(Out):
    """What can be sold on a day."""

    id: int
    name: str
    color: str
    image: str | None
    duration_minutes: int
    meeting_point: str
    is_requires_review: bool
    guest_types: list[DeskGuestTypeOut]
    departures: list[DeskDepartureOut]


class DeskDayOut(Out):
    """A day as an agent sells it, in the operator's order."""

    date: Date
    today: Date
    currency: str
    # Whether guests can wait for a full departure.
    is_waitlist_on: bool
    experiences: list[DeskExperienceOut]


class DeskCartOut(Out):
    """The draft that seats from the waiting list went into."""

    trip_id: int


class DeskGuestsOut(Out):
    """How many of a guest type."""

    experience_customer_type_id: int
    name: str
    qty: int


class RepeatSaleOut(Out):
    """A party that an agent sold before, and the next departure that takes it."""

    experience_id: int
    name: str
    color: str
    guests: list[DeskGuestsOut]
    departure: DeskDepartureOut


class DeskOut(Out):
    """
    A desk before anything is chosen.

    `credit` is null where the partner has no limit; it and `month`, the agent's own sales of this
    month, are null for who sees no prices.
    """

    today: Date
    currency: str
    reseller: DeskResellerOut
    sees_prices: bool
    may_edit: bool
    may_cancel: bool
    repeat_sales: list[RepeatSaleOut]
    credit: ResellerCreditOut | None
    month: DeskSumOut | None


class EarningsQuery(In):
    """Of which month (any day of it; this one when not given), and whose."""

    month: Date | None = None
    mine: bool = True


class EarnedTripOut(Out):
    """What a partner earns on a trip; `agent_amount` is the agent's own share of it, if that was agreed."""

    id: int
    confirmation_code: str
    first_name: str
    last_name: str
    experience_names: list[str]
    first_start_at: datetime | None
    reserved_at: datetime | None
    pax_cnt: int
    total_amount: int
    commission_amount: int
    agent_amount: int | None
    owed_by: Literal["operator", "reseller", "nobody"]
    is_settled: bool


class EarningsOut(Out):
    """A month's sales, the newest first."""

    month: Date
    currency: str
    sum: DeskSumOut
    trips: list[EarnedTripOut]


class DeskStatementOut(Out):
    """A partner's account as its agents read it: what it owed, what happened, what it owes."""

    currency: str
    date_from: Date
    date_to: Date
    opening_balance: int
    closing_balance: int
    rows: list[StatementRowOut]


class DeskTicketOut(Out):
    """A guest's ticket; `qr` is its code as rows of 0 and 1."""

    booking_id: int
    code: str
    qr: list[str]


class DeskSendIn(In):
    """What a trip's guest is sent."""

    what: Sent


class DeskSentOut(Out):
    """The message that is on its way."""

    message_id: int


class DeskInvoiceOut(InvoiceRowOut):
    """An invoice of an agent's own partner; `payment_url` is where it is paid by card, null where not."""

    payment_url: str | None
