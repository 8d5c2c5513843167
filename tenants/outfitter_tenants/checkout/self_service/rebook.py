"""Customers who move an order: shown first, paid or given back, then made (domain.md 4.12)."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.orders.reschedule import AlreadyThere
from outfitter_tenants.checkout.paid_moves import operations as paid_moves
from outfitter_tenants.checkout.paid_moves import terms
from outfitter_tenants.checkout.payment_links import customer_links
from outfitter_tenants.checkout.refunds import cancellations, gateway_refunds
from outfitter_tenants.checkout.refunds.gateway_refunds import PlanContext
from outfitter_tenants.checkout.sale_terms import order_terms, reseller_terms
from outfitter_tenants.checkout.self_service import destinations, offers
from outfitter_tenants.checkout.self_service.customer_trip import CUSTOMER, CustomerTrip, guests_of
from outfitter_tenants.checkout.self_service.refusal import NotOffered, demand
from outfitter_tenants.checkout.trip_changes.change import preview_with_rollback
from outfitter_tenants.checkout.trip_changes.customer_notices import tell_staff
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.pricing.rules.cancellation_policy import share_of
from outfitter_tenants.pricing.rules.refund_plan import RefundPlan, plan
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import moves

if TYPE_CHECKING:
    from outfitter_tenants.checkout.self_service.facts import OrderVerdicts
    from outfitter_tenants.ledger.models import PaymentLink
    from outfitter_tenants.scheduling.rules.availability import Audience
    from outfitter_tenants.trips.models import TripOrder

Settle: TypeAlias = Literal["pay", "refund", "credit"]
Outcome: TypeAlias = Literal["refund", "credit"]


@dataclass(frozen=True, slots=True)
class MoveQuote:
    """
    What a move comes to; amounts in minor units.

    `due_now` is paid before the move is made; `refund` comes back, in one of `outcomes`.
    `lost_addons` are not sold there. With `is_return` the order was called off by the operator and is
    active again; its price of before counts as nothing then.
    """

    trip_order_id: int
    timeslot_id: int
    start_at: datetime
    old_total: int
    new_total: int
    due_now: int
    refund: RefundPlan
    outcomes: tuple[Outcome, ...]
    lost_addons: tuple[str, ...] = ()
    is_return: bool = False

    @property
    def difference(self) -> int:
        """Return what the trip costs more there or, negative, less."""
        return self.new_total - self.old_total

    @property
    def extra(self) -> int:
        """Return what the customer pays for it, or (negative) gets back: what a calendar says of a day."""
        return self.due_now - self.refund.of() if self.is_return else self.difference

    def facts(self) -> dict[str, object]:
        """Return what is signed, and what a refusal says of how it stands now."""
        return {
            "trip_order_id": self.trip_order_id,
            "timeslot_id": self.timeslot_id,
            "old_total": self.old_total,
            "new_total": self.new_total,
            "difference": self.difference,
            "due_now": self.due_now,
            "refund_amount": self.refund.of(),
            "outcomes": list(self.outcomes),
            "lost_addons": list(self.lost_addons),
        }


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What became of a move: made, with what came back, or waiting at `link` for `amount` to be paid."""

    quote: MoveQuote
    is_moved: bool
    refund_amount: int = 0
    credit_amount: int = 0
    link: "PaymentLink | None" = None


def preview(*, trip_id: int, trip_order_id: int, timeslot_id: int, at: datetime) -> tuple[MoveQuote, str]:
    """
    Return what a move comes to, and a token for it; nothing stays.

    :raises NotOffered: the customer may not move the order, or not any more
    :raises OrderNotFound: it is of another trip
    :raises NotBookable: something speaks against the departure; it is another experience's
    :raises SoldOut: the party does not fit in
    :raises AlreadyThere: the order is there
    """
    quote = preview_with_rollback(lambda: _quote(trip_id, trip_order_id, timeslot_id, at))
    return quote, offers.sign("move", trip_id=trip_id, facts=quote.facts())


def move(
    *, trip_id: int, trip_order_id: int, timeslot_id: int, token: str, settle: Settle, at: datetime
) -> MoveResult:
    """
    Move an order as it was shown, or hold the seats there until its difference is paid.

    What it costs less comes back as the customer chose, where the policy gives that back.

    :raises StalePreview: it comes to something else by now; nothing has changed then
    :raises NotOffered: the customer may not move it, or nothing can be paid online
    :raises SoldOut: the departure filled meanwhile
    :raises Invalid: money was chosen where only store credit is given
    """
    with atomic():
        # Locked before the look at it, which lets go of what it locks itself.
        trips.lock_trip(trip_id=trip_id)
        quote = preview_with_rollback(lambda: _quote(trip_id, trip_order_id, timeslot_id, at))
        facts = quote.facts()
        offers.require(token, "move", trip_id=trip_id, facts=facts, figures=facts)
        _require_outcome(quote, settle)
        mine = CustomerTrip.read(trip_id, at=at)
        order = mine.order(trip_order_id)
        demand(mine.verdicts(order).rebook)
        paid_moves.withdraw(trip_order_id=trip_order_id, at=at)
        if quote.due_now:
            return MoveResult(quote, is_moved=False, link=_hold(mine, order, quote))
        return _make(mine, order, quote, settle)


def withdraw(*, trip_id: int, trip_order_id: int, at: datetime) -> bool:
    """
    Give up a move that waits for its payment; False: none waits.

    :raises OrderNotFound: the order is of another trip
    """
    with atomic():
        CustomerTrip.read(trip_id, at=at).order(trip_order_id)
        return paid_moves.withdraw(trip_order_id=trip_order_id, at=at)


