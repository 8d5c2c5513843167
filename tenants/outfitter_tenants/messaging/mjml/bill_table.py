"""A trip's bill as a table, and as lines."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part

_WEIGHTS: Final = {"strong": "font-size:16px;font-weight:600;", "plain": "font-size:15px;"}


def bill_table(bill: Mapping[str, Any], notes: Sequence[str], page: Page) -> Part:
    """Draw a bill (mails/bill.py) with what is to be said below it."""
    rows, lines = _items(bill, page)
    sums = (
        ("total", bill["total"], "text", "strong", 12),
        ("bill_tip", bill["tip"], "soft", "plain", 6),
        ("paid", bill["paid"], "soft", "plain", 6),
        ("balance", bill["balance"], "ink", "strong", 6),
    )
    for key, amount, name, weight, top in sums:
        if amount:
            rows.append(_row(parts.html(page.say(key)), amount, name, _WEIGHTS[weight], top, page))
            lines.append(f"{page.say(key)}: {amount}")
    for note in notes:
        rows.append(_across(parts.html(note), 6))
        lines.append(note)
    table = (
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="rule" '
        f'style="border-top:1px solid {parts.RULE};">{"".join(rows)}</table>'
    )
    return Part(parts.component(table, top=24), "\n".join(lines))


def _items(bill: Mapping[str, Any], page: Page) -> tuple[list[str], list[str]]:
    rows: list[str] = []
    lines: list[str] = []
    for part in bill["parts"]:
        if part["name"]:
            rows.append(_across(f"<bdi>{parts.html(part['name'])}</bdi>", 12))
            lines.append(part["name"])
        for row in part["rows"]:
            name = f"<bdi>{parts.html(row['name'])}</bdi>"
            rows.append(_row(name, row["amount"], "text", _WEIGHTS["plain"], 8, page))
            lines.append(row["line"])
    return rows, lines


def _row(name: str, amount: str, css: str, weight: str, top: int, page: Page) -> str:
    color = {"text": parts.TEXT, "soft": parts.SOFT, "ink": page.palette.ink}[css]
    style = f"padding:{top}px 0 0;line-height:22px;color:{color};{weight}"
    return (
        f'<tr><td class="{css}" align="{page.start}" style="{style}">{name}</td>'
        f'<td class="{css}" align="{page.end}" valign="top" style="{style}font-variant-numeric:tabular-nums;'
        f'white-space:nowrap;"><bdi>{parts.html(amount)}</bdi></td></tr>'
    )


def _across(inner: str, top: int) -> str:
    style = f"padding:{top}px 0 0;font-size:14px;line-height:20px;color:{parts.SOFT};"
    return f'<tr><td colspan="2" class="soft" style="{style}">{inner}</td></tr>'
