"""Totals of the platform: whatever is written, in any order, they are what the rows come to."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from outfitter.accounts.models import Account
from outfitter.kit.currencies import ZERO_DECIMAL, exponent
from outfitter.kpis import months, platform_totals, refresh_runs, revenue, usage_figures
from outfitter.kpis.models import FxRate, KpiDailyAccount, KpiDayTotal, KpiMonthlyAccount, KpiMonthTotal
from outfitter.kpis.queries.account_filters import AccountFilter
from outfitter.kpis.queries.day_windows import Span
from tests.scheduling.test_last_seats import at_once
from tests.support import kpi_accounts as world
from tests.support.example_count import how_many
from tests.support.kpi_accounts import instant

NOW = instant("2026-04-10T12:00")
JAN = date(2026, 1, 1)
YEAR = Span(JAN, JAN + timedelta(days=365))
# Everybody is American: with the filter rows are asked, without it totals are.
ALL, AMERICANS = AccountFilter(), AccountFilter(country="US")
DAYS = st.integers(0, 99).map(lambda n: JAN + timedelta(days=n))
CURRENCIES = st.sampled_from(["USD", "EUR", "JPY"])
SLUGS = st.sampled_from(["one", "two", "three"])
AMOUNTS = st.integers(0, 30_000)


def answers(who: AccountFilter) -> dict[str, object]:
    """Return every answer that totals are read for."""
    return {
        "mrr": revenue.current_revenue(NOW, who),
        "revenue": revenue.revenue_history(NOW, who),
        "volume": usage_figures.volume_history(NOW, who),
        "conversion": usage_figures.conversion(NOW, YEAR, who),
        "cards": usage_figures.card_usage_history(NOW, who),
        "fees": usage_figures.fee_capture(YEAR, who),
        "fee history": usage_figures.fee_capture_history(NOW, who),
    }


class Totals(RuleBasedStateMachine):
    """Operators tell their days again and again, with other figures; rates arrive; one leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        Account.objects.update(is_demo=True)
        self.there: dict[str, Account] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def account(self, slug: str) -> Account:
        if slug not in self.there:
            self.there[slug] = world.make_account(slug)
        return self.there[slug]

    @rule(slug=SLUGS, day=DAYS, currency=CURRENCIES, amount=AMOUNTS, card=AMOUNTS, cnt=st.integers(0, 5))
    def tell(self, slug: str, day: date, currency: str, amount: int, card: int, cnt: int) -> None:
        values = {"booked_online_amount": amount, "gross_booked_amount": amount, "gateway_paid_amount": card}
        drafts = {"ecom_drafts_cnt": cnt, "ecom_sessions_cnt": 2 * cnt, "is_active": cnt > 0}
        money = {"pay_card_online": card, "pay_cash": amount}
        world.sell(self.account(slug), day, now=NOW, currency=currency, **values, **drafts, **money)

    @rule(slug=SLUGS, day=DAYS, currency=CURRENCIES, amount=AMOUNTS, waived=AMOUNTS)
    def charge(self, slug: str, day: date, currency: str, amount: int, waived: int) -> None:
        values = {"expected": amount + waived, "waived_by_reason": {"waived_by_staff": waived}}
        world.charge_fees(self.account(slug), day, amount, now=NOW, currency=currency, **values)

    @rule(slug=SLUGS, day=DAYS, price=AMOUNTS, state=st.sampled_from(["active", "paused"]))
    def subscribe(self, slug: str, day: date, price: int, state: str) -> None:
        at = instant(day.isoformat())
        world.subscribe(self.account(slug), price, at, state=state, now=NOW)

    @rule(
        month=st.integers(1, 4),
        currency=st.sampled_from(["USD", "JPY"]),
        rate=st.decimals("0.5", 2, places=4),
    )
    def give_rate(self, month: int, currency: str, rate: Decimal) -> None:
        there = FxRate.objects.filter(currency=currency, month=date(2026, month, 1)).first()
        version = there.version if there else None
        world.give_rate(currency, date(2026, month, 1), str(rate), version=version)
        refresh_runs.apply_rates(at=NOW)

    @rule(slug=SLUGS)
    def leave(self, slug: str) -> None:
        if account := self.there.pop(slug, None):
            account.delete()

    @rule()
    def fold(self) -> None:
        platform_totals.fold()

    @invariant()
    def totals_are_what_rows_come_to(self) -> None:
        assert answers(ALL) == answers(AMERICANS)


def test_totals_follow_whatever_is_written(db: None) -> None:
    run_state_machine_as_test(
        Totals,
        settings=settings(
            max_examples=how_many(12),
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate],
        ),
    )


def test_a_day_told_again_adds_no_part(db: None) -> None:
    account = world.make_account("again")
    world.sell(account, JAN, now=NOW, gateway_paid_amount=700, ecom_drafts_cnt=1)
    before = list(KpiDayTotal.objects.order_by("pk").values())
    world.sell(account, JAN, now=NOW, gateway_paid_amount=700, ecom_drafts_cnt=1)

    assert list(KpiDayTotal.objects.order_by("pk").values()) == before
    world.sell(account, JAN, now=NOW, gateway_paid_amount=800, ecom_drafts_cnt=1)
    assert KpiDayTotal.objects.latest("pk").gateway_paid_amount == 100
    assert platform_totals.fold() == 1 + KpiMonthTotal.objects.filter(month=JAN).count()
    one = KpiDayTotal.objects.get()
    assert (one.gateway_paid_amount, one.ecom_drafts_cnt, one.fx_rate) == (800, 1, 1)


@pytest.mark.parametrize("cnt", [0, 1])
def test_who_took_less_than_a_hundred_is_known_in_each_currency(db: None, cnt: int) -> None:
    account = world.make_account("small")
    currencies = sorted(ZERO_DECIMAL | {"USD", "EUR"})
    for n, currency in enumerate(currencies):
        KpiMonthlyAccount.objects.create(
            account=account,
            month=date(2020 + n, 1, 1),
            reporting_currency=currency,
            non_card=100 * 10 ** exponent(currency) - 1 + cnt,
        )
    found = KpiMonthTotal.objects.order_by("month")

    assert [(one.reporting_currency, one.accounts_below_50pct_cnt) for one in found] == [
        (currency, cnt) for currency in currencies
    ]


@pytest.mark.django_db(transaction=True)
def test_many_write_one_day_at_once_while_parts_are_put_together(db: None) -> None:
    accounts = [world.make_account(f"busy-{n}") for n in range(4)]

    def tell(account: Account) -> Callable[[], Any]:
        def often() -> None:
            for amount in range(1, 11):
                world.sell(account, JAN, now=NOW, gateway_paid_amount=amount, pay_cash=20_000)

        return often

    def put_together() -> None:
        for _ in range(20):
            platform_totals.fold()

    at_once("public", [*map(tell, accounts), put_together, put_together])
    months.refresh(account_id=accounts[0].pk, since=JAN, now=NOW)

    assert KpiDailyAccount.objects.filter(date=JAN).count() == 4
    platform_totals.fold()
    assert KpiDayTotal.objects.get(date=JAN).gateway_paid_amount == 40
    assert answers(ALL) == answers(AMERICANS)
