"""A cancellation's figures as their callers see them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outfitter_tenants.checkout.operations.cancelling import Cancelled
    from outfitter_tenants.pricing.refunding import Plan


def refund_preview(found: "Cancelled") -> dict[str, Any]:
    """Return RefundPreviewOut."""
    return {
        "old_total": found.old_total,
        "new_total": found.new_total,
        "gross": found.gross,
        "keep": found.keep,
        "overpaid": found.overpaid,
        "orders": [
            {
                "trip_order_id": order_id,
                "gross": item.gone.gross,
                "keep": item.keep,
                "booking_fee": item.gone.booking_fee,
                "booking_fee_kept": item.booking_fee,
            }
            for order_id, item in found.orders
        ],
        "lines": [
            {"trip_order_id": order_id, "kind": kind, "label": label, "amount": amount}
            for order_id, item in found.orders
            for (kind, _, label, is_inclusive), amount in item.gone.amounts.items()
            if not is_inclusive
        ],
        **plan_parts(found.plan),
        "preview_token": found.token,
    }


def plan_parts(plan: "Plan") -> dict[str, Any]:
    """Return which payments give back what, and which cannot."""
    return {
        "open_amount": plan.open_amount,
        "plan": [
            {
                "payment_id": part.payment_id,
                "method": part.method,
                "amount": part.amount,
                "route": part.route,
            }
            for part in plan.parts
        ],
        "non_refundable": [
            {
                "payment_id": item.payment_id,
                "method": item.method,
                "amount": item.amount,
                "reason": item.reason,
            }
            for item in plan.blocked
        ],
    }
