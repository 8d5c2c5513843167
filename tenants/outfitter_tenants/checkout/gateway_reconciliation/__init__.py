"""
The gateway's books beside ours: copied, compared, repaired where that is certain.

Webhooks tell most of it as it happens. Once a day each operator's books are gone through whole, so
that whatever got lost is found: every stage may be killed anywhere and run again.
"""

from outfitter_tenants.checkout.gateway_reconciliation.daily_jobs import go_on, keep_books
from outfitter_tenants.checkout.gateway_reconciliation.payout_import import (
    EVENTS,
    READ_PAYOUT,
    payout_changed,
    read_events,
    read_payout,
    transfer_changed,
)

__all__ = [
    "EVENTS",
    "READ_PAYOUT",
    "go_on",
    "keep_books",
    "payout_changed",
    "read_events",
    "read_payout",
    "transfer_changed",
]
