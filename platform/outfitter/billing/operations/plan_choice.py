"""An owner chooses a plan: the first one, or another one (domain.md 6.6)."""

from datetime import datetime

from outfitter.accounts.models import Account
from outfitter.billing.models import BillingAccount, PlanVersion, Subscription
from outfitter.billing.operations import operator_plans
from outfitter.billing.operations.operator_plans import ChangePreview, price_line
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.price_periods import MONTHS, Period, add_months
from outfitter.billing.rules.statement_sums import with_tax
from outfitter.db.locks import atomic
from outfitter.kit.errors import StaleVersion
from outfitter.kit.zones import local_day


def preview(*, account: Account, version: PlanVersion, at: datetime) -> ChangePreview:
    """
    Return what taking a plan charges now, tax and all; nothing is written.

    :raises SamePlan: it is the plan that runs
    """
    if billed_accounts.find_subscription(account_id=account.pk) is not None:
        return operator_plans.preview_change(account=account, version=version, at=at)
    day = local_day(at, account.time_zone)
    had_one = Subscription.objects.filter(account=account).exists()
    if version.trial_days and not had_one:
        return ChangePreview(is_now=True, starts_on=day, lines=[])
    customer = billed_accounts.find_customer(account_id=account.pk) or BillingAccount(account=account)
    tax = billed_accounts.tax_of(customer)
    period = Period(day, add_months(day, MONTHS[version.interval]))
    lines = with_tax(
        [price_line(version, version.price, period)],
        rate_ppm=tax.rate_ppm,
        facts={"name": tax.name, "rate_ppm": tax.rate_ppm},
    )
    return ChangePreview(is_now=True, starts_on=day, lines=lines)


def take(
    *, account: Account, version: PlanVersion, expected_total: int, known_version: int | None, at: datetime
) -> Subscription:
    """
    Take a plan; `known_version` is that of the plan that runs, None when there is none.

    :raises SamePlan: it is the plan that runs
    :raises StaleVersion: it costs otherwise by now, or somebody chose meanwhile
    """
    with atomic():
        billed_accounts.lock_customer(account_id=account.pk)
        has_one = billed_accounts.find_subscription(account_id=account.pk) is not None
        if has_one != (known_version is not None):
            raise StaleVersion("The plan was changed meanwhile. Please reload the page.")
        if known_version is not None:
            return operator_plans.change_plan(
                account=account,
                version=version,
                expected_total=expected_total,
                known_version=known_version,
                at=at,
            )
        if preview(account=account, version=version, at=at).total != expected_total:
            raise StaleVersion("The price has changed since you looked. Please check it again.")
        return operator_plans.start(account=account, version=version, at=at)
