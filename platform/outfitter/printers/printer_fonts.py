"""The font that stands for the letters a printer has built in."""

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from PIL import ImageFont

_FONT: Final = "NotoSans[wdth,wght].ttf"


@cache
def letters(size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font in a size (in dots)."""
    folder = Path(str(resources.files("fontpkg_noto_sans"))) / "files"
    font = ImageFont.truetype(str(folder / _FONT), size)
    # The axes are weight and width.
    font.set_variation_by_axes([700 if is_bold else 500, 100])
    return font
