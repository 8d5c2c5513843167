"""Money that staff take past our gateway, on a cart or on a booked trip (domain.md 4.9)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.sale_terms import balance_due, cash_tender, order_terms, tips
from outfitter_tenants.checkout.sales import conversion, readiness
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import OPEN, Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.pricing.rules.refund_plan import THEIRS

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

# Money that was taken longer ago belongs to a year that is closed.
OLDEST: Final = timedelta(days=366)
_FAST_CLOCK: Final = timedelta(minutes=5)


def add_payment(
    *,
    trip_id: int,
    received: Received,
    currency: str | None,
    is_overpaying: bool,
    is_told: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    is_taken_anyway: bool = False,
) -> ChangeResult:
    """
    Record money that reached us past our gateway; the first on a cart books it.

    The same request sent again, whose answer got lost, takes nothing a second time.

    `is_taken_anyway` takes from a customer on purpose what they pay a partner.

    :raises PaymentInProgress: a customer is paying this trip in this moment
    :raises PaidAtPartner: the customer pays a partner
    :raises Overpayment: it is more than is owed, and neither setting nor wish allows that
    :raises Invalid: another currency, less cash than is to be paid, a guest of another trip
    :raises TipsOff: the operator takes no tips
    """
    if received.request_key and money.was_taken(request_key=received.request_key):
        return ChangeResult(trip_id)
    with read_cache(), _taking(trip_id=trip_id, by=by, at=at, version=version) as change:
        trip = change.trip
        _check(change, received, currency)
        requested_amount.check(
            change,
            received.amount,
            is_overpaying=is_overpaying,
            is_partners=received.method in THEIRS,
            is_taken_anyway=is_taken_anyway,
        )
        is_cart = trip.status == "draft"
        if is_cart:
            _require_sale(change, received)
        _append(change, received)
        if is_cart:
            conversion.complete(
                trip=trip, kind="direct", at=at, is_told=is_told, may_exceed_credit=by.can("reseller.manage")
            )
    return change.done


@contextmanager
def _taking(*, trip_id: int, by: TripActor, at: datetime, version: int | None) -> Iterator[Change]:
    order_terms.preload_conversion(trip_id=trip_id)
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=OPEN, is_money=False) as change:
        readiness.require_idle(change.trip, at)
        yield change


def _check(change: Change, received: Received, currency: str | None) -> None:
    fields: dict[str, list[str]] = {}
    if currency is not None and currency != change.trip.currency:
        fields["currency"] = [f"This trip is paid in {change.trip.currency}."]
    if (problem := cash_tender.check_cash_tender(received, change.trip.currency)) is not None:
        fields["tendered"] = [problem]
    when = received.received_at
    if when is not None and not change.at - OLDEST <= when <= change.at + _FAST_CLOCK:
        fields["received_at"] = ["This is not within the last year."]
    if fields:
        raise Invalid(fields)
    require_guests(change.trip, received.booking_ids)
    tips.require(received.tip_amount)


def require_guests(trip: "Trip", booking_ids: Sequence[int]) -> None:
    """
    Refuse guests of another trip.

    :raises Invalid: one of them is
    """
    if booking_ids and not requested_amount.guests_of(trip).issuperset(booking_ids):
        raise Invalid({"booking_ids": ["This is no guest of this trip."]})


def _require_sale(change: Change, received: Received) -> None:
    trip = change.trip
    found = readiness.require(trip=trip, by=change.by, at=change.at, is_unpaid=False)
    due = balance_due.amount_due(trip)
    if received.amount < due and not change.by.can("trip.reserve_unpaid"):
        raise conversion.PaymentRequired("This trip still has to be paid.", due_now=due)
    change.warnings += found.warnings


def _append(change: Change, received: Received) -> None:
    trip, by, at = change.trip, change.by, change.at
    payment = ledger.append_received(
        trip_id=trip.pk, currency=trip.currency, received=received, by=by.avatar_id, at=at
    )
    shares = tips.split_tip(payment=payment, by=by.avatar_id, at=at)
    payment_sums.store_payment_sums(trip=trip, at=at)
    facts = ledger.facts_of(payment) | ({"tips": shares} if shares else {})
    change.tell("payment.recorded", entity_type="payment", entity_id=payment.pk, after=facts)
    ledger.publish_captured(payment=payment, at=at)
