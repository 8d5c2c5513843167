"""What comes out of a label printer, as a picture, as people read it."""

import io
from typing import Final

from PIL import Image, ImageDraw

from outfitter.printers import label_layout, printer_fonts
from outfitter.printers.label_layout import LabelSize
from outfitter.printers.slips import Slip

_BORDER: Final = 190


def draw(slip: Slip, label: LabelSize) -> bytes:
    """
    Return a PNG of a label.

    :raises CannotPrint: a line cannot be drawn
    """
    image = Image.new("L", (label.width, label.height), 255)
    pen = ImageDraw.Draw(image)
    for one in label_layout.place(slip, label):
        if one.bitmap is not None:
            image.paste(one.bitmap.image(), (one.left, one.top))
        else:
            font = printer_fonts.letters(int(one.size * 0.86), is_bold=True)
            pen.text((one.left, one.top + one.size), one.text, font=font, fill=0, anchor="ld")
    pen.rectangle((0, 0, label.width - 1, label.height - 1), outline=_BORDER)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
