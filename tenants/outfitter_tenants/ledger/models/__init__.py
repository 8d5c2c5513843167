"""Tables of money that moved."""

from outfitter_tenants.ledger.models.entries import Entry, Posting
from outfitter_tenants.ledger.models.intents import Intent
from outfitter_tenants.ledger.models.payments import Payment, PaymentHold

__all__ = ["Entry", "Intent", "Payment", "PaymentHold", "Posting"]
