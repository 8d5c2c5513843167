"""What billing says of subscriptions; recurring revenue is worked out from it (domain.md 6.5)."""

from datetime import date, datetime, timedelta
from typing import Literal

from outfitter.db.locks import atomic
from outfitter.kpis import months
from outfitter.kpis.models import KpiSubscriptionChange

State = Literal["trial", "active", "past_due", "paused", "ended"]


def record_change(
    *,
    account_id: int,
    subscription_id: int,
    at: datetime,
    state: State,
    plan: str,
    currency: str,
    list_price: int,
    recurring_discount: int = 0,
    interval_months: int = 1,
    now: datetime,
) -> None:
    """
    Remember that from `at` on a subscription is in this state at this price, until its next change.

    Prices are minor units of `currency` for one interval, without taxes and without what is paid
    once. Saying it again changes nothing; the same instant again replaces what was said of it; changes
    may come in any order. `plan` is the plan's slug. Call it in the transaction of the change itself.
    """
    with atomic():
        KpiSubscriptionChange.objects.update_or_create(
            account_id=account_id,
            subscription_id=subscription_id,
            at=at,
            defaults={
                "state": state,
                "plan": plan,
                "currency": currency,
                "list_price": list_price,
                "recurring_discount": recurring_discount,
                "interval_months": interval_months,
            },
        )
        months.refresh(account_id=account_id, since=_first_day(at), now=now)


def _first_day(at: datetime) -> date:
    """Return a day that no zone has behind it: the month that ends there may still be open."""
    return (at - timedelta(days=1)).date()
