"""
Gift cards below every change of a trip: what it buys, what cards hold for it and get back.

What people do with cards stands in `gift_card_desk`.
"""

from outfitter_tenants.checkout.stored_value.activation import is_unpaid
from outfitter_tenants.checkout.stored_value.store_credit import (
    CreditPart,
    StoreCredit,
    issue_credit,
    restore_value,
)

__all__ = ["CreditPart", "StoreCredit", "is_unpaid", "issue_credit", "restore_value"]
