"""Answers from the inbox: to a customer, about their trip or none, or to a number nobody knows."""

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.locks import atomic
from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout.trip_management.staff_replies import ReplyRequest, addressee_of
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging import staff_answers
from outfitter_tenants.messaging.conversations import inbox_pages as pages
from outfitter_tenants.messaging.conversations import rows
from outfitter_tenants.messaging.staff_answers import Addressee
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Conversation, Message


def answer(
    *, conversation_id: int, wish: ReplyRequest, sent_by: int | None, ctx: TenantContext, at: datetime
) -> "Message":
    """
    Answer in a conversation; returns the message.

    :raises ConversationNotFound: there is none
    :raises Invalid: there is no address or number to write to
    :raises TextsNotConnected: it is a text, and nobody carries any
    :raises WindowClosed: it is for WhatsApp, where the guest has not written for a day
    :raises NoSuchPaper: what is to go with it is not there
    """
    with atomic():
        row = pages.get_conversation(conversation_id=conversation_id)
        _hold(row)
        # Whoever was merged meanwhile has their conversation elsewhere, and this one is gone.
        row = pages.get_conversation(conversation_id=conversation_id)
        return _send(row, wish, sent_by, ctx, at)


def write_to(
    *, customer_id: int, wish: ReplyRequest, sent_by: int | None, ctx: TenantContext, at: datetime
) -> "Message":
    """
    Write to a customer, whether or not they ever wrote; returns the message.

    :raises CustomerNotFound: there is none
    :raises Invalid: there is no address or number to write to
    :raises TextsNotConnected: it is a text, and nobody carries any
    :raises WindowClosed: it is for WhatsApp, where the guest has not written for a day
    :raises NoSuchPaper: what is to go with it is not there
    """
    with atomic():
        _hold(pages.with_customer(customer_id=customers.get_customer(customer_id=customer_id).pk))
        row = pages.with_customer(customer_id=customers.get_customer(customer_id=customer_id).pk)
        return _send(row, wish, sent_by, ctx, at)


def _hold(row: "Conversation") -> None:
    if row.trip_id is not None:
        trips.lock_trip(trip_id=row.trip_id)
    rows.hold(row.customer_id)


def _send(
    row: "Conversation", wish: ReplyRequest, sent_by: int | None, ctx: TenantContext, at: datetime
) -> "Message":
    asked, who = pages.last_inbound(row), addressee(row, ctx)
    reply = wish.to_reply(asked, who, at=at)
    return staff_answers.send_answer(who=who, reply=reply, asked=asked, sent_by=sent_by, ctx=ctx, at=at)


def addressee(row: "Conversation", ctx: TenantContext) -> Addressee:
    """Return whom a conversation is with: as their newest trip says, else as they are known here."""
    if row.trip_id is not None:
        trip = trips.get_trip(trip_id=row.trip_id)
        if trip.customer_id == row.customer_id:
            return replace(addressee_of(trip, ctx), address=row.address)
    locale = people.get_properties().locale
    if row.customer_id is None:
        is_email = "@" in row.address
        return Addressee(
            customer_id=None,
            trip_id=None,
            address=row.address,
            name="",
            email=row.address if is_email else None,
            phone=row.address if row.address.startswith("+") else None,
            locale=locale,
        )
    who = customers.get_customer(customer_id=row.customer_id)
    return Addressee(
        customer_id=who.pk,
        trip_id=None,
        address="",
        name=customers.name_of(who),
        email=who.email,
        phone=who.phone,
        locale=who.locale or locale,
    )
