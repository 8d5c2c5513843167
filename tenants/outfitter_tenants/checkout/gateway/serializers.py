"""What the gateway says of a payment, as staff see it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outfitter_tenants.checkout.gateway.transactions import PaymentTransaction

_SAME = (
    "charge_id",
    "status",
    "amount",
    "amount_refunded",
    "currency",
    "platform_amount",
    "settled_currency",
    "settled_gross",
    "settled_fee",
    "settled_net",
    "available_at",
    "card_country",
    "card_funding",
    "is_disputed",
    "receipt_url",
    "created_at",
)


def transaction(found: "PaymentTransaction") -> dict[str, object]:
    """Return TransactionOut."""
    row = found.transaction
    return {
        "payment_id": found.payment.pk,
        **{name: getattr(row, name) for name in _SAME},
        "fee_lines": [
            {"kind": one.kind, "amount": one.amount, "description": one.description} for one in row.fee_lines
        ],
        "risk_level": row.risk.level if row.risk else None,
        "risk_score": row.risk.score if row.risk else None,
        "cvc_check": row.checks.cvc if row.checks else None,
        "postal_code_check": row.checks.postal_code if row.checks else None,
        "card": {"brand": row.card_brand, "last4": row.card_last4} if row.card_last4 else None,
    }
