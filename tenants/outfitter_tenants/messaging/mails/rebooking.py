"""Telling a customer that an order has another time, or none for now: read from the event."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from babel.dates import format_date, format_time

from outfitter_tenants.messaging.mails import confirmation, renderer
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder, Operator
from outfitter_tenants.messaging.mails.style import Style
from outfitter_tenants.messaging.mails.trip_fields import trip_fields
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part
from outfitter_tenants.messaging.mjml.trip_blocks import trip_blocks
from outfitter_tenants.messaging.rendered_message import RenderedMessage


@dataclass(frozen=True, slots=True)
class RebookingData:
    """
    The trip as it is now, the order that moved, and the wall time it had before, if any.

    `version` counts the trip's changes: calendars take the file with the highest.
    """

    trip: ConfirmationData
    order_id: int
    was: datetime | None
    version: int

    @property
    def order(self) -> ConfirmedOrder | None:
        """Return the order that moved, None when it was cancelled since."""
        return next((order for order in self.trip.orders if order.id == self.order_id), None)


def from_payload(payload: Mapping[str, Any]) -> RebookingData:
    """
    Return what the event `trip_order.rebooked` carries; orders that are cancelled are left out.

    :raises KeyError: the payload lacks a part
    """
    trip, active = confirmation.from_payload(payload), set(payload["active_order_ids"])
    was = payload["was"].get("local_start")
    return RebookingData(
        trip=replace(trip, orders=tuple(order for order in trip.orders if order.id in active)),
        order_id=payload["trip_order_id"],
        was=datetime.fromisoformat(was) if was else None,
        version=payload["version"],
    )


def slug_of(data: RebookingData) -> str:
    """Return which system template tells of it."""
    return "unscheduled" if data.order is None or data.order.local_start is None else "rebooking"


def values(data: RebookingData, operator: Operator) -> MergeValues:
    """Return what stands in the message."""
    trip = data.trip
    # No file is attached where nothing has a date.
    has_calendar = any(order.local_start for order in trip.orders)
    about = (data.order,) if data.order else trip.orders
    return MergeValues(
        "rebooked",
        trip_fields(trip, operator, orders=about),
        {**trip_blocks(trip, has_calendar=has_calendar), "moveReason": partial(_reason, data)},
    )


def render(*, data: RebookingData, operator: Operator) -> RenderedMessage:
    """Return the message in the words that ship; what people typed is escaped in the HTML."""
    trip = data.trip
    return renderer.render_shipped(
        slug_of(data), values(data, operator), locale=trip.locale, currency=trip.currency, operator=operator
    )


def _reason(data: RebookingData, page: Page) -> Part:
    """Draw when it was before, or that it has a date now, or none for now."""
    was = _written(data.was, page.style)
    if slug_of(data) == "unscheduled":
        said = page.say("unscheduled_intro", was=was) if was else page.say("undated")
    else:
        said = page.say("rebooked_intro", was=was) if was else page.say("rebooked_dated")
    return parts.sentence(said, is_soft=True)


def _written(was: datetime | None, style: Style) -> str | None:
    if was is None:
        return None
    day = format_date(was, "long", locale=style.locale)
    return f"{day}, {format_time(was.time(), format='short', locale=style.locale)}"
