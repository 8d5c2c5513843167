"""Customers who cancel: an order, some of its guests, or all of it (domain.md 4.11)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, TypeAlias

from outfitter.db.locks import atomic
from outfitter_tenants.checkout.paid_moves import operations as paid_moves
from outfitter_tenants.checkout.refunds.joint_cancellations import cancel_together
from outfitter_tenants.checkout.refunds.types import CancellationOptions, CancellationResult
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.self_service import offers
from outfitter_tenants.checkout.self_service.customer_trip import CUSTOMER, CustomerTrip, guests_of
from outfitter_tenants.checkout.self_service.refusal import demand
from outfitter_tenants.checkout.trip_changes.change import preview_with_rollback
from outfitter_tenants.checkout.trip_changes.customer_notices import tell_staff
from outfitter_tenants.checkout.trip_management.order_split import split
from outfitter_tenants.scheduling.operations import Buyer, check_other_rules
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.pricing.rules.cancellation_fees import CancellationFee
    from outfitter_tenants.trips.models import TripOrder

Outcome: TypeAlias = Literal["refund", "credit"]
Figures: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class CancelScope:
    """What is canceled: orders, guests, or (neither) all that the customer may cancel."""

    order_ids: tuple[int, ...] | None = None
    booking_ids: tuple[int, ...] | None = None

    def plain(self) -> list[list[int] | None]:
        """Return the same as a token keeps it."""
        return [sorted(ids) if ids is not None else None for ids in (self.order_ids, self.booking_ids)]


@dataclass(frozen=True, slots=True)
class CancelLine:
    """An order that goes, or the guests of it who do, and what is kept of their price (minor units)."""

    trip_order_id: int
    experience_name: str
    booking_ids: tuple[int, ...]
    fee: "CancellationFee"

    @property
    def gross(self) -> int:
        """Return what it cost, fees and taxes on top included."""
        gone = self.fee.gone
        return gone.gross + gone.booking_fee + sum(gone.fixed_fees.values())


@dataclass(frozen=True, slots=True)
class CancelOffer:
    """What a cancellation comes to: given back as money, and as store credit."""

    lines: tuple[CancelLine, ...]
    refund: CancellationResult
    credit: CancellationResult
    balance: int
    token: str


@dataclass(frozen=True, slots=True)
class _Target:
    order: "TripOrder"
    booking_ids: tuple[int, ...]

    @property
    def is_whole(self) -> bool:
        return len(self.booking_ids) == len(guests_of(self.order))


def preview(*, trip_id: int, scope: CancelScope, at: datetime) -> CancelOffer:
    """
    Return what canceling comes to, with a token for it; nothing stays.

    :raises NotOffered: the customer may not, or not any more
    :raises OrderNotFound: an order or guest is of another trip
    """
    lines, refund, balance = preview_with_rollback(lambda: _carry_out(trip_id, scope, "refund", at))
    _, credit, _ = preview_with_rollback(lambda: _carry_out(trip_id, scope, "credit", at))
    facts = {"scope": scope.plain(), "refund": _figures(refund), "credit": _figures(credit)}
    token = offers.sign("cancel", trip_id=trip_id, facts=facts)
    return CancelOffer(lines, refund, credit, balance, token)


def cancel(
    *, trip_id: int, scope: CancelScope, token: str, outcome: Outcome, at: datetime
) -> CancellationResult:
    """
    Cancel as it was shown: seats are free, what the policy keeps stays owed, the rest goes back.

    :raises StalePreview: it comes to something else by now; nothing has changed then
    :raises NotOffered: the customer may not, or not any more
    :raises PaymentInProgress: somebody's card is being charged for the trip
    """
    with atomic():
        _, found, _ = _carry_out(trip_id, scope, outcome, at, is_told=True)
        figures = _figures(found)
        offers.require(
            token,
            "cancel",
            trip_id=trip_id,
            facts={"scope": scope.plain(), outcome: figures},
            figures=figures,
        )
        tell_staff("canceled", trip_id=trip_id, at=at)
    return found


def _carry_out(
    trip_id: int, scope: CancelScope, outcome: Outcome, at: datetime, *, is_told: bool = False
) -> tuple[tuple[CancelLine, ...], CancellationResult, int]:
    with atomic():
        mine = CustomerTrip.read(trip_id, at=at)
        targets = _targets(mine, scope)
        for one in targets:
            demand(mine.verdicts(one.order).cancel)
            paid_moves.withdraw(trip_order_id=one.order.pk, at=at)
        found = cancel_together(
            trip_id=trip_id,
            trip_order_ids=[_part(mine, one) for one in targets],
            wish=CancellationOptions(
                reason="customer", refund="policy", is_credit=outcome == "credit", is_notified=is_told
            ),
            by=CUSTOMER,
            at=at,
        )
    lines = tuple(
        CancelLine(one.order.pk, one.order.experience.name, one.booking_ids, fee)
        for one, (_, fee) in zip(targets, found.orders, strict=True)
    )
    return lines, found, max(0, trips.customer_owes(trips.get_trip(trip_id=trip_id)))


def _targets(mine: CustomerTrip, scope: CancelScope) -> list[_Target]:
    if scope.booking_ids is not None:
        return _guests(mine, scope.booking_ids)
    if scope.order_ids is not None:
        orders = [mine.order(pk) for pk in dict.fromkeys(scope.order_ids)]
    else:
        orders = [one for one in mine.orders if one.status == "active"]
        orders = [one for one in orders if mine.verdicts(one).cancel.is_allowed] or orders or mine.orders
    if not orders:
        raise trips.OrderNotFound("Nothing on this trip can be canceled.")
    return [_Target(one, tuple(guest.pk for guest in guests_of(one))) for one in orders]


def _guests(mine: CustomerTrip, booking_ids: Sequence[int]) -> list[_Target]:
    wanted = set(booking_ids)
    if not wanted <= {guest.pk for guest in mine.guests()}:
        raise trips.OrderNotFound("Guest not found on this trip.")
    found = []
    for order in mine.orders:
        going = tuple(guest.pk for guest in guests_of(order) if guest.pk in wanted)
        if going:
            found.append(_Target(order, going))
    return found


def _part(mine: CustomerTrip, target: _Target) -> int:
    """Return the order to cancel; guests who leave others behind become one of their own first."""
    order = target.order
    if target.is_whole:
        return order.pk
    if order.timeslot_id is not None:
        staying = [guest for guest in guests_of(order) if guest.pk not in target.booking_ids]
        check_other_rules(
            timeslot_id=order.timeslot_id,
            qty_by_type=Counter(guest.experience_customer_type_id for guest in staying),
            buyer=Buyer(
                "online", mine.trip.trip_method.slug, partner=reseller_terms.restriction_on(mine.trip)
            ),
            at=mine.at,
        )
    return split(
        trip_id=mine.trip.pk,
        trip_order_id=order.pk,
        booking_ids=target.booking_ids,
        to="order",
        by=CUSTOMER,
        at=mine.at,
    ).trip_order_id


def _figures(found: CancellationResult) -> Figures:
    return {
        "kept": sum(fee.total for _, fee in found.orders),
        "refund_amount": found.overpaid,
        "new_total": found.new_total,
        "parts": [[part.payment_id, part.amount, part.route] for part in found.plan.parts],
    }
