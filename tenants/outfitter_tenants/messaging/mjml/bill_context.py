"""A trip's bill as mails show it: the same lines in every one, in the reader's language."""

from typing import TYPE_CHECKING, Any

from outfitter.kit.text_direction import isolated
from outfitter_tenants.pricing.rules.bill import BillLine, name_of, parts_of

if TYPE_CHECKING:
    from outfitter_tenants.messaging.mails.confirmation import ConfirmationData
    from outfitter_tenants.messaging.mails.style import Style


def bill_context(data: "ConfirmationData", style: "Style") -> dict[str, Any]:
    """
    Return the bill as the templates show it: lines by order, total, tip, paid and due.

    Orders are named where there are several.
    """
    parts, names = parts_of(data.bill), {one.id: one.experience_name for one in data.orders}
    is_named = len(parts) - (bool(parts) and parts[-1][0] is None) > 1
    return {
        "parts": [
            {
                "name": names.get(order_id, "") if is_named and order_id else "",
                "rows": [_row(line, style) for line in lines],
            }
            for order_id, lines in parts
        ],
        "total": style.money(data.total_amount),
        "tip": _above_nothing(data.tip_amount, style),
        "paid": _above_nothing(data.paid_amount, style),
        "balance": _above_nothing(data.balance_amount, style),
    }


def _row(line: BillLine, style: "Style") -> dict[str, str]:
    name = name_of(line, lambda key, **values: style.say(f"bill_{key}", **values))
    amount = style.money(line.amount)
    return {"name": name, "amount": amount, "line": f"{isolated(name, language=style.code)}: {amount}"}


def _above_nothing(amount: int, style: "Style") -> str | None:
    return style.money(amount) if amount > 0 else None
