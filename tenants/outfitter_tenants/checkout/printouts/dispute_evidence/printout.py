"""
Evidence against a dispute as one PDF: what was sold, agreed, told, and who came (domain.md 4.9).

It is written for the card's bank, in English; what people wrote is shown as they wrote it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from outfitter.kit.money import Money
from outfitter.kit.person_names import full_name
from outfitter.pdf import document

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Dispute
    from outfitter_tenants.messaging.models import Message

TEMPLATE: Final = Path(__file__).parent / "evidence.typ"
_MOST: Final = 200


def print_evidence(
    trip: Mapping[str, object],
    *,
    operator: str,
    country: str | None,
    payment_id: int,
    dispute: "Dispute | None",
    messages: "Sequence[Message]",
    history: Sequence[Mapping[str, object]],
    at: datetime,
) -> bytes:
    """Return the evidence as PDF. `trip` is TripFull as staff see it, `history` its log."""
    sheet = {
        "operator": operator,
        "code": trip["confirmation_code"],
        "printed": f"Printed {_when(at)}",
        "sections": [
            _payment(trip, payment_id, dispute),
            _booking(trip),
            _attendance(trip),
            _price(trip),
            _terms(trip),
            _payments(trip),
            _messages(messages),
            _history(history),
        ],
    }
    return document.render(TEMPLATE, sheet, paper=document.paper_of(country), at=at)


def _section(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, object]:
    return {"title": title, "head": list(head), "rows": [list(row) for row in rows]}


def _when(at: datetime | None) -> str:
    return at.strftime("%Y-%m-%d %H:%M UTC") if at else ""


def _money(amount: int, currency: str) -> str:
    return f"{Money(amount, currency).major} {currency}"


def _payment(trip: Mapping[str, Any], payment_id: int, dispute: "Dispute | None") -> dict[str, Any]:
    row = next(one for one in trip["payments"] if one["id"] == payment_id)
    card = row["card"] or {"brand": "", "last4": ""}
    facts = [
        ("Amount", _money(row["amount"], trip["currency"])),
        ("Paid", _when(row["received_at"])),
        ("Card", f"{card['brand'] or ''} •••• {card['last4']}" if card["last4"] else row["method"]),
    ]
    if dispute is not None:
        facts += [
            ("Dispute", f"{dispute.gateway_id}: {dispute.reason}"),
            ("Disputed", _money(dispute.amount, dispute.currency)),
            ("Answer due", _when(dispute.evidence_due_at)),
        ]
    return _section("The payment", ("", ""), facts)


def _booking(trip: Mapping[str, Any]) -> dict[str, object]:
    who = trip["contact"]
    facts = [
        ("Customer", full_name(who["first_name"], who["last_name"])),
        ("E-mail", who["email"] or ""),
        ("Phone", who["phone"] or ""),
        ("Booked", _when(trip["reserved_at"] or trip["created_at"])),
    ]
    for order in trip["tripOrders"]:
        slot = order["timeslot"]
        date = f"{slot['date']} {slot['start_time']}" if slot else "no departure"
        facts.append((order["experience"]["name"], f"{date}, {order['status']}"))
    return _section("The booking", ("", ""), facts)


def _attendance(trip: Mapping[str, Any]) -> dict[str, object]:
    rows = [
        (
            full_name(row["guest"]["first_name"], row["guest"]["last_name"]) or row["customerType"]["name"],
            _when(row["checked_in_at"]) or row["bookingStatus"]["name"],
            f"{row['waiver']['signed']} of {row['waiver']['required']}",
        )
        for order in trip["tripOrders"]
        for row in order["bookings"]
    ]
    return _section("Guests", ("Guest", "Checked in", "Waivers signed"), rows)


def _price(trip: Mapping[str, Any]) -> dict[str, object]:
    rows = [
        (
            f"{line['label']} (included)" if line["is_inclusive"] else line["label"],
            str(line["qty"]),
            _money(line["amount"], trip["currency"]),
        )
        for line in trip["billLines"]
    ]
    rows.append(("Total", "", _money(trip["totals"]["total"], trip["currency"])))
    return _section("The price", ("", "Quantity", "Amount"), rows)


def _terms(trip: Mapping[str, Any]) -> dict[str, object]:
    rows = []
    for order in trip["tripOrders"]:
        for tier in (order["cancellation"] or {"tiers": []})["tiers"]:
            fee = _money(tier["fee_amount"], trip["currency"])
            rows.append(
                (
                    order["cancellation"]["policy_name"],
                    f"{tier['hours_before']} hours before",
                    f"{tier['refund_ppm'] / 10_000:g} % less {fee}",
                )
            )
    return _section("Cancellation terms the customer agreed to", ("Policy", "Until", "Given back"), rows)


def _payments(trip: Mapping[str, Any]) -> dict[str, object]:
    rows = [
        (
            _when(row["received_at"]),
            f"{row['kind']} ({row['method']}, {row['status']})",
            _money(row["amount"], trip["currency"]) + _rounded(row, trip["currency"]),
        )
        for row in trip["payments"]
    ]
    return _section("Payments and refunds", ("When", "What", "Amount"), rows)


def _rounded(row: Mapping[str, Any], currency: str) -> str:
    if not row["cash_rounding"]:
        return ""
    return f" (rounded for cash: {_money(row['amount'] + row['cash_rounding'], currency)})"


def _messages(messages: "Sequence[Message]") -> dict[str, object]:
    rows = [
        (_when(row.sent_at or row.created_at), row.to, f"{row.subject} ({row.status})")
        for row in messages[:_MOST]
    ]
    return _section("Messages to the customer", ("When", "To", "Subject"), rows)


def _history(history: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    rows = [
        (_when(item["at"]), str(item["actor"]["name"] or item["actor"]["type"]), item["summary"])
        for item in history[:_MOST]
    ]
    return _section("What happened", ("When", "Who", "What"), rows)
