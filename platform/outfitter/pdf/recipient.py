"""For whom something is printed: language, times and money as people there write them."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.numbers import format_currency

from outfitter.kit.locales import nearest
from outfitter.kit.money import Money
from outfitter.kit.text_direction import isolated

# Babel's name where it is not ours.
_BABEL: Final = {"tl": "fil", "zh-TW": "zh_Hant_TW"}


@dataclass(frozen=True, slots=True)
class Recipient:
    """
    Whose paper it is: language, where the day is, what money it is, which operator, country.

    `folder` holds the paper's words, one JSON of sentences by key for each language.
    """

    folder: Path
    locale: str
    time_zone: str
    currency: str
    operator: str
    country: str | None = None

    @property
    def language(self) -> str:
        """Return the nearest language there are words in."""
        return nearest(self.locale, languages(self.folder))

    @property
    def babel(self) -> Locale:
        """Return how dates and money are written."""
        try:
            return Locale.parse(self.locale.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            return Locale.parse(_BABEL.get(self.language, self.language))

    @property
    def words(self) -> dict[str, str]:
        """Return every sentence by key."""
        return words(self.folder, self.language)

    def say(self, key: str, **values: object) -> str:
        """Return one sentence; names in it keep their own direction."""
        text = self.words[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", self.apart(str(value)))
        return text

    def apart(self, text: str) -> str:
        """Return text as it stands beside other text on the paper, in its own direction."""
        return isolated(text, language=self.language)

    def money(self, minor: int) -> str:
        """Return minor units as people here write money."""
        return format_currency(Money(minor, self.currency).major, self.currency, locale=self.babel)


@cache
def languages(folder: Path) -> frozenset[str]:
    """Return the languages a folder has words in."""
    return frozenset(file.stem for file in folder.glob("*.json"))


@cache
def words(folder: Path, language: str) -> dict[str, str]:
    """Return the sentences of one language by key."""
    found: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found
