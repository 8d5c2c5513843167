"""A cart becomes a booking by the hand of staff: to be paid later, or paid past our gateway."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.read_cache import read_cache
from outfitter.db.statements import Bundle
from outfitter.kit.errors import DomainError, Invalid
from outfitter.kit.person_names import full_name
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms import balance_due, reseller_terms, tips
from outfitter_tenants.checkout.sales import conversion, readiness
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.pricing.rules.refund_plan import THEIRS
from outfitter_tenants.resellers import cards as partner_cards
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

DRAFT: Final = frozenset({"draft"})


class NothingDue(DomainError):
    """The trip is paid as far as it has to be."""

    code = "nothing_due"
    status = 409


class PaidAtPartner(NothingDue):
    """The customer pays a partner for this trip, and nothing to us (domain.md 4.17)."""

    code = "paid_at_partner"


class Overpayment(DomainError):
    """More money than the trip costs (domain.md 4.9)."""

    code = "overpayment"
    status = 422


def can_reserve(*, trip_id: int, by: TripActor, at: datetime) -> dict[str, object]:
    """
    Return whether a trip can be reserved now, why not, and what to know (domain.md 5.24).

    :raises TripNotFound: there is no such trip
    """
    found = readiness.check_readiness(trip=trips.get_trip(trip_id=trip_id), by=by, at=at)
    return {
        "can_reserve": not found.blockers,
        "blockers": [
            {"code": one.code, "message": one.message, "detail": one.detail} for one in found.blockers
        ],
        "warnings": found.warnings,
    }


class SoldByPartner(Exception):
    """A partner sells this cart: whether their card is charged first is for the caller to find out."""


# What is looked at before a cart is sold, read at once.
_CART: Final = Bundle(**trips.ACTIVE_PARTS, holds=scheduling.HOLDS_OF_TRIP, lines=trips.LIVE_LINES)


def reserve(
    *,
    trip_id: int,
    is_told: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    is_own_only: bool = False,
) -> ChangeResult:
    """
    Book a cart that is paid later, or by invoice; its seats become sold ones.

    :param is_own_only: sell it only where no partner does
    :raises SoldByPartner: one does; nothing has happened
    :raises DomainError: what `can_reserve` names first
    """
    with _selling(trip_id=trip_id, by=by, at=at, version=version) as change:
        if is_own_only and change.trip.reseller_id is not None:
            raise SoldByPartner
        # What the partner owes is read once, by whoever has them locked.
        reseller_terms.lock(trip=change.trip)
        with _CART.read_ahead(trip_id=trip_id) as rows:
            found = readiness.require(trip=change.trip, by=by, at=at)
        conversion.complete(
            trip=change.trip,
            kind="reserve",
            at=at,
            is_told=is_told,
            action="trip.reserved",
            may_exceed_credit=by.can("reseller.manage"),
            cart=conversion.Cart(trips.active_orders(trip=change.trip), rows["lines"], credit=found.credit),
        )
        change.warnings += found.warnings
    return change.result


def direct_pay(
    *,
    trip_id: int,
    received: Received,
    amount: int | None,
    expected_total: int,
    is_told: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Book a cart that was paid past our gateway: payment, seats and booking in one transaction.

    `amount` in minor units; None: all that is owed was paid.

    :raises PaymentInProgress: a customer is paying this cart in this moment
    :raises PriceChanged: the total is not `expected_total`; nothing was recorded
    :raises TipsOff: the operator takes no tips
    :raises PaidAtPartner: money of a customer who pays a partner
    :raises Overpayment: more than is owed was paid
    :raises PaymentRequired: less than is due now, and the role may not sell unpaid
    """
    with _selling(trip_id=trip_id, by=by, at=at, version=version) as change:
        trip, is_theirs = change.trip, received.method in THEIRS
        readiness.require_idle(trip, at)
        found = readiness.require(trip=trip, by=by, at=at, is_unpaid=False)
        conversion.require_price(trip=trip, expected_total=expected_total, at=at)
        # Whose customer pays a partner is booked with nothing taken.
        owed = max(0, trips.still_to_come(trip) if is_theirs else trips.customer_owes(trip))
        money = replace(received, amount=owed if amount is None else amount)
        _check(change, money, owed)
        if money.whole:
            _take(trip, money, by, at)
        kind = "direct" if money.whole else "free"
        conversion.complete(
            trip=trip, kind=kind, at=at, is_told=is_told, may_exceed_credit=by.can("reseller.manage")
        )
        change.warnings += found.warnings
    return change.result


@contextmanager
def _selling(*, trip_id: int, by: TripActor, at: datetime, version: int | None) -> Iterator[Change]:
    """Lock a cart that is being sold; what that asks of the configuration is in memory, as a rule."""
    with (
        read_cache(),
        change_trip(trip_id=trip_id, by=by, at=at, version=version, states=DRAFT, is_money=False) as change,
    ):
        yield change


def _check(change: Change, money: Received, owed: int) -> None:
    trip = change.trip
    if money.amount and trips.is_partners_money(trip) and money.method not in THEIRS:
        raise PaidAtPartner("This trip is paid where it was booked.")
    if money.amount > owed:
        raise Overpayment("This is more than the trip costs.", balance=owed, amount=money.amount)
    due = balance_due.amount_due(trip)
    if money.amount < due and not change.by.can("trip.reserve_unpaid"):
        raise conversion.PaymentRequired("This trip still has a balance due.", due_now=due)
    tips.require(money.tip_amount)
    if (problem := balance_due.check_cash_tender(money, trip.currency)) is not None:
        raise Invalid({"tendered": [problem]})


def _take(trip: "Trip", money: Received, by: TripActor, at: datetime) -> None:
    payment = ledger.append_received(
        trip_id=trip.pk, currency=trip.currency, received=money, by=by.avatar_id, at=at
    )
    shares = tips.split_tip(payment=payment, by=by.avatar_id, at=at)
    record(
        entity_type="payment",
        entity_id=payment.pk,
        trip_id=trip.pk,
        action="payment.recorded",
        at=at,
        after=ledger.facts_of(payment) | ({"tips": shares} if shares else {}),
    )
    payment_sums.store_payment_sums(trip=trip, at=at)
    ledger.publish_captured(payment=payment, at=at)


def available_cards(*, trip_id: int, at: datetime) -> list[dict[str, object]]:
    """
    Return the saved cards a trip can be paid with: its customer's, then its partner's, each
    default one first, and those that have expired marked.

    :raises TripNotFound: there is no such trip
    """
    trip = trips.get_trip(trip_id=trip_id)
    found: list[dict[str, Any]] = []
    if trip.customer is not None:
        name = full_name(trip.customer.first_name, trip.customer.last_name)
        owner = {"kind": "customer", "id": trip.customer.pk, "name": name}
        rows = customers.list_cards(customer_id=trip.customer.pk)
        found += [_card(row, at) | {"owner": owner} for row in rows]
    if trip.reseller_id is not None:
        named = resellers.names_of(ids=[trip.reseller_id]).get(trip.reseller_id, "")
        owner = {"kind": "reseller", "id": trip.reseller_id, "name": named}
        cards = partner_cards.list_cards(reseller_id=trip.reseller_id)
        found += [_card(row, at) | {"owner": owner} for row in cards]
    return found


def _card(card: Any, at: datetime) -> dict[str, Any]:
    names = ("brand", "last4", "exp_month", "exp_year", "is_default")
    return {
        "id": card.pk,
        **{name: getattr(card, name) for name in names},
        "nickname": getattr(card, "nickname", ""),
        "is_expired": (card.exp_year, card.exp_month) < (at.year, at.month),
    }
