"""What may be given back, asked before anything is (domain.md 4.11, 5.16)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.checkout import stored_value
from outfitter_tenants.checkout.refunds import cancellations, preview_tokens, weather_credit
from outfitter_tenants.checkout.refunds.types import CancellationOptions, CancellationResult
from outfitter_tenants.checkout.sale_terms import order_terms
from outfitter_tenants.checkout.trip_changes.change import (
    SOLD,
    Change,
    ChangeResult,
    TripActor,
    change_trip,
    preview_with_rollback,
)
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.cancellation_fees import CancellationFee, CancelledItem
from outfitter_tenants.pricing.rules.refund_plan import plan
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import guests as guest_rows
from outfitter_tenants.trips.operations import orders as rows

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, TripOrder


class RefundExceeds(DomainError):
    """More is to be given back than was paid and not given back yet."""

    code = "refund_exceeds"
    status = 422


@dataclass(frozen=True, slots=True)
class RefundScope:
    """
    What is to be given back: for orders or guests that go, an amount, or what is overpaid as it is.

    Nothing named: for all orders. `amount` in minor units.
    """

    order_ids: tuple[int, ...] | None = None
    booking_ids: tuple[int, ...] | None = None
    amount: int | None = None
    is_overpaid: bool = False

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "RefundScope":
        """Return a scope as a token keeps it."""
        ids = {
            name: tuple(stored[name]) if stored.get(name) is not None else None
            for name in ("order_ids", "booking_ids")
        }
        return cls(**ids, amount=stored.get("amount"), is_overpaid=stored.get("is_overpaid", False))

    def check(self) -> None:
        """
        Refuse more than one scope at once.

        :raises Invalid: several are named
        """
        named = [self.order_ids is not None, self.booking_ids is not None, self.is_overpaid]
        if sum([*named, self.amount is not None]) > 1:
            raise Invalid({"scope": ["Choose either orders, guests or an amount."]})


def calculate_refund(
    *, trip_id: int, scope: RefundScope, wish: CancellationOptions, by: TripActor, at: datetime
) -> CancellationResult:
    """
    Return what would be given back of a trip, from which payments, and what is kept; nothing stays.

    The answer carries a token: a refund that is made with it is what was shown, or refused.

    :raises Invalid: more than one scope is named
    :raises RefundExceeds: the payments do not hold that much any more
    :raises OrderNotFound: an order or guest is of another trip
    :raises WrongState: the trip is a cart, or an order is cancelled
    :raises WeatherCreditNotAllowed: credit was asked for that a policy does not allow
    """
    scope.check()
    if scope.booking_ids is not None:
        ids = scope.booking_ids
        found = preview_with_rollback(lambda: _of_guests(trip_id, ids, wish, by, at))
    elif scope.amount is None and not scope.is_overpaid:
        return cancellations.preview(trip_id=trip_id, trip_order_ids=scope.order_ids, wish=wish, by=by, at=at)
    else:
        found = _as_it_is(trip_id, scope.amount, wish)
    found = _careful(found, trip_id)
    return preview_tokens.signed(
        found,
        trip_id=trip_id,
        version=trips.get_trip(trip_id=trip_id).version,
        scope=(),
        wish=wish,
        ask=asdict(scope),
    )


UNPAID: Final = (
    "This trip bought gift cards that would stay valid but unpaid: remove them as well, or leave their price."
)


def _careful(found: CancellationResult, trip_id: int) -> CancellationResult:
    """Say when the money goes back that paid for a gift card."""
    trip = trips.get_trip(trip_id=trip_id)
    going = sum(part.amount - part.tip_amount for part in found.plan.parts)
    if not stored_value.is_unpaid(trip=trip, going=going):
        return found
    told = _warnings([("gift_card_unpaid", UNPAID)])
    return replace(found, done=replace(found.done, warnings=(*found.done.warnings, *told)))


def _as_it_is(trip_id: int, amount: int | None, wish: CancellationOptions) -> CancellationResult:
    trip = trips.get_trip(trip_id=trip_id)
    weather_credit.refuse_barred_refund(trip, reason=wish.reason, is_credit=wish.is_credit)
    whole = cancellations.overpaid_of(trip) if amount is None else amount
    found = plan(whole, money.refundable_payments(trip_id=trip_id))
    if found.open_amount and amount is not None:
        raise RefundExceeds("This is more than can be refunded.", refundable=amount - found.open_amount)
    done = ChangeResult(trip_id, _warnings(cancellations.cautions(found, is_credit=wish.is_credit)))
    return CancellationResult(done, (), trip.total_amount, trip.total_amount, whole, found)


def _warnings(told: Sequence[tuple[str, str]]) -> tuple[dict[str, str], ...]:
    return tuple({"code": code, "message": text, "severity": "warn"} for code, text in told)


def _of_guests(
    trip_id: int, booking_ids: Sequence[int], wish: CancellationOptions, by: TripActor, at: datetime
) -> CancellationResult:
    old_total = trips.lock_trip(trip_id=trip_id).total_amount
    results: list[tuple[int, CancellationFee]] = []
    beside = 0
    with change_trip(trip_id=trip_id, by=by, at=at, states=SOLD) as change:
        cancellations.refuse_while_paying(change.trip)
        guests = [change.booking(booking_id) for booking_id in dict.fromkeys(booking_ids)]
        for order_id in dict.fromkeys(guest.trip_order_id for guest in guests):
            order = change.order(order_id)
            mine = [guest for guest in guests if guest.trip_order_id == order_id]
            if len(mine) == len(rows.guests_of(order)):
                kept = cancellations.cancel_order(change, order, wish, is_told=False)
            else:
                kept = _leave(change, order, mine, wish)
                beside += kept.total
            results.append((order_id, kept))
        price_trip(trip=change.trip, at=at)
    trip = change.trip
    overpaid = -trips.still_to_come(trip) - money.promised_back(trip_id=trip_id) - beside
    found = plan(max(0, overpaid), money.refundable_payments(trip_id=trip_id))
    told = _warnings(cancellations.cautions(found, is_credit=wish.is_credit))
    done = ChangeResult(trip_id, (*change.result.warnings, *told))
    return CancellationResult(
        done, tuple(results), old_total, trip.total_amount + beside, max(0, overpaid), found
    )


def _leave(
    change: Change, order: "TripOrder", guests: "list[Booking]", wish: CancellationOptions
) -> CancellationFee:
    """Take guests off an order of a preview and return what is kept of their price."""
    weather_credit.refuse_barred([order], reason=wish.reason, is_credit=wish.is_credit)
    before = trips.live_lines(trip_id=change.trip.pk)
    guest_rows.take_away(guests=guests, is_sold=True, at=change.at)
    price_trip(trip=change.trip, at=change.at)
    gone = CancelledItem.between(before, trips.live_lines(trip_id=change.trip.pk), prices.fixed_fee_ids())
    is_whole = wish.refund == "full"
    return cancellations.keep_of(
        gone,
        policy=None if is_whole else order_terms.cancellation_policy_of(order),
        start_at=order_terms.refund_clock_start(order),
        reason=wish.reason,
        is_whole=is_whole,
        at=change.at,
    )
