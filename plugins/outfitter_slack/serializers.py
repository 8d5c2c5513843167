"""Pure translation of events into Slack's Block Kit."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton, format_time
from babel.numbers import format_currency

from outfitter.sdk import Money, TenantContext
from outfitter_slack.translations import words_for

# Slack's limits of a header and of one field of a section.
MAX_HEADER: Final = 150
MAX_FIELD: Final = 2000
_NOTHING: Final = "–"  # noqa: RUF001  (a dash says "none" in a table)


def escape(text: str) -> str:
    """Return text in which Slack sees no markup of its own: no mentions, no links."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _cut(text: str, most: int) -> str:
    clean = " ".join(text.split())
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def babel_locale(tag: str) -> Locale:
    """Return the formatting rules of a language tag, English ones when it is unknown."""
    try:
        return Locale.parse(tag.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale("en", "US")


def when(start_at: str | None, time_zone: str, locale: Locale) -> str:
    """Return an instant as the operator's clock and calendar show it."""
    if not start_at:
        return _NOTHING
    local = datetime.fromisoformat(start_at).astimezone(ZoneInfo(time_zone))
    day = format_skeleton("yMMMEd", local, locale=locale)
    return f"{day}, {format_time(local, 'short', locale=locale)}"


def money(amount: int, currency: str, locale: Locale) -> str:
    """Return an amount (minor units) as the operator writes it."""
    return format_currency(Money(amount, currency).major, currency, locale=locale)


def guests(payload: Mapping[str, Any]) -> str:
    """Return how many come, by kind where the event tells."""
    kinds: dict[str, int] = {}
    for order in payload.get("orders") or ():
        for group in order.get("guests") or ():
            name = str(group["customer_type"])
            kinds[name] = kinds.get(name, 0) + int(group["qty"])
    total = str(payload.get("pax_cnt", 0))
    detail = ", ".join(f"{cnt} × {name}" for name, cnt in kinds.items())  # noqa: RUF001
    return f"{total} ({detail})" if detail else total


def booking_message(ctx: TenantContext, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the message about a new booking: who, what, when, how many, how much."""
    locale, words = babel_locale(ctx.locale), words_for(ctx.locale)
    names = ", ".join(dict.fromkeys(map(str, payload.get("experience_names") or ())))
    start = when(payload.get("first_start_at"), ctx.time_zone, locale)
    total = money(int(payload["total_amount"]), str(payload["currency"]), locale)
    who = str(payload.get("contact_name") or _NOTHING)
    title = f"{words.title} {payload['confirmation_code']}"
    fields = {
        words.booked_by: who,
        words.experience: names or _NOTHING,
        words.when: start,
        words.guests: guests(payload),
        words.total: total,
    }
    link = f"{ctx.base_url}/trip/{payload['trip_id']}"
    return {
        "text": escape(_cut(f"{title}: {who}, {names}, {start}, {total}", MAX_FIELD)),
        "blocks": [
            {"type": "header", "text": _plain(title)},
            {"type": "section", "fields": [_field(*pair) for pair in fields.items()]},
            {"type": "section", "text": _markup(f"<{escape(link)}|{escape(words.open)}>")},
            {"type": "context", "elements": [_markup(escape(_cut(ctx.name or "Outfitter", 200)))]},
        ],
        "unfurl_links": False,
    }


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": escape(_cut(text, MAX_HEADER)), "emoji": False}


def _markup(text: str) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def _field(label: str, value: str) -> dict[str, Any]:
    # Escaping may make text five times as long, so it is cut well below Slack's limit.
    return _markup(f"*{escape(label)}*\n{escape(_cut(value, 350))}")
