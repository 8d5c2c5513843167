"""Whether two spellings are of one person (domain.md 4.20)."""

import unicodedata
from difflib import SequenceMatcher
from typing import Final

SAME_NAME: Final = 0.85


def folded(name: str) -> str:
    """Return a name without case, accents and punctuation, words in alphabetical order."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    words = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split()
    return " ".join(sorted(words))


def similarity(one: str, other: str) -> float:
    """Return how alike two names are, 0 to 1; the order of first and last name does not matter."""
    a, b = folded(one), folded(other)
    return SequenceMatcher(None, a, b, autojunk=False).ratio() if a and b else 0.0


def is_same_name(one: str, other: str) -> bool:
    """Return whether two names are those of one person, typing mistakes aside."""
    return similarity(one, other) >= SAME_NAME
