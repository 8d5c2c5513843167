"""
How many messages a text makes on its way to a phone (3GPP TS 23.038, 23.040). Pure.

A text of letters that the GSM alphabet has goes in parts of 160 septets, any other in parts of 70
UTF-16 units. Several parts carry a header each, which leaves 153 and 67; nothing is split in the
middle of a letter.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

Encoding = Literal["gsm7", "ucs2"]
_BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
# These take an escape as well: two septets.
_EXTENDED: Final = frozenset("\f^{}\\[~]|€")
# Single part, each of several parts.
_ROOM: Final[dict[Encoding, tuple[int, int]]] = {"gsm7": (160, 153), "ucs2": (70, 67)}
# Typography that would make a text half as long, and what says the same.
_PLAIN: Final = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u2032": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
        "\u2026": "...", "\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\u00d7": "x",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Segments:
    """What a text costs: its alphabet, and in how many parts it goes."""

    encoding: Encoding
    count: int


def count_segments(text: str) -> Segments:
    """Return the alphabet a text needs and how many parts it makes; an empty text makes none."""
    is_gsm = all(letter in _BASIC or letter in _EXTENDED for letter in text)
    encoding: Encoding = "gsm7" if is_gsm else "ucs2"
    widths = [_width(letter, encoding) for letter in text]
    single, part = _ROOM[encoding]
    if sum(widths) <= single:
        return Segments(encoding, int(bool(widths)))
    return Segments(encoding, _parts(widths, part))


def _width(letter: str, encoding: Encoding) -> int:
    if encoding == "gsm7":
        return 2 if letter in _EXTENDED else 1
    return 2 if ord(letter) > 0xFFFF else 1


def _parts(widths: Sequence[int], room: int) -> int:
    parts, used = 1, 0
    for width in widths:
        if used + width > room:
            parts, used = parts + 1, 0
        used += width
    return parts


def plain(text: str) -> str:
    """
    Return text with plain quotes, dashes and blanks where that spares it the alphabet of 70 letters.

    A text that needs it anyway keeps its typography.
    """
    simple = text.translate(_PLAIN)
    return simple if count_segments(simple).encoding == "gsm7" else text
