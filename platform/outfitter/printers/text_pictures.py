"""
Lines that a printer has no letters for, drawn as dots: every script, both directions.

Receipt printers know a few hundred letters. A name in Japanese or Arabic is drawn with the fonts
that papers are set with, all lines of a slip in one go.
"""

import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from PIL import Image

from outfitter.pdf import document
from outfitter.printers import bitmaps
from outfitter.printers.bitmaps import Bitmap
from outfitter.printers.slips import Align

_TEMPLATE: Final = Path(__file__).parent / "lines.typ"


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line to draw: `size` in dots; `right` stands at the other end; width 0 is as wide as it comes."""

    text: str
    size: int
    width: int
    align: Align = "left"
    right: str = ""
    is_bold: bool = False


def draw(lines: Sequence[DrawnLine], *, locale: str) -> list[Bitmap]:
    """
    Return each line as dots.

    :raises CannotPrint: a line cannot be drawn
    """
    if not lines:
        return []
    data = {"lines": [asdict(line) for line in lines]}
    # At 72 pixels an inch a point is a dot.
    pages = document.render_pages(_TEMPLATE, data, locale=locale, ppi=72)
    return [bitmaps.of_image(Image.open(io.BytesIO(page))) for page in pages]
