"""Telling a customer that orders of their trip were cancelled: read from the event, rendered."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from babel.dates import format_date
from django.template.loader import render_to_string

from outfitter.kit import colors
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails import confirmation, renderer
from outfitter_tenants.messaging.mails.bill import bill_context
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder, Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style

_LABELS = (*renderer.BILL_LABELS, "code", "when", "where", "guests", "undated", "button")


@dataclass(frozen=True, slots=True)
class CancellationData:
    """
    What was cancelled and what follows for the customer.

    `refund_amount` is what goes back by itself, `given_amount` what was handed back already, in
    minor units; `note` are the operator's own words.
    """

    trip: ConfirmationData
    order_ids: frozenset[int]
    reason: str
    note: str = ""
    refund_amount: int = 0
    given_amount: int = 0
    may_rebook: bool = False
    may_change_experience: bool = False

    @property
    def orders(self) -> tuple[ConfirmedOrder, ...]:
        """Return the orders that were cancelled."""
        return tuple(order for order in self.trip.orders if order.id in self.order_ids)

    def portal_url(self, operator: Operator) -> str:
        """Return where the customer finds the trip; where they may choose another time, at that choice."""
        address = self.trip.portal_url(operator)
        return f"{address}&move={min(self.order_ids)}" if self.may_rebook else address


def from_payload(payload: Mapping[str, Any]) -> CancellationData:
    """
    Return what the event `trip_order.cancelled` carries.

    :raises KeyError: the payload lacks a part
    """
    ids = payload.get("trip_order_ids") or [payload["trip_order_id"]]
    return CancellationData(
        trip=confirmation.from_payload(payload),
        order_ids=frozenset(ids),
        reason=payload["reason"],
        note=payload.get("note") or "",
        refund_amount=payload.get("refund_amount") or 0,
        given_amount=payload.get("given_amount") or 0,
        may_rebook=bool(payload.get("may_rebook")),
        may_change_experience=bool(payload.get("may_change_experience")),
    )


def render(*, data: CancellationData, operator: Operator) -> Rendered:
    """Return the message; what people typed is escaped in the HTML."""
    trip = data.trip
    code = translations.language(trip.locale)
    style = Style(code, translations.babel_locale(trip.locale, operator.locale), trip.currency)
    context = _context(data, operator, style)
    text = render_to_string("messaging/cancellation.txt", context)
    return Rendered(
        locale=code,
        subject=_subject(data, style),
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/cancellation.html", context),
    )


def _subject(data: CancellationData, style: Style) -> str:
    starts = sorted(order.local_start for order in data.orders if order.local_start)
    names = {order.experience_name for order in data.orders}
    if not starts or len(names) != 1:
        return translations.translate(style.code, "cancelled_heading")
    date = format_date(starts[0], "long", locale=style.locale)
    return translations.translate(style.code, "cancelled_subject", experience=names.pop(), date=date)


def _context(data: CancellationData, operator: Operator, style: Style) -> dict[str, Any]:
    say = partial(style.say, operator=operator.name)
    why = {"weather": "cancelled_weather", "operator": "cancelled_operator"}
    rebook = "cancelled_rebook_any" if data.may_change_experience else "cancelled_rebook"
    return {
        "lang": style.code,
        "direction": "rtl" if style.is_rtl else "ltr",
        "say": {key: translations.catalogue(style.code)[key] for key in _LABELS},
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
        "heading": say("cancelled_heading"),
        "intro": say(why.get(data.reason, "cancelled_intro")),
        "note": [line for line in data.note.splitlines() if line.strip()],
        "code": data.trip.confirmation_code,
        "orders": [renderer.order_context(order, operator, style) for order in data.orders],
        "bill": bill_context(data.trip, style),
        "refund": _refund(data, style),
        "rebook": say(rebook) if data.may_rebook else None,
        "portal_url": data.portal_url(operator),
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "footer": say("footer"),
    }


def _refund(data: CancellationData, style: Style) -> str | None:
    """Return what was handed back and what is on its way, None when nothing is."""
    sentences = (("cancelled_given", data.given_amount), ("cancelled_refund", data.refund_amount))
    told = [style.say(key, amount=style.money(amount)) for key, amount in sentences if amount > 0]
    return " ".join(told) or None
