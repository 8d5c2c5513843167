"""Drawn signatures and photos, looked at before they are kept. Pure."""

import base64
import binascii
import io
import warnings
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from outfitter.kit.errors import Invalid

MOST_BYTES: Final = 500_000
MOST_SIDE: Final = 2_000
MOST_PHOTO_BYTES: Final = 900_000
_PHOTO_SIDE: Final = 1_600
# Dark pixels that a stroke has at the very least, whatever the size of the field.
_LEAST_INK: Final = 40
_EMPTY: Final = "Sign in the box first."


def read_base64(text: str, *, field: str, most: int) -> bytes:
    """
    Return the bytes that a request carries as base64, with or without `data:` in front.

    :raises Invalid: it is no base64, or more than `most` bytes
    """
    plain = text.partition("base64,")[2] if text.startswith("data:") else text
    if len(plain) > most * 4 // 3 + 4:
        raise Invalid({field: ["This picture is too large."]})
    try:
        return base64.b64decode(plain, validate=True)
    except (binascii.Error, ValueError):
        raise Invalid({field: ["This is not a picture."]}) from None


def clean_signature(data: bytes, *, field: str) -> bytes:
    """
    Return a drawn signature as a PNG of its own: black strokes on nothing.

    :raises Invalid: no PNG, over 500 kB or 2,000 pixels a side, or nothing is drawn on it
    """
    if len(data) > MOST_BYTES:
        raise Invalid({field: ["This picture is too large."]})
    picture = opened(data, ("PNG",), field, most_side=MOST_SIDE)
    ink = _ink(picture)
    if sum(ink.histogram()[128:]) < _LEAST_INK:
        raise Invalid({field: [_EMPTY]})
    box = ink.getbbox()
    drawn = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    drawn.putalpha(ink)
    out = io.BytesIO()
    drawn.crop(box).save(out, "PNG", optimize=True)
    return out.getvalue()


def clean_photo(data: bytes, *, field: str) -> bytes:
    """
    Return a photo as JPEG, upright and without what a camera writes beside it.

    :raises Invalid: no JPEG, PNG or WebP, or too large
    """
    if len(data) > MOST_PHOTO_BYTES:
        raise Invalid({field: ["This picture is too large."]})
    picture = opened(data, ("JPEG", "PNG", "WEBP"), field, most_side=8_000)
    upright = ImageOps.exif_transpose(picture).convert("RGB")
    upright.thumbnail((_PHOTO_SIDE, _PHOTO_SIDE))
    out = io.BytesIO()
    upright.save(out, "JPEG", quality=82)
    return out.getvalue()


def _ink(picture: Image.Image) -> Image.Image:
    """Return how much ink is where (0 to 255): dark and opaque."""
    whole = picture.convert("RGBA")
    paper = Image.new("RGBA", whole.size, (255, 255, 255, 255))
    return ImageOps.invert(Image.alpha_composite(paper, whole).convert("L"))


def opened(data: bytes, kinds: tuple[str, ...], field: str, *, most_side: int) -> Image.Image:
    """
    Return a picture of one of these kinds, unfolded.

    :raises Invalid: it is none, damaged, or longer than `most_side` pixels
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=kinds)
            # The size stands in the header: a bomb is refused before it unfolds.
            if max(picture.size) > most_side:
                raise Invalid({field: [f"This picture is too large: {most_side} pixels a side at most."]})
            picture.load()
    except (UnidentifiedImageError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Invalid({field: ["This is not a picture."]}) from None
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError):
        raise Invalid({field: ["This picture is damaged."]}) from None
    return picture
