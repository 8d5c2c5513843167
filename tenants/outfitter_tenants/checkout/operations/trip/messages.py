"""Messages about a trip that staff send again or hold back (domain.md 5.6)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal

from outfitter.db.locks import atomic
from outfitter.kit import ids
from outfitter.kit.errors import DomainError, Invalid, NotFound
from outfitter.plugins.types import TenantContext
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.operations.frame.change import By
from outfitter_tenants.checkout.operations.payment import links, requesting
from outfitter_tenants.checkout.operations.payment.owing import Asked
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.messaging import cancellation, content, subscribers, tasks
from outfitter_tenants.messaging import operations as messaging
from outfitter_tenants.trips import queries as trips

Kind = Literal["confirmation", "cancellation", "payment_request"]
# What can be sent, and of which trips.
KINDS: Final[Mapping[Kind, str]] = {
    "confirmation": "Booking confirmation",
    "cancellation": "Cancellation",
    "payment_request": "Payment request",
}


class NothingToSay(DomainError):
    """There is nothing of that kind to say about the trip now."""

    code = "nothing_to_send"
    status = 409


def list_kinds() -> list[dict[str, Any]]:
    """Return what a trip can be sent."""
    return [
        {"id": place, "slug": slug, "name": name}
        for place, (slug, name) in enumerate(KINDS.items(), start=1)
    ]


def send(
    *,
    trip_id: int,
    customer_id: int,
    kind: Kind,
    payment_id: int | None,
    ctx: TenantContext,
    at: datetime,
) -> int:
    """
    Send a customer what there is to say about their trip now; returns the message's id.

    :raises NotFound: the customer or the payment is not of this trip
    :raises NothingToSay: the trip is not booked, or nothing of it was cancelled
    :raises Invalid: there is no address to write to
    """
    trip = trips.get_trip(trip_id=trip_id)
    if trip.customer_id != customer_id:
        raise NotFound("This customer is not the one of the trip.")
    if payment_id is not None and not _has_payment(trip_id, payment_id):
        raise NotFound("There is no such payment on this trip.")
    if not trip.contact_email:
        raise Invalid({"contact.email": ["This trip has no e-mail address."]})
    payload = trips.confirmation_of(trip)
    cancelled = [one.pk for one in trip.all_orders if one.status == "cancelled"]  # type: ignore[attr-defined]
    if kind == "cancellation" and not cancelled:
        raise NothingToSay("Nothing of this trip was cancelled.")
    if kind == "confirmation" and trip.status != "reserved":
        raise NothingToSay("Only booked trips are confirmed.", status=trip.status)
    if kind == "payment_request":
        return _ask_for_money(trip_id, at)
    with atomic():
        message_id = _queue(kind, payload, cancelled, ctx, at)
        record(
            entity_type="trip", entity_id=trip_id, trip_id=trip_id, action="trip.message_sent",
            at=at, after={"message_id": message_id, "kind": kind},
        )  # fmt: skip
        tasks.send_message.after_commit(message_id=message_id)
    return message_id


def _ask_for_money(trip_id: int, at: datetime) -> int:
    """Make a payment link over what is owed and send it: the link is the change that is logged."""
    by = By(avatar_id=current_actor().avatar_id)
    with atomic():
        link = links.create(
            trip_id=trip_id, asked=Asked("balance"), note="", is_tip_asked=True, days=None,
            by=by, at=at,
        )  # fmt: skip
        message_id = requesting.queue(link=link, at=at)
        tasks.send_message.after_commit(message_id=message_id)
    return message_id


def _has_payment(trip_id: int, payment_id: int) -> bool:
    return any(row.pk == payment_id for row in ledger.list_payments(trip_id=trip_id))


def _queue(
    kind: Kind, payload: dict[str, Any], cancelled: list[int], ctx: TenantContext, at: datetime
) -> int:
    operator = subscribers.operator_of(ctx)
    # Asked for by a person: each time is an occasion of its own.
    occasion = ids.public_hash()
    if kind == "confirmation":
        return messaging.queue_confirmation(
            data=content.from_payload(payload), operator=operator, at=at, occasion=occasion
        )
    data = cancellation.from_payload({**payload, "trip_order_ids": cancelled, "reason": ""})
    return messaging.queue_cancellation(data=data, operator=operator, occasion=occasion, at=at)
