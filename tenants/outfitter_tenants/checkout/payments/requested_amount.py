"""What of a trip is asked for: its deposit, its balance, or some guests' part (domain.md 4.9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.sale_terms import balance_due
from outfitter_tenants.checkout.sale_terms.balance_due import require_chargeable, round_to_gateway_unit
from outfitter_tenants.checkout.sales.reservation import NothingDue, Overpayment, PaidAtPartner
from outfitter_tenants.checkout.trip_changes.change import Change
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.rules import tabs
from outfitter_tenants.trips import queries as trips

__all__ = ["AmountRequest", "NothingDue", "PaidAtPartner", "amount_of", "check", "require_ours", "tab_of"]

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


@dataclass(frozen=True, slots=True)
class AmountRequest:
    """
    What somebody wants to pay of a trip; amounts in minor units, the tip on top.

    `is_ahead`: a custom amount is for a move that is made once it is paid, so the trip does not owe it yet.
    `is_tip_only`: the tip is all that is paid.
    """

    mode: str = "due"
    amount: int | None = None
    tip_amount: int = 0
    booking_ids: tuple[int, ...] = ()
    is_ahead: bool = False
    is_tip_only: bool = False


def amount_of(*, trip: "Trip", asked: AmountRequest, is_staff: bool, is_overpaying: bool = False) -> int:
    """
    Return what is to be collected towards a locked trip, in minor units and without the tip.

    It is a multiple of what gateways charge of the currency: a finer part goes up to the next one.

    :raises PaidAtPartner: its customer pays a partner
    :raises NothingDue: nothing of that is owed
    :raises Overpayment: more is wanted than is owed
    :raises Invalid: no amount or one too fine to be charged, no guests, or guests of another trip
    """
    require_ours(trip)
    require_chargeable(trip.currency, tip_amount=asked.tip_amount)
    if asked.is_tip_only:
        if not asked.tip_amount:
            raise Invalid({"tip_amount": ["Enter an amount."]})
        return 0
    owed = max(0, trips.customer_owes(trip))
    if trip.status == "draft":
        owed = balance_due.total_owed(trip)
    if asked.mode == "custom":
        return _custom(trip, asked, owed, is_staff=is_staff, is_overpaying=is_overpaying)
    if asked.mode == "tab":
        amount = _tab(trip, asked.booking_ids)
        _require_first_part(trip, amount, is_staff=is_staff)
    elif asked.mode == "balance":
        amount = owed
    else:
        amount = balance_due.amount_due(trip) if asked.mode == "due" else balance_due.deposit_left(trip)
    if amount <= 0:
        raise NothingDue("There is nothing to pay on this trip.")
    return round_to_gateway_unit(trip.currency, amount)


def _custom(trip: "Trip", asked: AmountRequest, owed: int, *, is_staff: bool, is_overpaying: bool) -> int:
    if not asked.amount:
        raise Invalid({"amount": ["Enter an amount."]})
    require_chargeable(trip.currency, amount=asked.amount)
    may_exceed = asked.is_ahead or (
        is_staff and (is_overpaying or people.get_payment_settings().is_allow_overpay)
    )
    if asked.amount > owed and not may_exceed:
        if not owed:
            raise NothingDue("There is nothing to pay on this trip.")
        raise Overpayment("This is more than the trip costs.", balance=owed, amount=asked.amount)
    _require_first_part(trip, asked.amount, is_staff=is_staff)
    return asked.amount


def _require_first_part(trip: "Trip", amount: int, *, is_staff: bool) -> None:
    """A stranger's first payment books the trip, so it has to be as much as is due for that."""
    if trip.status == "draft" and not is_staff and amount < balance_due.amount_due(trip):
        raise Invalid({"amount": ["This is less than what is due now."]})


def _tab(trip: "Trip", booking_ids: Sequence[int]) -> int:
    if not booking_ids:
        raise Invalid({"booking_ids": ["Choose the guests."]})
    found = tab_of(trip=trip)
    if not set(booking_ids) <= set(found):
        raise Invalid({"booking_ids": ["This isn't a guest of this trip."]})
    part = sum(found[booking_id] for booking_id in set(booking_ids))
    return min(part, max(0, trips.customer_owes(trip)))


def tab_of(*, trip: "Trip") -> dict[int, int]:
    """Return what is still open for each live guest of a trip, in minor units by booking id."""
    lines, orders = trips.lines_for_tab(trip_id=trip.pk)
    shares = tabs.shares(lines=lines, orders=orders)
    return tabs.open_shares(shares=shares, payments=money.covered_of_trip(trip_id=trip.pk))


def guests_of(trip: "Trip") -> set[int]:
    """Return the live guests of a trip."""
    return set(trips.lines_for_tab(trip_id=trip.pk)[1])


def require_ours(trip: "Trip") -> None:
    """
    Keep money from us that a customer pays a partner.

    :raises PaidAtPartner: they do
    """
    if trips.is_partners_money(trip):
        raise PaidAtPartner("This trip is paid where it was booked.")


def check(
    change: Change,
    amount: int,
    *,
    is_overpaying: bool,
    is_partners: bool = False,
    is_taken_anyway: bool = False,
) -> None:
    """
    Refuse more than is owed, unless the operator or whoever may edit payments wants that.

    `is_partners` says that the partner pays. `is_taken_anyway`: the customer does, though they
    pay the partner, and somebody who may edit payments takes it on purpose.

    :raises PaidAtPartner: the customer pays the partner
    :raises Overpayment: the detail has what is owed
    """
    trip = change.trip
    if not is_partners:
        if not (is_taken_anyway and change.by.can("payment.edit")):
            require_ours(trip)
        elif trips.is_partners_money(trip):
            change.warn("paid_at_partner", "This customer pays the partner, not us.")
    owed = max(0, trips.still_to_come(trip))
    if amount <= owed:
        return
    is_wanted = is_overpaying and change.by.can("payment.edit")
    if not is_wanted and not people.get_payment_settings().is_allow_overpay:
        raise Overpayment("This is more than the trip costs.", balance=owed, amount=amount)
    change.warn("overpaid", "This is more than the trip costs.")
