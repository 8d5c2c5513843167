"""What a gateway tells of refunds: ours, those made at its own pages, and those that come back."""

import logging
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, transaction

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.payments.types import GatewayRefund
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.gateway import invoice_port
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import reservations

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip

log = logging.getLogger(__name__)
FOUND: Final = "Refunded on the payment service's own pages."
# What is about refunds, and over once none of them is open any more.
OF_REFUNDS = frozenset({"refund_failed", "refund_pending_funds"})


def settle_refund(*, gateway: str, gateway_refund: GatewayRefund, at: datetime) -> None:
    """
    Record what a webhook says of a refund of one of our payments, whoever made it.

    Safe to call twice, late and out of order: what was given is only ever taken back by the
    gateway's word that it failed after all.
    """
    charge = money.find_gateway_charge(
        gateway=gateway, intent_id=gateway_refund.intent_id, charge_id=gateway_refund.charge_id
    )
    if charge is not None:
        invoice_port.refund_changed(charge_id=charge.pk, refund=gateway_refund, at=at)
        return
    found = _find(gateway_refund)
    if found is None:
        _record_found(gateway, gateway_refund, at)
    elif found.status in money.WAITING:
        close(refund_id=found.pk, trip_id=found.trip_id, answer=gateway_refund, at=at)
    elif gateway_refund.status == "failed" and found.status == "succeeded":
        _take_back(found, gateway_refund, at)
    elif gateway_refund.status == "succeeded" and found.status == "failed":
        _went_through(found, gateway_refund, at)


def _find(answer: GatewayRefund) -> "Payment | None":
    found = money.find_refund_by_gateway(gateway_refund_id=answer.gateway_id)
    if found is not None:
        return found
    # The webhook overtook the answer to our own call: our id travels in the metadata.
    own = answer.metadata.get("refund", "")
    is_ours = answer.metadata.get("schema") == current_schema() and own.isdecimal()
    return money.find_refund(refund_id=int(own)) if is_ours else None


def _record_found(gateway: str, answer: GatewayRefund, at: datetime) -> None:
    """Write down a refund that somebody made at the gateway's own pages."""
    paid = money.find_gateway_payment(gateway=gateway, intent_id=answer.intent_id, charge_id=answer.charge_id)
    if paid is None or answer.status == "failed":
        return
    with atomic():
        trip = trips.lock_trip(trip_id=paid.trip_id)
        payment = money.get_payment(payment_id=paid.pk, trip_id=trip.pk)
        try:
            with transaction.atomic():
                made = ledger.record_found_refund(payment=payment, refund=answer, note=FOUND, at=at)
        except IntegrityError:
            # More went back than was paid: some of it was handed back here as well.
            log.error("refund %s at the gateway exceeds its payment", answer.gateway_id)
            _mark(trip, "books_differ", at)
            return
        if made is not None:
            payment_sums.store_payment_sums(trip=trip, at=at)
            _after(trip, made, at)


def close(*, refund_id: int, trip_id: int, answer: GatewayRefund, at: datetime) -> None:
    """Record how a refund stands that was on its way; whoever comes second finds it done."""
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        refund = money.find_waiting_refund(refund_id=refund_id)
        if refund is None:
            return
        before = refund.status
        ledger.close_refund(refund=refund, answer=answer, at=at)
        if refund.status == "succeeded":
            payment_sums.store_payment_sums(trip=trip, at=at)
        if refund.status != before:
            _after(trip, refund, at)


def _after(trip: "Trip", refund: "Payment", at: datetime) -> None:
    """Tell the rest of the product of a refund that ended, and staff what is left to do."""
    if refund.status == "succeeded":
        outbox.publish(
            "payment.refunded",
            at=at,
            trip_id=trip.pk,
            payment_id=refund.pk,
            amount=refund.amount,
            currency=refund.currency,
        )
    elif refund.parent_payment_id is not None:
        disputes.take_what_is_lost(trip=trip, payment_id=refund.parent_payment_id, at=at)
    update_refund_attention(trip, at)


def reader_changed(*, reader_id: str, at: datetime) -> None:
    """Find out at once what became of the refunds that a reader asks the card for."""
    for refund in money.list_at_reader(reader_id=reader_id):
        scheduled_jobs.schedule(
            "payments.refund", key=str(refund.pk), payload={"refund_id": refund.pk}, due_at=at
        )


def update_refund_attention(trip: "Trip", at: datetime) -> None:
    """Say on a locked trip whether somebody has to look after its refunds."""
    wanted = None
    if money.has_failed_refund(trip_id=trip.pk):
        wanted = "refund_failed"
    elif money.has_waiting_funds(trip_id=trip.pk):
        wanted = "refund_pending_funds"
    if wanted is not None:
        _mark(trip, wanted, at)
    elif trip.attention in OF_REFUNDS:
        reservations.mark_attention(trip=trip, attention=None, at=at)


def _mark(trip: "Trip", attention: str, at: datetime) -> None:
    if trip.attention != attention:
        reservations.mark_attention(trip=trip, attention=attention, at=at)


def _take_back(found: "Payment", answer: GatewayRefund, at: datetime) -> None:
    with atomic():
        trip = trips.lock_trip(trip_id=found.trip_id)
        refund = money.get_refund(refund_id=found.pk, trip_id=trip.pk)
        if refund.status != "succeeded":
            return
        ledger.reverse_refund(refund=refund, answer=answer, at=at)
        payment_sums.store_payment_sums(trip=trip, at=at)
        _after(trip, refund, at)


def _went_through(found: "Payment", answer: GatewayRefund, at: datetime) -> None:
    """
    Record a refund that we took for failed and that the gateway has made after all.

    When it was given back in another way meanwhile, money went back twice: a person has to look.
    """
    with atomic():
        trip = trips.lock_trip(trip_id=found.trip_id)
        refund = money.get_refund(refund_id=found.pk, trip_id=trip.pk)
        if refund.status != "failed":
            return
        try:
            with transaction.atomic():
                ledger.close_refund(refund=refund, answer=answer, at=at)
                payment_sums.store_payment_sums(trip=trip, at=at)
                _after(trip, refund, at)
        except IntegrityError:
            log.error("refund %s at the gateway exceeds its payment", answer.gateway_id)
            _mark(trip, "books_differ", at)
            return
        if refund.replaced_by_id is not None:
            log.error("refund %s went through beside %s", refund.pk, refund.replaced_by_id)
            _mark(trip, "books_differ", at)
