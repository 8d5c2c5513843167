"""Pure translation of events into Slack's Block Kit."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton, format_time
from babel.numbers import format_currency

from outfitter.sdk import Money, TenantContext
from outfitter_slack.translations import Kind, notices_for, words_for

# Slack's limits of a header and of one field of a section.
MAX_HEADER: Final = 150
MAX_FIELD: Final = 2000
ACKNOWLEDGED: Final = "acknowledged"
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
    return _trip_message(ctx, words_for(ctx.locale).title, payload)


def event_message(
    ctx: TenantContext, kind: Kind, facts: Mapping[str, Any], *, event_id: str
) -> dict[str, Any]:
    """Return the message about an event, with a button to acknowledge it and one that opens the trip."""
    words = notices_for(ctx.locale)
    title = words_for(ctx.locale).title if kind == "booking" else getattr(words, kind)
    made = _trip_message(ctx, title, facts) if "total_amount" in facts else _short_message(ctx, title, facts)
    said = _said(kind, facts, babel_locale(ctx.locale))
    if said:
        made["blocks"].insert(1, {"type": "section", "text": _markup(said)})
    made["blocks"] = [*_but_link(made["blocks"]), _buttons(ctx, facts, event_id)]
    return made


def without_buttons(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message for an incoming webhook, which hears of no presses: a link instead of buttons."""
    blocks = []
    for block in message["blocks"]:
        if block["type"] != "actions":
            blocks.append(block)
            continue
        link = block["elements"][-1]
        text = f"<{escape(link['url'])}|{link['text']['text']}>"
        blocks.insert(-1, {"type": "section", "text": _markup(text)})
    return {**message, "blocks": blocks}


def test_message(ctx: TenantContext) -> dict[str, Any]:
    """Return the line that tries a channel."""
    words = notices_for(ctx.locale)
    return {"text": escape(_cut(words.test.format(operator=ctx.name or "Outfitter"), MAX_FIELD))}


def acknowledged(ctx: TenantContext, text: str, blocks: Sequence[Any], *, user: str) -> dict[str, Any]:
    """Return a message as it is shown once somebody (Slack's id of them) has acknowledged it."""
    words = notices_for(ctx.locale)
    said = escape(words.acknowledged).replace("{name}", f"<@{escape(user)}>")
    shown = []
    for block in blocks:
        if isinstance(block, dict) and block.get("type") == "actions":
            links = [one for one in block.get("elements", ()) if one.get("url")]
            shown += [{**block, "elements": links}] if links else []
        elif isinstance(block, dict) and block.get("block_id") != ACKNOWLEDGED:
            shown.append(block)
    note = {"type": "context", "block_id": ACKNOWLEDGED, "elements": [_markup(f":white_check_mark: {said}")]}
    return {"text": text, "blocks": [*shown, note]}


def _trip_message(ctx: TenantContext, title: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    locale, words = babel_locale(ctx.locale), words_for(ctx.locale)
    names = ", ".join(dict.fromkeys(map(str, payload.get("experience_names") or ())))
    start = when(payload.get("first_start_at"), ctx.time_zone, locale)
    total = money(int(payload["total_amount"]), str(payload["currency"]), locale)
    who = str(payload.get("contact_name") or _NOTHING)
    title = f"{title} {payload['confirmation_code']}"
    fields = {
        words.booked_by: who,
        words.experience: names or _NOTHING,
        words.when: start,
        words.guests: guests(payload),
        words.total: total,
    }
    return {
        "text": escape(_cut(f"{title}: {who}, {names}, {start}, {total}", MAX_FIELD)),
        "blocks": [
            {"type": "header", "text": _plain(title)},
            {"type": "section", "fields": [_field(*pair) for pair in fields.items()]},
            {"type": "section", "text": _markup(f"<{escape(_link(ctx, payload))}|{escape(words.open)}>")},
            {"type": "context", "elements": [_markup(escape(_cut(ctx.name or "Outfitter", 200)))]},
        ],
        "unfurl_links": False,
    }


def _short_message(ctx: TenantContext, title: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the message about a trip that is there no longer."""
    whole = f"{title} {facts.get('confirmation_code') or ''}".strip()
    return {
        "text": escape(_cut(whole, MAX_FIELD)),
        "blocks": [
            {"type": "header", "text": _plain(whole)},
            {"type": "context", "elements": [_markup(escape(_cut(ctx.name or "Outfitter", 200)))]},
        ],
        "unfurl_links": False,
    }


def _said(kind: Kind, facts: Mapping[str, Any], locale: Locale) -> str:
    if kind == "dispute":
        return f"*{escape(money(int(facts['amount']), str(facts['currency']), locale))}*"
    excerpt = escape(_cut(str(facts.get("excerpt") or ""), 300))
    if kind == "review":
        rating = max(0, min(5, int(facts.get("rating") or 0)))
        return f"{'★' * rating}{'☆' * (5 - rating)} {excerpt}".strip()
    return f">{excerpt}" if kind == "question" and excerpt else ""


def _but_link(blocks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return blocks without the one that is a link to the trip: a button does that."""
    return [one for one in blocks if not str(one.get("text", {}).get("text", "")).startswith("<http")]


def _buttons(ctx: TenantContext, facts: Mapping[str, Any], event_id: str) -> dict[str, Any]:
    words = notices_for(ctx.locale)
    return {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "action_id": "acknowledge",
                "text": _plain(words.acknowledge),
                "value": f"{ctx.schema}:{event_id}",
            },
            {
                "type": "button",
                "action_id": "open_trip",
                "text": _plain(words_for(ctx.locale).open),
                "url": _link(ctx, facts),
            },
        ],
    }


def _link(ctx: TenantContext, facts: Mapping[str, Any]) -> str:
    return f"{ctx.base_url}/trip/{facts['trip_id']}"


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": escape(_cut(text, MAX_HEADER)), "emoji": False}


def _markup(text: str) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def _field(label: str, value: str) -> dict[str, Any]:
    # Escaping may make text five times as long, so it is cut well below Slack's limit.
    return _markup(f"*{escape(label)}*\n{escape(_cut(value, 350))}")
