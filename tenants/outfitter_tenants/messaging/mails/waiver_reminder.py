"""Asking the guests of a trip to sign before they come."""

from dataclasses import dataclass

from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.trip_fields import trip_fields
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml.trip_blocks import trip_blocks
from outfitter_tenants.messaging.rendered_message import RenderedMessage


@dataclass(frozen=True, slots=True)
class WaiverReminderData:
    """
    A trip whose guests sign under `url`: `signed` of `total` of them have done so.

    `trip.orders` are those that somebody still has to sign for.
    """

    trip: ConfirmationData
    signed: int
    total: int
    url: str


def values(data: WaiverReminderData, operator: Operator) -> MergeValues:
    """Return what stands in the message."""
    trip = data.trip
    return MergeValues(
        "waiver_request",
        {
            **trip_fields(trip, operator, orders=trip.orders),
            "waiver.link": data.url,
            "waiver.signed": data.signed,
            "waiver.total": data.total,
        },
        trip_blocks(trip, orders=trip.orders),
    )


def render(*, data: WaiverReminderData, operator: Operator) -> RenderedMessage:
    """Return the message in the words that ship; what people typed is escaped in the HTML."""
    trip = data.trip
    return renderer.render_shipped(
        "waiver_request",
        values(data, operator),
        locale=trip.locale,
        currency=trip.currency,
        operator=operator,
    )
