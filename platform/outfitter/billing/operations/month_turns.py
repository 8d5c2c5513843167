"""A month of a subscription ends: its statement is made, the next one's price is due (domain.md 6.6)."""

from datetime import date, datetime

from outfitter.accounts.models import Account
from outfitter.billing import audit_port, kpi_facts
from outfitter.billing.models import BillingAccount, Subscription
from outfitter.billing.operations import statement_issue
from outfitter.billing.operations.operator_plans import price_days, price_line
from outfitter.billing.operations.statement_issue import Occasion
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.price_periods import Period, is_price_due, month_of
from outfitter.billing.rules.proration import discounted
from outfitter.billing.rules.statement_sums import Line
from outfitter.db.locks import atomic
from outfitter.kit.zones import day_bounds


def turn_all(*, account_id: int, day: date, at: datetime) -> int:
    """
    End every month that is over by `day`, the oldest first; returns how many.

    Each is one transaction that begins by looking again: done twice it is done once.
    """
    count = 0
    while _turn(account_id, day, at):
        count += 1
    return count


def _turn(account_id: int, day: date, at: datetime) -> bool:
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account_id)
        subscription = billed_accounts.find_subscription(account_id=account_id)
        if subscription is None:
            return False
        end = _month_end(subscription)
        if end > day:
            return False
        _end_month(customer, subscription, end, at)
    return True


def _month_end(subscription: Subscription) -> date:
    """Return the day on which the running month, or the trial, is over."""
    if subscription.is_trial:
        return subscription.anchor_on
    return month_of(subscription.anchor_on, subscription.month_no).end


def _end_month(customer: BillingAccount, subscription: Subscription, end: date, at: datetime) -> None:
    over = Period(subscription.billed_until, end)
    was = price_days(subscription)
    # A trial ends by beginning month 0, whose price was not asked for yet.
    subscription.month_no = 0 if subscription.is_trial else subscription.month_no + 1
    is_trial_over, subscription.is_trial = subscription.is_trial, False
    subscription.billed_until = end
    is_period_over = is_trial_over or end >= was.end
    if subscription.is_canceled and is_period_over:
        _end(customer, subscription, over, at)
        return
    if subscription.next_version is not None and is_period_over:
        subscription.plan_version, subscription.next_version = subscription.next_version, None
        subscription.price_from_no = subscription.month_no
    subscription.version += 1
    subscription.save()
    kpi_facts.tell_subscription(subscription, at=at, is_past_due=customer.account.status == "past_due")
    statement_issue.issue(
        customer=customer,
        occasion=_occasion("period", customer.account, over, subscription.plan_version.currency),
        lines=_due_price(subscription, end),
        at=at,
    )


def _occasion(kind: str, account: Account, period: Period, currency: str) -> Occasion:
    return Occasion(kind, period, currency, day_bounds(period.end, account.time_zone)[0])


def _due_price(subscription: Subscription, day: date) -> list[Line]:
    version = subscription.plan_version
    is_due = is_price_due(
        first=subscription.price_from_no, number=subscription.month_no, interval=version.interval
    )
    if not is_due or subscription.paused_on is not None:
        return []
    price = discounted(version.price, billed_accounts.discount_on(subscription, day))
    return [price_line(version, price, price_days(subscription))]


def _end(customer: BillingAccount, subscription: Subscription, over: Period, at: datetime) -> None:
    subscription.ended_on = over.end
    subscription.version += 1
    subscription.save()
    kpi_facts.tell_subscription(subscription, at=at)
    audit_port.note(customer.account, "plan_ended", at=at)
    occasion = _occasion("final", customer.account, over, subscription.plan_version.currency)
    statement_issue.issue(customer=customer, occasion=occasion, lines=[], at=at)


def close_out(*, account_id: int, day: date, at: datetime) -> None:
    """
    End the billing of an operator that closes, with a final statement of everything until now.

    The rest of a price that was paid is not given back, as with a plan that is canceled: the
    business may be opened again for thirty days. Twice is once: there is no plan then.
    """
    with atomic():
        customer = billed_accounts.lock_customer(account_id=account_id)
        subscription = billed_accounts.find_subscription(account_id=account_id)
        if subscription is None:
            return
        period = Period(subscription.billed_until, max(day, subscription.billed_until))
        subscription.ended_on = day
        subscription.version += 1
        subscription.save()
        kpi_facts.tell_subscription(subscription, at=at)
        audit_port.note(customer.account, "plan_ended", at=at)
        occasion = Occasion("final", period, subscription.plan_version.currency, at)
        statement_issue.issue(customer=customer, occasion=occasion, lines=[], at=at)
