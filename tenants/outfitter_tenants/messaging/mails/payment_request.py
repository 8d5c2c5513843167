"""Asking a customer to pay, by a link of their own."""

from dataclasses import dataclass
from datetime import datetime

from outfitter.kit import zones
from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.trip_fields import trip_fields
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml.text_blocks import note_block
from outfitter_tenants.messaging.mjml.trip_blocks import trip_blocks
from outfitter_tenants.messaging.rendered_message import RenderedMessage


@dataclass(frozen=True, slots=True)
class RequestData:
    """
    What is asked for: `amount` in minor units, under an address, until an instant.

    `is_authentication` says that a card was tried first and its bank wants its holder.
    """

    trip: ConfirmationData
    amount: int
    url: str
    expires_at: datetime
    note: str = ""
    is_authentication: bool = False


def slug_of(data: RequestData) -> str:
    """Return which system template asks for it."""
    return "payment_confirm" if data.is_authentication else "payment_request"


def values(data: RequestData, operator: Operator) -> MergeValues:
    """Return what stands in the message."""
    trip = data.trip
    return MergeValues(
        "payment_request",
        {
            **trip_fields(trip, operator, orders=trip.orders),
            "payment.amount": data.amount,
            "payment.link": data.url,
            "payment.until": zones.to_local(data.expires_at, operator.time_zone),
        },
        {**trip_blocks(trip, orders=trip.orders), "note": note_block(data.note)},
    )


def render(*, data: RequestData, operator: Operator) -> RenderedMessage:
    """Return the message in the words that ship; what people typed is escaped in the HTML."""
    trip = data.trip
    return renderer.render_shipped(
        slug_of(data), values(data, operator), locale=trip.locale, currency=trip.currency, operator=operator
    )
