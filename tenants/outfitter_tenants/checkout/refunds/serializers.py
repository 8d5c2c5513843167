"""The figures of a refund as their callers see them."""

from typing import TYPE_CHECKING, Any

from outfitter_tenants.checkout.trip_response.serializers.payments import payments

if TYPE_CHECKING:
    from outfitter_tenants.checkout.refunds.operations import RefundResult
    from outfitter_tenants.checkout.refunds.types import CancellationResult
    from outfitter_tenants.pricing.rules.cancellation_fees import CancellationFee, Reason
    from outfitter_tenants.pricing.rules.refund_plan import RefundPlan


def refund_preview(found: "CancellationResult") -> dict[str, Any]:
    """Return RefundPreviewOut."""
    return {
        "old_total": found.old_total,
        "new_total": found.new_total,
        "gross": found.gross,
        "keep": found.keep,
        "overpaid": found.overpaid,
        "orders": [_order(order_id, item) for order_id, item in found.orders],
        "lines": [
            {"trip_order_id": order_id, "kind": kind, "label": label, "amount": amount}
            for order_id, item in found.orders
            for (kind, _, label, is_inclusive), amount in item.gone.amounts.items()
            if not is_inclusive
        ],
        "kept": [_kept(order_id, reason) for order_id, item in found.orders for reason in item.reasons()],
        **plan_parts(found.plan),
        "preview_token": found.token,
    }


def _order(order_id: int, item: "CancellationFee") -> dict[str, Any]:
    return {
        "trip_order_id": order_id,
        "gross": item.gone.gross,
        "keep": item.keep,
        "booking_fee": item.gone.booking_fee,
        "booking_fee_kept": item.booking_fee,
    }


def _kept(order_id: int, reason: "Reason") -> dict[str, object]:
    return {
        "trip_order_id": order_id,
        "why": reason.why,
        "label": reason.label,
        "amount": reason.amount,
        "hours_before": reason.tier.hours_before if reason.tier else None,
        "refund_ppm": reason.tier.refund_ppm if reason.tier else None,
    }


def plan_parts(plan: "RefundPlan") -> dict[str, object]:
    """Return which payments give back what, and which cannot."""
    return {
        "open_amount": plan.open_amount,
        "plan": [
            {
                "payment_id": part.payment_id,
                "method": part.method,
                "amount": part.amount,
                "tip_amount": part.tip_amount,
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


def refund_result(found: "RefundResult") -> dict[str, object]:
    """Return the refunds of RefundAnswer and the store credit made of them."""
    credit = found.credit
    return {
        "refunds": payments(found.refunds, trip_id=found.done.trip_id, is_staff=True),
        "credit": credit
        and {"gift_card_id": credit.gift_card_id, "code": credit.code, "amount": credit.amount},
    }
