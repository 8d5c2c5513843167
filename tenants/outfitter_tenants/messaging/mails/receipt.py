"""A receipt: what a customer paid, or got back, on paper of the operator's."""

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, Final

from babel.dates import format_date
from django.template.loader import render_to_string

from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style

# What people call the ways of paying; what is missing here is "other".
PAYMENT_NAMES: Final = {
    "bank_transfer": "transfer",
    "card": "card",
    "card_present": "card",
    "cash": "cash",
    "check": "check",
    "credit": "gift_card",
    "gift_card": "gift_card",
    "voucher": "voucher",
    "wallet": "card",
    "wire": "transfer",
}


@dataclass(frozen=True, slots=True)
class ReceiptData:
    """
    One payment or refund of a trip; amounts in minor units, the tip is a part of `amount`.

    `handed_amount` is what changed hands where coins could not pay `amount` (cash is rounded).

    `card` names a card as its holder knows it, such as "Visa 4242"; `day` is the operator's.
    """

    trip: ConfirmationData
    payment_id: int
    amount: int
    tip_amount: int
    method: str
    day: date
    card: str | None = None
    is_refund: bool = False
    handed_amount: int | None = None


def render(*, data: ReceiptData, operator: Operator) -> Rendered:
    """Return the message; what people typed is escaped in the HTML."""
    trip = data.trip
    code = translations.language(trip.locale)
    style = Style(code, translations.babel_locale(trip.locale, operator.locale), trip.currency)
    context = renderer.trip_context(trip, operator, style) | _own(data, operator, style)
    # No file is attached.
    context["say"] = context["say"] | {"calendar_hint": ""}
    text = render_to_string("messaging/confirmation.txt", context)
    subject = "receipt_back_subject" if data.is_refund else "receipt_subject"
    return Rendered(
        locale=code,
        subject=translations.translate(
            code, subject, operator=operator.name, amount=style.money(data.amount)
        ),
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/confirmation.html", context),
    )


def _own(data: ReceiptData, operator: Operator, style: Style) -> dict[str, Any]:
    say = partial(style.say, operator=operator.name)
    kind = "receipt_back" if data.is_refund else "receipt"
    intro = say(
        f"{kind}_intro",
        amount=style.money(data.amount),
        method=_method(data, style),
        date=format_date(data.day, "long", locale=style.locale),
    )
    if data.tip_amount and not data.is_refund:
        intro = f"{intro} {say('receipt_tip', amount=style.money(data.tip_amount))}"
    if data.handed_amount not in {None, data.amount}:
        intro = f"{intro} {say('receipt_rounded', amount=style.money(data.handed_amount))}"
    return {"heading": say(f"{kind}_heading"), "intro": intro}


def _method(data: ReceiptData, style: Style) -> str:
    return data.card or style.say(f"method_{PAYMENT_NAMES.get(data.method, 'other')}")
