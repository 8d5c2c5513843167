"""Turn a paid or free cart into a booking: holds become seats, people get told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.locks import atomic
from outfitter.db.statements import Writes
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms import balance_due, gateway_jobs, reseller_credit, reseller_terms
from outfitter_tenants.checkout.stored_value import activation, store_credit
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_prices import offer_codes, order_prices
from outfitter_tenants.customers import operations as customers
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.operations import redemptions
from outfitter_tenants.resellers import cards
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts, reservations, stock
from outfitter_tenants.trips.operations import trip_customers as trip_people
from outfitter_tenants.trips.queries import reseller_sales

if TYPE_CHECKING:
    from outfitter_tenants.pricing.rules.price_lines import QuoteLine
    from outfitter_tenants.resellers.models import ResellerCard
    from outfitter_tenants.trips.models import PriceLine, Trip, TripOrder


def prepay(*, trip: "Trip", at: datetime) -> None:
    """
    Record what a partner pays in advance (`auto_apply`) as a payment, in the caller's transaction.

    The caller has closed the terms of the trip, and books it next.
    """
    amount = reseller_terms.prepaid(trip=trip)
    if not amount:
        return
    received = Received("ota_prepaid", amount, reference=trip.reseller_voucher or "")
    payment = ledger.append_received(
        trip_id=trip.pk, currency=trip.currency, received=received, by=None, at=at
    )
    record(
        entity_type="payment",
        entity_id=payment.pk,
        trip_id=trip.pk,
        action="payment.recorded",
        at=at,
        after=ledger.facts_of(payment),
    )
    payment_sums.store_payment_sums(trip=trip, at=at)
    ledger.publish_captured(payment=payment, at=at)


def card_of(*, trip: "Trip") -> "ResellerCard | None":
    """Return the card that is charged when a partner's trip is booked; None where none is."""
    partner = reseller_terms.partner_of(trip)
    if partner is None or partner.terms.collect_type != "net_at_booking":
        return None
    return next(iter(cards.list_cards(reseller_id=partner.id)), None)


class PriceChanged(DomainError):
    """The total is not the one the customer saw."""

    code = "price_changed"
    status = 422


class PaymentRequired(DomainError):
    """Something is still to be paid before this trip can be booked."""

    code = "payment_required"
    status = 402


class EmptyTrip(DomainError):
    """There is nothing in the cart."""

    code = "empty_trip"
    status = 409


def convert(
    *,
    trip_id: int,
    expected_total: int,
    accept_terms: bool,
    is_opt_in: bool,
    at: datetime,
    is_told: bool = True,
    may_leave_unpaid: bool = False,
) -> None:
    """
    Complete a checkout that has nothing left to pay now (domain.md 5.24).

    A trip that is booked already stays as it is. What a partner has the money of is booked by who
    may leave a trip unpaid: its customer pays nothing here, so nobody would stop a stranger.

    :raises PriceChanged: the total differs from `expected_total` (minor units)
    :raises PaymentRequired: money is still due
    """
    if not accept_terms:
        raise Invalid({"accept_terms": ["Please accept the terms."]})
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        trip.terms_accepted_at = trip.terms_accepted_at or at
        trip.is_marketing_opt_in = is_opt_in
        if trip.status in {"reserved", "under_review"}:
            trip.save(update_fields=["terms_accepted_at", "is_marketing_opt_in"])
            return
        drafts.require_draft(trip)
        require_price(trip=trip, expected_total=expected_total, at=at)
        if balance_due.amount_due(trip) > 0:
            raise PaymentRequired("This trip still has a balance due.", due_now=balance_due.amount_due(trip))
        if trips.is_partners_money(trip) and trip.total_amount and not may_leave_unpaid:
            raise PaymentRequired("This trip is booked by its seller.", due_now=0)
        complete(trip=trip, kind="free", at=at, is_told=is_told)


def require_price(*, trip: "Trip", expected_total: int, at: datetime) -> None:
    """
    Refuse to sell a cart for another total than was shown, in minor units.

    Seats whose hold ran out are priced anew first: what was shown is honoured no longer.

    :raises PriceChanged: the detail has both totals
    """
    order_prices.freshen(trip=trip, at=at)
    if trip.total_amount != expected_total:
        raise PriceChanged("The price has changed.", total=trip.total_amount, expected_total=expected_total)


@dataclass(frozen=True, slots=True)
class Cart:
    """
    What is in a trip that is sold, for who has read or made it under the trip's lock.

    `orders` as `trips.active_orders` returns them, `lines` all that its price has. `writes` are
    what of them is not stored yet; `is_seated` says that this transaction took their seats, `credit`
    what the partner owes beside it, read with them locked.
    """

    orders: "list[TripOrder]"
    lines: "Sequence[PriceLine | QuoteLine]"
    writes: Writes | None = None
    is_seated: bool = False
    credit: reseller_credit.CreditUse | None = None


