"""Slips as a PDF that any browser prints, one page for each, as wide as the roll."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

import segno

from outfitter.pdf import document
from outfitter.printers.slips import Block, Code, Line, Pair, Picture, Slip, clean

_TEMPLATE: Final = Path(__file__).parent / "slip_sheet.typ"
_KINDS: Final = {Line: "line", Pair: "pair", Code: "code", Picture: "picture"}


def render(slips: Sequence[Slip], *, width_mm: int = 80) -> bytes:
    """
    Return slips as PDF.

    :raises CannotPrint: there is far too much of it
    """
    data = {"slips": [[_block(block) for block in slip.blocks] for slip in slips], "width": width_mm}
    return document.render(_TEMPLATE, data, locale=slips[0].locale if slips else "en")


def _block(block: Block) -> dict[str, object]:
    kind = _KINDS.get(type(block), "rule")
    if isinstance(block, Code):
        return {"kind": kind, "svg": segno.make_qr(clean(block.data), error="m").svg_inline(border=0)}
    if isinstance(block, Picture):
        return {"kind": kind, "content": list(block.content)}
    texts = {name: clean(value) if isinstance(value, str) else value for name, value in asdict(block).items()}
    return {"kind": kind, **texts}
