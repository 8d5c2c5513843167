"""
Sentences that a voice reads out: amounts, days and times as they are said, codes letter by letter.

One catalogue a language below `words/`, in the languages that customers read mails in.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_skeleton, format_time
from babel.lists import format_list
from babel.numbers import format_currency

from outfitter.kit.money import Money
from outfitter_tenants.messaging import translations

FOLDER: Final = Path(__file__).parent / "words"
# Marks of direction help eyes only; some voices read them out.
_UNHEARD: Final = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069\u200e\u200f"))


@cache
def catalogue(code: str) -> dict[str, str]:
    """Return the sentences of one language by key."""
    found: dict[str, str] = json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True, slots=True)
class Speaker:
    """One language, with the operator's money and clock."""

    language: str
    locale: Locale
    currency: str
    time_zone: str

    @classmethod
    def of(cls, tag: str | None, *, operator_locale: str, currency: str, time_zone: str) -> "Speaker":
        """Return who speaks the language nearest to a tag, else the operator's."""
        wanted = tag or operator_locale
        return cls(
            translations.language(wanted),
            translations.babel_locale(wanted, operator_locale),
            currency,
            time_zone,
        )

    def say(self, key: str, **values: object) -> str:
        """
        Return one sentence.

        :raises KeyError: there is no such sentence, or a value is missing
        """
        text = translations.fill(catalogue(self.language)[key], self.language, values)
        return text.translate(_UNHEARD)

    def all_of(self, *sentences: str) -> str:
        """Return sentences one after the other, as the language sets them."""
        gap = "" if self.language in {"ja", "zh-CN", "zh-TW"} else " "
        return gap.join(one for one in sentences if one)

    def party(self, pax: int) -> str:
        """Return how many come."""
        return self.say("party", n=pax)

    def money(self, amount: int) -> str:
        """Return minor units with the currency's name: "84.50 US dollars"."""
        major = Money(amount, self.currency).major
        is_whole = major == int(major)
        return format_currency(
            int(major) if is_whole else major,
            self.currency,
            locale=self.locale,
            format_type="name",
            currency_digits=not is_whole,
            decimal_quantization=not is_whole,
        ).translate(_UNHEARD)

    def day(self, at: datetime) -> str:
        """Return the operator's day of an instant: "Saturday, November 28"."""
        return format_skeleton("MMMMEEEEd", self._local(at), locale=self.locale)

    def time(self, at: datetime) -> str:
        """Return the operator's time of an instant, as a clock is read."""
        return format_time(self._local(at), "short", locale=self.locale).replace("\u202f", " ")

    def moment(self, at: datetime) -> str:
        """Return day and time."""
        return f"{self.day(at)}, {self.time(at)}"

    def spelled(self, code: str) -> str:
        """Return a code letter by letter."""
        return " ".join(code)

    def any_of(self, things: Sequence[str]) -> str:
        """Return things to choose from."""
        return format_list(list(things), style="or", locale=self.locale)

    def each_of(self, things: Sequence[str]) -> str:
        """Return things that all are there."""
        return format_list(list(things), style="standard", locale=self.locale)

    def _local(self, at: datetime) -> datetime:
        return at.astimezone(ZoneInfo(self.time_zone))
