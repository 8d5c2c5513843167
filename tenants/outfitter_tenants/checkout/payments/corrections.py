"""What staff correct about payments afterwards (domain.md 3.5, 5.16)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import outbox
from outfitter_tenants.checkout.payments.manual_payments import OLDEST
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import (
    SOLD,
    Change,
    ChangeResult,
    TripActor,
    WrongState,
    change_trip,
)
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment

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
    return change.done


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
    return change.done


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
        change.tell(
            "payment.removed",
            entity_type="payment",
            entity_id=payment.pk,
            before=before,
            after={"status": payment.status},
            reason=reason,
        )
        if change.trip.status in SOLD and trips.still_to_come(change.trip) > 0:
            change.warn("balance_open", "This trip is owed again.", "info")
        outbox.publish(
            "payment.removed",
            at=at,
            trip_id=trip_id,
            payment_id=payment.pk,
            amount=payment.amount,
            currency=payment.currency,
        )
    return change.done


def is_ours(payment: "Payment") -> bool:
    """Return whether only staff know of a payment, so that they may correct it."""
    return payment.intent_id is None and payment.gift_card_id is None


def _require_removable(payment: "Payment") -> None:
    if payment.intent_id is not None:
        raise RefundInstead(
            "The gateway took this money. Refund it instead.",
            payment_id=payment.pk,
            route="/api/payments/stripeRefund",
        )
    if payment.gift_card_id is not None:
        raise RefundInstead(
            "This came from a gift card. Take the card off instead.",
            payment_id=payment.pk,
            route=f"/api/trip/{payment.trip_id}/giftCard/unapply",
        )
    if money.given_back(payment_id=payment.pk):
        raise RefundInstead(
            "A part of this was given back already. Refund the rest instead.",
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


def _write(change: Change, payment: "Payment", values: dict[str, Any]) -> None:
    before, after = ledger.change_payment(
        payment=payment, values=values, by=change.by.avatar_id, at=change.at
    )
    if after:
        change.tell(
            "payment.edited",
            entity_type="payment",
            entity_id=payment.pk,
            before=_plain(before),
            after=_plain(after),
        )


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()
    }