def complete(
    *,
    trip: "Trip",
    kind: str,
    at: datetime,
    is_told: bool = True,
    action: str = "trip.converted",
    may_exceed_credit: bool = False,
    cart: Cart | None = None,
) -> None:
    """
    Make seats out of the cart's holds and the trip reserved, in the caller's transaction.

    `is_told` False keeps the confirmation from being sent. `cart` is what it holds, where that is
    known. Things from the shelf need no seats, and orders without a departure none until they get
    one.

    :raises SoldOut: a hold had expired and its seats are gone
    :raises HoldExpired: an order has no hold at all
    :raises EmptyTrip: there is nothing to book
    :raises ResellerInactive: its partner is paused or archived
    :raises CreditLimit: its partner would owe more than they may
    :raises PaymentRequired: its partner pays before a trip is booked, and has not
    :raises OfferInvalid: a code does not count any more; what is paid already, counts
    """
    has_codes = trip.discount_amount != 0
    if has_codes and kind != "payment":
        offer_codes.require_valid(trip=trip, at=at)
    orders = cart.orders if cart else trips.active_orders(trip=trip)
    if not orders and not trip.products.exists() and not activation.has_gift_cards(trip):
        raise EmptyTrip("There is nothing in this trip.")
    # Money that is here already is never refused for what a partner owes, or whether it sells now.
    if kind != "payment":
        reseller_terms.require_active(trip=trip)
    _close_terms(trip, cart, at, may_exceed_credit=may_exceed_credit or kind == "payment")
    _take(trip, orders, at, is_locked=cart is not None and cart.is_seated)
    trip.customer_id = customer_of(trip, at)
    reservations.reserve(
        trip=trip,
        needs_review=any(order.experience.is_requires_review for order in orders),
        conversion=_conversion(trip, kind, at),
        at=at,
        action=action,
        writes=cart.writes if cart else None,
    )
    if trip.attention == "paid_too_little":
        # The rest came in, or whoever sold it has decided.
        reservations.mark_attention(trip=trip, attention=None, at=at)
    store_credit.capture_holds(trip=trip, at=at)
    activation.update_activation(trip=trip, at=at)
    if has_codes:
        redemptions.count_sold(trip_id=trip.pk, at=at)
    _follow_customer(trip, at)
    gateway_jobs.plan_balance_charge(trip=trip, at=at)
    announce(trip=trip, orders=orders, is_told=is_told, at=at, lines=cart.lines if cart else None)


def _close_terms(trip: "Trip", cart: Cart | None, at: datetime, *, may_exceed_credit: bool) -> None:
    """Keep what a partner earns, and have them pay what they pay in advance."""
    known, credit = _sold(trip, cart), cart.credit if cart else None
    reseller_terms.close(trip=trip, may_exceed=may_exceed_credit, known=known, credit=credit)
    prepay(trip=trip, at=at)
    demanded = reseller_terms.demanded(trip=trip)
    if demanded:
        raise PaymentRequired("This partner pays before a trip is booked.", due_now=demanded)


def _sold(trip: "Trip", cart: Cart | None) -> reseller_sales.Sold | None:
    """Return what a partner's share is worked out from, where that is known."""
    if trip.reseller_id is None or cart is None:
        return None
    about = {line.trip_order_id for line in cart.lines if line.trip_order_id is not None}
    if not about <= {order.pk for order in cart.orders}:
        return None
    return reseller_sales.sold_as(lines=cart.lines, orders=cart.orders)


def _take(trip: "Trip", orders: "list[TripOrder]", at: datetime, *, is_locked: bool) -> None:
    """Make what was held theirs: seats, things from the shelf, the terms they were sold under."""
    timeslots = {order.pk: order.timeslot_id for order in orders if order.timeslot_id is not None}
    activation.lock(trip=trip)
    seats.sell_holds(trip_id=trip.pk, timeslots=timeslots, at=at, is_locked=is_locked)
    stock.retake_stock(trip=trip, at=at)
    experience_ids = {order.experience_id for order in orders}
    drafts.keep_policies(orders=orders, by_experience=prices.policy_snapshots(experience_ids=experience_ids))


def _follow_customer(trip: "Trip", at: datetime) -> None:
    if trip.customer_id is None:
        return
    trip_people.recount(customer_ids=[trip.customer_id])
    if trip.is_marketing_opt_in:
        customers.opt_in(customer_id=trip.customer_id, source="checkout", at=at)


def announce(
    *,
    trip: "Trip",
    orders: "list[TripOrder]",
    is_told: bool,
    at: datetime,
    lines: "Sequence[PriceLine | QuoteLine] | None" = None,
) -> None:
    """Publish that a trip was booked; one that waits for review is confirmed when it was seen."""
    trip.all_orders = orders  # type: ignore[attr-defined]
    known = trips.price_lines(trip_id=trip.pk) if lines is None else lines
    trip.live_lines = known  # type: ignore[attr-defined]
    is_final = trip.status == "reserved"
    outbox.publish("trip.converted", at=at, notify=is_told and is_final, **trips.confirmation_of(trip))


def customer_of(trip: "Trip", at: datetime) -> int | None:
    """Return whom a trip belongs to; nobody when the counter sold it without a name."""
    known = (trip.contact_email, trip.contact_phone, trip.contact_first_name, trip.contact_last_name)
    if not any(known):
        return trip.customer_id
    return customers.match_or_create(
        first_name=trip.contact_first_name,
        last_name=trip.contact_last_name,
        email=trip.contact_email,
        phone=trip.contact_phone,
        country=trip.contact_country,
        locale=trip.locale,
        at=at,
    )


def _conversion(trip: "Trip", kind: str, at: datetime) -> dict[str, object]:
    minutes = int((at - trip.created_at).total_seconds() // 60)
    return {"kind": kind, "minutes_to_convert": minutes, "recovered": False}
