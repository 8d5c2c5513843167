"""What an operator tells of its days: as it stood then, in its own zone, each draft once."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from outfitter.accounts.models import Account
from outfitter.kpis import visits
from outfitter.kpis.models import KpiDailyAccount, KpiMonthlyAccount
from outfitter.testing.frozen_clock import Clock
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.reports import day_facts
from outfitter_tenants.trips.models import Trip, TripMethod
from tests.checkout.test_cancellations import cancel
from tests.support.due_jobs import run_due
from tests.support.kpi_accounts import instant
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import make_policy, pay, reserve, sell

# 31 March, 23:30 in New York.
LATE = instant("2026-04-01T03:30")
MARCH, APRIL = date(2026, 3, 31), date(2026, 4, 1)
PARTY = 2 * ADULT + CHILD


@pytest.fixture
def operator(reef: Account, clock: Clock) -> Account:
    clock.move_to(LATE)
    Account.objects.filter(pk=reef.pk).update(
        is_demo=False, time_zone="America/New_York", currency="USD", created_at=instant("2025-01-01")
    )
    KpiDailyAccount.objects.filter(account=reef).delete()
    return reef


def say(at: datetime) -> None:
    day_facts.emit_recent({}, at)


def fact(day: date) -> KpiDailyAccount:
    return KpiDailyAccount.objects.get(date=day, currency="USD")


def test_the_evening_of_the_31st_is_march(operator: Account, clock: Clock) -> None:
    offer = make_offer(capacity=None)
    first = sell(offer)
    total = Trip.objects.get(pk=first).total_amount
    clock.forward(hours=1)
    sell(offer, adults=1, children=0)
    say(clock.now)

    assert (fact(MARCH).trips_reserved_cnt, fact(MARCH).pax_cnt, fact(MARCH).is_active) == (1, 3, True)
    assert (fact(MARCH).gross_booked_amount, fact(MARCH).booked_online_amount) == (total, total)
    assert fact(APRIL).trips_reserved_cnt == 1
    months = KpiMonthlyAccount.objects.filter(account=operator, trips_cnt=1).order_by("month")
    assert [row.month.month for row in months] == [3, 4]


def test_a_trip_counts_as_it_was_reserved_and_falls_on_the_day_it_is_canceled(
    operator: Account, clock: Clock
) -> None:
    make_policy()
    trip_id = sell(make_offer(capacity=None))
    total = Trip.objects.get(pk=trip_id).total_amount
    clock.forward(days=1)
    cancel(trip_id, at=clock.now)
    left = Trip.objects.get(pk=trip_id).total_amount
    say(clock.now)

    assert (fact(MARCH).gross_booked_amount, fact(MARCH).cancelled_amount) == (total, 0)
    assert (fact(APRIL).gross_booked_amount, fact(APRIL).cancelled_amount) == (0, total - left)


def test_a_deleted_trip_loses_all_of_it(operator: Account, clock: Clock) -> None:
    trip_id = sell(make_offer(capacity=None))
    total = Trip.objects.get(pk=trip_id).total_amount
    clock.forward(days=1)
    Trip.objects.filter(pk=trip_id).update(
        status="deleted", status_before_delete="reserved", deleted_at=clock.now
    )
    say(clock.now)

    assert (fact(MARCH).gross_booked_amount, fact(APRIL).cancelled_amount) == (total, total)


def test_money_by_how_it_came(operator: Account, clock: Clock) -> None:
    trip_id = sell(make_offer(capacity=None), adults=10)
    ways = {"card": 5000, "cash": 1000, "check": 200, "gift_card": 30, "ota_prepaid": 4, "external": 600}
    for method, amount in ways.items():
        made = pay(trip_id, amount, method=method)
    card = Payment.objects.get(method="card")
    for route, amount, status in (("gateway", 700, "succeeded"), ("gateway", 90, "failed")):
        Payment.objects.create(
            trip_id=trip_id,
            kind="refund",
            method="card",
            route=route,
            parent_payment=card,
            amount=amount,
            currency="USD",
            status=status,
            received_at=clock.now,
            created_at=clock.now,
        )
    say(clock.now)
    found = fact(MARCH)

    assert made.currency == "USD"
    assert (found.pay_card_online, found.pay_card_present, found.pay_card_moto) == (5000, 0, 0)
    assert (found.pay_cash, found.pay_check_wire, found.pay_other) == (1000, 200, 600)
    assert (found.pay_gift, found.pay_ota, found.pay_reseller) == (30, 4, 0)
    assert (found.pay_card_cnt, found.pay_base_cnt) == (1, 4)
    assert (found.gateway_paid_amount, found.gateway_refunds_amount, found.refunds_amount) == (5000, 700, 700)


def test_a_card_at_the_counter_and_by_phone(operator: Account, clock: Clock) -> None:
    trip_id = sell(make_offer(capacity=None), adults=10)
    for channel, amount in (("pos_terminal", 300), ("moto", 20), ("link", 1)):
        intent = pay(trip_id, amount).intent
        assert intent is not None
        intent.channel = channel
        intent.save(update_fields=["channel"])
    say(clock.now)

    found = fact(MARCH)
    assert (found.pay_card_present, found.pay_card_moto, found.pay_card_online) == (300, 20, 1)


def visit(trip_id: int, visitor: str | None, at: datetime) -> None:
    Trip.objects.filter(pk=trip_id).update(visitor=visitor, created_at=at)


def test_a_visitors_draft_counts_once_in_a_day_and_by_when_it_began(operator: Account, clock: Clock) -> None:
    offer, other = make_offer(capacity=None), make_offer(capacity=None, name="Sail")
    began = LATE - timedelta(days=3, hours=6)
    for visitor, hours in (("a", 0), ("a", 23), ("a", 60), ("b", 1)):
        visit(fill_cart(offer, contact=None), visitor, began + timedelta(hours=hours))
    visit(fill_cart(other, contact=None), "a", began)
    sold = fill_cart(offer)
    reserve(sold)
    visit(sold, "b", began + timedelta(hours=2))
    Trip.objects.filter(pk=sold).update(conversion={"recovered_kind": "link"})
    say(clock.now)
    found = fact(date(2026, 3, 28))

    # a's first two are one, b's two are one, a's other experience is another.
    assert (found.ecom_drafts_cnt, found.ecom_converted_cnt, found.recovered_cnt) == (3, 1, 1)
    assert fact(MARCH).ecom_drafts_cnt == 1


def test_what_is_no_sale_of_a_visitor_is_left_out(operator: Account, clock: Clock) -> None:
    offer = make_offer(capacity=None)
    brought, gone = sell(offer), fill_cart(offer, contact=None)
    Trip.objects.filter(pk=brought).update(trip_method=TripMethod.objects.get(slug="import"))
    Trip.objects.filter(pk=gone).update(status="deleted", deleted_at=clock.now)
    pay(brought, 100)
    say(clock.now)

    assert not KpiDailyAccount.objects.filter(account=operator).exists()


def test_what_a_cart_said_stays_when_it_forgets_its_visitor(operator: Account, clock: Clock) -> None:
    offer = make_offer(capacity=None)
    for _ in range(2):
        visit(fill_cart(offer, contact=None), "a", LATE)
    say(clock.now)
    Trip.objects.update(visitor=None, created_by=None)
    clock.forward(days=31)
    say(clock.now)

    assert fact(MARCH).ecom_drafts_cnt == 1


def test_browsers_are_counted_once_a_day_and_programs_never(operator: Account) -> None:
    seen = [
        ("1.2.3.4", "Firefox"),
        ("1.2.3.4", "Firefox"),
        ("1.2.3.5", "Firefox"),
        ("9.9.9.9", "Googlebot/2.1"),
    ]
    for ip, browser in seen:
        visits.record_visit(account_id=operator.pk, day=MARCH, ip=ip, browser=browser)
    say(LATE)

    assert fact(MARCH).ecom_sessions_cnt == 2


def test_the_past_is_said_once_stretch_by_stretch(operator: Account, clock: Clock) -> None:
    trip_id = sell(make_offer(capacity=None))
    Trip.objects.filter(pk=trip_id).update(reserved_at=LATE - timedelta(days=300))
    say(clock.now)
    assert not KpiDailyAccount.objects.filter(account=operator, trips_reserved_cnt=1).exists()
    day_facts.schedule_past(at=clock.now)
    stretches = [run_due(day_facts.PAST) for _ in range(5)]

    assert stretches == [1, 1, 1, 1, 0]
    assert KpiDailyAccount.objects.get(account=operator, trips_reserved_cnt=1).date == date(2025, 6, 4)


def test_what_is_said_twice_is_said_once(operator: Account, clock: Clock) -> None:
    pay(sell(make_offer(capacity=None)), 100)
    say(clock.now)
    before: list[dict[str, Any]] = list(KpiDailyAccount.objects.filter(account=operator).values())
    say(clock.now)

    assert list(KpiDailyAccount.objects.filter(account=operator).values()) == before


def test_the_command_has_operators_tell_their_past(
    operator: Account, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    trip_id = sell(make_offer(capacity=None))
    Trip.objects.filter(pk=trip_id).update(reserved_at=LATE - timedelta(days=100))
    for _ in range(2):
        call_command("figures", "past", account="reef")
    told = capsys.readouterr().out.splitlines()

    assert told == [f"{'reef':24} from 2025-12-21 on"] * 2
    assert [run_due(day_facts.PAST) for _ in range(3)] == [1, 1, 0]
    assert KpiDailyAccount.objects.get(account=operator, trips_reserved_cnt=1).date == date(2025, 12, 21)


def test_the_command_has_nothing_to_do_for_the_new_and_refuses_others(
    operator: Account, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    sell(make_offer(capacity=None))
    call_command("figures", "past", all=True)

    assert f"{'reef':24} nothing sold before the last 35 days" in capsys.readouterr().out
    assert run_due(day_facts.PAST) == 0
    Account.objects.filter(pk=operator.pk).update(is_demo=True)
    for slug in ("reef", "nobody"):
        with pytest.raises(CommandError, match="no such operator, or it is a demo"):
            call_command("figures", "past", account=slug)
