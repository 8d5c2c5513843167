"""What customers are shown and answered when they change their trip; amounts in minor units."""

from datetime import date, datetime
from typing import Literal

from outfitter.api.schemas import Out


class MoveChoiceOut(Out):
    """
    A departure an order can move to.

    `seats` that are left, at most 20; null: no limit. `difference` is what the trip costs more or,
    negative, less there; null where the party does not fit. Then `reason` says why.
    """

    timeslot_id: int
    start_time: str
    start_at: datetime
    end_at: datetime
    seats: int | None
    is_bookable: bool
    is_current: bool
    reason: str | None
    difference: int | None


class MoveDayOut(Out):
    """The departures of a day."""

    date: date
    timeslots: list[MoveChoiceOut]


class MoveExperienceOut(Out):
    """An experience an order can be moved to."""

    id: int
    name: str


class MoveChoicesOut(Out):
    """
    Where an order can move to in a span of days; days without departures are left out.

    `experiences` is the order's own, and others where customers may choose them; the days are those of
    `experience_id`.
    """

    trip_order_id: int
    currency: str
    experience_id: int
    experiences: list[MoveExperienceOut]
    days: list[MoveDayOut]


class RefundWayOut(Out):
    """How a part of what comes back gets there: `by` card, gift_card or hand."""

    amount: int
    by: Literal["card", "gift_card", "hand"]
    method: str
    last4: str | None


class RefundOfferOut(Out):
    """
    What comes back, and how the customer may have it: as money, as store credit.

    `credit_amount` is what it is as store credit; `parts` is the way money takes.
    """

    amount: int
    credit_amount: int
    outcomes: list[Literal["refund", "credit"]]
    parts: list[RefundWayOut]


class MovePreviewOut(Out):
    """
    What a move comes to; `due_now` has to be paid before it counts.

    `lost_addons` are not sold at the other experience, and are taken off. `token` stands for all of
    this, for a quarter of an hour.
    """

    trip_order_id: int
    timeslot_id: int
    start_at: datetime
    currency: str
    old_total: int
    new_total: int
    difference: int
    due_now: int
    lost_addons: list[str]
    refund: RefundOfferOut
    token: str


class MoveOut(Out):
    """
    What became of a move: made, or it waits for `amount` to be paid at `pay_url`.

    Until `held_until` the seats there are held.
    """

    is_moved: bool
    amount: int
    pay_url: str | None
    held_until: datetime | None
    refund_amount: int
    credit_amount: int


class CancelLineOut(Out):
    """
    What is kept and what comes back of an order, or of the guests of it who go.

    `why` names the rule: nothing, policy, weather or too_late; `fee` is part of `kept`.
    """

    trip_order_id: int
    experience_name: str
    booking_ids: list[int]
    gross: int
    kept: int
    fee: int
    given_back: int
    why: str


class CancelPreviewOut(Out):
    """
    What a cancellation comes to; `token` stands for it, for a quarter of an hour.

    `balance` is what is still owed then: of a deposit that does not cover what is kept.
    """

    currency: str
    lines: list[CancelLineOut]
    old_total: int
    new_total: int
    kept: int
    balance: int
    refund: RefundOfferOut
    token: str


class CancelOut(Out):
    """What went back, as money and as store credit."""

    refund_amount: int
    credit_amount: int


class TicketOfferOut(Out):
    """A ticket that can be added to an order."""

    experience_customer_type_id: int
    name: str
    price: int
    min_age: int | None
    max_age: int | None


class AddonValueOfferOut(Out):
    """One choice of an add-on."""

    id: int
    label: str
    price: int


class AddonOfferOut(Out):
    """An add-on for the order (`booking_ids` empty) or for these guests; `chosen` is how it stands."""

    addon_id: int
    name: str
    description: str
    scope: Literal["booking", "trip_order"]
    input: str
    price: int
    price_per: str
    min_qty: int
    max_qty: int | None
    is_required: bool
    values: list[AddonValueOfferOut]
    booking_ids: list[int]


class AdditionsOut(Out):
    """What can be added to an order, and how many seats are left (null: no limit)."""

    trip_order_id: int
    currency: str
    seats: int | None
    tickets: list[TicketOfferOut]
    addons: list[AddonOfferOut]


class AdditionPreviewOut(Out):
    """What guests or extras make of the trip; `balance` is owed afterwards."""

    currency: str
    old_total: int
    new_total: int
    difference: int
    balance: int
    token: str


class AdditionOut(Out):
    """What is owed now, and where it is paid (null: nothing, or not here)."""

    balance: int
    pay_url: str | None


class TripSavedOut(Out):
    """That it was kept; `version` is the trip's now."""

    version: int


class CodeSentOut(Out):
    """That a code is on its way, if there is a trip with that address; nobody learns whether."""

    expires_in_seconds: int


class FoundTripOut(Out):
    """A trip of whoever proved that an address is theirs."""

    hash: str
    confirmation_code: str
    title: str
    start_at: datetime | None
    status: str


class FoundTripsOut(Out):
    """Their trips, the next ones first."""

    trips: list[FoundTripOut]
