"""Black and white pictures as printers take them, one bit a dot. Pure."""

import io
from dataclasses import dataclass
from typing import Final

import segno
from PIL import Image, UnidentifiedImageError

# Grey that is darker than this is printed.
_DARK: Final = 160
_MOST_PIXELS: Final = 20_000_000


@dataclass(frozen=True, slots=True)
class Bitmap:
    """Dots by rows, eight to a byte, 1 is black; every row begins with a byte of its own."""

    width: int
    height: int
    rows: bytes

    @property
    def row_bytes(self) -> int:
        """Return how many bytes a row has."""
        return (self.width + 7) // 8

    def image(self) -> Image.Image:
        """Return it as a picture for people: black on white."""
        inverted = bytes(byte ^ 0xFF for byte in self.rows)
        return Image.frombytes("1", (self.width, self.height), inverted)


def of_image(image: Image.Image) -> Bitmap:
    """Return a picture as dots; what is light stays white."""
    gray = image.convert("L").point(lambda value: 0 if value < _DARK else 255)
    return _packed(gray.convert("1"))


def of_file(content: bytes, *, width: int, height: int) -> Bitmap | None:
    """Return a picture of a file, as large as fits and dithered; None: it is none that can be read."""
    try:
        with Image.open(io.BytesIO(content)) as found:
            if found.width * found.height > _MOST_PIXELS:
                return None
            flat = Image.new("RGBA", found.size, "white")
            flat.alpha_composite(found.convert("RGBA"))
    except (UnidentifiedImageError, OSError, ValueError):
        return None
    scale = min(width / flat.width, height / flat.height, 1.0)
    size = (max(1, round(flat.width * scale)), max(1, round(flat.height * scale)))
    return _packed(flat.convert("L").resize(size).convert("1"))


def of_code(data: str, *, module: int, quiet: int = 0) -> Bitmap:
    """Return a QR code whose smallest square is `module` dots wide, with a white edge of `quiet` squares."""
    made = segno.make_qr(data, error="m")
    matrix = [[bool(dark) for dark in row] for row in made.matrix]
    side = (len(matrix) + 2 * quiet) * module
    image = Image.new("1", (side, side), 1)
    for y, row in enumerate(matrix):
        for x, is_dark in enumerate(row):
            if is_dark:
                left, top = (x + quiet) * module, (y + quiet) * module
                image.paste(0, (left, top, left + module, top + module))
    return _packed(image)


def turned(bitmap: Bitmap) -> Bitmap:
    """Return a bitmap a quarter turn to the right."""
    return _packed(bitmap.image().transpose(Image.Transpose.ROTATE_270))


def _packed(image: Image.Image) -> Bitmap:
    padded = Image.new("1", (-(-image.width // 8) * 8, image.height), 1)
    padded.paste(image, (0, 0))
    return Bitmap(image.width, image.height, bytes(byte ^ 0xFF for byte in padded.tobytes()))
