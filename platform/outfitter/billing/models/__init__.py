"""Tables of billing, all in the public schema."""

from outfitter.billing.models.billed_accounts import BillingAccount, BillingPayment, Subscription
from outfitter.billing.models.bills import BillingStatement, FeeMovement, StatementLine, TripFee
from outfitter.billing.models.plan_versions import BillingPlan, BillingSeller, CountryTax, PlanVersion

__all__ = [
    "BillingAccount",
    "BillingPayment",
    "BillingPlan",
    "BillingSeller",
    "BillingStatement",
    "CountryTax",
    "FeeMovement",
    "PlanVersion",
    "StatementLine",
    "Subscription",
    "TripFee",
]
