"""Money that staff take past our gateway, on a cart or on a booked trip (domain.md 4.9)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import outbox
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.sale_terms import balance_due, order_terms, tips
from outfitter_tenants.checkout.sale_terms.tips import TipsOff, default_splits, serialize_tips
from outfitter_tenants.checkout.sales import conversion, readiness
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import (
    OPEN,
    SOLD,
    Change,
    ChangeResult,
    TripActor,
    WrongState,
    change_trip,
)
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.rules.refund_plan import THEIRS
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
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
    return change.result


@contextmanager
def _taking(*, trip_id: int, by: TripActor, at: datetime, version: int | None) -> Iterator[Change]:
    order_terms.preload_conversion(trip_id=trip_id)
    with change_trip(
        trip_id=trip_id, by=by, at=at, version=version, states=OPEN, is_money=False, agents_need=None
    ) as change:
        readiness.require_idle(change.trip, at)
        yield change


def _check(change: Change, received: Received, currency: str | None) -> None:
    fields: dict[str, list[str]] = {}
    if currency is not None and currency != change.trip.currency:
        fields["currency"] = [f"This trip is paid in {change.trip.currency}."]
    if (problem := balance_due.check_cash_tender(received, change.trip.currency)) is not None:
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
        raise Invalid({"booking_ids": ["This isn't a guest of this trip."]})


def _require_sale(change: Change, received: Received) -> None:
    trip = change.trip
    found = readiness.require(trip=trip, by=change.by, at=change.at, is_unpaid=False)
    due = balance_due.amount_due(trip)
    if received.amount < due and not change.by.can("trip.reserve_unpaid"):
        raise conversion.PaymentRequired("This trip still has a balance due.", due_now=due)
    change.warnings += found.warnings


def _append(change: Change, received: Received) -> None:
    trip, by, at = change.trip, change.by, change.at
    payment = ledger.append_received(
        trip_id=trip.pk, currency=trip.currency, received=received, by=by.avatar_id, at=at
    )
    shares = tips.split_tip(payment=payment, by=by.avatar_id, at=at)
    payment_sums.store_payment_sums(trip=trip, at=at)
    facts = ledger.facts_of(payment) | ({"tips": shares} if shares else {})
    change.log("payment.recorded", entity_type="payment", entity_id=payment.pk, after=facts)
    ledger.publish_captured(payment=payment, at=at)


EVERY = frozenset({"draft", "under_review", "reserved", "deleted"})


class GatewayPayment(DomainError):
    """The gateway took this money: what it says of it is not ours to rewrite."""

    code = "gateway_payment"
    status = 409


class RefundInstead(DomainError):
    """A payment that has to be given back cannot be made undone."""

    code = "refund_instead"
    status = 409


@dataclass(frozen=True, slots=True)
class Correction:
    """What was noted wrongly; what is None stays."""

    method: str | None = None
    note: str | None = None
    reference: str | None = None
    received_at: datetime | None = None

    @property
    def values(self) -> dict[str, Any]:
        """Return what to write."""
        found = {name: value for name, value in asdict(self).items() if value is not None}
        if self.method not in {None, "cash"}:
            # Nobody gets change from a check.
            found["tendered_amount"] = None
        return found


def edit_payment(
    *,
    trip_id: int,
    payment_id: int,
    correction: Correction,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Correct how, when or with which words money was taken; how much it was is never changed.

    :raises GatewayPayment: it came through the gateway or from a gift card
    :raises TripLocked: the trip is on an invoice, or its period is closed
    :raises WrongState: the payment was removed
    """
    if correction.received_at is not None and not at - OLDEST <= correction.received_at <= at:
        raise Invalid({"received_at": ["This is not within the last year."]})
    with _changing_payment(trip_id, by, at, version) as change:
        payment = _live(trip_id, payment_id)
        if not is_ours(payment):
            raise GatewayPayment("Only the note of this payment can be changed.")
        _write(change, payment, correction.values)
    return change.result


def note_payment(
    *, trip_id: int, payment_id: int, note: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Write the note of a payment of any kind.

    :raises PaymentNotFound: it is of another trip, or none
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=EVERY, is_money=False) as change:
        payment = money.get_payment(payment_id=payment_id, trip_id=trip_id)
        _write(change, payment, {"note": note})
    return change.result


