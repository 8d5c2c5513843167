"""The voucher a customer brings along (domain.md 3.4, 5.26): tickets with codes, on paper."""

from collections.abc import Mapping
from datetime import datetime, time
from pathlib import Path
from typing import Any, Final

import segno
from babel.dates import format_date, format_time

from outfitter.kit.person_names import full_name
from outfitter.pdf import document
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.pricing.rules import bill

_FOLDER: Final = Path(__file__).parent
TEMPLATE: Final = _FOLDER / "voucher.typ"
WORDS: Final = _FOLDER / "words"


def print_voucher(
    trip: Mapping[str, object], reader: Recipient, *, contact: str, at: datetime, is_priced: bool = True
) -> bytes:
    """
    Return a sold trip's voucher as PDF.

    `trip` is TripFull as the public sees it, `contact` how the operator is reached that day. Without
    `is_priced` it says nothing about money.
    """
    return document.render(
        TEMPLATE,
        sheet(trip, reader, contact=contact, is_priced=is_priced),
        paper=document.paper_of(reader.country),
        locale=reader.locale,
        at=at,
    )


def sheet(
    trip: Mapping[str, Any], reader: Recipient, *, contact: str, is_priced: bool = True
) -> dict[str, object]:
    """Return what the template shows, every number written already."""
    who = trip["contact"]
    live = [order for order in trip["tripOrders"] if order["status"] == "active"]
    return {
        "operator": reader.operator,
        "code": trip["confirmation_code"],
        "name": trip["group_name"] or full_name(who["first_name"], who["last_name"]),
        "contact": contact,
        "words": reader.words,
        "orders": [_order(order, reader) for order in live],
        "bill": _bill(trip, reader) if is_priced else [],
        "sums": _sums(trip, reader) if is_priced else [],
        "notice": reader.say("at_partner") if _is_at_partner(trip) else "",
    }


def _order(order: Mapping[str, Any], reader: Recipient) -> dict[str, Any]:
    slot = order["timeslot"]
    return {
        "experience": order["experience"]["name"],
        "day": format_date(slot["date"], "full", locale=reader.babel) if slot else "",
        "time": _clock(slot, reader) if slot else "",
        "waiting": None if slot else reader.say("waiting"),
        "place": order["experience"]["meeting_point"],
        "extras": _addons(order, reader),
        "guests": [_guest(row, reader) for row in order["bookings"]],
    }


def _clock(slot: Mapping[str, Any], reader: Recipient) -> str:
    hour, minute = (int(part) for part in slot["start_time"].split(":")[:2])
    return format_time(time(hour, minute), "short", locale=reader.babel)


def _guest(row: Mapping[str, Any], reader: Recipient) -> dict[str, object]:
    guest = row["guest"]
    return {
        "name": full_name(guest["first_name"], guest["last_name"]),
        "kind": row["customerType"]["name"],
        "extras": _addons(row, reader),
        "code": row["ticket_code"],
        "qr": segno.make_qr(row["ticket_code"], error="m").svg_inline(border=0),
    }


def _addons(of: Mapping[str, Any], reader: Recipient) -> list[str]:
    return [
        f"{one['qty']} × {reader.apart(one['name'])}" if one["qty"] > 1 else reader.apart(one["name"])  # noqa: RUF001
        for one in of["addons"]
    ]


def _bill(trip: Mapping[str, Any], reader: Recipient) -> list[dict[str, object]]:
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


def _is_at_partner(trip: Mapping[str, object]) -> bool:
    return bool(trip["paid_state"] == "at_partner")


def _sums(trip: Mapping[str, Any], reader: Recipient) -> list[dict[str, object]]:
    totals = trip["totals"]
    if _is_at_partner(trip):
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
