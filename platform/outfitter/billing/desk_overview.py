"""What whoever runs the platform sees of operators as customers."""

from datetime import datetime

from outfitter.accounts.models import Account
from outfitter.billing import overview
from outfitter.billing.models import BillingPayment
from outfitter.billing.queries import billed_accounts, overviews

_SHOWN = 50


def operators(*, is_overdue: bool, after: int) -> dict[str, object]:
    """Return DeskOperatorsOut."""
    found, next_after = overviews.list_customers(is_overdue=is_overdue, after=after)
    return {"operators": [_row(one) for one in found], "next_after": next_after}


def _row(row: overviews.CustomerRow) -> dict[str, object]:
    customer = row.customer
    account = customer.account
    return {
        "account_id": account.pk,
        "name": account.name,
        "slug": account.slug,
        "status": account.status,
        "plan": row.plan,
        "currency": account.currency,
        "balance": row.balance,
        "overdue_since": customer.overdue_since,
        "sale_stops_on": overviews.stops_on(customer),
        "is_sale_stopped": overviews.is_sale_stopped(account),
    }


def operator(account: Account, *, at: datetime) -> dict[str, object]:
    """Return DeskOperatorOut."""
    statements, _ = overviews.page_of_statements(account_id=account.pk, before=None)
    payments = BillingPayment.objects.filter(account=account).order_by("-pk")[:_SHOWN]
    subscription = billed_accounts.find_subscription(account_id=account.pk)
    return {
        "account_id": account.pk,
        "name": account.name,
        "slug": account.slug,
        "billing": overview.billing_of(account, at=at),
        "statements": statements,
        "payments": list(payments),
        "discount_reason": subscription.discount_reason if subscription else "",
    }
