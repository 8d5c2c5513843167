"""What comes out of a receipt printer, as a picture: drawn from the very bytes that are sent."""

import io
from typing import Final

from PIL import Image, ImageDraw

from outfitter.printers import bitmaps, printer_fonts
from outfitter.printers.escpos_reader import Command, read
from outfitter.printers.slips import Roll

_CELL: Final = (12, 24)
_GAP: Final = 6
_MARGIN: Final = 16
_MOST_HEIGHT: Final = 12_000


def draw(data: bytes, roll: Roll) -> bytes:
    """Return a PNG of the paper that `data` leaves on a roll, cuts shown as dashed lines."""
    paper = _Paper(roll)
    for command in read(data):
        paper.take(command)
    return paper.png()


class _Paper:
    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self.image = Image.new("L", (roll.dots + 2 * _MARGIN, 400), 255)
        self.top = _MARGIN
        self.letters = ""
        self.is_centered = self.is_bold = self.is_big = False

    def take(self, command: Command) -> None:
        if command.name in {"init", "align", "bold", "size"}:
            self._style(command)
        elif command.name == "letters":
            self.letters += command.text
        elif command.name == "unknown":
            self.letters += f"[{command.value:02X}]"
        elif command.name == "feed":
            self._feed()
        elif command.name == "code":
            self._put(bitmaps.of_code(command.text, module=8).image())
        elif command.name == "raster" and command.bitmap is not None:
            self._put(command.bitmap.image())
        elif command.name == "cut":
            self._cut()

    def _style(self, command: Command) -> None:
        if command.name in {"init", "align"}:
            self.is_centered = command.value == 1
        if command.name in {"init", "bold"}:
            self.is_bold = bool(command.value)
        if command.name in {"init", "size"}:
            self.is_big = bool(command.value)

    def _feed(self) -> None:
        scale = 2 if self.is_big else 1
        cell, height = _CELL[0] * scale, _CELL[1] * scale
        self._make_room(height + _GAP)
        width = len(self.letters) * cell
        left = _MARGIN + (max(0, (self.roll.dots - width) // 2) if self.is_centered else 0)
        pen = ImageDraw.Draw(self.image)
        font = printer_fonts.letters(20 * scale, is_bold=self.is_bold)
        for index, letter in enumerate(self.letters):
            middle = left + index * cell + cell // 2
            pen.text((middle, self.top + height - 5 * scale), letter, font=font, fill=0, anchor="ms")
        self.top += height + _GAP
        self.letters = ""

    def _put(self, picture: Image.Image) -> None:
        self._make_room(picture.height + _GAP)
        left = _MARGIN + (max(0, (self.roll.dots - picture.width) // 2) if self.is_centered else 0)
        self.image.paste(picture, (left, self.top))
        self.top += picture.height

    def _cut(self) -> None:
        self._make_room(_GAP)
        pen = ImageDraw.Draw(self.image)
        for left in range(0, self.image.width, 16):
            pen.line((left, self.top, left + 8, self.top), fill=128, width=2)
        self.top += 2 * _GAP

    def _make_room(self, height: int) -> None:
        needed = min(self.top + height + _MARGIN, _MOST_HEIGHT)
        if needed > self.image.height:
            larger = Image.new("L", (self.image.width, min(needed * 2, _MOST_HEIGHT)), 255)
            larger.paste(self.image, (0, 0))
            self.image = larger

    def png(self) -> bytes:
        out = io.BytesIO()
        self.image.crop((0, 0, self.image.width, min(self.top + _MARGIN, self.image.height))).save(out, "PNG")
        return out.getvalue()
