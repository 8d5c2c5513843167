"""An export as a page to read: one HTML file without anything from elsewhere."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_datetime
from babel.numbers import format_currency

from outfitter.kit.currencies import exponent

_WORDS: Final = Path(__file__).with_name("words")
_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;"
    "color:#1a1d21}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem;border-bottom:1px "
    "solid #d5d9de;padding-bottom:.3rem}h3{font-size:1rem;margin:1.6rem 0 .3rem}dl{display:grid;"
    "grid-template-columns:minmax(8rem,14rem) 1fr;gap:.2rem 1rem;margin:0}dt{color:#5b636d}"
    "dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}ul{padding-left:1.2rem}"
    "@media(max-width:32rem){dl{display:block}dd{margin-bottom:.6rem}}"
)


@lru_cache(maxsize=32)
def words_of(locale: str) -> Mapping[str, str]:
    """Return the labels of a page in a language; English where there is no such translation."""
    file = _WORDS / f"{locale.split('-')[0].split('_')[0].lower()}.json"
    if not file.is_file():
        file = _WORDS / "en.json"
    found: dict[str, str] = json.loads(file.read_text())
    return found


def render(data: Mapping[str, Any], *, locale: str, zone: str) -> str:
    """Return the page about one person; instants in the operator's zone."""
    words = words_of(locale)
    view = _View(words, _babel(locale), ZoneInfo(zone))
    parts = [view.profile(data["profile"])]
    parts += view.section("trips", [view.trip(trip) for trip in data["trips"]])
    parts += view.section("messages", [view.message(row) for row in data["messages"]])
    parts += view.section("cards", [view.facts(card) for card in data["cards"]])
    parts += view.section(
        "gift_cards",
        [
            view.facts({k: v for k, v in one.items() if k != "currency"}, one["currency"])
            for one in data["gift_cards"]
        ],
    )
    for name in ("answers", "reviews", "waivers"):
        parts += view.section(name, [view.facts(one) for one in data[name]])
    parts += view.section("waitlist", [view.facts(one) for one in data["waitlist"]])
    parts += view.section("calls", [view.facts(one) for one in data["calls"]])
    about = data["about"]
    return (
        f'<!doctype html><html lang="{escape(words["lang"])}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(words['title'])}</title><style>{_STYLE}</style>"
        f"<h1>{escape(words['title'])}</h1><p>{escape(about['operator'])} · "
        f"{view.when(about['exported_at'])}</p>{''.join(parts)}"
        f"<p>{escape(words['hint'])}</p></html>"
    )


def _babel(locale: str) -> Locale:
    try:
        return Locale.parse(locale.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale("en")


class _View:
    def __init__(self, words: Mapping[str, str], locale: Locale, zone: ZoneInfo) -> None:
        self.words, self.locale, self.zone = words, locale, zone

    def label(self, name: str) -> str:
        return escape(self.words.get(name, name.replace("_", " ")))

    def when(self, text: str) -> str:
        at = datetime.fromisoformat(text)
        local = at.astimezone(self.zone)
        return escape(format_datetime(local, "medium", locale=self.locale))

    def value(self, name: str, value: Any) -> str:
        if value in (None, "", [], {}):
            return ""
        if isinstance(value, bool):
            return self.label("yes" if value else "no")
        if isinstance(value, dict):
            return ", ".join(
                f"{self.label(key)}: {self.value(key, one)}" for key, one in value.items() if one
            )
        if isinstance(value, list):
            return escape(", ".join(str(one) for one in value))
        if name.endswith("_at") or name == "at":
            return self.when(str(value))
        return escape(str(value))

    def money(self, minor: int, currency: str) -> str:
        amount = Decimal(minor).scaleb(-exponent(currency))
        return escape(format_currency(amount, currency, locale=self.locale))

    def facts(self, facts: Mapping[str, Any], currency: str = "") -> str:
        rows = []
        for name, value in facts.items():
            shown = self.value(name, value)
            if name.endswith("amount") and currency:
                shown = self.money(value, currency)
            if shown:
                rows.append(f"<dt>{self.label(name)}</dt><dd>{shown}</dd>")
        return f"<dl>{''.join(rows)}</dl>"

    def section(self, name: str, items: Iterable[str]) -> list[str]:
        body = "".join(items) or f"<p>{self.label('none')}</p>"
        return [f"<h2>{self.label(name)}</h2>{body}"]

    def profile(self, profile: Mapping[str, Any]) -> str:
        shown = {name: value for name, value in profile.items() if not name.endswith("amount")}
        return f"<h2>{self.label('profile')}</h2>{self.facts(shown)}"

    def trip(self, trip: Mapping[str, Any]) -> str:
        currency = trip["currency"]
        lists = ("guests", "payments", "notes")
        plain = {k: v for k, v in trip.items() if k not in {*lists, "contact", "currency"}}
        plain |= {key: value for key, value in trip["contact"].items() if value}
        parts = [f"<h3>{escape(trip['confirmation_code'])}</h3>{self.facts(plain, currency)}"]
        for name in lists:
            if trip[name]:
                rows = "".join(f"<li>{self.facts(one, currency)}</li>" for one in trip[name])
                parts.append(f"<h3>{self.label(name)}</h3><ul>{rows}</ul>")
        return "".join(parts)

    def message(self, row: Mapping[str, Any]) -> str:
        return f"<h3>{escape(row['subject'])}</h3>{self.facts(row)}"
