"""Operators that exist for the figures alone: rows of the public schema, without one of their own."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from outfitter.accounts.models import Account
from outfitter.kpis import exchange_rates, fees, subscriptions
from outfitter.kpis.facts import DayFacts, record


def instant(text: str) -> datetime:
    """Return the UTC instant of an ISO text without a zone."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def make_account(slug: str, **values: Any) -> Account:
    """Return an operator that went live when it was made, in New York, paid in dollars."""
    made = values.pop("created_at", instant("2026-01-01T12:00"))
    fields: dict[str, Any] = {
        "slug": slug,
        "name": slug.title(),
        "schema_name": f"t_{slug.replace('-', '')}",
        "status": "live",
        "country": "US",
        "time_zone": "America/New_York",
        "currency": "USD",
        "created_at": made,
        "went_live_at": made,
        "is_ready": True,
    }
    return Account.objects.create(**(fields | values))


def subscribe(account: Account, price: int, at: datetime, **values: Any) -> None:
    """Have an account pay `price` a month from `at` on, as of then unless `now` says otherwise."""
    asked: dict[str, Any] = {
        "account_id": account.pk,
        "subscription_id": account.pk,
        "at": at,
        "state": "active",
        "plan": "pro",
        "currency": "USD",
        "list_price": price,
        "now": at + timedelta(hours=1),
    }
    subscriptions.record_change(**(asked | values))


def sell(account: Account, day: date, *, now: datetime, currency: str | None = None, **values: int) -> None:
    """Write down one day of an account."""
    one = DayFacts(date=day, currency=currency or account.currency, **values)  # type: ignore[arg-type]
    record(account_id=account.pk, first=day, last=day, days=[one], now=now)


def charge_fees(account: Account, day: date, collected: int, *, now: datetime, **values: Any) -> None:
    """Write down a day's fees, all of them collected unless said otherwise."""
    asked: dict[str, Any] = {
        "account_id": account.pk,
        "day": day,
        "currency": account.currency,
        "expected": collected,
        "collected": collected,
        "refunded": 0,
        "waived_by_reason": {},
        "now": now,
    }
    fees.record_day(**(asked | values))


def give_rate(currency: str, month: date, average: str, month_end: str | None = None, **when: Any) -> None:
    """Enter a month's rate per euro, after the month was over unless `at` says otherwise."""
    from decimal import Decimal

    exchange_rates.enter_rate(
        currency=currency,
        month=month,
        average=Decimal(average),
        month_end=Decimal(month_end or average),
        version=when.get("version"),
        at=when.get("at", instant("2027-01-01T00:00")),
    )


def days_before(at: datetime, days: int) -> datetime:
    """Return the instant so many days earlier."""
    return at - timedelta(days=days)
