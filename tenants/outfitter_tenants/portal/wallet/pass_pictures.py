"""The pictures of a pass: an icon in the operator's color, and their logo where they have one."""

import io
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

# Points of the icon and of the room for a logo; files are drawn for screens of each density.
ICON: Final = 29
LOGO: Final = (160, 50)
DENSITIES: Final = (1, 2, 3)
# Edges are drawn so many times as large, and made smooth by making them smaller.
_FINE: Final = 4


def pictures(color: str, logo: bytes | None) -> dict[str, bytes]:
    """Return a pass's pictures by file name; `color` is "#rrggbb", `logo` a picture or None."""
    return {**icons(color), **(_logos(logo) if logo else {})}


@lru_cache(maxsize=64)
def icons(color: str) -> Mapping[str, bytes]:
    """Return a ticket on the color, in each density."""
    return {_name("icon", density): _png(_icon(color, ICON * density)) for density in DENSITIES}


def _icon(color: str, size: int) -> Image.Image:
    side = size * _FINE
    picture = Image.new("RGB", (side, side), color)
    draw = ImageDraw.Draw(picture)
    left, right, top, bottom = (round(side * share) for share in (0.17, 0.83, 0.3, 0.7))
    draw.rounded_rectangle((left, top, right, bottom), radius=side * 0.06, fill="#ffffff")
    notch = side * 0.08
    for center in (left, right):
        draw.ellipse((center - notch, side / 2 - notch, center + notch, side / 2 + notch), fill=color)
    dot, across = side * 0.025, side * 0.6
    for step in (0.38, 0.46, 0.54, 0.62):
        draw.ellipse((across - dot, side * step - dot, across + dot, side * step + dot), fill=color)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def _logos(logo: bytes) -> dict[str, bytes]:
    with Image.open(io.BytesIO(logo)) as opened:
        whole = opened.convert("RGBA")
    found = {}
    for density in DENSITIES:
        picture = whole.copy()
        picture.thumbnail((LOGO[0] * density, LOGO[1] * density), Image.Resampling.LANCZOS)
        found[_name("logo", density)] = _png(picture)
    return found


def _name(kind: str, density: int) -> str:
    return f"{kind}.png" if density == 1 else f"{kind}@{density}x.png"


def _png(picture: Image.Image) -> bytes:
    made = io.BytesIO()
    picture.save(made, "PNG", optimize=True)
    return made.getvalue()
