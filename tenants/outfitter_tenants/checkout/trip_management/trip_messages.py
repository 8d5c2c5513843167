"""Messages about a trip that staff send again or hold back (domain.md 5.6)."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

from outfitter.db.locks import atomic
from outfitter.kit import ids
from outfitter.kit.errors import DomainError, Invalid, NotFound
from outfitter.plugins.types import TenantContext
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.checkout.payment_links import payment_requests
from outfitter_tenants.checkout.payments import receipts
from outfitter_tenants.checkout.payments.requested_amount import AmountRequest
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.waivers import reminders as waiver_reminders
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.messaging import letters as messaging
from outfitter_tenants.messaging import subscribers, tasks, text_messages
from outfitter_tenants.messaging.mails import cancellation, confirmation, rebooking
from outfitter_tenants.messaging.mails.guest_types import in_customers_words
from outfitter_tenants.messaging.mails.rebooking import RebookingData
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder

Kind = Literal["confirmation", "cancellation", "rebooking", "payment_request", "receipt", "waiver_reminder"]
SendChannel = Literal["email", "sms"]
# What is said by text as well.
_BY_TEXT: Final[frozenset[Kind]] = frozenset({"waiver_reminder"})
# What can be sent, and of which trips.
KINDS: Final[Mapping[Kind, str]] = {
    "confirmation": "Booking confirmation",
    "cancellation": "Cancellation",
    "rebooking": "New time",
    "payment_request": "Payment request",
    "receipt": "Receipt",
    "waiver_reminder": "Waiver reminder",
}


class NoMessage(DomainError):
    """There is nothing of that kind to say about the trip now."""

    code = "nothing_to_send"
    status = 409


def list_kinds() -> list[dict[str, object]]:
    """Return what a trip can be sent."""
    return [
        {"id": place, "slug": slug, "name": name} for place, (slug, name) in enumerate(KINDS.items(), start=1)
    ]


def send(
    *,
    trip_id: int,
    customer_id: int,
    kind: Kind,
    payment_id: int | None,
    ctx: TenantContext,
    at: datetime,
    channel: SendChannel | None = None,
) -> int:
    """
    Send a customer what there is to say about their trip now; returns the message's id.

    By mail. A reminder to sign goes by text where staff ask for that, or where there is no address.

    :raises NotFound: the customer or the payment is not of this trip
    :raises NoMessage: the trip is not booked, or nothing of it was cancelled or moved
    :raises NoReceipt: nothing was paid, or this payment did not succeed
    :raises Invalid: there is no address or number to write to, or it is no text
    :raises TextsNotConnected: it is a text, and nobody carries any
    """
    trip = trips.get_trip(trip_id=trip_id)
    if trip.customer_id != customer_id:
        raise NotFound("This isn't the trip's customer.")
    if payment_id is not None and not _has_payment(trip_id, payment_id):
        raise NotFound("Payment not found on this trip.")
    by = _way(trip, kind, channel)
    if kind == "payment_request":
        return _ask_for_money(trip_id, at)
    with atomic():
        message_id = _queue(trip, kind, payment_id, by, ctx, at)
        record(
            entity_type="trip",
            entity_id=trip_id,
            trip_id=trip_id,
            action="trip.message_sent",
            at=at,
            after={"message_id": message_id, "kind": kind},
        )
        tasks.send_message.after_commit(message_id=message_id)
    return message_id


def _way(trip: "Trip", kind: Kind, wanted: SendChannel | None) -> SendChannel:
    """Return by which way a message goes, if there is one."""
    if wanted == "sms" and kind not in _BY_TEXT:
        raise Invalid({"channel": ["Only waiver reminders can be sent as a text."]})
    is_only_phone = kind in _BY_TEXT and not trip.contact_email and bool(trip.contact_phone)
    found: SendChannel = wanted or ("sms" if is_only_phone else "email")
    if found == "email" and not trip.contact_email:
        raise Invalid({"contact.email": ["This trip has no email address."]})
    if found == "sms":
        if not trip.contact_phone:
            raise Invalid({"contact.phone": ["This trip has no phone number."]})
        text_messages.demand_texts("sms")
    return found


def _ask_for_money(trip_id: int, at: datetime) -> int:
    """Make a payment link over what is owed and send it: the link is the change that is logged."""
    by = TripActor(avatar_id=current_actor().avatar_id)
    with atomic():
        link = payment_links.create(
            trip_id=trip_id,
            asked=AmountRequest("balance"),
            note="",
            is_tip_asked=True,
            days=None,
            by=by,
            at=at,
        )
        message_id = payment_requests.queue(link=link, at=at)
        tasks.send_message.after_commit(message_id=message_id)
    return message_id


def _has_payment(trip_id: int, payment_id: int) -> bool:
    return any(row.pk == payment_id for row in ledger.list_payments(trip_id=trip_id))


def _queue(
    trip: "Trip", kind: Kind, payment_id: int | None, by: SendChannel, ctx: TenantContext, at: datetime
) -> int:
    operator = subscribers.operator_of(ctx)
    # Asked for by a person: each time is an occasion of its own.
    occasion = ids.public_hash()
    if kind == "receipt":
        payment = receipts.chosen(trip_id=trip.pk, payment_id=payment_id)
        return receipts.queue(trip=trip, payment=payment, occasion=occasion, at=at)
    payload = in_customers_words(trips.confirmation_of(trip))
    if kind == "cancellation":
        data = cancellation.from_payload({**payload, "trip_order_ids": _cancelled(trip), "reason": ""})
        return messaging.queue_cancellation(data=data, operator=operator, occasion=occasion, at=at)
    if trip.status != "reserved":
        raise NoMessage("Only booked trips can be confirmed.", status=trip.status)
    if kind == "waiver_reminder":
        return _remind_to_sign(trip, occasion, by, ctx, at)
    if kind == "rebooking":
        return messaging.queue_rebooking(
            data=_rebooked(trip, payload), operator=operator, occasion=occasion, at=at
        )
    return messaging.queue_confirmation(
        data=confirmation.from_payload(payload), operator=operator, at=at, occasion=occasion
    )


def _remind_to_sign(trip: "Trip", occasion: str, by: SendChannel, ctx: TenantContext, at: datetime) -> int:
    unsigned = waiver_reminders.unsigned_orders(trip)
    if not unsigned:
        raise NoMessage("Everyone on this trip has signed.")
    write = waiver_reminders.queue_text if by == "sms" else waiver_reminders.queue
    return write(trip=trip, orders=unsigned, occasion=occasion, ctx=ctx, at=at)


def _cancelled(trip: "Trip") -> list[int]:
    cancelled = [one.pk for one in _orders(trip) if one.status == "cancelled"]
    if not cancelled:
        raise NoMessage("Nothing on this trip was canceled.")
    return cancelled


def _rebooked(trip: "Trip", payload: dict[str, object]) -> RebookingData:
    """Say when it is now; when it was before, the message of the change itself had said."""
    orders = [one for one in _orders(trip) if one.status == "active"]
    moved = [one.pk for one in orders if one.rebooked_cnt or one.schedule_state == "unscheduled"]
    if not moved:
        raise NoMessage("Nothing on this trip was moved.")
    return rebooking.from_payload(
        {
            **payload,
            "active_order_ids": [one.pk for one in orders],
            "was": {},
            "trip_order_id": moved[0],
            "version": trip.version,
        }
    )


def _orders(trip: "Trip") -> "list[TripOrder]":
    orders: list[TripOrder] = trip.all_orders  # type: ignore[attr-defined]
    return orders
