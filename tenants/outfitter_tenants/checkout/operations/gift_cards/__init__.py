"""Gift cards around trips: sold with them, spent on them, given back by them (domain.md 4.15)."""

from outfitter_tenants.checkout.operations.gift_cards.credit import (
    Credit,
    CreditPart,
    issue_credit,
    restore,
)

__all__ = ["Credit", "CreditPart", "issue_credit", "restore"]
