"""Text that stands on one line."""

import unicodedata
from typing import Final

# Controls, marks of format (of direction, without width), and what ends a line or a paragraph.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
_BREAKS: Final = frozenset({"Cc", "Zl", "Zp"})
# Override and isolate: they turn around what follows, also beyond the text they stand in.
_TURNS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# What sets a part of a sentence apart, and where that ends.
_APART, _END = "\u2068", "\u2069"


def is_visible(text: str) -> bool:
    """Return whether a person sees anything of it."""
    return any(unicodedata.category(one) not in _UNSEEN for one in text)


def one_line(text: str) -> str:
    """
    Return text for one line, as of a mail's subject: breaks become blanks, turns go.

    Names that a sentence sets apart stay so, as long as each part ends.
    """
    gone = _TURNS - {_APART, _END} if _is_closed(text) else _TURNS
    plain = (" " if unicodedata.category(one) in _BREAKS else one for one in text)
    return " ".join("".join(one for one in plain if one not in gone).split())


def _is_closed(text: str) -> bool:
    depth = 0
    for one in text:
        depth += (one == _APART) - (one == _END)
        if depth < 0:
            return False
    return depth == 0
