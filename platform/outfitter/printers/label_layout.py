"""
Slips on labels and wristbands: where what stands, and the same in the language of label printers (ZPL II).

QR codes and letters that printers don't have are sent as dots, so that what a preview shows is what
comes out. On a wristband everything runs along the band.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.printers import bitmaps, text_pictures
from outfitter.printers.bitmaps import Bitmap
from outfitter.printers.slips import Line, Slip, bare, clean
from outfitter.printers.text_pictures import DrawnLine


@dataclass(frozen=True, slots=True)
class LabelSize:
    """A label as people read it, in dots (203 an inch); a turned one leaves the printer standing."""

    width: int
    height: int
    is_turned: bool = False


# 4 by 2 inches, and a band of 1 by 10 inches, of which the last two stick.
LABELS: Final = {"label_4x2": LabelSize(812, 406), "wristband": LabelSize(1624, 203, is_turned=True)}
_EDGE: Final = 24
_SIZES: Final = {True: 46, False: 32}
_SMALLEST: Final = 20
# How wide letters of font 0 are, as a part of their height: wide enough for any name.
_WIDTH_OF_LETTER: Final = 0.58
_CODECS: Final = ("cp1252", "cp1250")
# Characters that begin commands, and the one that begins an escape.
_ESCAPED: Final = "^~_\\"


@dataclass(frozen=True, slots=True)
class Placed:
    """Something at a place of a label: a text of a size, or dots."""

    left: int
    top: int
    size: int = 0
    text: str = ""
    bitmap: Bitmap | None = None


def place(slip: Slip, label: LabelSize) -> list[Placed]:
    """
    Return what stands where on a label: the code at its end, lines from the top as far as they fit.

    :raises CannotPrint: a line cannot be drawn
    """
    code = bitmaps.of_code(bare(slip.code), module=_module(slip.code, label)) if slip.code else None
    width = label.width - 2 * _EDGE - (code.width + _EDGE if code else 0)
    placed = [Placed(label.width - _EDGE - code.width, _EDGE, bitmap=code)] if code else []
    lines = _fitting(slip.lines, label.height - 2 * _EDGE)
    drawn = _drawn(lines, width, slip.locale)
    top = _EDGE
    for index, (line, size) in enumerate(lines):
        bitmap = drawn.get(index)
        if bitmap is not None:
            # Longer names take a second line: what then has no room is left out.
            if top + bitmap.height <= label.height:
                placed.append(Placed(_EDGE, top, bitmap=bitmap))
            top += bitmap.height
        elif top + size <= label.height:
            text = bare(line.text)
            fitting = max(_SMALLEST, min(size, int(width / (_WIDTH_OF_LETTER * max(1, len(text))))))
            room = int(width / (_WIDTH_OF_LETTER * fitting))
            placed.append(Placed(_EDGE, top, fitting, text[:room]))
            top += size + size // 5
    return placed


def zpl(slip: Slip, label: LabelSize, *, copies: int = 1) -> str:
    """
    Return a label in ZPL II, in UTF-8; `copies` are printed by the printer.

    :raises CannotPrint: a line cannot be drawn
    """
    fields = [_field(one, label) for one in place(slip, label)]
    width, height = (label.height, label.width) if label.is_turned else (label.width, label.height)
    return "\n".join(["^XA", "^CI28", f"^PW{width}", f"^LL{height}", *fields, f"^PQ{copies}", "^XZ"])


def _module(code: str, label: LabelSize) -> int:
    squares = bitmaps.of_code(bare(code), module=1).width
    return max(2, min(7, (label.height - 2 * _EDGE) // squares))


def _fitting(lines: Sequence[Line], room: int) -> list[tuple[Line, int]]:
    # Everything shrinks alike when there is too much of it; what still has no room is left out.
    sizes = [_SIZES[line.is_big] for line in lines]
    needed = sum(size + size // 5 for size in sizes) or 1
    scale = min(1.0, room / needed)
    found, used = [], 0
    for line, size in zip(lines, sizes, strict=True):
        scaled = max(_SMALLEST, int(size * scale))
        used += scaled + scaled // 5
        if used <= room + scaled // 5:
            found.append((line, scaled))
    return found


def _drawn(lines: Sequence[tuple[Line, int]], width: int, locale: str) -> dict[int, Bitmap]:
    wanted = {
        index: DrawnLine(clean(line.text), size, width, is_bold=line.is_big or line.is_bold)
        for index, (line, size) in enumerate(lines)
        if not _has_letters(bare(line.text))
    }
    return dict(zip(wanted, text_pictures.draw(list(wanted.values()), locale=locale), strict=True))


def _has_letters(text: str) -> bool:
    for codec in _CODECS:
        try:
            text.encode(codec)
        except UnicodeEncodeError:
            continue
        return True
    return False


def _field(one: Placed, label: LabelSize) -> str:
    bitmap = one.bitmap
    if bitmap is not None:
        shown = bitmaps.turned(bitmap) if label.is_turned else bitmap
        left, top = _origin(one, bitmap.height, label)
        size = len(shown.rows)
        return f"^FO{left},{top}^GFA,{size},{size},{shown.row_bytes},{shown.rows.hex().upper()}^FS"
    left, top = _origin(one, one.size, label)
    turn = "R" if label.is_turned else "N"
    return f"^FO{left},{top}^A0{turn},{one.size},{one.size}^FH_^FD{_escaped(one.text)}^FS"


def _origin(one: Placed, height: int, label: LabelSize) -> tuple[int, int]:
    return (label.height - one.top - height, one.left) if label.is_turned else (one.left, one.top)


def _escaped(text: str) -> str:
    return "".join(f"_{ord(char):02X}" if char in _ESCAPED else char for char in text)
