"""What a customer may do with their own trip, when, and why not (domain.md 4.11, 4.12). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from outfitter_tenants.people.queries import SelfServiceSettings

Reason = Literal[
    "off",
    "partner",
    "under_review",
    "not_booked",
    "canceled",
    "cutoff",
    "started",
    "limit",
    "unscheduled",
    "checked_in",
    "locked",
    "paying",
    "nothing_due",
    "too_early",
    "done",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something may be done: `reason` is None where it may, until `until` (None: no end)."""

    reason: Reason | None = None
    until: datetime | None = None

    @property
    def is_allowed(self) -> bool:
        """Return whether it may be done."""
        return self.reason is None


@dataclass(frozen=True, slots=True)
class TripFacts:
    """
    What counts of a trip. `owed` is the customer's, in minor units.

    `is_partners`: a partner sold it, so that whoever wants it changed asks them. `is_ours`: the
    customer's money is for us to take. `is_payable`: it can be taken here and now.
    """

    status: str
    is_partners: bool = False
    is_ours: bool = True
    is_locked: bool = False
    is_paying: bool = False
    owed: int = 0
    is_payable: bool = False
    takes_tips: bool = False
    is_reviewed: bool = False


@dataclass(frozen=True, slots=True)
class OrderFacts:
    """
    What counts of an order. `start_at` is None while it has no departure.

    The hours are its policy's own; None leaves it to the operator's setting. `rebook_offer` is set on an
    order that the operator called off and lets the customer book anew until `offered_until`: of the
    same experience, or of any.
    """

    start_at: datetime | None
    end_at: datetime | None = None
    is_active: bool = True
    is_checked_in: bool = False
    rebooked_cnt: int = 0
    cancel_until_hours: int | None = None
    rebook_until_hours: int | None = None
    rebook_offer: str | None = None
    offered_until: datetime | None = None


def rebook_hours(order: OrderFacts, settings: SelfServiceSettings) -> int:
    """Return until how many hours before the start the order may be moved."""
    own = order.rebook_until_hours
    return settings.self_rebook_min_hours if own is None else own


def cancel_hours(order: OrderFacts, settings: SelfServiceSettings) -> int:
    """Return until how many hours before the start the order may be canceled."""
    own = order.cancel_until_hours
    return settings.self_cancel_min_hours if own is None else own


def moves_left(order: OrderFacts, settings: SelfServiceSettings) -> int:
    """Return how often the customer may still move the order."""
    return max(0, settings.self_rebook_limit - order.rebooked_cnt)


def may_rebook(trip: TripFacts, order: OrderFacts, settings: SelfServiceSettings, at: datetime) -> Verdict:
    """
    Return whether the customer may move an order, and until when.

    What the operator called off and offers anew has no cut-off and no limit, whatever else is off.
    """
    if order.rebook_offer is not None:
        return _offered(trip, order, at)
    reason = _barred(trip, order, is_on=settings.is_allow_self_rebook)
    if reason is None and not moves_left(order, settings):
        reason = "limit"
    return _timely(reason, order.start_at, rebook_hours(order, settings), at)


def is_any_experience(order: OrderFacts, settings: SelfServiceSettings) -> bool:
    """Return whether an order that may be moved may be moved to another experience as well."""
    if order.rebook_offer is not None:
        return order.rebook_offer == "any"
    return settings.is_allow_self_rebook_any


def _offered(trip: TripFacts, order: OrderFacts, at: datetime) -> Verdict:
    reason = _not_sold(trip)
    if reason is None and (trip.is_locked or trip.is_paying):
        reason = "locked" if trip.is_locked else "paying"
    if reason is not None:
        return Verdict(reason)
    if order.offered_until is not None and at > order.offered_until:
        return Verdict("canceled", order.offered_until)
    return Verdict(None, order.offered_until)


def may_cancel(trip: TripFacts, order: OrderFacts, settings: SelfServiceSettings, at: datetime) -> Verdict:
    """Return whether the customer may cancel an order, and until when."""
    reason = _barred(trip, order, is_on=settings.is_allow_self_cancel)
    return _timely(reason, order.start_at, cancel_hours(order, settings), at)


def may_add(trip: TripFacts, order: OrderFacts, settings: SelfServiceSettings, at: datetime) -> Verdict:
    """Return whether the customer may add guests and extras; the departure's own cut-off counts besides."""
    reason = _barred(trip, order, is_on=settings.is_allow_self_add)
    if reason is None and order.start_at is None:
        reason = "unscheduled"
    return _timely(reason, order.start_at, 0, at)


