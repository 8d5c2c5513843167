"""Scans and photos of waivers that were signed on paper, looked at before they are kept. Pure."""

import io
from typing import Final

from PIL import ImageOps

from outfitter.kit.errors import Invalid
from outfitter_tenants.waivers.rules.signature_images import opened

MOST_BYTES: Final = 10 * 1024 * 1024
PDF: Final = "scan.pdf"
PICTURE: Final = "scan.jpg"
# Enough to read small print on a photo of a whole page.
_SIDE: Final = 2_400


def clean_scan(data: bytes, *, field: str) -> tuple[str, bytes]:
    """
    Return the name and the content of a scan to keep.

    A PDF stays as it is; a picture becomes a JPEG, upright and without what a camera writes beside
    it.

    :raises Invalid: it is empty, over 10 MB, or neither a PDF nor a JPEG, PNG or WebP
    """
    if not data:
        raise Invalid({field: ["This file is empty."]})
    if len(data) > MOST_BYTES:
        raise Invalid({field: ["This file is too large. Files can be up to 10 MB."]})
    if data.startswith(b"%PDF-"):
        return PDF, data
    picture = opened(data, ("JPEG", "PNG", "WEBP"), field, most_side=12_000)
    upright = ImageOps.exif_transpose(picture).convert("RGB")
    upright.thumbnail((_SIDE, _SIDE))
    out = io.BytesIO()
    upright.save(out, "JPEG", quality=80)
    return PICTURE, out.getvalue()
