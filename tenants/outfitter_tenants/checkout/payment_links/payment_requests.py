"""Asking a trip's customer to pay, in writing."""

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import ids
from outfitter.kit.errors import Invalid
from outfitter.plugins import contexts
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.messaging import letters as messaging
from outfitter_tenants.messaging import subscribers, tasks
from outfitter_tenants.messaging.mails import confirmation, payment_request
from outfitter_tenants.messaging.mails.guest_types import in_customers_words
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentLink


def require_address(*, trip_id: int, send_by: str | None) -> None:
    """
    Refuse to write to nobody.

    :raises Invalid: the trip has no e-mail address
    """
    if send_by is not None and not trips.get_trip(trip_id=trip_id).contact_email:
        raise Invalid({"contact.email": ["This trip has no email address."]})


def send(*, link: "PaymentLink", at: datetime) -> str | None:
    """Send a payment link to the trip's contact; returns the address, None without one."""
    trip = trips.get_trip(trip_id=link.trip_id)
    if not trip.contact_email:
        return None
    with atomic():
        message_id = queue(link=link, at=at)
        tasks.send_message.after_commit(message_id=message_id)
    return trip.contact_email


def send_again(*, trip_id: int, link_id: int, at: datetime) -> str:
    """
    Send a payment link that still stands once more; returns the address.

    :raises PaymentLinkNotFound: it is of another trip, or none
    :raises LinkExpired: too old; also LinkVoid, NothingDue
    :raises Invalid: the trip has no e-mail address
    """
    link = money.get_link(link_id=link_id)
    if link.trip_id != trip_id:
        raise money.PaymentLinkNotFound("Payment link not found.")
    payment_links.require_open(payment_links.get_link_state(link=link, at=at))
    require_address(trip_id=trip_id, send_by="email")
    with atomic():
        # Asked for by a person: each time is an occasion of its own.
        message_id = queue(link=link, at=at, occasion=f"{link.pk}:{ids.public_hash()}")
        record(
            entity_type="trip",
            entity_id=trip_id,
            trip_id=trip_id,
            action="trip.message_sent",
            at=at,
            after={"message_id": message_id, "kind": "payment_request", "payment_link_id": link.pk},
        )
        tasks.send_message.after_commit(message_id=message_id)
    return trips.get_trip(trip_id=trip_id).contact_email or ""


def queue(*, link: "PaymentLink", at: datetime, occasion: str | None = None) -> int:
    """
    Write the message of a payment link; returns its id. The caller starts it.

    It is written once for each occasion, which is the link itself unless another one is named.
    """
    trip = trips.get_trip(trip_id=link.trip_id)
    payload = trips.confirmation_of(trip)
    active = {one.pk for one in trip.all_orders if one.status == "active"}  # type: ignore[attr-defined]
    whole = confirmation.from_payload(in_customers_words(payload))
    ctx = contexts.context_for(schema_name=current_schema())
    standing = payment_links.get_link_state(link=link, at=at)
    data = payment_request.RequestData(
        trip=replace(whole, orders=tuple(one for one in whole.orders if one.id in active)),
        amount=standing.amount or link.sent_amount,
        url=f"{ctx.base_url}/pay/{payment_links.secret_of(link.pk)}",
        expires_at=link.expires_at,
        note=link.note,
        is_authentication=link.purpose == "authenticate",
    )
    return messaging.queue_payment_request(
        data=data, operator=subscribers.operator_of(ctx), occasion=occasion or str(link.pk), at=at
    )