def may_edit(trip: TripFacts, order: OrderFacts, at: datetime) -> Verdict:
    """Return whether the customer may say who travels and answer questions: until the start."""
    reason: Reason | None = _not_sold(trip)
    if reason == "under_review":
        reason = None
    if reason is None and not order.is_active:
        reason = "canceled"
    return _timely(reason, order.start_at, 0, at)


def may_pay(trip: TripFacts) -> Verdict:
    """Return whether the customer may pay what is left, or a part of it."""
    if trip.status != "reserved":
        return Verdict("under_review" if trip.status == "under_review" else "not_booked")
    if not trip.is_ours:
        return Verdict("partner")
    if trip.owed <= 0:
        return Verdict("nothing_due")
    return Verdict(None if trip.is_payable else "off")


def may_tip(trip: TripFacts, orders: Sequence[OrderFacts]) -> Verdict:
    """Return whether the customer may give a tip."""
    if trip.status != "reserved":
        return Verdict("under_review" if trip.status == "under_review" else "not_booked")
    if not trip.is_ours:
        return Verdict("partner")
    if not any(order.is_active for order in orders):
        return Verdict("canceled")
    return Verdict(None if trip.takes_tips and trip.is_payable else "off")


def may_ask(trip: TripFacts) -> Verdict:
    """Return whether the customer may write to the operator."""
    return Verdict(None if trip.status in {"reserved", "under_review"} else "not_booked")


def may_review(trip: TripFacts, orders: Sequence[OrderFacts], at: datetime) -> Verdict:
    """Return whether the customer may say how it was: once, when the first of it is over."""
    if trip.status != "reserved":
        return Verdict("under_review" if trip.status == "under_review" else "not_booked")
    if trip.is_reviewed:
        return Verdict("done")
    taken = [order for order in orders if order.is_active]
    if not taken:
        return Verdict("canceled")
    is_over = any(order.end_at is not None and order.end_at <= at for order in taken)
    return Verdict(None if is_over else "too_early")


def may_save_pass(
    trip: TripFacts, orders: Sequence[OrderFacts], at: datetime, *, is_offered: bool
) -> Verdict:
    """Return whether the customer gets passes for their phone: of a booked trip that is still to come."""
    if trip.status != "reserved":
        return Verdict("under_review" if trip.status == "under_review" else "not_booked")
    taken = [order for order in orders if order.is_active]
    if not taken:
        return Verdict("canceled")
    if not is_offered:
        return Verdict("off")
    ends = [order.end_at for order in taken if order.end_at is not None]
    if not ends:
        return Verdict("unscheduled")
    return Verdict(None, max(ends)) if max(ends) > at else Verdict("started", max(ends))


def combined(verdicts: Sequence[Verdict]) -> Verdict:
    """
    Return what counts of a trip of which each order is decided on its own.

    It is allowed where one of them is, for as long as the last of them; else the first of those that
    are not canceled says why.
    """
    allowed = [one for one in verdicts if one.is_allowed]
    if allowed:
        ends = [one.until for one in allowed if one.until is not None]
        return Verdict(None, max(ends) if len(ends) == len(allowed) else None)
    told = [one for one in verdicts if one.reason != "canceled"]
    return (told or list(verdicts) or [Verdict("not_booked")])[0]


def _not_sold(trip: TripFacts) -> Reason | None:
    if trip.status not in {"reserved", "under_review"}:
        return "not_booked"
    if trip.is_partners:
        return "partner"
    return "under_review" if trip.status == "under_review" else None


def _barred(trip: TripFacts, order: OrderFacts, *, is_on: bool) -> Reason | None:
    """Return what keeps a customer from changing what was sold, whatever the time."""
    found = _not_sold(trip)
    if found is not None:
        return found
    checks: tuple[tuple[Reason, bool], ...] = (
        ("canceled", not order.is_active),
        ("off", not is_on),
        ("locked", trip.is_locked),
        ("paying", trip.is_paying),
        ("checked_in", order.is_checked_in),
    )
    return next((reason for reason, is_so in checks if is_so), None)


def _timely(reason: Reason | None, start_at: datetime | None, hours: int, at: datetime) -> Verdict:
    """Return the verdict once the clock is asked, too; without a start there is no cut-off."""
    if reason is not None:
        return Verdict(reason)
    if start_at is None:
        return Verdict()
    until = start_at - timedelta(hours=hours)
    if at <= until:
        return Verdict(None, until)
    return Verdict("cutoff" if at < start_at else "started", until)