def remove_payment(
    *, trip_id: int, payment_id: int, reason: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Make a payment void that was never made; its row and its posting stay to be read.

    :raises RefundInstead: it came through the gateway or a gift card, or a part went back
    :raises TripLocked: the trip is on an invoice, or its period is closed
    :raises WrongState: it was removed before
    """
    with _changing_payment(trip_id, by, at, version) as change:
        payment = _live(trip_id, payment_id)
        _require_removable(payment)
        before = ledger.facts_of(payment) | {"status": payment.status}
        ledger.void_payment(payment=payment, reason=reason, by=by.avatar_id, at=at)
        payment_sums.store_payment_sums(trip=change.trip, at=at)
        change.log(
            "payment.removed",
            entity_type="payment",
            entity_id=payment.pk,
            before=before,
            after={"status": payment.status},
            reason=reason,
        )
        if change.trip.status in SOLD and trips.still_to_come(change.trip) > 0:
            change.warn("balance_open", "This trip has a balance due again.", "info")
        outbox.publish(
            "payment.removed",
            at=at,
            trip_id=trip_id,
            payment_id=payment.pk,
            amount=payment.amount,
            currency=payment.currency,
        )
    return change.result


def is_ours(payment: "Payment") -> bool:
    """Return whether only staff know of a payment, so that they may correct it."""
    return payment.intent_id is None and payment.gift_card_id is None


def _require_removable(payment: "Payment") -> None:
    if payment.intent_id is not None:
        raise RefundInstead(
            "This was paid through the payment service. Refund it instead.",
            payment_id=payment.pk,
            route="/api/payments/stripeRefund",
        )
    if payment.gift_card_id is not None:
        raise RefundInstead(
            "This was paid by gift card. Remove the card instead.",
            payment_id=payment.pk,
            route=f"/api/trip/{payment.trip_id}/giftCard/unapply",
        )
    if money.given_back(payment_id=payment.pk):
        raise RefundInstead(
            "Part of this was already refunded. Refund the rest instead.",
            payment_id=payment.pk,
            route="/api/payment/refund",
        )


@contextmanager
def _changing_payment(trip_id: int, by: TripActor, at: datetime, version: int | None) -> Iterator[Change]:
    """Change what a trip was paid, not what it costs: a locked trip refuses, no price moves."""
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=EVERY) as change:
        change.is_priced = False
        yield change


def _live(trip_id: int, payment_id: int) -> "Payment":
    payment = money.get_payment(payment_id=payment_id, trip_id=trip_id)
    if payment.status == "reversed":
        raise WrongState("This payment was removed.", status=payment.status)
    return payment


def _write(change: Change, payment: "Payment", values: dict[str, object]) -> None:
    before, after = ledger.change_payment(
        payment=payment, values=values, by=change.by.avatar_id, at=change.at
    )
    if after:
        change.log(
            "payment.edited",
            entity_type="payment",
            entity_id=payment.pk,
            before=_plain(before),
            after=_plain(after),
        )


def _plain(values: dict[str, object]) -> dict[str, object]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()
    }


class NoTip(DomainError):
    """There is no tip in this payment, or none of it is left."""

    code = "no_tip"
    status = 409


def assign(
    *,
    trip_id: int,
    payment_id: int,
    splits: Mapping[int, int] | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Give a payment's tip to people, in minor units by team member; again, and it is given anew.

    None shares it equally among the tippable guides of the trip; an empty mapping puts it back
    into the pool.

    :raises TipsOff: the operator takes no tips
    :raises NoTip: there is none, or it was given back
    :raises Invalid: the parts do not sum to the tip, or somebody takes no tips
    :raises PaymentNotFound: it is of another trip, or none
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=SOLD, is_money=False) as change:
        if not people.get_payment_settings().takes_tips:
            raise TipsOff("This operator takes no tips.")
        payment = money.get_payment(payment_id=payment_id, trip_id=trip_id)
        left = sum(ledger.tips_of(payment_id=payment.pk).values())
        if left <= 0 or payment.status not in {"succeeded", "disputed"}:
            raise NoTip("There is no tip in this payment.")
        if splits is None:
            splits = default_splits(trip_id=trip_id, amount=left)
        _check_people(splits)
        before, after = ledger.assign_tip(payment=payment, splits=splits, by=by.avatar_id, at=at)
        if before != after:
            change.log(
                "payment.tip_assigned",
                entity_type="payment",
                entity_id=payment.pk,
                before={"tips": serialize_tips(before)},
                after={"tips": serialize_tips(after)},
            )
    return change.result


def _check_people(splits: Mapping[int, int]) -> None:
    known = {row.pk for row in people.list_tippable(ids=sorted(splits))} if splits else set()
    if missing := sorted(set(splits) - known):
        raise Invalid({"splits": ["One of these people can't receive tips."], "ids": [str(missing[0])]})
