"""What a cell looks like, before anybody says what its column is."""

import re
from typing import Final

EMAIL: Final = re.compile(r"[^@\s,;<>]{1,64}@[^@\s,;<>]+\.[^@\s.,;<>]{2,}")
# Groups are apart by one sign, decimals by the other: 1.234,50 or 1,234.50.
NUMBER: Final = re.compile(r"[+\-\u2212]?\d+([.,\u2019' \u00a0\u202f]\d+)*")
DATE: Final = re.compile(r"(\d{1,4})[./\-](\d{1,2})[./\-](\d{1,4})\.?")
_CURRENCY: Final = re.compile(r"^[^\d\-+\u2212]{0,4}|[^\d]{0,4}$")


def is_data(cell: str | int | float) -> bool:
    """Return whether a cell is a value, and no name of a column."""
    if not isinstance(cell, str):
        return True
    text = cell.strip()
    return bool(EMAIL.fullmatch(text) or DATE.match(text) or (text and NUMBER.fullmatch(bare_amount(text))))


def bare_amount(text: str) -> str:
    """Return an amount without the sign or code of its currency around it: "€ 12,50" is 12,50."""
    return _CURRENCY.sub("", text.strip()) if any(one.isdigit() for one in text) else text.strip()


def date_formats(text: str) -> frozenset[str]:
    """Return how a day may be read: "ymd", "dmy", "mdy"; none when it is no day in digits."""
    found = DATE.match(text.strip())
    if not found:
        return frozenset()
    first, second, third = (int(part) for part in found.groups())
    if len(found[1]) == 4:
        return frozenset({"ymd"}) if 1 <= second <= 12 and 1 <= third <= 31 else frozenset()
    if len(found[3]) not in {2, 4}:
        return frozenset()
    fits = {"dmy": 1 <= first <= 31 and 1 <= second <= 12, "mdy": 1 <= first <= 12 and 1 <= second <= 31}
    return frozenset(name for name, is_one in fits.items() if is_one)


def decimal_signs(text: str) -> frozenset[str]:
    """Return which signs may part the decimals of a number; both when nothing tells."""
    bare = bare_amount(text)
    if not NUMBER.fullmatch(bare):
        return frozenset()
    points, commas = bare.count("."), bare.count(",")
    if points and commas:
        return frozenset({"." if bare.rfind(".") > bare.rfind(",") else ","})
    if points + commas == 0:
        return frozenset({".", ","})
    sign, other = (".", ",") if points else (",", ".")
    if points + commas > 1:
        return frozenset({other})
    decimals = len(bare) - bare.rfind(sign) - 1
    # 1.234 is a thousand or one and a bit: nobody can tell. 12.5 and 0.250 are no groups of three.
    whole = bare[: bare.rfind(sign)].lstrip("+-\u2212")
    if decimals == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0"):
        return frozenset({".", ","})
    return frozenset({sign})
