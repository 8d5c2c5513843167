"""What stands in the way of selling a cart, and what whoever sells it should know."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, cast

from outfitter.kit.errors import DomainError, Forbidden
from outfitter_tenants.checkout.custom_field_answers import operations as custom_field_answers
from outfitter_tenants.checkout.refunds.cancellations import PaymentInProgress
from outfitter_tenants.checkout.sale_terms import reseller_credit, reseller_terms
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.sales.conversion import EmptyTrip, PaymentRequired
from outfitter_tenants.checkout.stored_value import activation
from outfitter_tenants.checkout.trip_changes.change import TripActor, TripLocked, WrongState, require_unlocked
from outfitter_tenants.checkout.trip_prices import offer_codes
from outfitter_tenants.fields import queries as questions
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations import HoldExpired, SoldOut
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outfitter_tenants.trips.models import Trip, TripOrder

# Over the counter people pay and go: nobody asks for a name.
COUNTER: Final = frozenset({"walk_up", "pos", "kiosk"})


class ContactMissing(DomainError):
    """Nobody could be told about this trip."""

    code = "contact_missing"
    status = 422


@dataclass(slots=True)
class Readiness:
    """What speaks against selling a cart now, and what does not but should be known."""

    blockers: list[DomainError] = field(default_factory=list)
    warnings: list[dict[str, str]] = field(default_factory=list)
    # What the trip's partner owes beside it, where that limits the trip.
    credit: reseller_credit.CreditUse | None = None

    def warn(self, code: str, message: str) -> None:
        """Note something that stops nobody."""
        self.warnings.append({"code": code, "message": message, "severity": "warn"})


def check_readiness(*, trip: "Trip", by: TripActor, at: datetime, is_unpaid: bool = True) -> Readiness:
    """
    Return whether a trip can be reserved by this person now (domain.md 3.4, `canReserve`).

    `is_unpaid` False looks at it for a sale that is paid in the same moment.
    """
    found = Readiness()
    if trip.status != "draft":
        found.blockers.append(WrongState("This trip is already booked.", status=trip.status))
        return found
    try:
        require_unlocked(trip, by=by, at=at)
    except TripLocked as problem:
        found.blockers.append(problem)
    orders = trips.active_orders(trip=trip)
    if not orders and not trip.products.exists() and not activation.has_gift_cards(trip):
        found.blockers.append(EmptyTrip("There is nothing in this trip."))
    _contact(trip, found)
    _seats(trip, orders, found, at)
    if trip.discount_amount:
        found.blockers += offer_codes.invalid(trip=trip, at=at)
    if any(order.experience.is_requires_review for order in orders):
        found.warn("needs_review", "This trip will wait for confirmation.")
    _answers(trip, orders, found)
    _partner(trip, by, found)
    if is_unpaid:
        _money(trip, by, found)
    return found


def require(*, trip: "Trip", by: TripActor, at: datetime, is_unpaid: bool = True) -> Readiness:
    """
    Refuse to sell a cart that something speaks against, saying the first thing; see `look`.

    :raises DomainError: whatever stands in the way
    """
    found = check_readiness(trip=trip, by=by, at=at, is_unpaid=is_unpaid)
    if found.blockers:
        raise found.blockers[0]
    return found


def require_idle(trip: "Trip", at: datetime) -> None:
    """
    Refuse to take money twice.

    :raises PaymentInProgress: a customer, or the gateway, is at it
    """
    is_locked = trip.locked_reason == "checkout_in_progress"
    is_held = is_locked and (trip.locked_until is None or trip.locked_until > at)
    if is_held or money.is_being_paid(trip_id=trip.pk):
        raise PaymentInProgress(
            "The customer is paying for this trip right now.",
            locked_until=trip.locked_until.isoformat() if trip.locked_until else None,
        )


def _contact(trip: "Trip", found: Readiness) -> None:
    is_named = bool(trip.contact_first_name or trip.contact_last_name or trip.group_name)
    is_reachable = bool(trip.contact_email or trip.contact_phone)
    if trip.trip_method.slug in COUNTER:
        if not is_reachable:
            found.warn("no_contact", "This trip has no email address or phone number.")
        return
    missing = [] if is_named else ["contact.first_name"]
    missing += [] if is_reachable else ["contact.email"]
    if missing:
        found.blockers.append(
            ContactMissing("Enter a name and an email address or phone number.", fields=missing)
        )


def _seats(trip: "Trip", orders: "list[TripOrder]", found: Readiness, at: datetime) -> None:
    holds = {hold.trip_order_id: hold for hold in scheduling.holds_of_trip(trip_id=trip.pk)}
    audience = cast("Audience", trip.trip_method.audience)
    for order in orders:
        name, hold = order.experience.name, holds.get(order.pk)
        if order.timeslot_id is None:
            found.warn("unscheduled", f"{name} has no date yet.")
        elif hold is None:
            found.blockers.append(HoldExpired(f"No seats are held for {name}.", trip_order_id=order.pk))
        elif hold.expires_at <= at:
            slot = scheduling.get_timeslot(timeslot_id=order.timeslot_id, at=at)
            left = slot.remaining.of(audience, trip.trip_method.slug)
            if left is not None and left < hold.pax_cnt:
                found.blockers.append(SoldOut(f"The seats on {name} are gone.", remaining=max(0, left)))
            else:
                found.warn("hold_expired", f"The hold on {name} has ended; its seats are still free.")


def _partner(trip: "Trip", by: TripActor, found: Readiness) -> None:
    found.blockers += reseller_terms.objections(trip=trip)
    twin = trips.find_voucher_twin(trip=trip) if trip.reseller_id else None
    if twin is not None:
        found.warn("voucher_used", f"This voucher is on trip {twin} already.")
    found.credit = reseller_credit.read_credit(trip=trip)
    if found.credit is None:
        return
    try:
        used = reseller_credit.require_credit(trip=trip, use=found.credit)
    except reseller_credit.CreditLimit as problem:
        if by.can("reseller.manage"):
            found.warn(problem.code, problem.message)
        else:
            found.blockers.append(problem)
        return
    if used is not None:
        found.warn("credit_nearly_used", f"This sale uses {used // 10_000}% of the reseller's credit.")


def _answers(trip: "Trip", orders: "Sequence[TripOrder]", found: Readiness) -> None:
    """Staff sell without an answer that strangers have to give, and are told of it."""
    sold = {order.experience_id for order in orders}
    if not sold or not questions.has_required(experience_ids=sold):
        return
    missing = {one.field.label: None for one in custom_field_answers.missing_fields(trip_id=trip.pk)}
    if missing:
        found.warn("answers_missing", f"Not answered yet: {', '.join(missing)}.")


def _money(trip: "Trip", by: TripActor, found: Readiness) -> None:
    # What an agent sells and their partner has the money of is paid as agreed, not by who books it.
    is_theirs = by.is_agent and trips.is_partners_money(trip)
    if not is_theirs and not by.can("trip.reserve_unpaid"):
        found.blockers.append(Forbidden("Your role does not allow this.", permission="trip.reserve_unpaid"))
    demanded = reseller_terms.demanded(trip=trip)
    if demanded and conversion.card_of(trip=trip) is None:
        found.blockers.append(PaymentRequired("This partner pays before a trip is booked.", due_now=demanded))
    if trips.due_now(trip) > 0:
        found.warn("payment_due", "A payment would be due now.")
