"""All of one operator's billing, with what the next statement will come to."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime

from outfitter.accounts.models import Account
from outfitter.billing import usage_port
from outfitter.billing.models import BillingAccount, PlanVersion, Subscription
from outfitter.billing.operations import statement_issue
from outfitter.billing.operations.operator_plans import price_days, price_line
from outfitter.billing.queries import billed_accounts, overviews
from outfitter.billing.rules.plan_limits import usage_of
from outfitter.billing.rules.price_periods import is_price_due, month_of
from outfitter.billing.rules.proration import discounted
from outfitter.billing.rules.statement_sums import Line, with_tax
from outfitter.kit.zones import day_bounds, local_day


def billing_of(account: Account, *, at: datetime) -> dict[str, object]:
    """Return BillingOut."""
    customer = billed_accounts.find_customer(account_id=account.pk) or BillingAccount(account=account)
    subscription = billed_accounts.find_subscription(account_id=account.pk)
    details = ("legal_name", "address", "country", "vat_id", "email", "version")
    return {
        "currency": account.currency,
        "subscription": subscription_facts(subscription) if subscription else None,
        "plans": [overviews.plan_facts(one) for one in _open_plans(account)],
        "balance": billed_accounts.balance(account_id=account.pk),
        "overdue_since": customer.overdue_since,
        "sale_stops_on": overviews.stops_on(customer),
        "is_sale_stopped": overviews.is_sale_stopped(account),
        "pays_by": customer.pays_by,
        "card": overviews.card_of(customer),
        "details": {name: getattr(customer, name) for name in details},
        "estimate": estimate(customer, subscription, at) if subscription else None,
        "usage": _usage(account, subscription, at) if subscription else [],
    }


def _usage(account: Account, subscription: Subscription, at: datetime) -> list[dict[str, object]]:
    """Return PlanUsageOut of everything that the plan limits; without limits nothing is counted."""
    limits = subscription.plan_version.limits
    if not limits:
        return []
    month = local_day(at, account.time_zone).replace(day=1)
    used = usage_port.counted(account, month_start=day_bounds(month, account.time_zone)[0])
    return [{**asdict(one), "level": one.level} for one in usage_of(limits, used)]


def _open_plans(account: Account) -> list[PlanVersion]:
    return billed_accounts.list_open_plans(currency=account.currency)


def subscription_facts(subscription: Subscription) -> dict[str, object]:
    """Return BillingSubscriptionOut."""
    following = subscription.next_version
    return {
        "plan": overviews.plan_facts(subscription.plan_version),
        "next_plan_name": following.plan.name if following else None,
        "started_on": subscription.started_on,
        "renews_on": subscription.anchor_on if subscription.is_trial else price_days(subscription).end,
        "is_trial": subscription.is_trial,
        "is_canceled": subscription.is_canceled,
        "is_paused": subscription.paused_on is not None,
        "discount_ppm": subscription.discount_ppm,
        "discount_until": subscription.discount_until,
        "version": subscription.version,
    }


def estimate(customer: BillingAccount, subscription: Subscription, at: datetime) -> dict[str, object]:
    """
    Return what the next statement comes to (BillingEstimateOut).

    Fees of trips go on as they did since the last statement.
    """
    today = local_day(at, customer.account.time_zone)
    end = _next_end(subscription)
    lines = [*_next_price(subscription, end), *_fees_until(customer, subscription, today, end, at)]
    tax = billed_accounts.tax_of(customer)
    told = with_tax(lines, rate_ppm=tax.rate_ppm, facts={"name": tax.name, "rate_ppm": tax.rate_ppm})
    return {"on": end, "lines": [asdict(one) for one in told], "total": sum(one.amount for one in told)}


def _next_end(subscription: Subscription) -> date:
    if subscription.is_trial:
        return subscription.anchor_on
    return month_of(subscription.anchor_on, subscription.month_no).end


def _next_price(subscription: Subscription, day: date) -> list[Line]:
    version = subscription.plan_version
    number = 0 if subscription.is_trial else subscription.month_no + 1
    is_due = is_price_due(first=subscription.price_from_no, number=number, interval=version.interval)
    if not is_due or subscription.paused_on is not None or subscription.is_canceled:
        return []
    version = subscription.next_version or version
    discount = billed_accounts.discount_on(subscription, day)
    coming = Subscription(
        anchor_on=subscription.anchor_on, month_no=number, price_from_no=number, plan_version=version
    )
    return [price_line(version, discounted(version.price, discount), price_days(coming))]


def _fees_until(
    customer: BillingAccount, subscription: Subscription, today: date, end: date, at: datetime
) -> list[Line]:
    passed = max(1, (today - subscription.billed_until).days + 1)
    whole = max(passed, (end - subscription.billed_until).days)
    return [
        Line(one.kind, one.amount * whole // passed, _until(one.facts, whole, passed))
        for one in statement_issue.fee_lines(customer, at)
        if one.amount
    ]


def _until(facts: Mapping[str, object], whole: int, passed: int) -> dict[str, object]:
    """Return the facts of a line whose trips go on as they did."""
    trips = facts.get("trips")
    return {**facts, "trips": trips * whole // passed} if isinstance(trips, int) else dict(facts)
