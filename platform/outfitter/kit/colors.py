"""
An operator's colour, made readable by calculation (WCAG 2.2, 1.4.3 and 1.4.11).

Pure: colours are "#rrggbb", contrast is a ratio from 1 to 21.
"""

import re
from dataclasses import dataclass
from typing import Final

WHITE: Final = "#ffffff"
INK: Final = "#111827"
DARK_CARD: Final = "#1b2129"
FALLBACK: Final = "#0f766e"
TEXT_RATIO: Final = 4.5
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")


@dataclass(frozen=True, slots=True)
class Palette:
    """
    Colours made of one brand colour, for a light and a dark surface.

    `fill` with `on_fill` on it is the button, `ink` is coloured text and the button's edge on
    white, `ink_dark` the same on the dark card.
    """

    fill: str
    on_fill: str
    ink: str
    ink_dark: str


def palette(brand: str) -> Palette:
    """Return readable colours for a brand colour; one that is no colour becomes the default."""
    fill = normalize(brand)
    on_fill = max((WHITE, INK), key=lambda text: contrast(text, fill))
    if contrast(WHITE, fill) >= TEXT_RATIO:
        on_fill = WHITE
    fill = readable(fill, on_fill)
    return Palette(fill, on_fill, readable(fill, WHITE), readable(fill, DARK_CARD))


def normalize(color: str) -> str:
    """Return "#rrggbb" in lower case; the product's own colour for anything unreadable."""
    text = color.strip().lower()
    if not _HEX.fullmatch(text):
        return FALLBACK
    return text if len(text) == 7 else "#" + "".join(digit * 2 for digit in text[1:])


def luminance(color: str) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    red, green, blue = (_linear(part / 255) for part in _rgb(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(color: str, background: str, ratio: float = TEXT_RATIO) -> str:
    """
    Return the colour nearest to `color` that has that contrast to `background`.

    It is darkened on light backgrounds and lightened on dark ones, no more than needed.
    """
    if contrast(color, background) >= ratio:
        return color
    target = "#000000" if luminance(background) > 0.18 else WHITE
    near, far = 0.0, 1.0
    for _ in range(12):
        middle = (near + far) / 2
        if contrast(_mix(color, target, middle), background) >= ratio:
            far = middle
        else:
            near = middle
    return _mix(color, target, far)


def _rgb(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _mix(color: str, target: str, share: float) -> str:
    parts = zip(_rgb(color), _rgb(target), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)
