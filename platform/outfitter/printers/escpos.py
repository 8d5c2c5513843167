"""
Slips as receipt printers take them (ESC/POS): letters where the printer has them, dots where not.

A line is sent in the first of three code pages that has all its letters. What none of them has is
drawn. Only what is written here is a command: texts are cleaned before they are encoded.
"""

import textwrap
from collections.abc import Iterable
from typing import Final

from outfitter.printers import bitmaps, text_pictures
from outfitter.printers.bitmaps import Bitmap
from outfitter.printers.slips import ROLLS, Code, Line, Pair, Picture, Roll, Rule, Slip, bare, clean
from outfitter.printers.text_pictures import DrawnLine

ESC: Final = b"\x1b"
GS: Final = b"\x1d"
INIT: Final = ESC + b"@"
# Bytes above 127 are letters, also where the printer would take pairs of them for Chinese.
_NO_PAIRS: Final = b"\x1c."
# Codec -> its number at Epson and whoever follows it: Western, Central European, Cyrillic.
CODE_PAGES: Final = {"cp858": 19, "cp852": 18, "cp866": 17}
CUT: Final = b"\n\n\n" + GS + b"V\x42\x00"
# Pin 2, 50 milliseconds on and 500 off.
DRAWER: Final = ESC + b"p\x00\x19\xfa"
_LETTER: Final = 24
_MOST_ROWS: Final = 240
_LOGO_ROWS: Final = 160
_REPLACED: Final = str.maketrans(
    {
        **dict.fromkeys("·–—", "-"),  # noqa: RUF001
        **dict.fromkeys("’‘", "'"),  # noqa: RUF001
        **dict.fromkeys("“”", '"'),
        "…": "...",
        "\u202f": " ",
        "×": "x",  # noqa: RUF001
    }
)


def encode(slip: Slip, roll: Roll, *, is_drawn: bool = False) -> bytes:
    """
    Return the commands that print a slip and cut the paper.

    `is_drawn` draws every line: for printers whose letters can't be relied on.

    :raises CannotPrint: a line can neither be sent nor drawn
    """
    drawn = {index: line for index, line in _to_draw(slip, roll, is_drawn=is_drawn)}
    pictures = dict(zip(drawn, text_pictures.draw(list(drawn.values()), locale=slip.locale), strict=True))
    out = [INIT, _NO_PAIRS]
    for index, block in enumerate(slip.blocks):
        if index in pictures:
            out.append(_raster(pictures[index]))
        elif isinstance(block, Line):
            out.append(_line(block, roll))
        elif isinstance(block, Pair):
            out.append(_pair(block, roll))
        elif isinstance(block, Rule):
            out.append(ESC + b"a\x00" + b"-" * roll.columns + b"\n")
        elif isinstance(block, Code):
            out.append(_code(block.data))
        else:
            out.append(_picture(block, roll))
    return b"".join([*out, CUT])


def marked(payload: bytes, text: str) -> bytes:
    """
    Return a slip that says above everything else that it is printed again.

    :raises CannotPrint: the words can neither be sent nor drawn
    """
    head = encode(Slip((Line(f"*** {text} ***", is_bold=True),)), ROLLS["roll_58"])
    return head.removesuffix(CUT) + payload


def _to_draw(slip: Slip, roll: Roll, *, is_drawn: bool) -> Iterable[tuple[int, DrawnLine]]:
    for index, block in enumerate(slip.blocks):
        if isinstance(block, Line) and (is_drawn or _page_of(block.text) is None):
            size = 2 * _LETTER if block.is_big else _LETTER
            yield index, DrawnLine(clean(block.text), size, roll.dots, block.align, "", block.is_bold)
        if isinstance(block, Pair) and (is_drawn or _page_of(block.left + block.right) is None):
            left, right = clean(block.left), clean(block.right)
            yield index, DrawnLine(left, _LETTER, roll.dots, "left", right, block.is_bold)


def _page_of(text: str) -> str | None:
    letters = bare(text).translate(_REPLACED)
    for codec in CODE_PAGES:
        try:
            letters.encode(codec)
        except UnicodeEncodeError:
            continue
        return codec
    return None


def _letters(text: str) -> tuple[bytes, str, str]:
    codec = _page_of(text) or "cp858"
    return ESC + b"t" + bytes([CODE_PAGES[codec]]), codec, bare(text).translate(_REPLACED)


def _line(line: Line, roll: Roll) -> bytes:
    select, codec, letters = _letters(line.text)
    width = roll.columns // 2 if line.is_big else roll.columns
    rows = textwrap.wrap(letters, width) or [""]
    out = [select, ESC + b"a" + (b"\x01" if line.align == "center" else b"\x00")]
    out += [_style(line.is_bold, line.is_big)]
    out += [row.encode(codec, "replace") + b"\n" for row in rows]
    return b"".join([*out, _style(False, False)])


def _style(is_bold: bool, is_big: bool) -> bytes:
    return GS + b"!" + (b"\x11" if is_big else b"\x00") + ESC + b"E" + (b"\x01" if is_bold else b"\x00")


def _pair(pair: Pair, roll: Roll) -> bytes:
    select, codec, _ = _letters(pair.left + pair.right)
    right = bare(pair.right).translate(_REPLACED)[: roll.columns - 2]
    rows = textwrap.wrap(bare(pair.left).translate(_REPLACED), roll.columns - len(right) - 1) or [""]
    first = rows[0].ljust(roll.columns - len(right)) + right
    out = [select, ESC + b"a\x00", _style(pair.is_bold, False)]
    out += [row.encode(codec, "replace") + b"\n" for row in (first, *rows[1:])]
    return b"".join([*out, _style(False, False)])


def _code(data: str) -> bytes:
    content = bare(data).encode("ascii", "replace")
    size = (len(content) + 3).to_bytes(2, "little")
    head = GS + b"(k"
    return b"".join(
        [
            ESC + b"a\x01",
            head + b"\x04\x00\x31\x41\x32\x00",  # model 2
            head + b"\x03\x00\x31\x43\x08",  # eight dots a square
            head + b"\x03\x00\x31\x45\x31",  # 15 % may be lost
            head + size + b"\x31\x50\x30" + content,
            head + b"\x03\x00\x31\x51\x30",  # print it
            b"\n",
        ]
    )


def _picture(picture: Picture, roll: Roll) -> bytes:
    found = bitmaps.of_file(picture.content, width=roll.dots * 3 // 4, height=_LOGO_ROWS)
    # A picture that can't be read is left out: the ticket is what people wait for.
    return _raster(found) if found else b""


def _raster(bitmap: Bitmap) -> bytes:
    out = [ESC + b"a\x01"]
    for top in range(0, bitmap.height, _MOST_ROWS):
        height = min(_MOST_ROWS, bitmap.height - top)
        rows = bitmap.rows[top * bitmap.row_bytes : (top + height) * bitmap.row_bytes]
        size = bitmap.row_bytes.to_bytes(2, "little") + height.to_bytes(2, "little")
        out.append(GS + b"v0\x00" + size + rows)
    return b"".join(out)
