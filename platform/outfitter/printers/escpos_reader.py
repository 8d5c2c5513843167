"""
What a receipt printer understands of the bytes that come: the commands we send, read back.

Previews and the stand-in for a printer are made of this, so that both show what was really sent.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from outfitter.printers.bitmaps import Bitmap
from outfitter.printers.escpos import CODE_PAGES

Name = Literal[
    "init", "letters", "page", "align", "size", "bold", "feed", "code", "raster", "cut", "drawer", "unknown"
]
_CODECS: Final = {number: codec for codec, number in CODE_PAGES.items()}
# Head of a command -> its name and how many bytes follow the head.
_FIXED: Final[dict[bytes, tuple[Name, int]]] = {
    b"\x1b@": ("init", 0),
    b"\x1c.": ("init", 0),
    b"\x1bt": ("page", 1),
    b"\x1ba": ("align", 1),
    b"\x1bE": ("bold", 1),
    b"\x1d!": ("size", 1),
    b"\x1dV": ("cut", 2),
    b"\x1bp": ("drawer", 3),
}
_LF: Final = 10
_FIRST_LETTER: Final = 32


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `text` of letters and codes, `value` of settings, `bitmap` of pictures."""

    name: Name
    text: str = ""
    value: int = 0
    bitmap: Bitmap | None = None


def read(data: bytes) -> Iterator[Command]:
    """Yield what a printer makes of `data`; what it doesn't know is `unknown`, a byte at a time."""
    at, codec, waiting_code = 0, "cp858", ""
    while at < len(data):
        head = data[at : at + 2]
        if head in _FIXED:
            name, more = _FIXED[head]
            value = data[at + 2] if more and at + 2 < len(data) else 0
            at += 2 + more
            if name == "page":
                codec = _CODECS.get(value, "cp858")
            yield Command(name, value=value)
        elif data[at : at + 3] == b"\x1d(k":
            at, content, is_printed = _read_code(data, at)
            waiting_code = content or waiting_code
            if is_printed:
                yield Command("code", waiting_code)
        elif data[at : at + 4] == b"\x1dv0\x00":
            at, command = _read_raster(data, at)
            yield command
        elif data[at] == _LF:
            at += 1
            yield Command("feed")
        elif data[at] < _FIRST_LETTER:
            yield Command("unknown", value=data[at])
            at += 1
        else:
            end = next((i for i in range(at, len(data)) if data[i] < _FIRST_LETTER), len(data))
            yield Command("letters", data[at:end].decode(codec, "replace"))
            at = end


def _read_code(data: bytes, at: int) -> tuple[int, str, bool]:
    size = int.from_bytes(data[at + 3 : at + 5], "little")
    body = data[at + 5 : at + 5 + size]
    content = body[3:].decode("ascii", "replace") if body[:3] == b"\x31\x50\x30" else ""
    return at + 5 + size, content, body[:2] == b"\x31\x51"


def _read_raster(data: bytes, at: int) -> tuple[int, Command]:
    row_bytes = int.from_bytes(data[at + 4 : at + 6], "little")
    height = int.from_bytes(data[at + 6 : at + 8], "little")
    end = at + 8 + row_bytes * height
    rows = data[at + 8 : end].ljust(row_bytes * height, b"\x00")
    return end, Command("raster", bitmap=Bitmap(row_bytes * 8, height, rows))
