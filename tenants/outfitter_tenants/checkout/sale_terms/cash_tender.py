"""Cash on the counter: whether it is enough for what a till takes (domain.md 4.1.6)."""

from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.operations import Received


def check_cash_tender(received: Received, currency: str) -> str | None:
    """Return why what a customer handed over is too little; None when it is enough, or unknown."""
    if received.tendered is None:
        return None
    due = received.whole + ledger.rounding_of(
        method=received.method, amount=received.whole, currency=currency
    )
    return "This is less than what is to be paid." if received.tendered < due else None
