"""
An operator's logo: looked at, drawn anew, stored under its own hash.

Whatever else a file carries (a script behind the picture, the place it was taken) does not come
along, since only pixels do. Old logos stay, because mails that were sent point at them.
"""

import hashlib
import io
import os
import tempfile
import warnings
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from outfitter.kit.errors import Invalid

MOST_BYTES: Final = 4 * 1024 * 1024
MOST_PIXELS: Final = 40_000_000
LARGEST: Final = (640, 240)
SMALLEST: Final = 32
FORMATS: Final = ("PNG", "JPEG", "WEBP")
_PNG: Final = b"\x89PNG"


def store(*, data: bytes, folder: Path) -> str:
    """
    Store a logo below an operator's media folder; returns its address.

    It is a PNG: mail programs show nothing newer reliably.

    :raises Invalid: no picture, too large, too small, or of a kind that is not taken
    """
    if len(data) > MOST_BYTES:
        raise Invalid({"file": ["This file is too large. A logo can be up to 4 MB."]})
    png = _drawn_anew(data)
    name = f"{hashlib.sha256(png).hexdigest()[:20]}.png"
    target = folder / "brand"
    target.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target, prefix=".logo-")
    with os.fdopen(handle, "wb") as file:
        file.write(png)
    Path(temporary).chmod(0o644)
    Path(temporary).replace(target / name)
    return f"/media/brand/{name}"


def read(*, address: str | None, folder: Path) -> bytes | None:
    """Return the logo at an address (from `store`) below an operator's media folder, if it is there."""
    if not address or not address.startswith("/media/"):
        return None
    file = (folder / address.removeprefix("/media/")).resolve()
    if not file.is_relative_to(folder.resolve()) or not file.is_file():
        return None
    data = file.read_bytes()
    return data if data.startswith(_PNG) and len(data) <= MOST_BYTES else None


def _drawn_anew(data: bytes) -> bytes:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
            # The size stands in the header: a bomb is refused before it unfolds.
            if picture.width * picture.height > MOST_PIXELS:
                raise Invalid({"file": ["This image has too many pixels."]})
            picture.load()
    except (UnidentifiedImageError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Invalid({"file": ["Please choose a PNG, JPEG or WebP image."]}) from None
    except (OSError, SyntaxError, ValueError, EOFError):
        raise Invalid({"file": ["This image is damaged."]}) from None
    if min(picture.size) < SMALLEST:
        raise Invalid({"file": ["This image is too small to read."]})
    turned = ImageOps.exif_transpose(picture).convert("RGBA")
    turned.thumbnail(LARGEST, Image.Resampling.LANCZOS)
    clean = Image.new("RGBA", turned.size)
    clean.paste(turned)
    out = io.BytesIO()
    clean.save(out, "PNG", optimize=True)
    return out.getvalue()
