"""What is due at booking, and what comes back."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit import zones
from outfitter.kit.currencies import chargeable_unit
from outfitter.kit.money import mul_ppm
from outfitter_stripe.amounts import to_gateway
from outfitter_tenants.pricing.rules.cancellation_policy import Policy, share_of
from outfitter_tenants.pricing.rules.deposits import Deposit, DepositOrder, balance_due_at, deposit_due
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.trip_price import DepositOverride, PricedOrder, Rules, price

pytestmark = pytest.mark.rules

AT = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
START = AT + timedelta(days=10)


def ticket(amount: int, booking: int, order: int = 1, **given: Any) -> QuoteLine:
    return QuoteLine(
        "ticket", 1, "Adult", 1, amount, amount, trip_order_id=order, booking_id=booking, **given
    )


TAX = QuoteLine("tax", 9, "Tax", 1, 500, 500, trip_order_id=1, booking_id=1, on=(0,))
SHIRT = QuoteLine("product", 1, "Shirt", 1, 2000, 2000)
LINES = (ticket(5000, 1), ticket(3000, 2), TAX)


def due(rule: Deposit, *more: QuoteLine, at: datetime = AT, method: str = "ecommerce") -> int:
    return deposit_due((*LINES, *more), [DepositOrder(1, rule, START)], method=method, at=at)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Deposit(), 8500),
        (Deposit("per_booking_amount", amount=1000), 2000),
        (Deposit("per_booking_amount", amount=90_000), 8500),
        (Deposit("per_booking_percent", rate_ppm=250_000), 1250 + 750),
        (Deposit("per_booking_percent", rate_ppm=250_000, is_include_taxes=True), 1375 + 750),
        (Deposit("per_order_amount", amount=4000), 4000),
        (Deposit("per_order_percent", rate_ppm=500_000), 4000),
        (Deposit("per_order_percent", rate_ppm=500_000, is_include_taxes=True), 4250),
        (Deposit("per_order_amount", amount=1, full_if_within_hours=241), 8500),
        (Deposit("per_order_amount", amount=1, full_if_within_hours=239), 1),
        (Deposit("per_order_amount", amount=1, methods=frozenset({"pos"})), 8500),
    ],
)
def test_a_deposit(rule: Deposit, expected: int) -> None:
    assert due(rule) == expected


def test_goods_are_due_at_once() -> None:
    rule = Deposit("per_order_amount", amount=1000)
    assert due(rule, SHIRT) == 3000
    fee = QuoteLine("booking_fee", None, "Booking fee", 1, 300, 300)
    assert due(rule, fee) == 1000
    assert due(Deposit(), fee) == 8800


def test_a_free_ticket_asks_for_no_deposit() -> None:
    lines = (ticket(5000, 1), ticket(0, 2, is_comped=True))
    rule = Deposit("per_booking_amount", amount=1000)
    assert deposit_due(lines, [DepositOrder(1, rule, START)], method="pos", at=AT) == 1000


def test_orders_each_have_their_own_rule() -> None:
    lines = (ticket(5000, 1), ticket(3000, 2, order=2))
    orders = [
        DepositOrder(1, Deposit("per_order_percent", rate_ppm=100_000), START),
        DepositOrder(2, Deposit(), START + timedelta(days=1)),
    ]
    assert deposit_due(lines, orders, method="pos", at=AT) == 500 + 3000


def test_the_rest_is_due_by_the_earliest_order() -> None:
    rule = Deposit("per_order_percent", rate_ppm=100_000, balance_due_hours=48)
    orders = [DepositOrder(1, rule, START), DepositOrder(2, rule, START - timedelta(days=1))]
    assert balance_due_at(orders, method="pos", time_zone="UTC") == START - timedelta(days=3)
    assert balance_due_at([DepositOrder(1, Deposit(), START)], method="pos", time_zone="UTC") is None


def in_days(days: int | None, start: datetime, zone: str, hours: int | None = None) -> datetime | None:
    rule = Deposit("per_order_percent", rate_ppm=100_000, balance_due_hours=hours, balance_due_days=days)
    return balance_due_at([DepositOrder(1, rule, start)], method="pos", time_zone=zone)


@pytest.mark.parametrize(
    ("zone", "start", "days", "expected"),
    [
        # New York puts its clocks back on 1 November 2026, at two in the morning.
        ("America/New_York", "2026-11-02T14:00Z", 0, "2026-11-02T05:00Z"),
        ("America/New_York", "2026-11-02T14:00Z", 1, "2026-11-01T04:00Z"),
        ("America/New_York", "2026-11-02T14:00Z", 7, "2026-10-26T04:00Z"),
        # And forward on 8 March: 24 hours before a start at nine is another day's work than one day.
        ("America/New_York", "2026-03-08T13:00Z", 1, "2026-03-07T05:00Z"),
        ("America/New_York", "2026-03-09T13:00Z", 1, "2026-03-08T05:00Z"),
        # Ten in the evening in New York is the next day in London: the operator's calendar counts.
        ("America/New_York", "2026-05-11T02:00Z", 1, "2026-05-09T04:00Z"),
        ("Europe/London", "2026-05-11T02:00Z", 1, "2026-05-09T23:00Z"),
        ("Pacific/Kiritimati", "2026-05-11T02:00Z", 30, "2026-04-10T10:00Z"),
        # Beirut had no midnight on 29 March 2026: the day began at one.
        ("Asia/Beirut", "2026-03-30T09:00Z", 1, "2026-03-28T22:00Z"),
    ],
)
def test_a_balance_is_due_as_a_day_of_the_operator_begins(
    zone: str, start: str, days: int, expected: str
) -> None:
    assert in_days(days, datetime.fromisoformat(start), zone) == datetime.fromisoformat(expected)


@given(
    start=st.datetimes(datetime(2020, 1, 1), datetime(2037, 1, 1), timezones=st.just(UTC)),
    days=st.integers(0, 365),
    zone=st.sampled_from(["UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Beirut"]),
)
def test_it_is_never_due_later_than_the_start_nor_on_another_day(
    start: datetime, days: int, zone: str
) -> None:
    due = in_days(days, start, zone)
    assert due is not None
    assert due <= start
    day = zones.local_day(start, zone) - timedelta(days=days)
    assert zones.local_day(due, zone) == day
    assert zones.local_day(due - timedelta(seconds=1), zone) < day


def test_hours_count_where_no_days_are_said() -> None:
    assert in_days(None, START, "Asia/Tokyo", hours=36) == START - timedelta(hours=36)
    assert in_days(None, START, "Asia/Tokyo") == START


def test_the_earliest_day_counts() -> None:
    rule = Deposit("per_order_percent", rate_ppm=100_000, balance_due_days=2)
    late = Deposit("per_order_percent", rate_ppm=100_000, balance_due_hours=1)
    orders = [DepositOrder(1, late, START), DepositOrder(2, rule, START + timedelta(days=1))]
    assert balance_due_at(orders, method="pos", time_zone="UTC") == datetime(2026, 5, 10, tzinfo=UTC)


POLICY = Policy.of(
    {
        "name": "Flexible",
        "tiers": [
            {"hours_before": 24, "refund_ppm": 500_000, "fee_amount": 500},
            {"hours_before": 48, "refund_ppm": 1_000_000, "fee_amount": 0},
        ],
        "noshow_refund_ppm": 100_000,
    }
)


@pytest.mark.parametrize(
    ("hours", "reason", "expected"),
    [
        (72, "customer", 0),
        (48, "customer", 0),
        (47.9, "customer", 5500),
        (24, "customer", 5500),
        (23.9, "customer", 10_000),
        (1, "weather", 0),
        (1, "operator", 0),
        (0, "noshow", 9000),
        (None, "customer", 0),
    ],
)
def test_what_is_kept(hours: float | None, reason: str, expected: int) -> None:
    start = None if hours is None else AT + timedelta(hours=hours)
    share = share_of(policy=POLICY, gross=10_000, start_at=start, reason=reason, at=AT)
    assert share.keep == expected


STORMY = {"name": "Stormy", "tiers": [], "weather_refund_ppm": 250_000, "is_weather_credit_allowed": False}


@pytest.mark.parametrize(
    ("stored", "reason", "expected"),
    [
        (STORMY, "weather", (7500, "weather")),
        (STORMY, "operator", (0, "nothing")),
        (STORMY, "customer", (10_000, "too_late")),
        ({**STORMY, "weather_refund_ppm": 0}, "weather", (10_000, "weather")),
        ({**STORMY, "weather_refund_ppm": 1_000_000}, "weather", (0, "nothing")),
        # A copy from before policies spoke of the weather.
        ({"name": "Old", "tiers": []}, "weather", (0, "nothing")),
    ],
)
def test_what_is_kept_for_the_weather(stored: Any, reason: str, expected: tuple[int, str]) -> None:
    policy = Policy.of(stored)
    share = share_of(policy=policy, gross=10_000, start_at=START, reason=reason, at=AT)
    assert (share.keep, share.why) == expected
    assert policy.is_weather_credit_allowed is stored.get("is_weather_credit_allowed", True)


@given(gross=st.integers(0, 10**9), ppm=st.integers(0, 1_000_000), hours=st.integers(-100, 1000) | st.none())
def test_the_weather_knows_no_tier_and_the_operator_keeps_nothing(
    gross: int, ppm: int, hours: int | None
) -> None:
    policy = Policy("Any", POLICY.tiers, 0, ppm)
    start = None if hours is None else AT + timedelta(hours=hours)
    kept = [
        share_of(policy=policy, gross=gross, start_at=start, reason=reason, at=AT).keep
        for reason in ("weather", "operator")
    ]
    assert kept == [gross - mul_ppm(gross, ppm), 0]


def test_until_when_everything_comes_back() -> None:
    assert POLICY.free_until(START) == START - timedelta(hours=48)
    assert POLICY.free_until(None) is None
    assert Policy("Strict", ()).free_until(START) is None


@pytest.mark.parametrize(
    ("hours", "expected"),
    [(72, (1_000_000, 48)), (48, (1_000_000, 48)), (47.9, (500_000, 24)), (23.9, None), (-1, None)],
)
def test_what_a_policy_still_promises(hours: float, expected: tuple[int, int] | None) -> None:
    start = AT + timedelta(hours=hours)
    tier, until = POLICY.offer(start_at=start, at=AT)
    assert (tier and tier.refund_ppm) == (expected and expected[0])
    assert until == (expected and start - timedelta(hours=expected[1]))


def test_without_a_start_the_earliest_tier_holds_without_an_end() -> None:
    tier, until = POLICY.offer(start_at=None, at=AT)
    assert (tier and tier.refund_ppm, until) == (1_000_000, None)
    assert Policy("Strict", ()).offer(start_at=None, at=AT) == (None, None)


def test_a_fee_never_costs_more_than_was_paid() -> None:
    policy = Policy.of({"tiers": [{"hours_before": 0, "refund_ppm": 900_000, "fee_amount": 5000}]})
    share = share_of(policy=policy, gross=1000, start_at=START, reason="customer", at=AT)
    assert share.keep == 1000


@given(
    amounts=st.lists(st.integers(1, 10**6), min_size=1, max_size=6),
    ppm=st.integers(1, 1_000_000),
    kind=st.sampled_from(["per_booking_percent", "per_order_percent"]),
    share=st.none() | st.integers(1, 1_000_000),
    currency=st.sampled_from(["ISK", "USD", "JPY", "UGX"]),
)
def test_a_share_is_one_that_gateways_charge(amounts, ppm, kind, share, currency):
    unit = chargeable_unit(currency)
    rules = Rules(deposit=Deposit(kind, rate_ppm=ppm), unit=unit)
    lines = [ticket(amount * unit, place) for place, amount in enumerate(amounts)]
    asked = DepositOverride(ppm=share) if share else None
    found, _ = price(
        lines=lines,
        orders=[PricedOrder(1, 1, start_at=START)],
        rules=rules,
        deposits={},
        method="ecommerce",
        at=AT,
        deposit=asked,
    )
    exact = due_exactly(amounts, unit, kind, ppm) if share is None else mul_ppm(found.total, share)
    assert found.deposit_due % unit == 0
    assert exact <= found.deposit_due <= min(found.total, exact + unit - 1)
    assert to_gateway(currency, found.deposit_due) >= 0


def due_exactly(amounts: list[int], unit: int, kind: str, ppm: int) -> int:
    if kind == "per_booking_percent":
        return sum(mul_ppm(amount * unit, ppm) for amount in amounts)
    return mul_ppm(sum(amounts) * unit, ppm)
