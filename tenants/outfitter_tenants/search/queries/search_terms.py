"""What somebody typed, read as words, numbers, addresses and codes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connection

MAX_TERMS: Final = 6
MAX_LENGTH: Final = 100
_PHONE: Final = re.compile(r"[+\d(][\d\s()./-]*")
# "+49 (0)30": the zero is for those who call from inside the country.
_TRUNK: Final = re.compile(r"^((?:\+|00)[\d\s-]{1,5})\(0\)")
_CODE: Final = re.compile(r"[A-Za-z0-9-]{4,40}")
_FOLD: Final = """
SELECT search_split(token), search_code(token)
FROM unnest(%s::text[]) WITH ORDINALITY AS typed (token, place) ORDER BY place
"""


@dataclass(frozen=True, slots=True)
class Term:
    """
    One thing that was typed: a match has a word that begins with one of `starts`.

    The starts are in the index's own writing: names bare, "=" before codes, "@" before addresses,
    "+" before phone numbers and "-" before phone numbers from their end. `name` is the folded
    word when it may be a misspelt one.
    """

    starts: tuple[str, ...]
    name: str | None = None


Reading = tuple[Term, ...]


def read(text: str, *, calling_code: int | None = None) -> list[Reading]:
    """
    Return the ways to understand a text, the likelier one first; none when nothing is in it.

    `calling_code` is the operator's country's, for numbers typed the national way.
    """
    tokens = _tokens(text[:MAX_LENGTH].replace("\x00", " "))[:MAX_TERMS]
    if not tokens:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_FOLD, [tokens])
        folded = cursor.fetchall()
    whole: list[Term] = []
    split: list[Term] = []
    for token, (words, code) in zip(tokens, folded, strict=True):
        term = _term(token, words, code, calling_code)
        if term is not None:
            whole.append(term)
        parts = [Term((word,), word) for word in words]
        is_one = len(parts) <= 1 or _PHONE.fullmatch(token)
        split.extend([term] if term and is_one else parts)
    readings = [tuple(whole[:MAX_TERMS])]
    if len(tokens) == 2 and _CODE.fullmatch("".join(tokens)):
        # A code is often read out, and typed, in two halves.
        readings.insert(0, (Term((f"={folded[0][1]}{folded[1][1]}",)),))
    if split != whole:
        readings.append(tuple(split[:MAX_TERMS]))
    return [reading for reading in readings if reading]


def _tokens(text: str) -> list[str]:
    """Split at white space, but keep the groups of a phone number together."""
    found: list[str] = []
    number: list[str] = []
    for token in [*text.split(), ""]:
        if token and _PHONE.fullmatch(token):
            number.append(token)
            continue
        if number:
            found.append(" ".join(number))
            number = []
        if token:
            found.append(token)
    return found


def _term(token: str, words: Sequence[str], code: str, calling_code: int | None) -> Term | None:
    if _PHONE.fullmatch(token):
        return _number(token, code, calling_code)
    if "@" in token[1:]:
        return Term((f"@{token.lower()}",))
    if not words:
        return None
    starts = [words[0]] if len(words) == 1 else []
    if token.isascii() and len(token) > 2 and not token.startswith("@"):
        starts.append(f"@{token.lower()}")
    if _CODE.fullmatch(token) and len(code) > 3:
        starts.append(f"={code}")
    if not starts:
        return None
    is_name = len(words) == 1 and words[0].isalpha()
    return Term(tuple(starts), words[0] if is_name else None)


def _number(token: str, code: str, calling_code: int | None) -> Term | None:
    digits = re.sub(r"\D", "", _TRUNK.sub(r"\1", token))
    if not digits:
        return None
    plain = digits.removeprefix("00")
    national = plain.lstrip("0")
    starts = [digits]
    if len(code) > 2:
        starts.append(f"={code}")
    if len(national) > 2:
        starts.extend([f"+{plain}", f"-{national[::-1]}"])
        if calling_code and not token.lstrip().startswith(("+", "00")):
            starts.append(f"+{calling_code}{national}")
    return Term(tuple(dict.fromkeys(starts)))
