"""What not coming costs, taken from a card when staff ask for it (domain.md 4.10, 4.13)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.kit.currencies import chargeable_unit
from outfitter.kit.errors import DomainError
from outfitter.kit.money import mul_ppm
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.card_charges.operations import ChargeRequest
from outfitter_tenants.checkout.card_holds import captures
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.customers.models import CustomerCard
    from outfitter_tenants.ledger.models import PaymentHold
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder

PURPOSE: Final = "noshow_fee"


class NoFee(DomainError):
    """There is nothing that could be charged for not coming."""

    code = "no_noshow_fee"
    status = 409


@dataclass(frozen=True, slots=True)
class NoshowFee:
    """
    What not coming costs some guests of an order, and the card that would be charged.

    `fee_amount` is what the operator asks for, `amount` what of it is charged: never more than the
    trip owes, since what was paid is kept by the cancellation policy. Both in minor units. With a
    `hold` it is taken of what is held on a card for the trip, and the rest of that is released.
    """

    fee_amount: int
    amount: int
    booking_ids: tuple[int, ...]
    card: "CustomerCard | None"
    hold: "PaymentHold | None" = None

    @property
    def is_held(self) -> bool:
        """Return whether the amount lies on a card already."""
        return self.hold is not None


def charge_fee(
    *, trip_id: int, trip_order_id: int, booking_ids: Collection[int] | None, by: TripActor, at: datetime
) -> ChangeResult:
    """
    Take what not coming costs those of an order who did not come; nobody pays it twice.

    Without `booking_ids` it is for all of them. What is held on a card for the trip is taken
    before a saved card is charged.

    :raises NoFee: the operator asks for none, nobody is missing, all is paid, or there is no card
    :raises CardDeclined: the issuer refused; also AuthenticationRequired, GatewayError
    """
    by.demand("payment.take")
    fee = fee_of(
        trip=trips.get_trip(trip_id=trip_id),
        trip_order_id=trip_order_id,
        booking_ids=booking_ids,
        kinds={"no_show"},
    )
    if fee.amount <= 0:
        raise NoFee("There is no fee to charge.")
    if fee.hold is not None:
        return captures.capture_fee(
            hold_id=fee.hold.pk, amount=fee.amount, booking_ids=fee.booking_ids, by=by, at=at
        )
    if fee.card is None:
        raise NoFee("No card is saved for this customer.")
    wish = ChargeRequest("customer", fee.card.pk, fee.amount, booking_ids=fee.booking_ids, purpose=PURPOSE)
    return card_charges.charge(trip_id=trip_id, wish=wish, by=by, at=at)


def preview(*, trip_id: int, trip_order_id: int, booking_ids: Collection[int] | None) -> NoshowFee:
    """Return what would be charged if these guests, else all who are not here, were missing."""
    kinds = {"not_arrived", "no_show", "custom"}
    return fee_of(
        trip=trips.get_trip(trip_id=trip_id),
        trip_order_id=trip_order_id,
        booking_ids=booking_ids,
        kinds=kinds,
    )


def fee_of(
    *, trip: "Trip", trip_order_id: int, booking_ids: Collection[int] | None, kinds: set[str]
) -> NoshowFee:
    """Return what not coming costs guests of an order whose status is of some kinds."""
    order = next(one for one in trip.all_orders if one.pk == trip_order_id)  # type: ignore[attr-defined]
    charged = money.guests_charged(trip_id=trip.pk, purpose=PURPOSE)
    missing = [
        one
        for one in order.live_bookings
        if one.booking_status.kind in kinds
        and one.pk not in charged
        and (booking_ids is None or one.pk in booking_ids)
    ]
    fee = _fee(order, missing)
    unit = chargeable_unit(trip.currency)
    # A part of a price may be finer than what is charged: that is left off.
    amount = min(fee, max(0, trips.customer_owes(trip))) // unit * unit
    cards = customers.list_cards(customer_id=trip.customer_id) if trip.customer_id else []
    hold, held = _hold(trip, amount, is_needed=not cards)
    return NoshowFee(
        fee_amount=fee,
        amount=held if hold else amount,
        booking_ids=tuple(one.pk for one in missing),
        card=cards[0] if cards else None,
        hold=hold,
    )


def _hold(trip: "Trip", amount: int, *, is_needed: bool) -> "tuple[PaymentHold | None, int]":
    """Return what is held on a card and covers a fee, or the most there is if that `is_needed`."""
    if amount <= 0:
        return None, 0
    holds = money.live_holds(trip_id=trip.pk)
    free = {hold.pk: hold.amount - hold.intent.tip_amount for hold in holds}
    best = max(holds, key=lambda hold: free[hold.pk], default=None)
    if best is None or (free[best.pk] < amount and not is_needed):
        return None, 0
    return best, min(amount, free[best.pk])


def _fee(order: "TripOrder", missing: "list[Booking]") -> int:
    if not missing:
        return 0
    rules = people.get_payment_settings()
    guests = len(order.live_bookings)  # type: ignore[attr-defined]
    share = mul_ppm(order.total_amount, rules.noshow_fee_ppm) * len(missing) // guests
    return rules.noshow_fee_amount * len(missing) + share
