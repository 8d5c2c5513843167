"""From a confirmation's data to subject, text and HTML in the customer's language."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from babel import Locale
from babel.dates import format_date, format_time
from babel.numbers import format_currency
from django.template.loader import render_to_string

from outfitter.kit import colors
from outfitter.kit.money import Money
from outfitter.kit.picture_sizes import as_jpeg
from outfitter.kit.text_direction import is_right_to_left, isolated
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails.bill import bill_context
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder, Operator


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail ready to be sent."""

    locale: str
    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Style:
    """How to write dates and money for one reader."""

    code: str
    locale: Locale
    currency: str

    def say(self, key: str, **values: object) -> str:
        """Return one sentence in the reader's language."""
        return translations.translate(self.code, key, **values)

    def line(self, parts: Iterable[str]) -> str:
        """Return what stands in a row with commas between, each in its own direction."""
        return ", ".join(isolated(part, language=self.code) for part in parts)

    @property
    def is_rtl(self) -> bool:
        """Return whether the reader reads from right to left."""
        return is_right_to_left(self.code)

    def money(self, minor: int) -> str:
        """Return an amount of minor units as the reader writes money."""
        major = Money(minor, self.currency).major
        written = format_currency(major, self.currency, locale=self.locale)
        # Arabic and Hebrew patterns bring a mark that turns "US$" around.
        return written.replace("\u200f", "").strip() if self.is_rtl else written


def confirmation(*, data: ConfirmationData, operator: Operator) -> Rendered:
    """Return the confirmation of a trip; what people typed is escaped in the HTML."""
    code = translations.language(data.locale)
    style = Style(code, translations.babel_locale(data.locale, operator.locale), data.currency)
    context = trip_context(data, operator, style)
    text = render_to_string("messaging/confirmation.txt", context)
    return Rendered(
        locale=code,
        subject=_subject(data, operator, style),
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/confirmation.html", context),
    )


def _subject(data: ConfirmationData, operator: Operator, style: Style) -> str:
    starts = sorted(order.local_start for order in data.orders if order.local_start)
    say = partial(translations.translate, style.code)
    if not starts:
        return say("subject_undated", operator=operator.name)
    date = format_date(starts[0], "long", locale=style.locale)
    names = {order.experience_name for order in data.orders}
    if len(names) == 1:
        return say("subject_one", experience=names.pop(), date=date)
    return say("subject_many", operator=operator.name, date=date)


def trip_context(data: ConfirmationData, operator: Operator, style: Style) -> dict[str, Any]:
    """Return a whole trip as the templates show it."""
    say = partial(style.say, operator=operator.name)
    name = data.address_name
    balance = data.balance_amount
    return {
        "lang": style.code,
        "direction": "rtl" if style.is_rtl else "ltr",
        "say": {key: translations.catalogue(style.code)[key] for key in _LABELS},
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
        "heading": say("heading_named", name=name) if name else say("heading"),
        "intro": say("intro"),
        "code": data.confirmation_code,
        "guests_cnt": say("guests_cnt", n=data.pax_cnt),
        "orders": [order_context(order, operator, style) for order in data.standing],
        "bill": bill_context(data, style),
        "balance_note": say("balance_note", amount=style.money(balance)) if balance > 0 else None,
        "partner_note": say("partner_note") if data.is_paid_elsewhere else None,
        "portal_url": data.portal_url(operator),
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "phone": operator.phone,
        "footer": say("footer"),
    }


BILL_LABELS = ("total", "bill_tip", "paid", "balance")
_LABELS = (
    *BILL_LABELS,
    "code",
    "when",
    "where",
    "guests",
    "undated",
    "button",
    "button_hint",
    "calendar_hint",
)


def order_context(order: ConfirmedOrder, operator: Operator, style: Style) -> dict[str, Any]:
    """Return one order as the templates show it."""
    return {
        "name": order.experience_name,
        # Some mail programs show no other kind.
        "image": operator.absolute(as_jpeg(order.hero_image)),
        "date": format_date(order.local_start, "full", locale=style.locale) if order.local_start else None,
        "times": _times(order, style),
        "where": order.place,
        "where_line": style.line(order.place),
        "guests": [line.label for line in order.guests],
        "guests_line": style.line(line.label for line in order.guests),
    }


def _times(order: ConfirmedOrder, style: Style) -> str:
    if order.local_start is None:
        return ""
    write = partial(format_time, format="short", locale=style.locale)
    start = write(order.local_start.time())
    if not order.duration:
        return start
    end = order.local_start + order.duration
    return f"{start} – {write(end.time())}"  # noqa: RUF001  (an en dash between two times)
