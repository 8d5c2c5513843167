"""What not coming costs, charged to a saved card when staff ask for it (domain.md 4.13)."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.errors import DomainError
from outfitter.kit.money import mul_ppm
from outfitter_tenants.checkout.operations.frame.change import By, Done
from outfitter_tenants.checkout.operations.payment import charging
from outfitter_tenants.checkout.operations.payment.charging import Charge
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


class NoFee(DomainError):
    """There is nothing that could be charged for not coming."""

    code = "no_noshow_fee"
    status = 409


def charge_fee(*, trip_id: int, trip_order_id: int, by: By, at: datetime) -> Done:
    """
    Charge the customer's saved card for those of an order who did not come.

    The fee is never more than the trip owes: what was paid is kept by the cancellation policy.

    :raises NoFee: the operator asks for none, nobody is missing, all is paid, or no card is saved
    :raises CardDeclined: the issuer refused; also AuthenticationRequired, GatewayError
    """
    by.demand("payment.take")
    trip = trips.get_trip(trip_id=trip_id)
    amount = min(fee_of(trip=trip, trip_order_id=trip_order_id), max(0, trips.balance(trip)))
    if amount <= 0:
        raise NoFee("There is no fee to charge.")
    cards = customers.list_cards(customer_id=trip.customer_id) if trip.customer_id else []
    if not cards:
        raise NoFee("No card is saved for this customer.")
    wish = Charge("customer", cards[0].pk, amount, purpose="noshow_fee")
    return charging.charge(trip_id=trip_id, wish=wish, by=by, at=at)


def fee_of(*, trip: "Trip", trip_order_id: int) -> int:
    """Return what not coming costs for an order of a whole trip, in minor units."""
    rules = people.get_payment_settings()
    order = next(one for one in trip.all_orders if one.pk == trip_order_id)  # type: ignore[attr-defined]
    guests = list(order.live_bookings)
    missing = sum(1 for one in guests if one.booking_status.kind == "no_show")
    if not missing:
        return 0
    share = mul_ppm(order.total_amount, rules.noshow_fee_ppm) * missing // len(guests)
    return rules.noshow_fee_amount * missing + share
