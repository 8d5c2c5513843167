"""Slips as a page for programs that print HTML, such as QZ Tray: no styles, no scripts."""

from collections.abc import Sequence
from html import escape

import segno

from outfitter.printers.slips import Block, Code, Line, Pair, Picture, Rule, Slip, clean


def html(slips: Sequence[Slip]) -> str:
    """Return slips as one page, everything people wrote escaped."""
    bodies = "".join(f"<section>{''.join(map(_block, slip.blocks))}</section>" for slip in slips)
    return f'<!doctype html><html><head><meta charset="utf-8"></head><body>{bodies}</body></html>'


def _block(block: Block) -> str:
    if isinstance(block, Line):
        tag = "h1" if block.is_big else "p"
        return f'<{tag} dir="auto">{escape(clean(block.text))}</{tag}>'
    if isinstance(block, Pair):
        return f'<p dir="auto">{escape(clean(block.left))} {escape(clean(block.right))}</p>'
    if isinstance(block, Code):
        return f"{segno.make_qr(clean(block.data), error='m').svg_inline(scale=5, border=0)}"
    # A logo stays out: the page is text that is sent along.
    return "<hr>" if isinstance(block, Rule) else _nothing(block)


def _nothing(_picture: Picture) -> str:
    return ""
