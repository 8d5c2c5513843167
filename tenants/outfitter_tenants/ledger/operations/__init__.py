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
    append_received,
    change_payment,
    close_refund,
    facts_of,
    open_refund,
    record_payment,
    record_received,
    void_payment,
)
from outfitter_tenants.ledger.operations.posting import Cause, Line, post, post_payments, tips_of
from outfitter_tenants.ledger.operations.tips import assign_tip

__all__ = [
    "Cause",
    "Line",
    "Received",
    "append_received",
    "assign_tip",
    "cancel_intent",
    "change_payment",
    "close_refund",
    "facts_of",
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
    "tips_of",
    "void_payment",
]
