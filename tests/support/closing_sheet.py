"""A day's closing as a bookkeeper reads it."""

from collections.abc import Iterable
from typing import Any

_WIDE = 78
_METHODS = (
    "payment_cnt",
    "payment_amount",
    "tip_amount",
    "refund_cnt",
    "refund_amount",
    "reversed_amount",
    "net_amount",
)
_GATEWAY = (
    ("Charges", "their_payment_amount", 1),
    ("Refunds", "their_refund_amount", -1),
    ("Lost disputes", "their_dispute_amount", -1),
    ("Processing and dispute fees", "processing_amount", -1),
    ("Platform's share", "platform_amount", -1),
    ("Anything else", "other_amount", 1),
    ("Net", "their_net_amount", 1),
)


def sheet(closed: dict[str, Any]) -> str:
    """Return the closing as lines of text; amounts in units with two decimals."""
    lines = [
        "",
        "=" * _WIDE,
        f"DAY'S CLOSING  {closed['day']}  {closed['currency']}   ({closed['time_zone']})",
        "=" * _WIDE,
        *_by_method(closed),
        *_people(closed),
        *_cards(closed),
        *_at_gateway(closed),
        f"Refunds waiting: {closed['refunds_waiting']['cnt']}    held on cards: "
        f"{closed['holds']['cnt']}    open differences: {len(closed['differences'])}",
        "=" * _WIDE,
    ]
    return "\n".join(lines)


def _money(amount: int) -> str:
    return f"{amount / 100:,.2f}"


def _row(name: str, cells: Iterable[str]) -> str:
    return f"{name:<15}" + "".join(f"{cell:>9}" for cell in cells)


def _by_method(closed: dict[str, Any]) -> list[str]:
    def cells(row: dict[str, Any]) -> list[str]:
        return [str(row[name]) if name.endswith("cnt") else _money(row[name]) for name in _METHODS]

    head = ("paid", "amount", "tips in", "refunds", "amount", "disputed", "net")
    rows = [_row(row["method"], cells(row)) for row in closed["methods"]]
    totals = closed["totals"][closed["currency"]]
    return [_row("", head), *rows, "-" * _WIDE, _row("Total", cells(totals)), ""]


def _people(closed: dict[str, Any]) -> list[str]:
    def name(person: dict[str, Any] | None) -> str:
        return person["name"] if person else "nobody"

    drawers = [
        f"Cash of {name(row['collected_by'])}: taken {_money(row['taken_amount'])}, given "
        f"{_money(row['given_amount'])}, has to be there {_money(row['expected_amount'])}"
        for row in closed["drawers"]
    ]
    tips = [f"Tips of {name(row['owner'])}: {_money(row['amount'])}" for row in closed["tips"]]
    return [*drawers, *tips, ""]


def _cards(closed: dict[str, Any]) -> list[str]:
    cards = closed["gift_cards"]
    return [
        f"Gift cards: sold {_money(cards['sold_amount'])}, used {_money(cards['used_amount'])}, "
        f"given back onto cards {_money(cards['returned_amount'])},",
        f"            owed to their owners {_money(cards['liability_amount'])}",
        "",
    ]


def _at_gateway(closed: dict[str, Any]) -> list[str]:
    lines = [
        f"Dispute {row['status']:<5} {_money(row['amount']):>9} of trip {row['trip_id']}, fee "
        f"{_money(row['fee_amount'])}"
        for row in closed["disputes"]
    ]
    for row in closed["gateway"]:
        lines += ["", "The gateway's books"]
        lines += [f"  {name:<30}{_money(sign * row[key]):>12}" for name, key, sign in _GATEWAY]
        ours = row["our_payment_amount"] - row["our_refund_amount"]
        lines.append(f"  {'Our books: charges less refunds':<30}{_money(ours):>11}")
        lines.append(f"  {'Difference':<30}{_money(row['difference_amount']):>12}")
    lines += [
        f"  Payout {row['status']}, arrives {row['arrival_date']}:{_money(row['amount']):>15}"
        for row in closed["payouts"]
    ]
    return [*lines, ""]
