"""Reads of money that moved."""

from outfitter_tenants.ledger.queries.cards import (
    find_payment,
    given_back,
    on_cards_by_payment,
)
from outfitter_tenants.ledger.queries.intents import (
    MOVING,
    OPEN,
    IntentNotFound,
    find_by_gateway,
    find_open_intent,
    find_unsettled,
    get_intent,
    get_intent_by_id,
    is_being_paid,
    lock_intent,
)
from outfitter_tenants.ledger.queries.journal import Sums, sums_of_trip, value_of
from outfitter_tenants.ledger.queries.payments import (
    find_pending_refund,
    find_refund_by_gateway,
    has_failed_refund,
    list_payments,
    list_payments_of,
    list_refundable,
    promised_back,
    refundable_payments,
    refundable_payments_of,
    unsettled_trips,
)

__all__ = [
    "MOVING",
    "OPEN",
    "IntentNotFound",
    "Sums",
    "find_by_gateway",
    "find_open_intent",
    "find_payment",
    "find_pending_refund",
    "find_refund_by_gateway",
    "find_unsettled",
    "get_intent",
    "get_intent_by_id",
    "given_back",
    "has_failed_refund",
    "is_being_paid",
    "list_payments",
    "list_payments_of",
    "list_refundable",
    "lock_intent",
    "on_cards_by_payment",
    "promised_back",
    "refundable_payments",
    "refundable_payments_of",
    "sums_of_trip",
    "unsettled_trips",
    "value_of",
]
