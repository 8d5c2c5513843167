"""
Pictures that people upload: looked at, turned upright, drawn anew in several sizes. Pure.

Only pixels survive: no place where it was taken, no name of a camera, no script behind the picture.
"""

import io
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from outfitter.kit import picture_sizes
from outfitter.kit.errors import Invalid
from outfitter.kit.picture_sizes import WIDTHS

MOST_BYTES: Final = 10 * 1024 * 1024
MOST_PIXELS: Final = 60_000_000
SMALLEST: Final = 200
# Wider than so many times its height (or the other way round) is no photograph.
STEEPEST: Final = 6
TAKEN: Final = ("JPEG", "PNG", "WEBP", "AVIF")
# In which every width of `variants` is there; JPEG and squares are known by convention (ADR 72).
FORMATS: Final = ("avif", "webp")


@dataclass(frozen=True, slots=True)
class ImageVariants:
    """
    A picture drawn anew: its size upright, and what to store.

    `files` maps names such as "800.avif" to their content; `variants` widths to their formats.
    `tone` is the color that holds its place, six hexadecimal digits, None for none.
    """

    width: int
    height: int
    files: Mapping[str, bytes]
    variants: Mapping[str, list[str]]
    tone: str | None


def draw(data: bytes, *, widths: Sequence[int] = WIDTHS) -> ImageVariants:
    """
    Draw an uploaded picture in every size that it is large enough for.

    `widths` are in pixels, smallest first.

    :raises Invalid: no picture, too large, too small, or of a kind that is not taken
    """
    picture = _clean(_opened(data))
    width, height = picture.size
    known = sorted({w for w in widths if w < width} | {min(width, widths[-1])})
    files = dict(picture_sizes.encode_all(picture, known))
    variants = {str(wide): list(FORMATS) for wide in known}
    return ImageVariants(width, height, files, variants, picture_sizes.find_tone(picture))


def _opened(data: bytes) -> Image.Image:
    if len(data) > MOST_BYTES:
        raise Invalid({"file": ["This file is too large. Images can be up to 10 MB."]})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=TAKEN)
            # The size stands in the header: a bomb is refused before it unfolds.
            _check_size(*picture.size)
            picture.draft("RGB", (WIDTHS[-1], WIDTHS[-1]))
            picture.load()
    except (UnidentifiedImageError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Invalid({"file": ["Please choose a JPEG, PNG, WebP or AVIF image."]}) from None
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError):
        raise Invalid({"file": ["This image is damaged."]}) from None
    return picture


def _check_size(width: int, height: int) -> None:
    problem = None
    if width * height > MOST_PIXELS:
        problem = "This image has too many pixels."
    elif min(width, height) < SMALLEST:
        problem = f"This picture is too small: {SMALLEST} pixels a side at least."
    elif max(width, height) > STEEPEST * min(width, height):
        problem = "This image is too narrow."
    if problem:
        raise Invalid({"file": [problem]})


def _clean(picture: Image.Image) -> Image.Image:
    has_alpha = picture.mode in {"RGBA", "LA", "PA"} or "transparency" in picture.info
    profile = picture.info.get("icc_profile")
    turned = ImageOps.exif_transpose(picture)
    colored = _in_srgb(turned, profile, "RGBA" if has_alpha else "RGB")
    clean = Image.new(colored.mode, colored.size)
    clean.paste(colored)
    return clean


def _in_srgb(picture: Image.Image, profile: bytes | None, mode: str) -> Image.Image:
    if profile and picture.mode in {"RGB", "CMYK"} and mode == "RGB":
        try:
            found = ImageCms.profileToProfile(
                picture,
                ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                outputMode="RGB",
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            # A broken profile: the colours are a little off, the picture is there.
            found = None
        if found is not None:
            return found
    return picture.convert(mode)
