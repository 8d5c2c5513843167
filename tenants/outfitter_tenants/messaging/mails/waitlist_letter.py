"""What a party on the waiting list reads: in its mails, and on the page that they lead to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Literal, TypedDict

from babel.dates import format_date, format_time, get_datetime_format, get_timezone
from django.template.loader import render_to_string

from outfitter.kit import colors
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.renderer import Rendered, Style

# `left` and `taken` are only said on the page: whoever did that knows.
LetterKind = Literal["joined", "offer", "expired", "closed", "left", "taken"]


@dataclass(frozen=True, slots=True)
class WaitlistData:
    """
    A place in line as its party reads of it; `guests` are kinds of guests and how many.

    `offer_ends_at` is until when seats are held, where some are.
    """

    entry_id: int
    kind: LetterKind
    name: str
    email: str
    phone: str | None
    locale: str
    experience_name: str
    local_start: datetime
    is_flex: bool
    guests: Sequence[tuple[str, int]]
    offer_ends_at: datetime | None
    url: str


class WaitlistText(TypedDict):
    """The sentences about one place in line, in its reader's language."""

    lang: str
    direction: str
    subject: str
    heading: str
    intro: str
    experience: str
    when: str
    guests: str
    price_note: str
    button: str
    leave: str
    questions: str
    footer: str


def render(*, data: WaitlistData, operator: Operator) -> Rendered:
    """Return the mail; what people typed is escaped in the HTML."""
    said = text_of(data=data, operator=operator)
    context = {
        **said,
        "say": {"button": said["button"] or said["leave"]},
        "colors": colors.palette(operator.brand_color),
        "operator": operator,
        "logo": operator.absolute(operator.logo_url),
        "portal_url": data.url,
    }
    text = render_to_string("messaging/waitlist.txt", context)
    return Rendered(
        locale=said["lang"],
        subject=said["subject"],
        text="\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n",
        html=render_to_string("messaging/waitlist.html", context),
    )


def text_of(*, data: WaitlistData, operator: Operator) -> WaitlistText:
    """Return what is said about a place in line, for a mail or for its page."""
    code = translations.language(data.locale)
    style = Style(code, translations.babel_locale(data.locale, operator.locale), "USD")
    say = partial(style.say, operator=operator.name, experience=data.experience_name)
    is_offer = data.kind == "offer"
    buttons = {"offer": "wait_offer_button", "taken": "wait_taken_button"}
    return {
        "lang": code,
        "direction": "rtl" if style.is_rtl else "ltr",
        "subject": say(f"wait_{data.kind}_subject") if data.kind not in {"left", "taken"} else "",
        "heading": say(f"wait_{data.kind}_heading"),
        "intro": say(f"wait_{data.kind}_intro", until=_until(data, operator, style)),
        "experience": data.experience_name,
        "when": _when(data, style),
        "guests": style.line(f"{qty} \u00d7 {name}" for name, qty in data.guests),
        "price_note": say("wait_offer_price") if is_offer else "",
        "button": say(buttons[data.kind]) if data.kind in buttons else "",
        "leave": say("wait_leave") if is_offer or data.kind == "joined" else "",
        "questions": say("questions_phone", phone=operator.phone.replace(" ", "\u00a0"))
        if operator.phone
        else say("questions"),
        "footer": say("wait_footer"),
    }


def _until(data: WaitlistData, operator: Operator, style: Style) -> str:
    if data.offer_ends_at is None:
        return ""
    local = data.offer_ends_at.astimezone(get_timezone(operator.time_zone))
    joined = str(get_datetime_format("medium", locale=style.locale)).replace("'", "")
    day = format_date(local, "medium", locale=style.locale)
    # Nobody plans by the second.
    return joined.format(format_time(local.time(), "short", locale=style.locale), day)


def _when(data: WaitlistData, style: Style) -> str:
    day = format_date(data.local_start, "full", locale=style.locale)
    if data.is_flex:
        return day
    return f"{day}, {format_time(data.local_start.time(), 'short', locale=style.locale)}"
