"""What customers are shown before they move, cancel or add something."""

from typing import TYPE_CHECKING

from outfitter_tenants.checkout.payment_links import serializers as link_view
from outfitter_tenants.ledger import queries as money

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outfitter_tenants.checkout.refunds.types import CancellationResult
    from outfitter_tenants.checkout.self_service.additions import AdditionOffers, AdditionQuote, OfferedAddon
    from outfitter_tenants.checkout.self_service.move_choices import MoveChoice, MoveChoices
    from outfitter_tenants.checkout.self_service.policy_cancellation import CancelLine, CancelOffer
    from outfitter_tenants.checkout.self_service.rebook import MoveQuote, MoveResult
    from outfitter_tenants.pricing.rules.refund_plan import RefundPlan

_BY = {"gateway": "card", "gift_card": "gift_card", "manual": "hand", "terminal": "hand"}


def move_choices(found: "MoveChoices", *, trip_order_id: int, currency: str) -> dict[str, object]:
    """Return MoveChoicesOut."""
    return {
        "trip_order_id": trip_order_id,
        "currency": currency,
        "experience_id": found.experience_id,
        "experiences": [{"id": one.id, "name": one.name} for one in found.experiences],
        "days": move_days(found.departures),
    }


def move_days(choices: "Sequence[MoveChoice]") -> list[dict[str, object]]:
    """Return MoveDayOut of departures by start: one for each day with any."""
    days: dict[object, list[dict[str, object]]] = {}
    for one in choices:
        slot = one.slot
        days.setdefault(slot.date, []).append(
            {
                "timeslot_id": slot.id,
                "start_time": slot.start_time.strftime("%H:%M"),
                "start_at": slot.start_at,
                "end_at": slot.end_at,
                "seats": one.seats,
                "is_bookable": one.reason is None,
                "is_current": one.is_current,
                "reason": one.reason,
                "difference": one.difference,
            }
        )
    return [{"date": day, "timeslots": rows} for day, rows in days.items()]


def move_quote(quote: "MoveQuote", token: str, *, trip_id: int, currency: str) -> dict[str, object]:
    """Return MovePreviewOut."""
    amount = quote.refund.of()
    return {
        "trip_order_id": quote.trip_order_id,
        "timeslot_id": quote.timeslot_id,
        "start_at": quote.start_at,
        "currency": currency,
        "old_total": quote.old_total,
        "new_total": quote.new_total,
        "difference": quote.difference,
        "due_now": quote.due_now,
        "lost_addons": list(quote.lost_addons),
        "refund": _refund(quote.refund, quote.outcomes, trip_id=trip_id, credit_amount=amount),
        "token": token,
    }


def move_result(result: "MoveResult") -> dict[str, object]:
    """Return MoveOut."""
    link = result.link
    return {
        "is_moved": result.is_moved,
        "amount": result.quote.due_now if link else 0,
        "pay_url": link_view.url_of(link) if link else None,
        "held_until": link.expires_at if link else None,
        "refund_amount": result.refund_amount,
        "credit_amount": result.credit_amount,
    }


def cancel_offer(offer: "CancelOffer", *, trip_id: int, currency: str) -> dict[str, object]:
    """Return CancelPreviewOut."""
    refund = offer.refund
    outcomes = ("refund", "credit") if refund.plan.parts else ()
    return {
        "currency": currency,
        "lines": [_line(one) for one in offer.lines],
        "old_total": refund.old_total,
        "new_total": refund.new_total,
        "kept": sum(one.fee.total for one in offer.lines),
        "balance": offer.balance,
        "refund": _refund(refund.plan, outcomes, trip_id=trip_id, credit_amount=offer.credit.plan.of()),
        "token": offer.token,
    }


def cancel_result(found: "CancellationResult", outcome: str) -> dict[str, object]:
    """Return CancelOut."""
    amount = found.plan.of()
    return {
        "refund_amount": 0 if outcome == "credit" else amount,
        "credit_amount": amount if outcome == "credit" else 0,
    }


def _line(one: "CancelLine") -> dict[str, object]:
    share = one.fee.share
    kept = min(one.fee.total, one.gross)
    return {
        "trip_order_id": one.trip_order_id,
        "experience_name": one.experience_name,
        "booking_ids": list(one.booking_ids),
        "gross": one.gross,
        "kept": one.fee.total,
        "fee": share.fee if share else 0,
        "given_back": one.gross - kept,
        "why": share.why if share else "nothing",
    }


def _refund(
    plan: "RefundPlan", outcomes: "Sequence[str]", *, trip_id: int, credit_amount: int
) -> dict[str, object]:
    paid = {row.pk: row for row in money.list_payments(trip_id=trip_id)} if plan.parts else {}
    return {
        "amount": plan.of(),
        "credit_amount": credit_amount,
        "outcomes": list(outcomes),
        "parts": [
            {
                "amount": part.amount,
                "by": _BY[part.route],
                "method": part.method,
                "last4": paid[part.payment_id].card_last4 or None,
            }
            for part in plan.parts
        ],
    }


def additions(found: "AdditionOffers", *, trip_order_id: int, currency: str) -> dict[str, object]:
    """Return AdditionsOut."""
    return {
        "trip_order_id": trip_order_id,
        "currency": currency,
        "seats": found.seats,
        "tickets": [
            {
                "experience_customer_type_id": kind.id,
                "name": kind.name,
                "price": found.prices[kind.id],
                "min_age": kind.min_age,
                "max_age": kind.max_age,
            }
            for kind in found.tickets
        ],
        "addons": [_addon(one) for one in found.addons],
    }


def _addon(one: "OfferedAddon") -> dict[str, object]:
    addon = one.addon
    return {
        "addon_id": addon.id,
        "name": addon.name,
        "description": addon.description,
        "scope": addon.scope,
        "input": addon.input,
        "price": addon.price,
        "price_per": addon.price_per,
        "min_qty": addon.min_qty,
        "max_qty": addon.max_qty,
        "is_required": addon.is_required,
        "values": [
            {"id": value.id, "label": value.label, "price": max(0, addon.price + value.price_delta)}
            for value in addon.values
        ],
        "booking_ids": list(one.booking_ids),
    }


def addition_quote(quote: "AdditionQuote", token: str, *, currency: str) -> dict[str, object]:
    """Return AdditionPreviewOut."""
    return {"currency": currency, **quote.figures(), "token": token}
