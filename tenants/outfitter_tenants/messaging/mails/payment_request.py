"""Asking a customer to pay, by a link of their own."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from babel.dates import format_datetime, get_timezone
from django.template.loader import render_to_string

from outfitter.kit import colors
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.bill import bill_context
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style

_LABELS = (*renderer.BILL_LABELS, "code", "when", "guests", "undated")


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


def render(*, data: RequestData, operator: Operator) -> Rendered:
    """Return the message; what people typed is escaped in the HTML."""
    trip = data.trip
    code = translations.language(trip.locale)
    style = Style(code, translations.babel_locale(trip.locale, operator.locale), trip.currency)
    context = _context(data, operator, style)
    text = render_to_string("messaging/cancellation.txt", context)
    amount = style.money(data.amount)
    return Rendered(
        locale=code,
        subject=style.say("pay_subject", operator=operator.name, amount=amount),
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/cancellation.html", context),
    )


def _context(data: RequestData, operator: Operator, style: Style) -> dict[str, Any]:
    say = partial(style.say, operator=operator.name)
    words = translations.catalogue(style.code)
    until = format_datetime(
        data.expires_at, "long", tzinfo=get_timezone(operator.time_zone), locale=style.locale
    )
    intro = "pay_confirm" if data.is_authentication else "pay_intro"
    return {
        "lang": style.code,
        "direction": "rtl" if style.is_rtl else "ltr",
        "say": {key: words[key] for key in _LABELS} | {"button": words["pay_button"]},
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
        "heading": say("pay_heading"),
        "intro": say(intro, amount=style.money(data.amount)),
        "note": [line for line in data.note.splitlines() if line.strip()],
        "code": data.trip.confirmation_code,
        "orders": [renderer.order_context(order, operator, style) for order in data.trip.orders],
        "bill": bill_context(data.trip, style),
        "refund": None,
        "rebook": say("pay_until", until=until),
        "portal_url": data.url,
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "footer": say("footer"),
    }
