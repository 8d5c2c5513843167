"""
How a person's name is put together, and how a letter addresses them. Pure.

The script of a name says which part comes first, whoever reads it (ADR 69).
"""

import re
from typing import Final

# Ranges of letters, with the marks that stand in names.
_HANGUL: Final = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
_HAN: Final = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KANA: Final = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_EAST_ASIAN: Final = re.compile(f"[{_HANGUL}{_HAN}{_KANA}]")
_IS_HANGUL: Final = re.compile(f"[{_HANGUL}]+")
_IS_HAN: Final = re.compile(f"[{_HAN}]+")
# The longest given name that is written to a family name of one character without a space.
_SHORT: Final = 2


def is_family_first(*parts: str) -> bool:
    """Return whether a name's own script says the family name first: Han, kana and Hangul do."""
    written = [part for part in parts if part]
    return bool(written) and all(_EAST_ASIAN.search(part) for part in written)


def full_name(first_name: str, last_name: str) -> str:
    """Return a person's name in one, as its own script orders and joins it; empty without any."""
    first, last = first_name.strip(), last_name.strip()
    if not first or not last or not is_family_first(first, last):
        return f"{first} {last}".strip()
    return f"{last}{'' if _is_joined(first, last) else ' '}{first}"


def address_name(first_name: str, last_name: str, *, language: str) -> str:
    """
    Return the part of a name that a letter in a language addresses somebody by.

    Japanese says the family name, Korean and Chinese the whole; elsewhere it is the given name, or
    the whole of a name whose script says the family first.
    """
    code = language.replace("_", "-").split("-")[0].lower()
    first, last = first_name.strip(), last_name.strip()
    if code == "ja":
        return last or first
    if code in {"ko", "zh"} or is_family_first(first, last):
        return full_name(first, last)
    return first


def _is_joined(first: str, last: str) -> bool:
    if _IS_HANGUL.fullmatch(first + last):
        return True
    return len(last) == 1 and len(first) <= _SHORT and bool(_IS_HAN.fullmatch(last + first))
