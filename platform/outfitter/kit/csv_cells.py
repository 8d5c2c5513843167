"""Cells of CSV files that no spreadsheet takes for a formula."""

import unicodedata
from typing import Final, TypeVar

# A cell that begins with one of these may be run as a formula, also in full width and behind
# blanks that an import trims (OWASP, CSV injection); with a bar some old exchanges of data begin.
_DANGEROUS: Final = ("=", "+", "-", "\u2212", "@", "|")
_CONTROLS: Final = ("\t", "\r", "\n", "\0")
Cell = TypeVar("Cell")


def safe(value: Cell) -> Cell | str:
    """Return a CSV cell no spreadsheet takes for a formula; numbers are left as they are."""
    if not isinstance(value, str) or _is_number(value):
        return value
    is_run = _first_shown(value).startswith(_DANGEROUS) or value.startswith(_CONTROLS)
    return f"'{value}" if is_run else value


def _first_shown(text: str) -> str:
    """Return the first character somebody sees, in the width that programs compare."""
    for one in text:
        # Blanks, marks without width and of direction, NUL and its like.
        if not one.isspace() and unicodedata.category(one) not in {"Cc", "Cf", "Zs"}:
            return unicodedata.normalize("NFKC", one)
    return ""


def _is_number(text: str) -> bool:
    sign, _, rest = text.partition("-") if text.startswith("-") else ("", "", text)
    return not sign and rest.replace(".", "", 1).isdecimal() and rest.isascii()
