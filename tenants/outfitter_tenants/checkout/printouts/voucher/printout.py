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
from outfitter_tenants.checkout.printouts.bill_sheet import bill_of, is_at_partner, sums_of

_FOLDER: Final = Path(__file__).parent
TEMPLATE: Final = _FOLDER / "voucher.typ"
WORDS: Final = _FOLDER / "words"


def print_voucher(
    trip: Mapping[str, object],
    reader: Recipient,
    *,
    contact: str,
    at: datetime,
    is_priced: bool = True,
    booking_id: int | None = None,
) -> bytes:
    """
    Return a sold trip's voucher as PDF, or the ticket of one of its guests.

    `trip` is TripFull as the public sees it, `contact` how the operator is reached that day. Without
    prices it is for who paid somebody else.
    """
    return document.render(
        TEMPLATE,
        sheet(trip, reader, contact=contact, is_priced=is_priced, booking_id=booking_id),
        paper=document.paper_of(reader.country),
        locale=reader.locale,
        at=at,
    )


def sheet(
    trip: Mapping[str, Any],
    reader: Recipient,
    *,
    contact: str,
    is_priced: bool = True,
    booking_id: int | None = None,
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
        "orders": [_order(order, reader, booking_id) for order in live],
        "bill": bill_of(trip, reader) if is_priced else [],
        "sums": sums_of(trip, reader) if is_priced else [],
        "notice": reader.say("at_partner") if is_at_partner(trip) or not is_priced else "",
    }


def _order(order: Mapping[str, Any], reader: Recipient, booking_id: int | None) -> dict[str, Any]:
    slot = order["timeslot"]
    return {
        "experience": order["experience"]["name"],
        "day": format_date(slot["date"], "full", locale=reader.babel) if slot else "",
        "time": _clock(slot, reader) if slot else "",
        "waiting": None if slot else reader.say("waiting"),
        "place": order["experience"]["meeting_point"],
        "extras": _addons(order, reader),
        "guests": [_guest(row, reader) for row in order["bookings"] if booking_id in {None, row["id"]}],
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
