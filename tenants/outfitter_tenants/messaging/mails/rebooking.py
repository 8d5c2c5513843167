"""Telling a customer that an order has another time, or none for now: read from the event."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from babel.dates import format_date, format_time
from django.template.loader import render_to_string

from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails import confirmation, renderer
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder, Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style


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


def render(*, data: RebookingData, operator: Operator) -> Rendered:
    """Return the message; what people typed is escaped in the HTML."""
    trip = data.trip
    code = translations.language(trip.locale)
    style = Style(code, translations.babel_locale(trip.locale, operator.locale), trip.currency)
    context = renderer.trip_context(trip, operator, style) | _own(data, operator, style)
    if not any(order.local_start for order in trip.orders):
        # No file is attached then.
        context["say"] = context["say"] | {"calendar_hint": ""}
    text = render_to_string("messaging/confirmation.txt", context)
    return Rendered(
        locale=code,
        subject=_subject(data, operator, style),
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/confirmation.html", context),
    )


def _own(data: RebookingData, operator: Operator, style: Style) -> dict[str, Any]:
    say = partial(style.say, operator=operator.name)
    order, was = data.order, _written(data.was, style)
    if order is None or order.local_start is None:
        return {
            "heading": say("unscheduled_heading"),
            "intro": say("unscheduled_intro", was=was) if was else say("undated"),
        }
    intro = say("rebooked_intro", was=was) if was else say("rebooked_dated")
    return {"heading": say("rebooked_heading"), "intro": intro}


def _subject(data: RebookingData, operator: Operator, style: Style) -> str:
    say, order = partial(translations.translate, style.code), data.order
    if order is None or order.local_start is None:
        return say("unscheduled_heading", operator=operator.name)
    date = format_date(order.local_start, "long", locale=style.locale)
    return say("rebooked_subject", experience=order.experience_name, date=date)


def _written(was: datetime | None, style: Style) -> str | None:
    if was is None:
        return None
    day = format_date(was, "long", locale=style.locale)
    return f"{day}, {format_time(was.time(), format='short', locale=style.locale)}"
