"""Bringing a gift card to whom it is for: what the mail says, and what the printed card says."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from babel.dates import format_date

from outfitter.kit import zones
from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import Operator, one_line
from outfitter_tenants.messaging.mails.style import Style, style_of
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part
from outfitter_tenants.messaging.rendered_message import RenderedMessage


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
    style = style_of(data.locale, operator_locale=operator.locale, currency=data.currency)
    return _sentences(data, operator, style)


def _sentences(data: GiftCardData, operator: Operator, style: Style) -> dict[str, Any]:
    say = partial(style.say, operator=operator.name)
    amount = style.money(data.purchased + data.promo)
    sender, name = one_line(data.sender_name), one_line(data.recipient_name)
    given = say("gift_given", sender=sender, amount=amount) if sender else None
    return {
        "lang": style.code,
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


def slug_of(data: GiftCardData) -> str:
    """Return which system template brings it."""
    return "store_credit" if data.is_credit else "gift_card"


def values(data: GiftCardData, operator: Operator) -> MergeValues:
    """Return what stands in the message."""
    return MergeValues(
        "gift_card",
        {
            "guest.first_name": one_line(data.recipient_name),
            "guest.name": one_line(data.recipient_name),
            "guest.email": data.recipient_email,
            "gift_card.amount": data.purchased + data.promo,
            "gift_card.link": data.url(operator),
            "gift_card.sender": one_line(data.sender_name),
        },
        {
            "giftIntro": partial(_intro, data),
            "giftCard": partial(_card, data),
            "giftMessage": partial(_message, data),
            "giftDates": partial(_dates_below, data),
        },
    )


def render(*, data: GiftCardData, operator: Operator) -> RenderedMessage:
    """Return the mail that brings a card, in the words that ship; what people typed is escaped."""
    return renderer.render_shipped(
        slug_of(data), values(data, operator), locale=data.locale, currency=data.currency, operator=operator
    )


def _said(data: GiftCardData, page: Page) -> dict[str, Any]:
    return _sentences(data, page.operator, page.style)


def _intro(data: GiftCardData, page: Page) -> Part:
    return parts.sentence(_said(data, page)["intro"], is_soft=True)


def _card(data: GiftCardData, page: Page) -> Part:
    said, design = _said(data, page), data.design
    ink = parts.attribute(design["ink"])
    ground, accent = parts.attribute(design["ground"]), parts.attribute(design["accent"])
    whom = (
        f'<br/><span style="font-size:16px;line-height:24px;color:{ink};">'
        f"{parts.html(said['for_whom'])}</span>"
        if said["for_whom"]
        else ""
    )
    inner = (
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" '
        # MJML collapses borders, which round corners do not survive.
        'style="border-collapse:separate;"><tr>'
        f'<td style="padding:30px 28px;background:{ground};border:1px solid {accent};border-radius:12px;">'
        f'<span style="font-size:14px;line-height:20px;color:{ink};">{parts.html(said["title"])} · '
        f"<bdi>{parts.html(page.operator.name)}</bdi></span><br/>"
        f'<span dir="ltr" style="font-size:40px;line-height:56px;font-weight:700;letter-spacing:-0.01em;'
        f'color:{ink};">{parts.html(said["amount"])}</span>{whom}</td></tr></table>'
    )
    lines = [f"{said['title']}: {said['amount']}", said["for_whom"]]
    return Part(parts.component(inner, top=20), "\n".join(line for line in lines if line))


def _message(data: GiftCardData, page: Page) -> Part | None:
    sender = _said(data, page)["from_whom"]
    written = parts.lines(data.message, top=22)
    signed = parts.sentence(sender, is_soft=True, size=15) if sender else None
    drawn = [one for one in (written, signed) if one]
    if not drawn:
        return None
    return Part("".join(one.mjml for one in drawn), "\n".join(one.text for one in drawn))


def _dates_below(data: GiftCardData, page: Page) -> Part | None:
    drawn = [
        parts.sentence(line, top=8, is_soft=True, size=15) for line in _dates(data, page.operator, page.style)
    ]
    if not drawn:
        return None
    return Part("".join(one.mjml for one in drawn), "\n".join(one.text for one in drawn))
