"""In which language a page is read, and how it writes dates, money and spans."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from babel import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal, format_percent
from babel.units import format_unit
from django.http import HttpRequest

from outfitter.kit.locales import match_language
from outfitter.kit.money import PPM, Money
from outfitter.kit.text_direction import is_right_to_left
from outfitter_tenants.catalog.localization import accepted
from outfitter_tenants.messaging.translations import babel_locale, fill, language

FOLDER: Final = Path(__file__).parent / "words"
_CHINESE: Final = {"zh-CN": "简体中文", "zh-TW": "繁體中文"}


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the languages that pages come in."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.json")))


@cache
def words(code: str) -> dict[str, str]:
    """Return the sentences of one language by key."""
    found: dict[str, str] = json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))
    return found


def language_name(code: str) -> str:
    """Return what a language calls itself."""
    name = _CHINESE.get(code) or babel_locale(code, code).get_language_name() or code
    return name[:1].upper() + name[1:]


def negotiated(request: HttpRequest, *, own: str) -> str:
    """Return the first of the browser's languages that we have, else the operator's `own`."""
    ours = frozenset(languages())
    tags = accepted(request.headers.get("Accept-Language", "")[:500])
    found = (match_language(tag, ours) for tag in tags)
    return next((one for one in found if one), language(own))


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads pages in the language `code`; amounts are in `currency`."""

    code: str
    locale: Locale
    currency: str

    @classmethod
    def of(cls, code: str, *, operator_locale: str, currency: str) -> "Reader":
        """Return a reader who writes dates and money as the operator's region does."""
        return cls(code, babel_locale(code, operator_locale), currency)

    @property
    def direction(self) -> str:
        """Return "rtl" where the language is written from right to left."""
        return "rtl" if is_right_to_left(self.code) else "ltr"

    def say(self, key: str, **values: object) -> str:
        """Return a sentence; what is put into it keeps its own direction (UAX 9)."""
        return fill(words(self.code)[key], self.code, values)

    def money(self, minor: int) -> str:
        """Return an amount of minor units; whole ones without their zeros."""
        major = Money(minor, self.currency).major
        is_whole = major == major.to_integral_value()
        pattern = _whole(self.locale) if is_whole else None
        written = format_currency(
            major, self.currency, pattern, locale=self.locale, currency_digits=not is_whole
        )
        return written.replace("\u200f", "").strip()

    def number(self, number: float) -> str:
        """Return a number."""
        return format_decimal(number, locale=self.locale)

    def decimal(self, number: float) -> str:
        """Return a number with one decimal, as averages are written."""
        return format_decimal(number, format="0.0", locale=self.locale)

    def long_date(self, day: date) -> str:
        """Return a day with its year."""
        return format_skeleton("yMMMMd", day, locale=self.locale)

    def month(self, day: date) -> str:
        """Return the month and year of a day."""
        return format_skeleton("yMMMM", day, locale=self.locale)

    def date(self, day: date) -> str:
        """Return a day with its weekday, without the year."""
        return format_skeleton("MMMEd", day, locale=self.locale)

    def listed(self, things: Sequence[str]) -> str:
        """Return things in one line, with the language's own separators."""
        return str(format_list(list(things), locale=self.locale))

    def share(self, ppm: int) -> str:
        """Return millionths as a percentage."""
        return format_percent(ppm / PPM, locale=self.locale)

    def hours(self, hours: int) -> str:
        """Return hours in words; whole days from two on."""
        is_days = hours >= 48 and hours % 24 == 0
        number, unit = (hours // 24, "duration-day") if is_days else (hours, "duration-hour")
        return self._unit(number, unit)

    def duration(self, minutes: int) -> str:
        """Return how long something takes, in hours and minutes or in days."""
        if minutes >= 1440 and minutes % 1440 == 0:
            return self._unit(minutes // 1440, "duration-day")
        hours, rest = divmod(minutes, 60)
        parts = [(hours, "duration-hour"), (rest, "duration-minute")]
        return " ".join(format_unit(n, unit, "short", locale=self.locale) for n, unit in parts if n)

    def _unit(self, number: int, unit: str) -> str:
        """Return a span in words."""
        text = format_unit(number, unit, locale=self.locale)
        # Several languages have patterns for the short form alone, and get the unit's own name.
        return text if unit not in text else format_unit(number, unit, "short", locale=self.locale)


def _whole(locale: Locale) -> str:
    """Return a locale's pattern of money without decimals."""
    pattern: str = locale.currency_formats["standard"].pattern
    return pattern.replace(".00", "")
