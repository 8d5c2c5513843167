"""What an imported trip costs and what of it was paid: as the file says, to the cent."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.trip_changes.fixed_totals import meet_total
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.checkout.trip_imports.types import ImportedBooking
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.pricing.rules.refund_plan import THEIRS
from outfitter_tenants.trips.operations import orders as rows

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder

_ROUNDING: Final = "Price where it was booked"
_REASON: Final = "as imported"


def settle(*, trip: "Trip", order: "TripOrder", booking: ImportedBooking, at: datetime) -> None:
    """
    Make a new trip cost what the file says, with the taxes of here in it, and its partner earn theirs.

    Its price is asked for as a whole, so that no later change of prices moves it.
    """
    total = booking.money.total
    rows.price_whole(order=order, amount=total)
    price_trip(trip=trip, at=at)
    meet_total(trip=trip, order=order, total=total, label=_ROUNDING, at=at)
    sale = booking.sale
    if sale is None:
        return
    if sale.commission is not None:
        reseller_terms.edit(
            trip=trip, ppm=None, amount=sale.commission, agent_amount=None, reason=_REASON, by=None, at=at
        )
    reseller_terms.recalculate_reseller_terms(trip=trip, may_exceed=True)


def take_money(*, trip: "Trip", booking: ImportedBooking, at: datetime) -> None:
    """
    Note what was paid where it was booked, on the day it was: a payment with its posting, no charge.

    A file without that day has money come when the trip was booked, or began, whichever it says.
    """
    money = booking.money
    if not money.paid + money.tip:
        return
    when = money.paid_at or min(at, booking.start_at)
    received = Received(
        money.method,
        money.paid,
        tip_amount=money.tip,
        reference=booking.origin.reference if not booking.origin.reference.startswith("row:") else "",
        received_at=when,
        payer="partner" if money.method in THEIRS else "customer",
    )
    payment = ledger.append_received(
        trip_id=trip.pk, currency=trip.currency, received=received, by=None, at=when
    )
    record(
        entity_type="payment",
        entity_id=payment.pk,
        trip_id=trip.pk,
        action="payment.recorded",
        at=at,
        after=ledger.facts_of(payment),
    )
    trip.paid_amount, trip.tip_amount = received.whole, money.tip
