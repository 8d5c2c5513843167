"""
Letters to guests and partners: written down once for each occasion, in a template's words.

What says what is chosen when it is written: the operator's own template for this kind of message,
experience and way of sale, else the system's (docs/adr/0101).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.utils import parseaddr
from typing import Any

from django.conf import settings

from outfitter.kit import ids, text_lines
from outfitter_tenants.messaging import letter_choice, queries
from outfitter_tenants.messaging.mails import (
    calendar_file,
    cancellation,
    gift_card,
    invoice,
    payment_request,
    rebooking,
    receipt,
    renderer,
)
from outfitter_tenants.messaging.mails.cancellation import CancellationData
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.gift_card import GiftCardData
from outfitter_tenants.messaging.mails.invoice import InvoiceData
from outfitter_tenants.messaging.mails.payment_request import RequestData
from outfitter_tenants.messaging.mails.rebooking import RebookingData
from outfitter_tenants.messaging.mails.receipt import ReceiptData
from outfitter_tenants.messaging.mails.style import reader_style
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.operations import insert_once
from outfitter_tenants.messaging.rendered_message import RenderedMessage, render
from outfitter_tenants.messaging.template_queries import ChosenWords


@dataclass(frozen=True, slots=True)
class Letter:
    """
    What is to be written: which system template tells of it, with which values, to whom.

    `experience_ids` and `trip_method` are what it is about, where it is about a trip.
    """

    slug: str
    values: MergeValues
    locale: str
    currency: str = "USD"
    experience_ids: tuple[int, ...] = ()
    trip_method: str = ""


def new_letter(letter: Letter, operator: Operator, at: datetime, **facts: Any) -> Message:
    """Return a message to write, rendered in the words that suit its reader, from the operator."""
    hash_ = ids.public_hash()
    chosen, rendered = _rendered(letter, operator, hash_)
    return Message(
        hash=hash_,
        from_address=sender_of(operator),
        reply_to=text_lines.one_line(operator.reply_to or ""),
        locale=rendered.locale,
        subject=rendered.subject,
        body_text=rendered.text,
        body_html=rendered.html,
        template_id=chosen.template_id,
        template_version=chosen.version,
        created_at=at,
        **facts,
    )


def preview_cancellation(*, data: CancellationData, operator: Operator) -> RenderedMessage:
    """Return what a customer would be told now; nothing is written."""
    letter = _about_trip("cancellation", cancellation.values(data, operator), data.trip)
    return _rendered(letter, operator, "")[1]


def preview_invoice(*, data: InvoiceData, operator: Operator) -> RenderedMessage:
    """Return what would come with an invoice now; nothing is written."""
    letter = Letter(data.kind, invoice.values(data), data.locale, data.currency)
    return _rendered(letter, operator, "")[1]


def _rendered(letter: Letter, operator: Operator, hash_: str) -> tuple[ChosenWords, RenderedMessage]:
    chosen = letter_choice.choose_words(
        slug=letter.slug,
        locale=letter.locale,
        operator_locale=operator.locale,
        experience_ids=letter.experience_ids,
        trip_method=letter.trip_method,
        variant=letter.values.variant,
    )
    style = reader_style(
        chosen.words.locale, reader=letter.locale, operator_locale=operator.locale, currency=letter.currency
    )
    values = letter.values.of_message(hash_)
    return chosen, render(chosen.words, values, style=style, operator=operator)


def queue_confirmation(
    *, data: ConfirmationData, operator: Operator, at: datetime, occasion: str = ""
) -> int:
    """
    Write the confirmation of a trip, rendered, once for all times; returns the message's id.

    A second call for the same trip finds the first message and changes nothing, unless it is for
    an `occasion` of its own.
    """
    key = key_of(data.trip_id) + (f":{occasion}" if occasion else "")
    if found := queries.find_by_key(dedupe_key=key):
        return found.id
    calendar = calendar_file.invitation(data=data, operator=operator, organizer=_platform_address(), at=at)
    message = new_letter(
        _about_trip("confirmation", renderer.confirmation_values(data, operator), data),
        operator,
        at,
        category="confirmation",
        dedupe_key=key,
        **_reader_of(data),
        attachments=_calendar_file(calendar),
    )
    return insert_once(message, at)


def queue_cancellation(*, data: CancellationData, operator: Operator, occasion: str, at: datetime) -> int:
    """
    Write that orders of a trip were cancelled, once for each occasion; returns the message's id.
    """
    message = new_letter(
        _about_trip("cancellation", cancellation.values(data, operator), data.trip),
        operator,
        at,
        category="cancellation",
        dedupe_key=f"cancellation:{occasion}"[:120],
        **_reader_of(data.trip),
    )
    return insert_once(message, at)


def queue_payment_request(*, data: RequestData, operator: Operator, occasion: str, at: datetime) -> int:
    """
    Ask a customer to pay by a link, once for each occasion; returns the message's id.
    """
    message = new_letter(
        _about_trip(payment_request.slug_of(data), payment_request.values(data, operator), data.trip),
        operator,
        at,
        category="payment_request",
        dedupe_key=f"payment_request:{occasion}"[:120],
        **_reader_of(data.trip),
    )
    return insert_once(message, at)


def queue_receipt(*, data: ReceiptData, operator: Operator, occasion: str, at: datetime) -> int:
    """Write a receipt for a payment or a refund, once for each occasion; returns its id."""
    message = new_letter(
        _about_trip(receipt.slug_of(data), receipt.values(data, operator), data.trip),
        operator,
        at,
        category="receipt",
        dedupe_key=f"receipt:{occasion}"[:120],
        **_reader_of(data.trip),
    )
    return insert_once(message, at)


def queue_rebooking(*, data: RebookingData, operator: Operator, occasion: str, at: datetime) -> int:
    """
    Write that an order moved, once for each occasion; returns the message's id.

    The calendar file takes the place of the one that came with the confirmation.
    """
    calendar = calendar_file.invitation(
        data=data.trip, operator=operator, organizer=_platform_address(), at=at, sequence=data.version
    )
    message = new_letter(
        _about_trip(rebooking.slug_of(data), rebooking.values(data, operator), data.trip),
        operator,
        at,
        category="rebooking",
        dedupe_key=f"rebooking:{occasion}"[:120],
        trip_order_id=data.order_id,
        **_reader_of(data.trip),
        attachments=_calendar_file(calendar),
    )
    return insert_once(message, at)


def queue_gift_card(*, data: GiftCardData, operator: Operator, at: datetime, is_again: bool = False) -> int:
    """
    Write that there is a gift card for somebody; returns the message.

    Once for all times, unless somebody asks to have it sent `is_again`.
    """
    key = f"gift_card:{data.gift_card_id}"
    message = new_letter(
        Letter(gift_card.slug_of(data), gift_card.values(data, operator), data.locale, data.currency),
        operator,
        at,
        category="gift_card",
        dedupe_key=f"{key}:{at.isoformat()}" if is_again else key,
        customer_id=data.customer_id,
        trip_id=data.trip_id,
        to=mailbox(data.recipient_name, data.recipient_email),
    )
    return insert_once(message, at)


def queue_invoice(
    *, data: InvoiceData, operator: Operator, to: str, file: dict[str, Any], occasion: str, at: datetime
) -> int:
    """
    Write to one address that there is an invoice, once for each occasion; returns the message's id.

    :param file: the invoice on paper, see `attachments.made_later`
    """
    message = new_letter(
        Letter(data.kind, invoice.values(data), data.locale, data.currency),
        operator,
        at,
        category="invoice",
        dedupe_key=f"invoice:{occasion}:{to}"[:120],
        to=to,
        attachments=[file],
    )
    return insert_once(message, at)


def key_of(trip_id: int) -> str:
    """Return the key that makes a trip's confirmation the only one."""
    return f"confirmation:{trip_id}"


def sender_of(operator: Operator) -> str:
    """Return whom mails come from: the operator's name for mails at the platform's address."""
    return mailbox(operator.mail_from or operator.name, _platform_address())


def mailbox(name: str, address: str) -> str:
    """Return an address with the name of whom it is."""
    try:
        return str(Address(display_name=text_lines.one_line(name), addr_spec=address))
    except ValueError:  # an address beyond ASCII stands alone: headers cannot hold it with a name
        return address


def _platform_address() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


def _about_trip(slug: str, values: MergeValues, trip: ConfirmationData) -> Letter:
    return Letter(
        slug, values, trip.locale, trip.currency, tuple(one.experience_id for one in trip.orders), trip.method
    )


def _reader_of(trip: ConfirmationData) -> Mapping[str, Any]:
    """Return whose trip a message is about, and where to it goes."""
    return {
        "customer_id": trip.customer_id,
        "trip_id": trip.trip_id,
        "to": mailbox(trip.contact_name, trip.contact_email),
    }


def _calendar_file(calendar: str | None) -> list[dict[str, str]]:
    if calendar is None:
        return []
    return [{"name": calendar_file.NAME, "type": calendar_file.CONTENT_TYPE, "text": calendar}]
