"""Writes of money that moved."""

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
    "open_intent",
    "open_refund",
    "post",
    "post_payments",
    "record_gateway",
    "record_payment",
    "record_received",
    "set_amount",
]
