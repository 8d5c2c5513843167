"""Months of operators, made of their daily facts and of what their subscriptions cost (domain.md 6.5)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Final

from django.db.models import Sum

from outfitter.accounts.models import Account, AccountStateEvent
from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kpis import exchange_rates
from outfitter.kpis.account_lock import lock_account
from outfitter.kpis.models import KpiDailyAccount, KpiMonthlyAccount, KpiSubscriptionChange
from outfitter.kpis.month_sums import MonthSums, sums_by_month
from outfitter.kpis.rules import recurring_revenue as revenue
from outfitter.kpis.rules.exchange import convert, divide

_DAY: Final = timedelta(days=1)
_KEY: Final = frozenset({"id", "account", "month"})
_WRITTEN: Final = tuple(
    one.name for one in KpiMonthlyAccount._meta.local_concrete_fields if one.name not in _KEY
)


@dataclass(frozen=True, slots=True)
class _Recurring:
    """What comes back every month, in each currency, at an instant."""

    subscription: Mapping[str, int]
    usage: Mapping[str, int]
    plan: str


def next_month(month: date) -> date:
    """Return the first day of the month after a first day."""
    return (month + timedelta(days=31)).replace(day=1)


def forget(*, account_id: int) -> None:
    """Delete an operator's months."""
    KpiMonthlyAccount.objects.filter(account_id=account_id).delete()


def refresh(*, account_id: int, since: date, now: datetime) -> None:
    """
    Work out an operator's months anew, from that of `since` to the running one.

    Each builds on the one before it, so that MRR(t) = MRR(t-1) + net new holds whatever was
    corrected. A month that ended keeps the rates it was given then.
    """
    with atomic():
        lock_account(account_id)
        account = Account.objects.get(pk=account_id)
        if account.is_demo:
            forget(account_id=account_id)
            return
        first = _first(account, since)
        rows = list(_rows(account, first, now))
        KpiMonthlyAccount.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["account", "month"], update_fields=list(_WRITTEN)
        )


def _first(account: Account, since: date) -> date:
    """Return where to begin: not before the operator was there, and without a gap behind what is there."""
    first = max(since, zones.local_day(account.created_at, account.time_zone)).replace(day=1)
    there = KpiMonthlyAccount.objects.filter(account=account, month__lt=first)
    newest = there.order_by("-month").values_list("month", flat=True).first()
    return min(first, next_month(newest)) if newest else first


def _rows(account: Account, first: date, now: datetime) -> Iterator[KpiMonthlyAccount]:
    there = {row.month: row for row in KpiMonthlyAccount.objects.filter(account=account, month__gte=first)}
    earlier = KpiMonthlyAccount.objects.filter(account=account, month__lt=first)
    newest = earlier.order_by("-month").first()
    previous = _mrr(newest) if newest else 0
    was_customer = earlier.exclude(mrr_subscription=0, mrr_usage=0).exists()
    sums = sums_by_month(account_id=account.pk, first=first)
    changes = _changes(account.pk)
    for month in _months(first, zones.local_day(now, account.time_zone)):
        row = _row(account, month, sums.get(month), there.get(month), changes, now)
        row.previous_mrr = previous
        current = _mrr(row)
        row.movement = revenue.movement_of(before=previous, now=current, was_customer=was_customer)
        previous, was_customer = current, was_customer or current != 0
        yield row


def _row(
    account: Account,
    month: date,
    sums: MonthSums | None,
    there: KpiMonthlyAccount | None,
    changes: list[revenue.Change],
    now: datetime,
) -> KpiMonthlyAccount:
    end = min(now, zones.to_instant(next_month(month), time(), account.time_zone))
    back = _recurring(account, changes, end)
    rates = _EndRates(month, there)
    row = KpiMonthlyAccount(
        account=account,
        month=month,
        reporting_currency=exchange_rates.reporting_currency(),
        plan=back.plan,
        mrr_subscription=rates.total(back.subscription),
        mrr_usage=rates.total(back.usage),
        refreshed_at=now,
    )
    row.end_rates = {currency: str(rate) for currency, rate in rates.used.items()}
    row.is_rate_final = rates.is_final
    row.missing = sorted(rates.missing | (sums.missing if sums else set()))
    for name, amount in (sums.figures if sums else {}).items():
        setattr(row, name, amount)
    return row


class _EndRates:
    """The rates of a month's end: those it was given for good, or what the table says."""

    def __init__(self, month: date, there: KpiMonthlyAccount | None) -> None:
        self.month = month
        self.kept = dict(there.end_rates) if there and there.is_rate_final else {}
        self.used: dict[str, Decimal] = {}
        self.missing: set[str] = set()
        self.is_final = True

    def total(self, amounts: Mapping[str, int]) -> int:
        """Return the amounts in the reporting currency; what has no rate is left out and named."""
        into = exchange_rates.reporting_currency()
        found = 0
        for currency, amount in amounts.items():
            rate = self._rate(currency)
            if rate is None:
                self.missing.add(currency)
                self.is_final = False
                continue
            self.used[currency] = rate
            found += convert(amount, rate=rate, currency=currency, into=into)
        return found

    def _rate(self, currency: str) -> Decimal | None:
        if currency in self.kept:
            return Decimal(self.kept[currency])
        found = exchange_rates.find_rate(currency=currency, month=self.month, kind="month_end")
        if found is None:
            return None
        self.is_final = self.is_final and found.is_final
        return found.value


def _recurring(account: Account, changes: list[revenue.Change], at: datetime) -> _Recurring:
    if _is_closed(account, at):
        return _Recurring({}, {}, "")
    return _Recurring(
        revenue.subscription_amounts(changes, at), _usage(account, at), revenue.plan_at(changes, at)
    )


def _usage(account: Account, at: datetime) -> dict[str, int]:
    window = revenue.usage_window(created_at=account.created_at, went_live_at=account.went_live_at, at=at)
    if window is None:
        return {}
    # The last day is the one that `at` ends or lies in.
    last = zones.local_day(at - timedelta(microseconds=1), account.time_zone)
    earned = (
        KpiDailyAccount.objects.filter(account=account, date__gt=last - window.days * _DAY, date__lte=last)
        .values("currency")
        .annotate(collected=Sum("fee_collected"), refunded=Sum("fee_refunded"))
        .values_list("currency", "collected", "refunded")
    )
    found = {currency: divide(plus - minus, window.months) for currency, plus, minus in earned}
    return {currency: amount for currency, amount in found.items() if amount}


def _is_closed(account: Account, at: datetime) -> bool:
    events = AccountStateEvent.objects.filter(account=account, at__lte=at).order_by("-at", "-pk")
    newest = events.values_list("after", flat=True).first()
    if newest is not None:
        return bool(newest == "closed")
    return account.closed_at is not None and account.closed_at <= at


def _changes(account_id: int) -> list[revenue.Change]:
    names = revenue.Change.__slots__
    rows = KpiSubscriptionChange.objects.filter(account_id=account_id).values(*names)
    return [revenue.Change(**row) for row in rows]


def _mrr(row: KpiMonthlyAccount) -> int:
    return row.mrr_subscription + row.mrr_usage


def _months(first: date, today: date) -> Iterator[date]:
    month = first
    while month <= today:
        yield month
        month = next_month(month)
