"""The receipt of a trip: what was bought, and every payment and refund of it, on the operator's paper."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from babel.dates import format_date

from outfitter.kit.person_names import full_name
from outfitter.kit.zones import to_local
from outfitter.pdf import document
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.checkout.printouts.bill_sheet import bill_of, sums_of
from outfitter_tenants.messaging.mails.receipt import PAYMENT_NAMES

_FOLDER: Final = Path(__file__).parent
TEMPLATE: Final = _FOLDER / "trip_receipt.typ"
WORDS: Final = _FOLDER / "words"
# TripFull, or a part of it, as its callers have it.
_Shown: TypeAlias = Mapping[str, Any]
# Payments that moved money.
MOVED: Final = frozenset({"succeeded", "disputed"})


def print_receipt(trip: Mapping[str, object], reader: Recipient, *, sender: str, at: datetime) -> bytes:
    """
    Return the receipt of a trip as PDF; `sender` is who gives it: legal name, address, tax number.

    `trip` is TripFull as the public sees it.
    """
    return document.render(
        TEMPLATE,
        sheet(trip, reader, sender=sender, at=at),
        paper=document.paper_of(reader.country),
        locale=reader.locale,
        at=at,
    )


def sheet(trip: _Shown, reader: Recipient, *, sender: str, at: datetime) -> dict[str, object]:
    """Return what the template shows, every number written already."""
    who = trip["contact"]
    return {
        "operator": reader.operator,
        "sender": sender,
        "code": trip["confirmation_code"],
        "name": full_name(who["first_name"], who["last_name"]),
        "day": _day(at, reader),
        "words": reader.words,
        "bill": bill_of(trip, reader),
        "payments": [_payment(row, reader) for row in trip["payments"] if row["status"] in MOVED],
        "sums": sums_of(trip, reader),
    }


def has_receipt(trip: _Shown) -> bool:
    """Return whether money of a trip (TripFull) has moved that is the operator's to confirm."""
    is_partners = trip["paid_state"] == "at_partner"
    return not is_partners and any(row["status"] in MOVED for row in trip["payments"])


def _payment(row: _Shown, reader: Recipient) -> dict[str, str]:
    card = row["card"] or {}
    method = reader.say(f"method_{PAYMENT_NAMES.get(row['method'], 'other')}")
    if card.get("last4"):
        method = f"{str(card.get('brand') or method).title()} •••• {card['last4']}"
    is_refund = row["kind"] == "refund"
    return {
        "day": _day(row["received_at"], reader),
        "name": reader.say("refund", method=method) if is_refund else method[:1].upper() + method[1:],
        "amount": reader.money(-row["amount"] if is_refund else row["amount"]),
    }


def _day(at: datetime, reader: Recipient) -> str:
    return format_date(to_local(at, reader.time_zone).date(), "long", locale=reader.babel)
