"""Bringing a gift card to whom it is for: what the mail says, and what the printed card says."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from babel.dates import format_date
from django.template.loader import render_to_string

from outfitter.kit import colors, zones
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails.confirmation import Operator, one_line
from outfitter_tenants.messaging.mails.renderer import Rendered, Style


@dataclass(frozen=True, slots=True)
class GiftCardData:
    """
    A card as its owner reads of it; amounts in minor units of `currency`.

    `design` has its colours as #rrggbb by name. `hash` is what its link is made of.
    """

    gift_card_id: int
    hash: str
    is_credit: bool
    purchased: int
    promo: int
    currency: str
    recipient_name: str
    recipient_email: str
    sender_name: str
    message: str
    locale: str
    design: Mapping[str, str]
    expires_at: datetime | None = None
    promo_expires_at: datetime | None = None
    customer_id: int | None = None
    trip_id: int | None = None

    def url(self, operator: Operator) -> str:
        """Return where the card can be opened and printed."""
        return f"{operator.base_url}/api/giftCard/{self.hash}/pdf"


def sentences(*, data: GiftCardData, operator: Operator) -> dict[str, Any]:
    """Return everything a card says in its owner's language, every number written already."""
    code = translations.language(data.locale)
    style = Style(code, translations.babel_locale(data.locale, operator.locale), data.currency)
    say = partial(style.say, operator=operator.name)
    amount = style.money(data.purchased + data.promo)
    sender, name = one_line(data.sender_name), one_line(data.recipient_name)
    given = say("gift_given", sender=sender, amount=amount) if sender else None
    return {
        "lang": code,
        "direction": "rtl" if style.is_rtl else "ltr",
        "title": say("gift_credit_title" if data.is_credit else "gift_title"),
        "intro": given or say("gift_worth", amount=amount),
        "amount": amount,
        "for_whom": say("gift_for", name=name) if name else "",
        "from_whom": say("gift_from", name=sender) if sender else "",
        "note": [line for line in data.message.splitlines() if line.strip()],
        "code_label": say("gift_code"),
        "how": say("gift_how"),
        "dates": _dates(data, operator, style),
        "button": say("gift_button"),
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "footer": say("gift_footer"),
    }


def _dates(data: GiftCardData, operator: Operator, style: Style) -> list[str]:
    parts = ((data.purchased, data.expires_at), (data.promo, data.promo_expires_at))
    known = [(amount, until) for amount, until in parts if amount and until is not None]
    if len({until for _, until in known}) == 1 and sum(a for a, _ in known) == (data.purchased + data.promo):
        return [style.say("gift_until", date=_day(known[0][1], operator, style))]
    return [
        style.say("gift_part_until", amount=style.money(amount), date=_day(until, operator, style))
        for amount, until in known
    ]


def _day(until: datetime, operator: Operator, style: Style) -> str:
    # A card that ends at midnight can be spent on the day before, and no longer.
    last = zones.to_local(until - timedelta(microseconds=1), operator.time_zone)
    return format_date(last.date(), "long", locale=style.locale)


def render(*, data: GiftCardData, operator: Operator) -> Rendered:
    """Return the mail that brings a card; what people typed is escaped in the HTML."""
    said = sentences(data=data, operator=operator)
    key = "gift_credit_subject" if data.is_credit else "gift_subject"
    heading = translations.translate(said["lang"], key, operator=operator.name)
    context = {
        **said,
        "heading": heading,
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
        "design": data.design,
        "card_url": data.url(operator),
    }
    text = render_to_string("messaging/gift_card.txt", context)
    return Rendered(
        locale=said["lang"],
        subject=heading,
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/gift_card.html", context),
    )
