"""What texts to guests say: the shortest sentence that holds the news and its link."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from babel.dates import format_skeleton, format_time

from outfitter.kit import text_lines
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.waitlist_letter import WaitlistData
from outfitter_tenants.messaging.text_messages import TextDraft

# Names longer than this would make a second text of most.
_LONGEST: Final = 30
# What a party is told by text; that it is in line, a mail says.
_TOLD: Final = frozenset({"offer", "expired", "closed"})


def waitlist_text(*, data: WaitlistData, operator: Operator) -> TextDraft | None:
    """Return the text to a party on the waiting list; None when it has no number or no news."""
    if data.kind not in _TOLD or not data.phone:
        return None
    zone = ZoneInfo(operator.time_zone)
    until = data.offer_ends_at.astimezone(zone) if data.offer_ends_at else None
    code = translations.language(data.locale)
    text = translations.translate(
        code,
        f"text_{data.kind}",
        operator=_short(operator.name),
        experience=_short(data.experience_name),
        day=_day(data.local_start.date(), data.locale, operator),
        until=_until(until, data.locale, operator) if until else "",
        url=data.url,
    )
    return TextDraft(
        to=data.phone,
        text=text,
        locale=code,
        category="waitlist",
        occasion=f"{data.entry_id}:{data.kind}",
        is_urgent=data.kind == "offer",
        useful_until=until if data.kind == "offer" else data.local_start.replace(tzinfo=zone),
    )


def waiver_text(
    *,
    to: str,
    days: Sequence[date],
    first_start_at: datetime,
    locale: str,
    url: str,
    operator: Operator,
    occasion: str,
    customer_id: int | None,
    trip_id: int,
) -> TextDraft:
    """Return the text that asks a trip's customer to sign before the first of its days."""
    code = translations.language(locale)
    day = _day(min(days), locale, operator)
    text = translations.translate(code, "text_waiver", operator=_short(operator.name), day=day, url=url)
    return TextDraft(
        to=to,
        text=text,
        locale=code,
        category="waiver_reminder",
        occasion=occasion,
        useful_until=first_start_at,
        customer_id=customer_id,
        trip_id=trip_id,
    )


def _short(name: str) -> str:
    line = text_lines.one_line(name)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3].rstrip()}..."


def _day(day: date, locale: str, operator: Operator) -> str:
    return str(format_skeleton("MMMd", day, locale=translations.babel_locale(locale, operator.locale)))


def _until(moment: datetime, locale: str, operator: Operator) -> str:
    speaker = translations.babel_locale(locale, operator.locale)
    return f"{_day(moment.date(), locale, operator)}, {format_time(moment.time(), 'short', locale=speaker)}"
