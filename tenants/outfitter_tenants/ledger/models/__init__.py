"""Tables of money that moved."""

from outfitter_tenants.ledger.models.cash_drawers import (
    CashCount,
    CashDrawer,
    CashMovement,
    CashShift,
    CashShiftMember,
)
from outfitter_tenants.ledger.models.disputes import Dispute
from outfitter_tenants.ledger.models.gateway_customers import GatewayCustomer
from outfitter_tenants.ledger.models.gateway_mirror import (
    BooksCursor,
    Difference,
    Payout,
    PayoutTransaction,
    Transfer,
)
from outfitter_tenants.ledger.models.intents import Intent
from outfitter_tenants.ledger.models.invoice_charges import (
    InvoiceCharge,
    InvoiceChargeDispute,
    InvoiceChargeRefund,
)
from outfitter_tenants.ledger.models.journal import Entry, Posting
from outfitter_tenants.ledger.models.payment_links import PaymentLink
from outfitter_tenants.ledger.models.payments import Payment, PaymentHold
from outfitter_tenants.ledger.models.tax_receipts import TaxReceipt

__all__ = [
    "BooksCursor",
    "CashCount",
    "CashDrawer",
    "CashMovement",
    "CashShift",
    "CashShiftMember",
    "Difference",
    "Dispute",
    "Entry",
    "GatewayCustomer",
    "Intent",
    "InvoiceCharge",
    "InvoiceChargeDispute",
    "InvoiceChargeRefund",
    "Payment",
    "PaymentHold",
    "PaymentLink",
    "Payout",
    "PayoutTransaction",
    "Posting",
    "TaxReceipt",
    "Transfer",
]
