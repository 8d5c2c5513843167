"""A card on paper: half a sheet that one would give to a friend (domain.md 4.15)."""

import base64
import io
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import segno
from PIL import Image

from outfitter.pdf import document

TEMPLATE: Final = Path(__file__).with_name("gift_card.typ")


def print_card(
    said: Mapping[str, Any],
    *,
    code: str,
    design: Mapping[str, str],
    operator: Mapping[str, Any],
    country: str | None,
    pictures: Mapping[str, bytes],
    at: datetime,
) -> bytes:
    """
    Return a card as PDF.

    `said` are the sentences of `messaging.mails.gift_card`, `code` is as people read it; `operator` has
    name, website and phone. `pictures` are the operator's `logo` and the style's own `picture`,
    PNG, JPEG or WebP.
    """
    qr = io.BytesIO()
    segno.make(code.replace("-", ""), error="m").save(qr, kind="svg", border=0, scale=4)
    files = {f"{name}.svg": _as_text(content) for name, content in pictures.items()}
    data = {
        **said,
        "code": code,
        "design": dict(design),
        "operator": operator["name"],
        "website": operator["website"],
        "phone": operator["phone"],
        "logo": "logo.svg" if "logo" in pictures else None,
        "picture": "picture.svg" if "picture" in pictures else None,
    }
    return document.render(
        TEMPLATE,
        data,
        paper=document.paper_of(country),
        locale=said["lang"],
        at=at,
        files={"qr.svg": qr.getvalue(), **files},
    )


def _as_text(picture: bytes) -> bytes:
    """Return a picture inside an SVG: beside a template stand texts only."""
    with Image.open(io.BytesIO(picture), formats=("PNG", "JPEG", "WEBP")) as opened:
        (wide, high), kind = opened.size, str(opened.format).lower()
        if kind == "webp":
            kind, out = "jpeg", io.BytesIO()
            opened.convert("RGB").save(out, "JPEG", quality=88)
            picture = out.getvalue()
    data = base64.b64encode(picture).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">'
        f'<image width="{wide}" height="{high}" href="data:image/{kind};base64,{data}"/></svg>'
    ).encode()
