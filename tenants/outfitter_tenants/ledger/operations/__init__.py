"""Writes of money that moved."""

from outfitter_tenants.ledger.operations.by_card import (
    open_card_payment,
    record_credit,
    reverse_card_payment,
)
from outfitter_tenants.ledger.operations.intents import (
    cancel_intent,
    open_intent,
    record_gateway,
    set_amount,
)
from outfitter_tenants.ledger.operations.payments import (
    Received,
    close_refund,
    open_refund,
    record_payment,
    record_received,
)
from outfitter_tenants.ledger.operations.posting import Cause, Line, post, post_payments

__all__ = [
    "Cause",
    "Line",
    "Received",
    "cancel_intent",
    "close_refund",
    "open_card_payment",
    "open_intent",
    "open_refund",
    "post",
    "post_payments",
    "record_credit",
    "record_gateway",
    "record_payment",
    "record_received",
    "reverse_card_payment",
    "set_amount",
]
