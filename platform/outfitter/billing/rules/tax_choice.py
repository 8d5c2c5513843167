"""
Which tax an operator is charged (domain.md 6.6).

The rate is the one the host keeps for the operator's country. A business elsewhere in the European
Union that gave its VAT id owes the tax itself (reverse charge, Directive 2006/112/EC, article 196).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

# How VAT ids look, country by country; Greece writes EL.
_SHAPES: Final[Mapping[str, str]] = {
    "AT": r"U\d{8}",
    "BE": r"[01]\d{9}",
    "BG": r"\d{9,10}",
    "CY": r"\d{8}[A-Z]",
    "CZ": r"\d{8,10}",
    "DE": r"\d{9}",
    "DK": r"\d{8}",
    "EE": r"\d{9}",
    "ES": r"[A-Z0-9]\d{7}[A-Z0-9]",
    "FI": r"\d{8}",
    "FR": r"[A-Z0-9]{2}\d{9}",
    "GR": r"\d{9}",
    "HR": r"\d{11}",
    "HU": r"\d{8}",
    "IE": r"\d[A-Z0-9+*]\d{5}[A-Z]{1,2}",
    "IT": r"\d{11}",
    "LT": r"(\d{9}|\d{12})",
    "LU": r"\d{8}",
    "LV": r"\d{11}",
    "MT": r"\d{8}",
    "NL": r"\d{9}B\d{2}",
    "PL": r"\d{10}",
    "PT": r"\d{9}",
    "RO": r"\d{2,10}",
    "SE": r"\d{12}",
    "SI": r"\d{8}",
    "SK": r"\d{10}",
}
EU: Final = frozenset(_SHAPES)


@dataclass(frozen=True, slots=True)
class Tax:
    """The tax of one statement; `name` is the host's word for it."""

    rate_ppm: int
    name: str
    is_reverse_charge: bool = False


NONE: Final = Tax(0, "")


def plain_vat_id(text: str) -> str:
    """Return a VAT id as it is compared and printed: no spaces, no dots, capitals."""
    return re.sub(r"[\s.\-]", "", text).upper()


def is_vat_id(text: str, country: str) -> bool:
    """Return whether a VAT id looks like one of that country; outside the EU any will do."""
    shape = _SHAPES.get(country)
    if shape is None:
        return bool(re.fullmatch(r"[A-Z0-9]{4,20}", text))
    prefix = "EL" if country == "GR" else country
    return re.fullmatch(prefix + shape, text) is not None


def choose(*, seller: str, country: str, vat_id: str, rates: Mapping[str, Tax]) -> Tax:
    """Return the tax for a buyer in `country`, sold to from the country of the seller."""
    is_abroad_in_eu = seller in EU and country in EU and seller != country
    if is_abroad_in_eu and vat_id and is_vat_id(vat_id, country):
        return Tax(0, "", is_reverse_charge=True)
    return rates.get(country, NONE)
