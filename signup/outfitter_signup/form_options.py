"""What the forms offer: countries, currencies and their names in the reader's language."""

from functools import lru_cache
from typing import Final

from babel import Locale
from babel.numbers import get_currency_name

from outfitter.kit.currencies import OFFERED

# Codes of CLDR that are no country one can do business in.
_NOT_COUNTRIES: Final = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ", "AQ", "BV", "HM"})
Choice = dict[str, str]


@lru_cache(maxsize=1)
def country_codes() -> frozenset[str]:
    """Return the two-letter codes that may be chosen."""
    found = Locale.parse("en").territories
    return frozenset(
        code for code in map(str, found) if len(code) == 2 and code.isalpha() and code not in _NOT_COUNTRIES
    )


@lru_cache(maxsize=16)
def countries(locale: str) -> list[Choice]:
    """Return the countries by name in that language."""
    names = Locale.parse(locale).territories
    english = Locale.parse("en").territories
    rows = [{"code": code, "name": names.get(code) or english[code]} for code in country_codes()]
    return sorted(rows, key=lambda row: row["name"].casefold())


@lru_cache(maxsize=16)
def currencies(locale: str) -> list[Choice]:
    """Return the currencies by name in that language."""
    rows = [{"code": code, "name": get_currency_name(code, locale=locale)} for code in OFFERED]
    return sorted(rows, key=lambda row: row["name"].casefold())
