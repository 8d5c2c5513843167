"""What a party on the waiting list reads: in its mails, and on the page that they lead to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Literal, TypedDict

from babel.dates import format_date, format_time, get_datetime_format, get_timezone

from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.style import Style, style_of
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part
from outfitter_tenants.messaging.rendered_message import RenderedMessage

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


def slug_of(data: WaitlistData) -> str:
    """Return which system template tells of it."""
    return f"waitlist_{data.kind}"


def values(data: WaitlistData, operator: Operator) -> MergeValues:
    """Return what stands in the message."""
    ends_at = data.offer_ends_at
    return MergeValues(
        "waitlist",
        {
            "guest.first_name": data.name,
            "guest.name": data.name,
            "guest.email": data.email,
            "trip.experience": data.experience_name,
            "trip.date": data.local_start.date(),
            "trip.time": None if data.is_flex else data.local_start.time(),
            "trip.guests": partial(_guests, data),
            "waitlist.link": data.url,
            "waitlist.until": ends_at.astimezone(get_timezone(operator.time_zone)) if ends_at else None,
        },
        {"waitlistPlace": partial(_place, data)},
    )


def render(*, data: WaitlistData, operator: Operator) -> RenderedMessage:
    """Return the mail in the words that ship; what people typed is escaped in the HTML."""
    return renderer.render_shipped(
        slug_of(data), values(data, operator), locale=data.locale, currency="USD", operator=operator
    )


def _place(data: WaitlistData, page: Page) -> Part:
    when, guests = _when(data, page.style), _guests(data, page.style)
    inner = (
        f'<span class="text" style="font-size:18px;line-height:26px;font-weight:700;color:{parts.TEXT};">'
        f"<bdi>{parts.html(data.experience_name)}</bdi></span><br/>"
        f'<span class="text" style="font-size:16px;line-height:24px;color:{parts.TEXT};">'
        f"<bdi>{parts.html(when)}</bdi></span><br/>"
        f'<span class="soft" style="font-size:15px;line-height:23px;color:{parts.SOFT};">'
        f"{parts.html(guests)}</span>"
    )
    return Part(parts.panel(inner), "\n".join([data.experience_name, when, guests]))


def _guests(data: WaitlistData, style: Style) -> str:
    return style.line(f"{qty} \u00d7 {name}" for name, qty in data.guests)


def text_of(*, data: WaitlistData, operator: Operator) -> WaitlistText:
    """Return what is said about a place in line, for a mail or for its page."""
    style = style_of(data.locale, operator_locale=operator.locale)
    say = partial(style.say, operator=operator.name, experience=data.experience_name)
    is_offer = data.kind == "offer"
    buttons = {"offer": "wait_offer_button", "taken": "wait_taken_button"}
    return {
        "lang": style.code,
        "direction": "rtl" if style.is_rtl else "ltr",
        "subject": say(f"wait_{data.kind}_subject") if data.kind not in {"left", "taken"} else "",
        "heading": say(f"wait_{data.kind}_heading"),
        "intro": say(f"wait_{data.kind}_intro", until=_until(data, operator, style)),
        "experience": data.experience_name,
        "when": _when(data, style),
        "guests": _guests(data, style),
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
