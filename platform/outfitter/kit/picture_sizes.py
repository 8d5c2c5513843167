"""
The files of a picture, by convention (ADR 72). Pure.

A picture is a folder. `<width>.<kind>` in it is the whole picture in that width. Narrower than any
picture that is taken are the SQUARES, cut from its middle: thumbnails, which are never heavier than
HEAVIEST. Whoever knows the address of one file knows all of them, and by the last six characters of
the folder's name the color that holds the place until a picture is there.
"""

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from PIL import Image

# From a card on a phone to a whole screen; each step has about twice the pixels of the one before.
WIDTHS: Final = (320, 480, 800, 1200, 1920)
# For 96 points on plain and on dense screens.
SQUARES: Final = (96, 192)
# What fits a column of text: mail programs, channels and old browsers get this one, as JPEG.
PLAIN: Final = 1200
HEAVIEST: Final = 6_000
CONTENT_TYPES: Final[Mapping[str, str]] = {"avif": "image/avif", "webp": "image/webp", "jpg": "image/jpeg"}
KINDS: Final = tuple(CONTENT_TYPES)
_OPTIONS: Final[Mapping[str, dict[str, Any]]] = {
    "avif": {"format": "AVIF", "quality": 58, "speed": 8},
    "webp": {"format": "WEBP", "quality": 80, "method": 4},
    "jpg": {"format": "JPEG", "quality": 82, "optimize": True, "progressive": True},
}
# Tried one after the other until a square is light enough; at twice the density coarse is fine.
_SQUARE_QUALITIES: Final[Mapping[str, tuple[int, ...]]] = {
    "avif": (55, 48, 40, 32, 24, 16, 8),
    "webp": (72, 60, 48, 36, 24, 12, 1),
    "jpg": (75, 60, 48, 36, 24, 12, 4),
}
# By how much detail goes from noise that no quality makes light, as nobody photographs it.
_COARSER: Final = (1, 2, 4, 8, 16)
_NAME: Final = re.compile(r"([1-9][0-9]{0,4})\.(avif|webp|jpg)")
_OURS: Final = re.compile(r"^(/media/pictures/[\w-]+/[0-9]+)\.(?:webp|avif)$", re.ASCII)
_TONE: Final = re.compile(r"-([0-9a-f]{6})")


def parse_name(name: str) -> tuple[int, str] | None:
    """Return width and kind of a file by its name, None for what is no file of a picture."""
    found = _NAME.fullmatch(name)
    return (int(found[1]), found[2]) if found else None


def parse_tone(folder: str) -> str | None:
    """Return the color that holds a picture's place ("7a8b9c") by the name of its folder."""
    found = _TONE.fullmatch(folder[-7:])
    return found[1] if found else None


def as_jpeg(address: str | None) -> str | None:
    """Return where the same picture is a JPEG, by an address of ours; any other stays as it is."""
    return _OURS.sub(r"\1.jpg", address) if address else address


def find_tone(picture: Image.Image) -> str | None:
    """Return the color that a picture has on the whole, as six digits; None: one can see through."""
    if picture.mode == "RGBA" and picture.getchannel("A").getextrema() != (255, 255):
        return None
    return _opaque(picture).resize((1, 1), Image.Resampling.BOX).tobytes().hex()


def plain_width(widths: Iterable[int]) -> int:
    """Return the width for whoever cannot choose one."""
    known = sorted(widths)
    return max((width for width in known if width <= PLAIN), default=known[0])


def encode_all(picture: Image.Image, widths: Iterable[int]) -> Iterator[tuple[str, bytes]]:
    """Return the files of a new picture by name: in all `widths`, as JPEG in one of them, and squares."""
    known = list(widths)
    plain = plain_width(known)
    for width in known:
        sized = resize(picture, width)
        for kind in KINDS:
            if kind != "jpg" or width == plain:
                yield f"{width}.{kind}", encode(sized, kind)
    for side in SQUARES:
        cut = cut_square(picture, side)
        for kind in KINDS:
            yield f"{side}.{kind}", encode_light(cut, kind)


def source_of(names: Iterable[str], width: int, kind: str) -> str | None:
    """
    Return the file from which a missing one is drawn; None where it is none that there may be.

    Pictures from before this convention have neither squares nor JPEG, and small ones not every
    width. The set is fixed: nobody has us draw any other size.
    """
    parsed = (parse_name(name) for name in names)
    wholes = {one[0] for one in parsed if one and one[1] == "webp" and one[0] not in SQUARES}
    if not wholes or kind not in KINDS:
        return None
    widest = max(wholes)
    may_be = width in SQUARES or width in wholes or (width in WIDTHS and width <= widest)
    return f"{widest}.webp" if may_be else None


def redraw(data: bytes, width: int, kind: str) -> bytes:
    """Draw a file of a picture from a whole one that we have drawn before, as WebP."""
    with Image.open(io.BytesIO(data), formats=("WEBP",)) as whole:
        whole.load()
        if width in SQUARES:
            return encode_light(cut_square(whole, width), kind)
        return encode(resize(whole, width), kind)


def resize(picture: Image.Image, width: int) -> Image.Image:
    """Return a whole picture in a width."""
    if width == picture.width:
        return picture
    size = (width, max(1, round(picture.height * width / picture.width)))
    return picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)


def cut_square(picture: Image.Image, side: int) -> Image.Image:
    """Return a picture's middle as a square."""
    edge = min(picture.size)
    left, top = (picture.width - edge) // 2, (picture.height - edge) // 2
    box = (left, top, left + edge, top + edge)
    return picture.resize((side, side), Image.Resampling.LANCZOS, box=box, reducing_gap=3.0)


def encode(picture: Image.Image, kind: str) -> bytes:
    """Return a picture as a file of a kind, as good as people look at it."""
    return _saved(picture, kind, **_OPTIONS[kind])


def encode_light(picture: Image.Image, kind: str) -> bytes:
    """Return a square as the best file of a kind that is no heavier than HEAVIEST."""
    data = b""
    for coarse in _COARSER:
        detail = _coarsened(picture, coarse)
        for quality in _SQUARE_QUALITIES[kind]:
            options = {**_OPTIONS[kind], "quality": quality}
            if kind == "webp":
                options |= {"alpha_quality": quality, "method": 6}
            data = _saved(detail, kind, **options)
            if len(data) <= HEAVIEST:
                return data
    return data


def _saved(picture: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    (_opaque(picture) if kind == "jpg" else picture).save(out, **options)
    return out.getvalue()


def _coarsened(picture: Image.Image, times: int) -> Image.Image:
    if times == 1:
        return picture
    edge = max(1, picture.width // times)
    return picture.resize((edge, edge), Image.Resampling.BOX).resize(picture.size, Image.Resampling.BICUBIC)


def _opaque(picture: Image.Image) -> Image.Image:
    if picture.mode != "RGBA":
        return picture.convert("RGB")
    ground = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(ground, picture).convert("RGB")
