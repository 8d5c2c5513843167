"""
What looks like somebody's data in a text, taken out. Pure.

A second wall: what reports are made of holds none by construction (`allow_list`). Names of people have
no shape, so nothing here finds them; a text that could hold one is left out there.
"""

import re
from typing import Final

_HIDDEN: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    # An address: its host stays. What comes after it may be a customer's page, or hold a search.
    (re.compile(r"\b([a-z][a-z0-9+.-]*://)(?:[^\s/@]*@)?([\w.-]+(?::\d+)?)[^\s'\"<>)]*", re.I), r"\1\2/…"),
    (re.compile(r"[\w.+%'-]+@[\w-]+(?:\.[\w-]+)+"), "[email]"),
    (re.compile(r"\?[\w.%-]+=[^\s'\"]*"), "?…"),
    (re.compile(r"\b(bearer|basic|token|key)(\s+|\s*[:=]\s*)[\w.+/=~-]{6,}", re.I), r"\1\2[token]"),
    # Signed tokens, hashes in links, keys, uuids: long, and letters among figures.
    (re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}(?:\.[\w-]+)*"), "[token]"),
    (re.compile(r"(?<![\w.])\+?\(?\d[\d ().-]{6,}\d(?!\w)"), "[number]"),
)
# Texts and numbers that stand in a statement instead of coming beside it.
_LITERAL: Final = re.compile(r"'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|(?<![\w\"$%])-?\d+(?:\.\d+)?\b", re.DOTALL)


def hide(text: str) -> str:
    """Return a text without e-mail addresses, phone and card numbers, tokens, paths and queries of links."""
    for pattern, instead in _HIDDEN:
        text = pattern.sub(instead, text)
    return text


def hide_literals(statement: str) -> str:
    """Return a statement of SQL without the values that are written into it."""
    return _LITERAL.sub("?", statement)
