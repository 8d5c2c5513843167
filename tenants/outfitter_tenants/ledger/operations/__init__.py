"""Writes of money that moved."""

from outfitter_tenants.ledger.operations.by_card import (
    open_card_payment,
    record_credit,
    reverse_card_payment,
)
from outfitter_tenants.ledger.operations.differences import (
    Found,
    note_difference,
    settle_differences,
)
from outfitter_tenants.ledger.operations.disputes import settle_dispute, stand, write_dispute
from outfitter_tenants.ledger.operations.found import record_found_refund
from outfitter_tenants.ledger.operations.gateway_customers import forget_customer, know_customer
from outfitter_tenants.ledger.operations.holds import (
    end_hold,
    mark_warned,
    place_hold,
    unwant,
    want_of_hold,
)
from outfitter_tenants.ledger.operations.intents import (
    cancel_intent,
    change_intent,
    fail_intent,
    keep_quiet,
    mark_fee,
    open_intent,
    record_gateway,
    step_key,
    supersede_intent,
    unmark_fee,
)
from outfitter_tenants.ledger.operations.links import (
    mark_opened,
    open_link,
    revoke_link,
)
from outfitter_tenants.ledger.operations.mirror import (
    close_payout,
    match_transactions,
    move_cursor,
    spread_costs,
    write_payout,
    write_transactions,
    write_transfer,
)
from outfitter_tenants.ledger.operations.payments import (
    Received,
    append_received,
    change_payment,
    facts_of,
    mark_terminal_only,
    record_payment,
    rounding_facts,
    rounding_of,
    void_payment,
)
from outfitter_tenants.ledger.operations.posting import (
    Cause,
    Line,
    post,
    post_payments,
    tip_back,
    tips_of,
)
from outfitter_tenants.ledger.operations.refunds import (
    Back,
    close_refund,
    give_by_hand,
    open_refund,
    reverse_refund,
    wait_for_funds,
)
from outfitter_tenants.ledger.operations.tips import assign_tip

__all__ = [
    "Back",
    "Cause",
    "Found",
    "Line",
    "Received",
    "append_received",
    "assign_tip",
    "cancel_intent",
    "change_intent",
    "change_payment",
    "close_payout",
    "close_refund",
    "end_hold",
    "facts_of",
    "fail_intent",
    "forget_customer",
    "give_by_hand",
    "keep_quiet",
    "know_customer",
    "mark_fee",
    "mark_opened",
    "mark_terminal_only",
    "mark_warned",
    "match_transactions",
    "move_cursor",
    "note_difference",
    "open_card_payment",
    "open_intent",
    "open_link",
    "open_refund",
    "place_hold",
    "post",
    "post_payments",
    "record_credit",
    "record_found_refund",
    "record_gateway",
    "record_payment",
    "reverse_card_payment",
    "reverse_refund",
    "revoke_link",
    "rounding_facts",
    "rounding_of",
    "settle_differences",
    "settle_dispute",
    "spread_costs",
    "stand",
    "step_key",
    "supersede_intent",
    "tip_back",
    "tips_of",
    "unmark_fee",
    "unwant",
    "void_payment",
    "wait_for_funds",
    "want_of_hold",
    "write_dispute",
    "write_payout",
    "write_transactions",
    "write_transfer",
]
