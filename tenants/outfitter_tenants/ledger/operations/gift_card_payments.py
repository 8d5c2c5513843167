"""
Rows of payments that came from a gift card or went back onto one.

Their postings move the card's own value: whoever calls this writes them (giftcards.operations).
"""

from datetime import datetime

from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations.refunds import RefundAmount, append_refund


def open_card_payment(
    *,
    trip_id: int,
    gift_card_id: int,
    last4: str,
    amount: int,
    currency: str,
    by: int | None,
    at: datetime,
    request_key: str | None = None,
) -> Payment:
    """Append a payment from a gift card; `amount` in minor units."""
    return Payment.objects.create(
        trip_id=trip_id,
        kind="payment",
        method="gift_card",
        amount=amount,
        currency=currency,
        status="succeeded",
        gift_card_id=gift_card_id,
        card_last4=last4,
        paid_by={"kind": "customer"},
        collected_by=by,
        received_at=at,
        created_at=at,
        request_key=request_key,
    )


def reverse_card_payment(*, payment: Payment, reason: str) -> None:
    """Say of a payment from a gift card that it is void."""
    payment.status, payment.reason = "reversed", reason
    payment.save(update_fields=["status", "reason"])


def record_credit(
    *, payment: Payment, gift_card_id: int, last4: str, back: RefundAmount, at: datetime
) -> Payment:
    """
    Append a refund that went onto a gift card.

    Its method is the payment's own when that came from a card, and credit when it was money.
    """
    method = "gift_card" if payment.method == "gift_card" else "credit"
    return append_refund(
        payment,
        back,
        at,
        status="succeeded",
        method=method,
        route="gift_card",
        gift_card_id=gift_card_id,
        card_last4=last4,
    )
