"""What comes with an invoice, or with a statement of commission, to a partner."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, Literal

from babel.dates import format_date
from django.template.loader import render_to_string

from outfitter.kit import colors
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style


@dataclass(frozen=True, slots=True)
class InvoiceData:
    """
    An invoice as its partner reads of it; `amount` is what is still to be paid, in minor units.

    `message` is what somebody wrote by hand for this mail.
    """

    number: str
    amount: int
    currency: str
    due_date: date
    locale: str
    is_payable: bool = False
    message: str = ""
    # Set where it is not the invoice that comes, but a reminder of it; `overdue_amount` is what the partner
    # should have paid by now in all.
    reminder: Literal["before", "after"] | None = None
    overdue_amount: int = 0
    # Where it can be paid by card.
    url: str | None = None

    @property
    def kind(self) -> str:
        """Return what the sentences about it begin with."""
        if self.is_payable:
            return "invoice_payable"
        return {"before": "invoice_reminder", "after": "invoice_overdue"}.get(self.reminder or "", "invoice")


def render(*, data: InvoiceData, operator: Operator) -> Rendered:
    """Return the mail; what people typed is escaped in the HTML."""
    code = translations.language(data.locale)
    style = Style(code, translations.babel_locale(data.locale, operator.locale), data.currency)
    context = _sentences(data, operator, style) | {
        "lang": code,
        "direction": "rtl" if style.is_rtl else "ltr",
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
    }
    text = render_to_string("messaging/invoice.txt", context)
    return Rendered(
        locale=code,
        subject=translations.translate(
            code, f"{data.kind}_subject", number=data.number, operator=operator.name
        ),
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/invoice.html", context),
    )


def _note(data: InvoiceData, style: Style, say: Callable[..., str]) -> list[str]:
    """Return what stands below the amount: what else is overdue, or what somebody wrote."""
    if data.reminder == "after" and data.overdue_amount > data.amount:
        return [say("invoice_overdue_total", amount=style.money(data.overdue_amount))]
    return [line for line in data.message.splitlines() if line.strip()]


def _sentences(data: InvoiceData, operator: Operator, style: Style) -> dict[str, Any]:
    say = partial(style.say, operator=operator.name)
    heading = "invoice_payable" if data.is_payable else "invoice"
    amount = style.money(data.amount)
    due = format_date(data.due_date, "long", locale=style.locale)
    return {
        "heading": say(f"{heading}_heading", number=data.number),
        "intro": say(f"{data.kind}_intro", amount=amount, date=due),
        "number": data.number,
        "amount": amount,
        "note": _note(data, style, say),
        "attached": say("invoice_attached"),
        "portal_url": data.url,
        "say": {"button": say("pay_button")},
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "footer": say("invoice_footer"),
    }
