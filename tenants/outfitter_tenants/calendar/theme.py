"""
How the operator wants its calendar to look, as CSS custom properties. Pure.

The same as `widget/src/look.ts` and `brand.ts`, which the trip builder and pages without first data
use: both are held to `widget/src/testing/looks.json`.
"""

import math
import re
from collections.abc import Mapping
from typing import Final

from outfitter.api.page_bootstrap import THEMES
from outfitter_tenants.embeds.theme import MAX_RADIUS, CalendarTheme

Rgb = tuple[int, int, int]

WHITE: Final[Rgb] = (255, 255, 255)
BLACK: Final[Rgb] = (0, 0, 0)
INK: Final[Rgb] = (17, 19, 22)
# The page colours of `tokens.css`.
LIGHT: Final[Rgb] = WHITE
DARK: Final[Rgb] = (22, 24, 28)
# WCAG 2.2 AA for text; thin coloured text on a dark page needs more to look alive.
MIN_CONTRAST: Final = 4.5
DARK_CONTRAST: Final = 6.0
# Coloured text also stands on a tint of itself.
TINT: Final = 0.09
_DEFAULT: Final[Rgb] = (11, 110, 99)
_UNSET: Final = CalendarTheme()
_HEX: Final = re.compile(r"#?([\da-f]{3}|[\da-f]{6})", re.IGNORECASE)
FONTS: Final[Mapping[str, str]] = {
    "serif": "ui-serif, Charter, 'Bitstream Charter', Cambria, Georgia, 'Noto Serif', serif",
    "rounded": (
        "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Manjari,"
        " 'Arial Rounded MT Bold', Calibri, sans-serif"
    ),
    "humanist": "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
    "geometric": "Avenir, Montserrat, Corbel, 'URW Gothic', sans-serif",
    "system": "system-ui, sans-serif",
}


def look_of(query: Mapping[str, str], brand: str | None, stored: CalendarTheme = _UNSET) -> dict[str, str]:
    """Return the custom properties: the address decides, then what is stored, then the brand."""
    wanted = (query.get("color"), stored.color, brand)
    color = next((one for one in map(parsed, wanted) if one), _DEFAULT)
    light = readable_on(LIGHT, color, MIN_CONTRAST)
    dark = readable_on(DARK, color, DARK_CONTRAST)
    found = {
        "--accent-light": _css(light),
        "--accent-dark": _css(dark),
        "--on-accent-light": _css(text_on(light)),
        "--on-accent-dark": _css(text_on(dark)),
    }
    asked = query.get("radius", "")
    radius = int(asked) if re.fullmatch(r"[0-9]{1,2}", asked) else stored.radius
    if radius is not None:
        found["--radius"] = f"{min(radius, MAX_RADIUS)}px"
    font = FONTS.get(query.get("font", "")) or FONTS.get(stored.font or "")
    if font:
        found["--font"] = font
    return found


def theme_of(query: Mapping[str, str], stored: CalendarTheme) -> str:
    """Return "light" or "dark": as asked, as stored, as the page around it; "" as the system."""
    wanted = (query.get("theme"), stored.theme, query.get("around"))
    return next((one for one in wanted if one in THEMES), "")


def parsed(text: str | None) -> Rgb | None:
    """Return a colour written as #rgb or #rrggbb, with or without its #."""
    match = _HEX.fullmatch((text or "").strip())
    if match is None:
        return None
    digits = match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def readable_on(surface: Rgb, color: Rgb, wanted: float) -> Rgb:
    """Return the colour, or the nearest step towards black or white that reads on the surface."""
    towards = BLACK if _luminance(surface) > 0.18 else WHITE
    for step in range(21):
        tried = _mix(color, towards, step / 20)
        tint = _mix(surface, tried, TINT)
        if _contrast(tried, surface) >= wanted and _contrast(tried, tint) >= MIN_CONTRAST:
            return tried
    return towards


def text_on(color: Rgb) -> Rgb:
    """Return black or white, whichever reads better on a filled button."""
    return WHITE if _contrast(WHITE, color) >= _contrast(INK, color) else INK


def _luminance(color: Rgb) -> float:
    red, green, blue = (_linear(channel / 255) for channel in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _contrast(one: Rgb, other: Rgb) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _mix(color: Rgb, other: Rgb, share: float) -> Rgb:
    # As JavaScript rounds: a half goes up.
    red, green, blue = (
        math.floor(channel + (target - channel) * share + 0.5)
        for channel, target in zip(color, other, strict=True)
    )
    return red, green, blue


def _css(color: Rgb) -> str:
    return f"rgb({color[0]} {color[1]} {color[2]})"
