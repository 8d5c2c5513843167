"""
A slip: what stands on a ticket, a receipt or a list, line by line, for any printer. Pure.

Printers speak different languages; each is written from the same slip, and what people wrote can
become a command in none of them.
"""

import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

Align = Literal["left", "center"]
# Joiners and isolates belong to a text; every other character that shows nothing does not.
_KEPT: Final = frozenset("\u200c\u200d\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, broken where the paper ends."""

    text: str
    align: Align = "center"
    is_big: bool = False
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts at both ends of a line, such as a name and an amount."""

    left: str
    right: str
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the paper."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code."""

    data: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, such as a logo; `content` is a file that Pillow reads."""

    content: bytes


Block = Line | Pair | Rule | Code | Picture


@dataclass(frozen=True, slots=True)
class Slip:
    """One piece of paper. `locale` decides how Chinese characters are drawn."""

    blocks: tuple[Block, ...]
    locale: str = "en"

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return its lines of text alone."""
        return tuple(block for block in self.blocks if isinstance(block, Line))

    @property
    def code(self) -> str:
        """Return what its first QR code says; empty when it has none."""
        return next((block.data for block in self.blocks if isinstance(block, Code)), "")


@dataclass(frozen=True, slots=True)
class Roll:
    """The paper of a receipt printer: how many dots wide (8 a millimeter), how many letters."""

    dots: int
    columns: int


ROLLS: Final = {"roll_58": Roll(384, 32), "roll_80": Roll(576, 48)}


def clean(text: str) -> str:
    """Return a text without line breaks, control characters and anything else that shows nothing."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(char for char in spaced if char.isprintable() or char in _KEPT)


def bare(text: str) -> str:
    """Return a clean text for printers that know letters alone: no joiners, no isolates."""
    return "".join(char for char in clean(text) if char not in _KEPT).replace("\u00a0", " ")
