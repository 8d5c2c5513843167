"""What messaging does about events."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.db import transaction

from outfitter.accounts import business_profile
from outfitter.kit.clock import utc_now
from outfitter.plugins.types import Event, Permanent, TenantContext
from outfitter_tenants.messaging import automations, confirmation_readers, letters, tasks
from outfitter_tenants.messaging.mails import cancellation, confirmation, rebooking
from outfitter_tenants.messaging.mails.guest_types import in_customers_words
from outfitter_tenants.people import queries as people

log = logging.getLogger(__name__)
CONFIRMATION: Final = "messaging.confirmation"
CANCELLATION: Final = "messaging.cancellation"
REBOOKING: Final = "messaging.rebooking"


def on_trip_converted(ctx: TenantContext, event: Event) -> None:
    """
    Confirm a booked trip by e-mail, once, whenever this event arrives.

    :raises Permanent: the event does not carry what a confirmation needs
    """
    try:
        data = confirmation.from_payload(in_customers_words(event.payload))
    except (KeyError, ValueError) as problem:
        raise Permanent(f"trip.converted cannot be read: {problem!r}") from problem
    if event.payload.get("notify") is False:
        return  # whoever booked it asked for silence
    readers = confirmation_readers.readers_of(
        customer=data.contact_email,
        # Events that were written before partners were in them have none.
        reseller_id=event.payload.get("reseller_id"),
        agent_id=event.payload.get("reseller_agent_id"),
    )
    if not readers.is_customer_told and not readers.copies:
        log.info("trip %s has no email address, nothing to confirm to", data.trip_id)
        return
    operator, at = operator_of(ctx), utc_now()
    is_on = automations.is_letter_on("confirmation", experience_ids=experiences_in(event.payload))
    with transaction.atomic():
        if readers.is_customer_told and is_on:
            message_id = letters.queue_confirmation(data=data, operator=operator, at=at)
            tasks.send_message.after_commit(message_id=message_id)
        for address in readers.copies:
            copy = replace(data, contact_email=address, customer_id=None)
            occasion = confirmation_readers.occasion_of(address)
            message_id = letters.queue_confirmation(data=copy, operator=operator, at=at, occasion=occasion)
            tasks.send_message.after_commit(message_id=message_id)


def on_order_cancelled(ctx: TenantContext, event: Event) -> None:
    """
    Tell a customer by e-mail that orders of theirs were cancelled, once for each event.

    :raises Permanent: the event does not carry what the message needs
    """
    try:
        data = cancellation.from_payload(in_customers_words(event.payload))
    except (KeyError, ValueError) as problem:
        raise Permanent(f"trip_order.cancelled cannot be read: {problem!r}") from problem
    if not data.trip.contact_email or not data.orders:
        return
    if not automations.is_letter_on("order_cancelled", experience_ids=_experience_of(event)):
        return
    with transaction.atomic():
        message_id = letters.queue_cancellation(
            data=data, operator=operator_of(ctx), occasion=str(event.id), at=utc_now()
        )
        tasks.send_message.after_commit(message_id=message_id)


def on_order_rebooked(ctx: TenantContext, event: Event) -> None:
    """
    Tell a customer by e-mail that an order of theirs has another time, once for each event.

    :raises Permanent: the event does not carry what the message needs
    """
    try:
        data = rebooking.from_payload(in_customers_words(event.payload))
    except (KeyError, ValueError) as problem:
        raise Permanent(f"trip_order.rebooked cannot be read: {problem!r}") from problem
    if not data.trip.contact_email or data.order is None:
        return
    if not automations.is_letter_on("rebooked", experience_ids=_experience_of(event)):
        return
    with transaction.atomic():
        message_id = letters.queue_rebooking(
            data=data, operator=operator_of(ctx), occasion=str(event.id), at=utc_now()
        )
        tasks.send_message.after_commit(message_id=message_id)


def experiences_in(payload: Mapping[str, Any]) -> set[int]:
    """Return the experiences that an event's orders are of; events of long ago name none."""
    return {one["experience_id"] for one in payload.get("orders", ()) if "experience_id" in one}


def _experience_of(event: Event) -> set[int]:
    """Return the experience of the order that an event is about, where it says so."""
    orders = [one for one in event.payload["orders"] if one["id"] == event.payload.get("trip_order_id")]
    return experiences_in({"orders": orders})


def operator_of(ctx: TenantContext) -> confirmation.Operator:
    """Return the operator as mails show it."""
    properties = people.get_properties()
    business = business_profile.get_business(schema_name=ctx.schema)
    return confirmation.Operator(
        name=confirmation.one_line(ctx.name),
        base_url=ctx.base_url,
        locale=properties.locale,
        time_zone=properties.time_zone,
        brand_color=properties.brand_color,
        logo_url=properties.logo_url,
        phone=properties.ecom_phone_number,
        reply_to=properties.reply_to,
        legal_name=business.legal_name,
        address=business.address,
        website=business.website,
        mail_from=properties.mail_from,
    )
