"""Telling payers what they paid, or got back, in writing."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.kit.errors import DomainError
from outfitter.plugins import contexts, scheduled_jobs
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.messaging import letters as messaging
from outfitter_tenants.messaging import subscribers, tasks
from outfitter_tenants.messaging.mails import confirmation
from outfitter_tenants.messaging.mails.guest_types import in_customers_words
from outfitter_tenants.messaging.mails.receipt import ReceiptData
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent, Payment
    from outfitter_tenants.trips.models import Trip

KIND: Final = "payments.receipt"
# Of these a receipt can be given: the money has moved.
_MOVED: Final = frozenset({"succeeded", "disputed"})


class NoReceipt(DomainError):
    """There is no payment of the trip that a receipt could be given for."""

    code = "nothing_to_send"
    status = 409


def plan(*, trip: "Trip", payment: "Payment", intent: "Intent", at: datetime) -> None:
    """
    Have a receipt sent for a card payment towards a booked trip, in the caller's transaction.

    Whoever pays by themselves, or is charged without being there, hears of it. At a reader staff
    stand by and ask; the payment that books a cart stands in its confirmation; what a partner's
    card paid is between the partner and the operator. Nobody hears of what was to be quiet.
    """
    is_ours = intent.channel == "pos_terminal" or intent.card_owner == "reseller"
    if is_ours or intent.is_quiet or not trip.contact_email:
        return
    scheduled_jobs.schedule(KIND, key=str(payment.pk), due_at=at, payload={"payment_id": payment.pk})


def send_planned(payload: dict[str, Any], at: datetime) -> None:
    """Send the receipt of a payment, once; the due job's handler."""
    payment = money.read_payment(payment_id=payload["payment_id"])
    trip = trips.get_trip(trip_id=payment.trip_id)
    if payment.status not in _MOVED or not trip.contact_email:
        return
    with atomic():
        message_id = queue(trip=trip, payment=payment, occasion=str(payment.pk), at=at)
        tasks.send_message.after_commit(message_id=message_id)


def chosen(*, trip_id: int, payment_id: int | None) -> "Payment":
    """
    Return what a receipt is given for: this payment or refund, else the trip's latest payment.

    :raises NoReceipt: there is none, or its money has not moved
    """
    moved = [row for row in money.list_payments(trip_id=trip_id) if row.status in _MOVED]
    if payment_id is None:
        moved = [row for row in moved if row.kind == "payment"]
    else:
        moved = [row for row in moved if row.pk == payment_id]
    if not moved:
        raise NoReceipt("There is no payment to give a receipt for.")
    return moved[-1]


def queue(*, trip: "Trip", payment: "Payment", occasion: str, at: datetime) -> int:
    """Write a receipt, once for each occasion; returns the message's id. The caller starts it."""
    card = None
    if payment.card_last4:
        card = f"{(payment.card_brand or 'card').capitalize()} •••• {payment.card_last4}"
    data = ReceiptData(
        trip=confirmation.from_payload(in_customers_words(trips.confirmation_of(trip))),
        payment_id=payment.pk,
        amount=payment.amount,
        tip_amount=payment.tip_amount,
        method=payment.method,
        card=card,
        day=zones.local_day(payment.received_at, people.get_properties().time_zone),
        is_refund=payment.kind == "refund",
        handed_amount=payment.handed_amount,
    )
    operator = subscribers.operator_of(contexts.context_for(schema_name=current_schema()))
    return messaging.queue_receipt(data=data, operator=operator, occasion=occasion, at=at)
