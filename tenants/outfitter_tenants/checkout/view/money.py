"""A trip's money as its callers see it."""

from typing import TYPE_CHECKING, Any

from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip


def totals(trip: "Trip") -> dict[str, int]:
    """Return the totals of TripFull, in minor units."""
    return {
        "subtotal": trip.subtotal_amount,
        "discount": trip.discount_amount,
        "fee": trip.fee_amount,
        "tax": trip.tax_amount,
        "booking_fee": trip.booking_fee_amount,
        "total": trip.total_amount,
        "tip": trip.tip_amount,
        "paid": trip.paid_amount,
        "refunded": trip.refunded_amount,
        "balance": trips.balance(trip),
        "deposit_due": trip.deposit_due_amount,
        "due_now": trips.due_now(trip),
    }


def payment(row: "Payment") -> dict[str, Any]:
    """Return one payment or refund."""
    card = {"brand": row.card_brand, "last4": row.card_last4} if row.card_last4 else None
    return {
        "id": row.pk,
        "kind": row.kind,
        "method": row.method,
        "amount": row.amount,
        "tip_amount": row.tip_amount,
        "status": row.status,
        "card": card,
        "note": row.note,
        "reference": row.reference,
        "tendered_amount": row.tendered_amount,
        "received_at": row.received_at,
    }


def price_lines(trip: "Trip") -> list[dict[str, Any]]:
    """
    Return the lines of the price as people read them.

    Discounts, fees and taxes are kept guest by guest; here each is one line of the whole trip.
    """
    shown: dict[tuple[Any, ...], dict[str, Any]] = {}
    for line in trip.live_lines:  # type: ignore[attr-defined]
        is_derived = line.kind in _DERIVED
        what = (line.kind, line.ref_id, line.label, line.is_inclusive, line.amount < 0)
        key = what if is_derived else (line.pk,)
        if key not in shown:
            shown[key] = _line(line)
            continue
        one = shown[key]
        one["amount"] += line.amount
        one["trip_order_id"] = one["booking_id"] = None
        if one["unit_amount"] == line.unit_amount and line.unit_amount * line.qty == line.amount:
            one["qty"] += line.qty
        else:
            one["qty"] = 1
    for one in shown.values():
        if one["qty"] * one["unit_amount"] != one["amount"] and one["amount"]:
            one["qty"], one["unit_amount"] = 1, one["amount"]
    return list(shown.values())


def offer_codes(trip: "Trip") -> list[dict[str, Any]]:
    """Return the codes on a trip and what each takes off, in minor units."""
    return [
        {
            "id": use.offer.id,
            "code": use.offer.code,
            "public_description": use.public_description,
            "amount": use.amount,
            "is_auto_applied": use.is_auto_applied,
            "is_grandfathered": use.is_grandfathered,
        }
        for use in prices.uses_of_trip(trip_id=trip.pk)
        if use.status != "released"
    ]


_DERIVED = frozenset({"discount", "manual_adjust", "fee", "tax", "booking_fee"})
_LINE = (
    "kind", "label", "qty", "unit_amount", "amount", "is_inclusive", "trip_order_id", "booking_id",
)  # fmt: skip


def _line(line: Any) -> dict[str, Any]:
    return {"id": line.pk, **{name: getattr(line, name) for name in _LINE}}
