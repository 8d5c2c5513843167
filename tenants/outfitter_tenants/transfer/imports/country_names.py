"""Countries by their codes and by their names in the languages that people write lists in."""

from functools import lru_cache
from typing import Final

import phonenumbers
from babel import Locale

from outfitter.kit.locales import ROUTE_LOCALES

# What people write and no list of names has.
_ALSO: Final = {
    "usa": "US",
    "u.s.a.": "US",
    "u.s.": "US",
    "uk": "GB",
    "england": "GB",
    "scotland": "GB",
    "wales": "GB",
}


def find_country(text: str) -> str | None:
    """Return the two letters of a country, by its two letters or its name; None when it is none."""
    name = text.strip().casefold()
    if len(name) == 2 and name.upper() in phonenumbers.SUPPORTED_REGIONS:
        return name.upper()
    return _names().get(name)


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    found = dict(_ALSO)
    for language in ROUTE_LOCALES:
        for code, name in Locale.parse(language).territories.items():
            if len(code) == 2 and code.isalpha() and code in phonenumbers.SUPPORTED_REGIONS:
                found.setdefault(name.casefold(), code)
    return found
