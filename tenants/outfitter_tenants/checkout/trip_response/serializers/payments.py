"""A trip's money as its callers see it."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter_tenants.checkout.sale_terms import balance_due
from outfitter_tenants.giftcards import queries as gift_cards
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.refund_plan import THEIRS
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip


def totals(trip: "Trip", *, is_staff: bool) -> dict[str, int | None]:
    """
    Return the totals of TripFull, in minor units.

    What a partner pays us is between them and us: a customer who pays the partner sees none of it.
    """
    is_hidden = not is_staff and trips.is_partners_money(trip)
    balance, due_now = trips.customer_owes(trip), trips.due_now(trip)
    is_half_paid = trip.status == "draft" and (trip.paid_amount or trip.attention)
    if is_half_paid and not trips.is_partners_money(trip):
        # What a checkout asks for, to the cent: money on its way back counts no more.
        balance, due_now = balance_due.left(trip), balance_due.amount_due(trip)
    return {
        "subtotal": trip.subtotal_amount,
        "discount": trip.discount_amount,
        "fee": trip.fee_amount,
        "tax": trip.tax_amount,
        "booking_fee": trip.booking_fee_amount,
        "total": trip.total_amount,
        "tip": trip.tip_amount,
        "paid": 0 if is_hidden else trip.paid_amount,
        "refunded": 0 if is_hidden else trip.refunded_amount,
        "balance": balance,
        "deposit_due": trip.deposit_due_amount,
        "due_now": due_now,
        "partner_deposit": trips.held_by_partner(trip),
        "partner_due": trips.partner_owes(trip) if is_staff else None,
    }


def payments(rows: "Sequence[Payment]", *, trip_id: int, is_staff: bool) -> list[dict[str, Any]]:
    """Return a trip's payments and refunds; what staff note of them is for staff."""
    held = _held(rows, trip_id)
    shown = [payment(row) | {"held_until": held.get(row.pk)} for row in rows]
    if not is_staff or not rows:
        return shown
    tips = ledger.tips_of_trip(trip_id=trip_id) if any(row.tip_amount for row in rows) else {}
    ids = {row.collected_by for row in rows} | {who for held in tips.values() for who in held}
    names = {one.id: one.name for one in people.list_avatars(ids=[pk for pk in ids if pk]).values()}
    return [one | _of_staff(row, tips.get(row.pk, {}), names) for one, row in zip(shown, rows, strict=True)]


def _of_staff(
    row: "Payment", tips: "Mapping[int | None, int]", names: "Mapping[int, str]"
) -> dict[str, object]:
    who = row.collected_by
    return {
        "note": row.note,
        "reference": row.reference,
        "tendered_amount": row.tendered_amount,
        "intent_id": row.intent_id,
        "covered_booking_ids": row.covered_booking_ids,
        "tips": [
            {"user_avatar_id": pk, "name": names.get(pk) if pk else None, "amount": amount}
            for pk, amount in tips.items()
        ],
        "collected_by": {"id": who, "name": names.get(who, "")} if who else None,
        "reason": row.reason,
        "error_code": row.error_code,
        "is_open_refund": row.kind == "refund"
        and row.status in {"failed", "reversed"}
        and row.replaced_by_id is None,
        "is_editable": row.kind == "payment"
        and row.status == "succeeded"
        and row.intent_id is None
        and row.gift_card_id is None,
    }


def _held(rows: "Sequence[Payment]", trip_id: int) -> dict[int, datetime]:
    """Return until when gift cards wait for a cart, by payment."""
    if not any(row.method == "gift_card" for row in rows):
        return {}
    holds = gift_cards.holds_of_trip(trip_id=trip_id)
    return {one.payment_id: one.held_until for one in holds}


def payment(row: "Payment") -> dict[str, Any]:
    """Return one payment or refund as everybody may see it."""
    card = {"brand": row.card_brand, "last4": row.card_last4} if row.card_last4 else None
    return {
        "id": row.pk,
        "kind": row.kind,
        "parent_payment_id": row.parent_payment_id,
        "method": row.method,
        "amount": row.amount,
        "tip_amount": row.tip_amount,
        "status": row.status,
        "card": card,
        "note": "",
        "reference": "",
        "tendered_amount": None,
        "cash_rounding": row.cash_rounding,
        "held_until": None,
        "refundable_amount": _refundable(row),
        "requires_terminal_refund": row.is_terminal_only,
        "route": row.route,
        "error_code": None,
        "is_open_refund": False,
        "received_at": row.received_at,
        "intent_id": None,
        "covered_booking_ids": [],
        "tips": [],
        "collected_by": None,
        "reason": None,
        "is_editable": False,
    }


def disputes(*, trip_id: int) -> list[dict[str, object]]:
    """Return the payments of a trip that banks question or took back; for staff."""
    names = (
        "payment_id",
        "status",
        "reason",
        "amount",
        "taken_amount",
        "fee_amount",
        "evidence_due_at",
        "has_evidence",
        "opened_at",
        "closed_at",
    )
    return [
        {"id": row.pk, **{name: getattr(row, name) for name in names}}
        for row in ledger.disputes_of_trip(trip_id=trip_id)
    ]


def payment_holds(*, trip_id: int) -> list[dict[str, object]]:
    """Return what is, or was, held on cards for a trip; for staff."""
    names = (
        "intent_id",
        "amount",
        "captured_amount",
        "wanted_amount",
        "status",
        "authorized_at",
        "capture_before",
    )
    return [
        {"id": row.pk, **{name: getattr(row, name) for name in names}}
        for row in ledger.holds_of_trip(trip_id=trip_id)
    ]


def _refundable(row: "Payment") -> int:
    """Return what of a payment may still go back, in minor units; a refund has nothing."""
    if row.kind != "payment" or row.status != "succeeded" or row.method in THEIRS:
        return 0
    return max(0, row.amount - row.refunded_amount - row.reversed_amount)


def price_lines(trip: "Trip") -> list[dict[str, object]]:
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


def offer_codes(trip: "Trip") -> list[dict[str, object]]:
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
_LINE = ("kind", "label", "qty", "unit_amount", "amount", "is_inclusive", "trip_order_id", "booking_id")


def _line(line: Any) -> dict[str, object]:
    return {"id": line.pk, **{name: getattr(line, name) for name in _LINE}}
