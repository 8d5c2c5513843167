"""What a trip costs and what was paid of it, written as paper shows it."""

from collections.abc import Mapping
from typing import Any

from outfitter.pdf.recipient import Recipient
from outfitter_tenants.pricing.rules import bill


def bill_of(trip: Mapping[str, Any], reader: Recipient) -> list[dict[str, object]]:
    """Return the lines of the bill by order, each order named where there are several."""
    parts = bill.parts_of(bill.from_json(trip["billLines"]))
    names = {order["id"]: order["experience"]["name"] for order in trip["tripOrders"]}
    is_named = len([1 for order_id, _ in parts if order_id]) > 1
    return [
        {
            "name": names.get(order_id, "") if is_named and order_id else "",
            "rows": [
                {"name": bill.name_of(line, reader.say), "amount": reader.money(line.amount)}
                for line in lines
            ],
        }
        for order_id, lines in parts
    ]


def is_at_partner(trip: Mapping[str, object]) -> bool:
    """Return whether the customer pays a partner, so that sums are not ours to say."""
    return bool(trip["paid_state"] == "at_partner")


def sums_of(trip: Mapping[str, Any], reader: Recipient) -> list[dict[str, object]]:
    """Return the total, what was paid and what is open; nothing where a partner has the money."""
    totals = trip["totals"]
    if is_at_partner(trip):
        # What they paid the partner is not ours to say.
        return []
    kept = totals["paid"] - totals["refunded"]
    rows = [("total", totals["total"], False)]
    if totals["tip"]:
        rows.append(("tip", totals["tip"], False))
    rows.append(("paid", kept, False))
    if totals["balance"] > 0:
        rows.append(("open", totals["balance"], True))
    return [
        {"name": reader.say(name), "amount": reader.money(amount), "heavy": is_heavy}
        for name, amount, is_heavy in rows
    ]
