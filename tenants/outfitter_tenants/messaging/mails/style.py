"""How one reader reads: in which language, and how dates and money are written there."""

from collections.abc import Iterable
from dataclasses import dataclass

from babel import Locale
from babel.numbers import format_currency

from outfitter.kit.money import Money
from outfitter.kit.text_direction import is_right_to_left, isolated
from outfitter_tenants.messaging import translations


@dataclass(frozen=True, slots=True)
class Style:
    """How to write dates and money for one reader."""

    code: str
    locale: Locale
    currency: str

    def say(self, key: str, **values: object) -> str:
        """Return one sentence in the reader's language."""
        return translations.translate(self.code, key, **values)

    def line(self, parts: Iterable[str]) -> str:
        """Return what stands in a row with commas between, each in its own direction."""
        return ", ".join(isolated(part, language=self.code) for part in parts)

    @property
    def is_rtl(self) -> bool:
        """Return whether the reader reads from right to left."""
        return is_right_to_left(self.code)

    def money(self, minor: int) -> str:
        """Return an amount of minor units as the reader writes money."""
        major = Money(minor, self.currency).major
        written = format_currency(major, self.currency, locale=self.locale)
        # Arabic and Hebrew patterns bring a mark that turns "US$" around.
        return written.replace("\u200f", "").strip() if self.is_rtl else written


def style_of(locale: str | None, *, operator_locale: str, currency: str = "USD") -> Style:
    """Return how to write for a reader with this language at an operator with that one."""
    return Style(translations.language(locale), translations.babel_locale(locale, operator_locale), currency)


def reader_style(words_locale: str, *, reader: str, operator_locale: str, currency: str) -> Style:
    """Return how to write for a reader whose message has words in that language: theirs or another."""
    is_theirs = translations.language(words_locale) == translations.language(reader)
    return style_of(reader if is_theirs else words_locale, operator_locale=operator_locale, currency=currency)