def _quote(trip_id: int, trip_order_id: int, timeslot_id: int, at: datetime) -> MoveQuote:
    """Make the move and say what it came to; the caller undoes it."""
    mine = CustomerTrip.read(trip_id, at=at)
    order = mine.order(trip_order_id)
    verdicts = mine.verdicts(order)
    demand(verdicts.rebook)
    cancellations.refuse_while_paying(mine.trip)
    slot = _departure(order, timeslot_id, verdicts, at)
    is_free, is_return = _is_free(order, at), terms.is_return(order)
    lost = terms.lost_addons(order, experience_id=slot.experience_id)
    paid_moves.withdraw(trip_order_id=trip_order_id, at=at)
    done = reschedule.rebook(
        trip_id=trip_id, trip_order_id=trip_order_id, move=terms.move_terms(order, slot), by=CUSTOMER, at=at
    )
    trip = trips.get_trip(trip_id=trip_id)
    # Of what was called off, all that was paid was too much until now.
    cheaper_by = trip.paid_amount if is_return and slot.experience_id != order.experience_id else -done.delta
    back = max(0, min(cheaper_by, cancellations.overpaid_of(trip)))
    found = plan(back, money.refundable_payments(trip_id=trip_id))
    outcomes: tuple[Outcome, ...] = ("refund", "credit") if is_free else ("credit",)
    return MoveQuote(
        trip_order_id,
        timeslot_id,
        slot.start_at,
        done.old_total,
        done.new_total,
        # What is on its way back is not there to pay for it.
        max(0, min(done.delta, trips.customer_owes(trip) + money.promised_back(trip_id=trip_id))),
        found,
        outcomes if found.parts else (),
        lost,
        is_return,
    )


def _departure(
    order: "TripOrder", timeslot_id: int, verdicts: "OrderVerdicts", at: datetime
) -> "scheduling.TimeslotRow":
    """Return a departure the order may go to: of its experience, or of another where that is allowed."""
    slot = scheduling.get_timeslot(timeslot_id=timeslot_id, at=at)
    if slot.experience_id not in {one.id for one in destinations.experiences(order, verdicts)}:
        raise scheduling.TimeslotNotFound("Departure not found.")
    if slot.id == order.timeslot_id and not terms.is_return(order):
        raise AlreadyThere("You're already booked at this time.", timeslot_id=slot.id)
    return slot


def _is_free(order: "TripOrder", at: datetime) -> bool:
    """
    Return whether the policy would give everything back now.

    Where it would not, moving to a cheaper time is no way around it: the difference is store credit.
    What the operator called off is no way around anything.
    """
    if terms.is_return(order):
        return True
    policy = order_terms.cancellation_policy_of(order)
    if policy is None:
        return True
    start_at = order_terms.refund_clock_start(order)
    share = share_of(policy=policy, gross=1_000_000, start_at=start_at, reason="customer", at=at)
    return share.keep == 0


def _require_outcome(quote: MoveQuote, settle: Settle) -> None:
    if settle == "refund" and quote.outcomes and "refund" not in quote.outcomes:
        raise Invalid({"settle": ["At this point, the difference comes back as store credit."]})


def _hold(mine: CustomerTrip, order: "TripOrder", quote: MoveQuote) -> "PaymentLink":
    """Set the seats aside and hand out the address at which the move is paid."""
    if not customer_links.is_money_taken():
        raise NotOffered(
            "Payments aren't available online right now. Please contact us.", reason="off", until=None
        )
    method, at = mine.trip.trip_method, mine.at
    slot = scheduling.get_timeslot(timeslot_id=quote.timeslot_id, at=at)
    kinds = terms.party_there(order, guests_of(order), experience_id=slot.experience_id) or {}
    until = at + paid_moves.PAY_WITHIN
    held = seats.place_hold(
        seats.SeatRequest(
            quote.timeslot_id,
            kinds,
            seats.Buyer(
                "online",
                method.slug,
                counted_as=cast("Audience", method.audience),
                partner=reseller_terms.restriction_on(mine.trip),
            ),
            until,
            kind="rebook",
            trip_id=mine.trip.pk,
            check=order_terms.plugin_check(),
        ),
        at=at,
    )
    waiting = moves.open_move(
        trip_order_id=order.pk,
        timeslot_id=quote.timeslot_id,
        hold_id=held.id,
        difference=quote.difference,
        amount=quote.due_now,
        expires_at=until,
        at=at,
    )
    return customer_links.open_for_move(move=waiting, trip_id=mine.trip.pk, at=at)


def _make(mine: CustomerTrip, order: "TripOrder", quote: MoveQuote, settle: Settle) -> MoveResult:
    slot = scheduling.get_timeslot(timeslot_id=quote.timeslot_id, at=mine.at)
    done = reschedule.rebook(
        trip_id=mine.trip.pk,
        trip_order_id=quote.trip_order_id,
        move=terms.move_terms(order, slot, is_notified=True),
        by=CUSTOMER,
        at=mine.at,
    )
    if done.delta != quote.difference:
        # A price was changed in this very moment.
        raise offers.StalePreview("The price has changed. Please check again.", now=quote.facts())
    tell_staff("moved", trip_id=mine.trip.pk, at=mine.at)
    amount = quote.refund.of()
    if not amount:
        return MoveResult(quote, is_moved=True)
    about = PlanContext(trips.lock_trip(trip_id=mine.trip.pk), quote.refund, "customer", mine.at)
    if settle == "credit" or "refund" not in quote.outcomes:
        gateway_refunds.open_credit(about)
        return MoveResult(quote, is_moved=True, credit_amount=amount)
    gateway_refunds.open_plan(about)
    return MoveResult(quote, is_moved=True, refund_amount=amount)
