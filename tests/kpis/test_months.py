"""Three operators, three months, every integer by hand; what was converted for good never moves."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from outfitter.accounts.models import Account, AccountStateEvent
from outfitter.kpis import facts, fees, months
from outfitter.kpis.models import KpiDailyAccount, KpiMonthlyAccount
from tests.support import kpi_accounts as world
from tests.support.kpi_accounts import instant

pytestmark = pytest.mark.django_db
JAN, FEB, MAR, APR = (date(2026, month, 1) for month in (1, 2, 3, 4))
NOW = instant("2026-04-10T12:00")


@pytest.fixture
def three(db: None) -> list[Account]:
    """
    A flat plan that grows and is closed in mid-March; one in euros that pauses; one that pays fees.

    Euros: 1 EUR is 1.10 USD at the end of January, 1.20 of February, 1.25 of March.
    """
    for month, dollars in ((JAN, "1.10"), (FEB, "1.20"), (MAR, "1.25")):
        world.give_rate("USD", month, dollars)
    flat, euro, fee = (world.make_account(slug) for slug in ("flat", "euro", "fee"))
    world.subscribe(flat, 10000, instant("2026-01-05"))
    world.subscribe(flat, 15000, instant("2026-02-10"))
    world.subscribe(euro, 5000, instant("2026-01-20"), currency="EUR")
    world.subscribe(euro, 5000, instant("2026-02-20"), currency="EUR", state="paused")
    world.subscribe(euro, 5000, instant("2026-03-25"), currency="EUR")
    Account.objects.filter(pk=flat.pk).update(status="closed", closed_at=instant("2026-03-15"))
    for day, amount in ((date(2026, 1, 10), 3000), (date(2026, 2, 15), 6000), (date(2026, 3, 31), 900)):
        world.charge_fees(fee, day, amount, now=NOW)
    # A partial refund in March: a third of January's fee was given back.
    world.charge_fees(
        fee, date(2026, 3, 5), 0, now=NOW, refunded=1000, waived_by_reason={"waived_by_staff": 1000}
    )
    for one in (flat, euro, fee):
        months.refresh(account_id=one.pk, since=JAN, now=NOW)
    return [flat, euro, fee]


def row(account: Account, month: date) -> KpiMonthlyAccount:
    return KpiMonthlyAccount.objects.get(account=account, month=month)


def story(account: Account) -> list[tuple[int, int, str]]:
    """Return (subscription, usage, movement) of each month in order."""
    rows = KpiMonthlyAccount.objects.filter(account=account).order_by("month")
    return [(one.mrr_subscription, one.mrr_usage, one.movement) for one in rows]


def test_three_accounts_over_three_months_and_a_running_one(three: list[Account]) -> None:
    flat, euro, fee = three

    assert story(flat) == [(10000, 0, "new"), (15000, 0, "expansion"), (0, 0, "churn"), (0, 0, "none")]
    # 50.00 EUR at 1.10; paused; back at 1.25; April has no rate and is left out, not guessed.
    assert story(euro) == [(5500, 0, "new"), (0, 0, "churn"), (6250, 0, "reactivation"), (0, 0, "churn")]
    assert [row(euro, month).missing for month in (MAR, APR)] == [[], ["EUR"]]
    # (3000)/3, (3000+6000)/3, (9000+900-1000)/3, then January's fee is older than 90 days.
    assert story(fee) == [
        (0, 1000, "new"),
        (0, 3000, "expansion"),
        (0, 2967, "contraction"),
        (0, 1967, "contraction"),
    ]


def test_each_month_is_the_one_before_and_what_moved(three: list[Account]) -> None:
    for account in three:
        before = 0
        for one in KpiMonthlyAccount.objects.filter(account=account).order_by("month"):
            assert one.previous_mrr == before
            before = one.mrr_subscription + one.mrr_usage


def test_a_rate_corrected_later_moves_nothing(three: list[Account]) -> None:
    euro = three[1]
    world.sell(euro, date(2026, 1, 31), now=NOW, currency="EUR", booked_staff_amount=1000)
    before = list(KpiMonthlyAccount.objects.filter(account=euro, month__lt=APR).order_by("month").values())
    world.give_rate("USD", JAN, "9.99", version=1)
    world.sell(euro, date(2026, 1, 31), now=NOW, currency="EUR", booked_staff_amount=1000)

    assert (
        list(KpiMonthlyAccount.objects.filter(account=euro, month__lt=APR).order_by("month").values())
        == before
    )
    assert row(euro, JAN).gross_booked_amount == 1100


def test_a_running_months_rate_is_final_once_the_month_was_over(db: None) -> None:
    account = world.make_account("running", currency="EUR")
    world.give_rate("USD", JAN, "1.10", at=instant("2026-01-20"))
    world.sell(account, date(2026, 1, 10), now=instant("2026-01-20"), booked_staff_amount=1000)
    assert row(account, JAN).gross_booked_amount == 1100
    world.give_rate("USD", JAN, "1.30", version=1, at=instant("2026-02-02"))
    world.sell(account, date(2026, 1, 11), now=instant("2026-02-02"), booked_staff_amount=1000)

    assert row(account, JAN).gross_booked_amount == 2600
    assert not KpiDailyAccount.objects.filter(account=account, is_rate_final=False).exists()


def test_the_last_evening_belongs_to_the_operators_own_month(db: None) -> None:
    account = world.make_account("late")
    # 31 March, 23:30 in New York, is the first of April in London.
    world.subscribe(account, 4200, instant("2026-04-01T03:30"))
    months.refresh(account_id=account.pk, since=MAR, now=NOW)

    assert [row(account, month).mrr_subscription for month in (MAR, APR)] == [4200, 4200]


def test_an_account_that_was_opened_again_was_closed_all_the_same(three: list[Account]) -> None:
    flat = three[0]
    for change, after, at in (("close", "closed", "2026-03-15"), ("reopen", "live", "2026-04-02")):
        AccountStateEvent.objects.create(
            account=flat, change=change, before="live", after=after, at=instant(at), actor="owner"
        )
    Account.objects.filter(pk=flat.pk).update(status="live", closed_at=None)
    months.refresh(account_id=flat.pk, since=MAR, now=NOW)

    assert story(flat)[2:] == [(0, 0, "churn"), (15000, 0, "reactivation")]


def test_writing_a_day_again_changes_nothing(db: None) -> None:
    account = world.make_account("again")
    for _ in range(2):
        world.sell(
            account, date(2026, 2, 3), now=NOW, booked_online_amount=700, gross_booked_amount=700, pax_cnt=2
        )
        world.charge_fees(account, date(2026, 2, 3), 70, now=NOW)

    fact = KpiDailyAccount.objects.get(account=account)
    assert (fact.gross_booked_amount, fact.pax_cnt, fact.fee_collected) == (700, 2, 70)
    assert (row(account, FEB).gross_booked_amount, row(account, FEB).fee_collected) == (700, 70)


def test_a_day_on_which_nothing_is_left_counts_nothing(db: None) -> None:
    account = world.make_account("gone")
    world.sell(account, date(2026, 2, 3), now=NOW, booked_online_amount=700, is_active=True)
    world.charge_fees(account, date(2026, 2, 3), 70, now=NOW)
    facts.record(account_id=account.pk, first=FEB, last=date(2026, 2, 28), days=[], now=NOW)

    found = row(account, FEB)
    assert (found.gross_booked_amount, found.is_active, found.fee_collected) == (0, False, 70)


def test_a_demonstration_has_no_figures(three: list[Account]) -> None:
    fee = three[2]
    Account.objects.filter(pk=fee.pk).update(is_demo=True)
    world.sell(fee, date(2026, 3, 3), now=NOW, booked_online_amount=700)

    assert not KpiDailyAccount.objects.filter(account=fee).exists()
    assert not KpiMonthlyAccount.objects.filter(account=fee).exists()


def test_fees_that_do_not_add_up_are_refused(db: None) -> None:
    account = world.make_account("leaky")
    wrong: dict[str, Any] = {"expected": 100, "waived_by_reason": {"invoice_unpaid": 29}}
    with pytest.raises(fees.FeesDisagree):
        world.charge_fees(account, FEB, 70, now=NOW, **wrong)
    world.charge_fees(account, FEB, 70, now=NOW, expected=100, waived_by_reason={"invoice_unpaid": 30})
    with pytest.raises(IntegrityError), transaction.atomic():
        KpiDailyAccount.objects.filter(account=account).update(fee_expected=101)


def test_converted_leaks_still_add_up(db: None) -> None:
    world.give_rate("USD", FEB, "1.3337")
    account = world.make_account("odd", currency="EUR")
    world.charge_fees(
        account,
        FEB,
        333,
        now=NOW,
        expected=1000,
        waived_by_reason={"invoice_unpaid": 333, "gateway_failed": 334},
    )
    found = row(account, FEB)

    assert found.fee_expected == found.fee_collected + found.fee_invoice_unpaid + found.fee_gateway_failed
    assert (found.fee_collected, found.fee_invoice_unpaid, found.fee_gateway_failed) == (444, 444, 445)


def test_months_go_on_to_the_operators_today(db: None) -> None:
    account = world.make_account("today", time_zone="Pacific/Auckland")
    # The first of May in Auckland, still April elsewhere.
    now: datetime = instant("2026-04-30T13:00")
    months.refresh(account_id=account.pk, since=APR - timedelta(days=1), now=now)

    found = KpiMonthlyAccount.objects.filter(account=account).order_by("month")
    assert [one.month for one in found] == [MAR, APR, date(2026, 5, 1)]
