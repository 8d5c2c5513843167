"""Asking the guests of a trip to sign before they come."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from babel.dates import format_date
from django.template.loader import render_to_string

from outfitter.kit import colors
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style

_LABELS = ("code", "when", "guests", "undated")


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


def render(*, data: WaiverReminderData, operator: Operator) -> Rendered:
    """Return the message; what people typed is escaped in the HTML."""
    trip = data.trip
    code = translations.language(trip.locale)
    style = Style(code, translations.babel_locale(trip.locale, operator.locale), trip.currency)
    context = _context(data, operator, style)
    days = [one.local_start.date() for one in trip.orders if one.local_start]
    date = format_date(min(days), "long", locale=style.locale) if days else context["say"]["undated"]
    text = render_to_string("messaging/cancellation.txt", context)
    return Rendered(
        locale=code,
        subject=style.say("waiver_subject", operator=operator.name, date=date),
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/cancellation.html", context),
    )


def _context(data: WaiverReminderData, operator: Operator, style: Style) -> dict[str, Any]:
    say = partial(style.say, operator=operator.name)
    words = translations.catalogue(style.code)
    return {
        "lang": style.code,
        "direction": "rtl" if style.is_rtl else "ltr",
        "say": {key: words[key] for key in _LABELS} | {"button": words["waiver_button"]},
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
        "heading": say("waiver_heading"),
        "intro": say("waiver_intro", signed=data.signed, total=data.total),
        "note": [],
        "code": data.trip.confirmation_code,
        "orders": [renderer.order_context(order, operator, style) for order in data.trip.orders],
        "bill": None,
        "refund": None,
        "rebook": say("waiver_share"),
        "portal_url": data.url,
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "footer": say("footer"),
    }
