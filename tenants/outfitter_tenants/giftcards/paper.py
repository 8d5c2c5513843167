"""A card on paper: half a sheet that one would give to a friend (domain.md 4.15)."""

import io
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import segno

from outfitter.printing import paper

TEMPLATE: Final = Path(__file__).with_name("gift_card.typ")


def print_card(
    said: Mapping[str, Any],
    *,
    code: str,
    design: Mapping[str, str],
    operator: Mapping[str, Any],
    country: str | None,
    pictures: Mapping[str, tuple[str, bytes]],
    at: datetime,
) -> bytes:
    """
    Return a card as PDF.

    `said` are the sentences of `messaging.gift_card`, `code` is as people read it; `operator` has
    name, website and phone. `pictures` are the logo and the style's own by name, each with its file
    name and content.
    """
    qr = io.BytesIO()
    segno.make(code.replace("-", ""), error="m").save(qr, kind="svg", border=0, scale=4)
    files = {"qr.svg": qr.getvalue()} | dict(pictures.values())
    data = {
        **said,
        "code": code,
        "design": dict(design),
        "operator": operator["name"],
        "website": operator["website"],
        "phone": operator["phone"],
        "logo": pictures["logo"][0] if "logo" in pictures else None,
        "picture": pictures["picture"][0] if "picture" in pictures else None,
    }
    return paper.render(
        TEMPLATE, data, paper=paper.paper_of(country), locale=said["lang"], at=at, files=files
    )
