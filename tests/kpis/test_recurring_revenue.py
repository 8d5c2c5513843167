"""Recurring revenue by rule: what counts, for how long, and what a change of it is called."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kpis.rules.exchange import convert, cross_rate, divide, ratio_ppm
from outfitter.kpis.rules.recurring_revenue import (
    Change,
    movement_of,
    plan_at,
    subscription_amounts,
    usage_window,
)
from tests.support.kpi_accounts import instant

pytestmark = pytest.mark.rules
AMOUNTS = st.integers(-(10**12), 10**12)


def change(at: str, state: str = "active", price: int = 9900, **values: int | str) -> Change:
    asked = {"subscription_id": 1, "plan": "pro", "currency": "USD", "recurring_discount": 0}
    return Change(at=instant(at), state=state, list_price=price, **({"interval_months": 1} | asked | values))


STORY = [
    change("2026-01-01", "trial"),
    change("2026-01-15"),
    change("2026-03-01", "past_due"),
    change("2026-03-20", "past_due", price=19900),
    change("2026-05-01", "active", price=19900, recurring_discount=1900),
    change("2026-06-01", "ended"),
]


@pytest.mark.parametrize(
    ("at", "usd"),
    [
        ("2025-12-31", 0),
        ("2026-01-14", 0),
        ("2026-01-15", 9900),
        ("2026-03-31", 19900),
        # Thirty days from the first of the run, not from the new price.
        ("2026-03-31T00:00:01", 0),
        ("2026-05-01", 18000),
        ("2026-06-01", 0),
    ],
)
def test_a_subscription_counts_while_it_is_paid_or_thirty_days_late(at: str, usd: int) -> None:
    assert subscription_amounts(reversed(STORY), instant(at)).get("USD", 0) == usd


def test_a_year_is_twelve_months_and_each_is_rounded_once() -> None:
    yearly = change("2026-01-01", price=100_006, interval_months=12)
    other = change("2026-01-01", price=5000, subscription_id=2, currency="EUR")

    assert subscription_amounts([yearly, other], instant("2026-02-01")) == {"USD": 8334, "EUR": 5000}


def test_the_plan_is_that_of_the_latest_change() -> None:
    changes = [change("2026-01-01"), change("2026-02-01", plan="max"), change("2026-03-01", "ended")]

    assert [plan_at(changes, instant(f"2026-0{month}-15")) for month in (1, 2, 3)] == ["pro", "max", ""]


@pytest.mark.parametrize(
    ("age", "live", "days"),
    [(400, None, None), (400, 29, None), (400, 30, 365), (365, 365, 365), (364, 364, 90), (40, 30, 90)],
)
def test_fees_of_a_year_stand_for_a_month_once_there_is_a_year(
    age: int, live: int | None, days: int | None
) -> None:
    at = instant("2026-06-01")
    went_live = None if live is None else at - timedelta(days=live)
    window = usage_window(created_at=at - timedelta(days=age), went_live_at=went_live, at=at)

    assert (window and (window.days, window.months)) == (days and (days, 12 if days == 365 else 3))


@pytest.mark.parametrize(
    ("before", "now", "was_customer", "name"),
    [
        (0, 0, True, "none"),
        (5, 5, True, "none"),
        (0, 5, False, "new"),
        (0, 5, True, "reactivation"),
        (5, 7, True, "expansion"),
        (7, 5, True, "contraction"),
        (7, 0, True, "churn"),
    ],
)
def test_movements(before: int, now: int, was_customer: bool, name: str) -> None:
    assert movement_of(before=before, now=now, was_customer=was_customer) == name


@given(AMOUNTS, st.integers(1, 400))
def test_a_division_is_off_by_half_at_most_and_mirrors(amount: int, by: int) -> None:
    assert abs(divide(amount, by) * by - amount) * 2 <= by
    assert divide(-amount, by) == -divide(amount, by)


@given(AMOUNTS)
def test_its_own_currency_is_never_rounded(amount: int) -> None:
    assert convert(amount, rate=Decimal(1), currency="JPY", into="JPY") == amount


def test_yen_have_no_cents() -> None:
    rate = cross_rate(of=Decimal("160"), into=Decimal("1.20"))

    assert rate == Decimal("0.0075")
    assert convert(10_000, rate=rate, currency="JPY", into="USD") == 7500


@given(AMOUNTS, AMOUNTS)
def test_a_share_of_nothing_is_none(part: int, whole: int) -> None:
    found = ratio_ppm(part, whole)

    assert (found is None) == (whole == 0)
    assert found is None or abs(found * whole - part * 1_000_000) * 2 <= abs(whole)
