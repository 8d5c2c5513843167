"""What recommendations earned is credited, to both sides (domain.md 5.26, 6.6)."""

from datetime import datetime

from outfitter.accounts.models import Account
from outfitter.billing import statement_mails
from outfitter.billing.models import BillingPayment
from outfitter.billing.operations import customer_details
from outfitter.billing.queries import billed_accounts
from outfitter.db.locks import atomic
from outfitter.kit.locales import route_locale
from outfitter.onboarding import referrals


def give(*, account: Account, at: datetime) -> int:
    """
    Credit an operator on a plan with what it earned; returns the sum, minor units.

    Whoever was brought is credited once it paid for a plan. Twice is once: what was taken is taken.
    """
    with atomic():
        billed_accounts.lock_customer(account_id=account.pk)
        subscription = billed_accounts.find_subscription(account_id=account.pk)
        if subscription is None:
            return 0
        currency = subscription.plan_version.currency
        amount = referrals.settle(account_id=account.pk, currency=currency, at=at)
        paid = BillingPayment.objects.filter(account=account, status="succeeded", amount__gt=0)
        if paid.exists():
            amount += referrals.welcome(referred_id=account.pk, currency=currency, at=at)
        if amount:
            said = statement_mails.words(route_locale(account.locale))
            customer_details.give_credit(account=account, amount=amount, reason=said["referral"], at=at)
    return amount
