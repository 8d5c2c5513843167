"""
What a cart has to be paid before it may be sold, and how much of that is there (domain.md 4.8).

What is on its way back to a customer does not count any more, what is held on a card does already:
only so is what is asked for the same as what a payment is measured by.
"""

from typing import TYPE_CHECKING

from outfitter.kit.currencies import chargeable_unit
from outfitter.kit.errors import Invalid
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent, PaymentHold
    from outfitter_tenants.trips.models import Trip


def amount_due(trip: "Trip") -> int:
    """Return what is still to come in for what is due now, in minor units, tips aside."""
    return max(0, trips.demanded(trip) - covered(trip))


def deposit_left(trip: "Trip") -> int:
    """Return what is still to come in for the deposit, in minor units."""
    wanted = trip.deposit_due_amount
    if trip.deposit_override_amount is not None:
        wanted = trip.deposit_override_amount
    return max(0, min(wanted, _ours(trip)) - covered(trip))


def total_owed(trip: "Trip") -> int:
    """Return what its customer still has to pay for all of a trip, in minor units."""
    return max(0, left(trip))


def left(trip: "Trip") -> int:
    """Return the same; negative when too much is there."""
    return _ours(trip) - covered(trip)


def _ours(trip: "Trip") -> int:
    """Return what a customer pays us, and not a partner, for a trip."""
    if trips.is_partners_money(trip):
        return 0
    return trip.total_amount - trips.held_by_partner(trip)


def covered(trip: "Trip") -> int:
    """
    Return what is there for a trip itself, in minor units.

    A booked trip stands as its sums say: what goes back there was paid too much.
    """
    paid = trips.paid_towards(trip)
    if trip.status != "draft":
        return paid
    held = sum(_held(hold) for hold in money.holds_of_trip(trip_id=trip.pk))
    return paid - money.promised_back(trip_id=trip.pk) + held


def _held(hold: "PaymentHold") -> int:
    if hold.status != "authorized":
        return 0
    amount = hold.amount if hold.wanted_amount is None else hold.wanted_amount
    return max(0, amount - hold.intent.tip_amount)


def missing(*, trip: "Trip", intent: "Intent") -> int:
    """
    Return what a cart lacks to be sold by a payment that is recorded, in minor units.

    Staff who took a part of what was due on purpose have decided on that much, and on no more.
    Customers of a partner owe us nothing.
    """
    if trips.is_partners_money(trip):
        return 0
    agreed = 0
    if intent.by is not None and intent.amount_mode == "custom":
        due = amount_due(trip) if intent.due_amount is None else intent.due_amount
        agreed = max(0, due - (intent.amount - intent.tip_amount))
    return max(0, amount_due(trip) - agreed)


def check_cash_tender(received: Received, currency: str) -> str | None:
    """Return why what a customer handed over is too little; None when it is enough, or unknown."""
    if received.tendered is None:
        return None
    due = received.whole + ledger.rounding_of(
        method=received.method, amount=received.whole, currency=currency
    )
    return "This is less than the amount due." if received.tendered < due else None


def round_to_gateway_unit(currency: str, amount: int) -> int:
    """Return the next amount up (minor units) that gateways charge: who pays it has paid."""
    unit = chargeable_unit(currency)
    return -(-amount // unit) * unit


def require_chargeable(currency: str, **amounts: int | None) -> None:
    """
    Refuse amounts (minor units, by the name of their field) that no gateway charges.

    :raises Invalid: one is finer than the smallest amount charged of the currency
    """
    unit = chargeable_unit(currency)
    words = f"{currency} is charged in multiples of {unit} minor units."
    if fields := {name: [words] for name, amount in amounts.items() if (amount or 0) % unit}:
        raise Invalid(fields)
