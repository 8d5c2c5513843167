"""
Text inside other text, each in its own direction (UAX 9). Pure.

Guests and operators write in scripts that run from right to left as well as from left to right. What
they wrote keeps its own order inside a sentence, and leaves the sentence its.
"""

import re
from typing import Final

# Languages of ours that run from right to left, and letters of all scripts that do.
_LANGUAGES: Final = frozenset({"ar", "he", "iw", "fa", "ur"})
_RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_FIRST, _LAST = "\u2068", "\u2069"


def is_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left; `language` is its tag."""
    return language.replace("_", "-").split("-")[0].lower() in _LANGUAGES


def isolated(text: str, *, language: str) -> str:
    """
    Return text set apart (U+2068, U+2069) where it becomes part of a sentence in a language.

    Only where directions meet: always in a language from right to left, in others around letters
    of that kind. Nothing is set apart twice.
    """
    if not text or (text[0] == _FIRST and text[-1] == _LAST):
        return text
    if is_right_to_left(language) or _RIGHT_TO_LEFT.search(text):
        return f"{_FIRST}{text}{_LAST}"
    return text
