"""Statements over months, changes of plan and refunds; every one adds up (domain.md 6.6)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db.models import Sum

from outfitter.accounts.models import Account
from outfitter.billing import billing_day, kpi_facts
from outfitter.billing.models import BillingStatement, CountryTax, FeeMovement, Subscription, TripFee
from outfitter.billing.operations import charges, customer_details, operator_plans, plan_catalog, trip_fees
from outfitter.billing.operations.operator_plans import SamePlan
from outfitter.billing.operations.plan_catalog import PlanInUse, PlanText
from outfitter.billing.operations.trip_fees import TripState
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.contract_fee import TripSums
from outfitter.kit.errors import StaleVersion
from tests.billing.conftest import TERMS

pytestmark = pytest.mark.django_db


def lines(statement):
    return [(row.kind, row.amount) for row in statement.lines.order_by("position")]


def statements(reef):
    return list(BillingStatement.objects.filter(account=reef).order_by("pk"))


def go_to(clock, *day):
    clock.move_to(datetime(*day, 16, tzinfo=UTC))
    billing_day.daily({}, clock.now)


def sell(reef, trip_id, total, *, at, booking_fee=0, method="ecommerce", collected=0, reserved_at=None):
    state = TripState(
        trip_id,
        f"AAAA-{trip_id:04d}"[-9:],
        reserved_at or at,
        TripSums(total, booking_fee, method),
        collected,
    )
    return trip_fees.record_trip(account_id=reef.pk, trip_id=trip_id, read=lambda: state, at=at)


def change(reef, plans, slug, clock):
    account = Account.objects.get(pk=reef.pk)
    version = billed_accounts.latest_version(plans[slug])
    seen = operator_plans.preview_change(account=account, version=version, at=clock.now)
    operator_plans.change_plan(
        account=account,
        version=version,
        expected_total=seen.total,
        known_version=billed_accounts.find_subscription(account_id=reef.pk).version,
        at=clock.now,
    )
    return seen


def test_a_price_is_due_at_the_start_and_every_month(reef, take, april):
    take("flat")
    go_to(april, 2026, 4, 30)
    assert [lines(one) for one in statements(reef)] == [[("subscription", 4900)]]
    go_to(april, 2026, 5, 1)
    go_to(april, 2026, 5, 1)
    first, second = statements(reef)
    assert (first.opening, first.closing, second.opening, second.closing) == (0, 4900, 4900, 9800)
    assert (second.period_from, second.period_to) == (date(2026, 4, 1), date(2026, 5, 1))
    assert second.lines.get().facts == {"plan": "Flat", "from": "2026-05-01", "to": "2026-05-31"}


def test_days_on_which_nothing_ran_are_made_up_for(reef, take, april):
    april.move_to(datetime(2027, 1, 31, 16, tzinfo=UTC))
    take("flat")
    go_to(april, 2027, 4, 30)
    found = [(one.period_from, one.period_to) for one in statements(reef)[1:]]
    assert found == [
        (date(2027, 1, 31), date(2027, 2, 28)),
        (date(2027, 2, 28), date(2027, 3, 31)),
        (date(2027, 3, 31), date(2027, 4, 30)),
    ]


def test_a_trial_costs_nothing_until_it_ends(reef, take, april):
    take("flat", trial_days=14)
    assert statements(reef) == []
    go_to(april, 2026, 4, 14)
    assert statements(reef) == []
    go_to(april, 2026, 4, 15)
    assert [lines(one) for one in statements(reef)] == [[("subscription", 4900)]]
    go_to(april, 2026, 5, 15)
    assert len(statements(reef)) == 2


def test_a_year_is_paid_once_and_its_trips_every_month(reef, take, april, plans):
    take("yearly")
    go_to(april, 2027, 3, 31)
    assert len(statements(reef)) == 1
    go_to(april, 2027, 4, 1)
    assert lines(statements(reef)[-1]) == [("subscription", 98_000)]


def test_a_dearer_plan_begins_now_and_a_cheaper_one_next_month(reef, take, april, plans):
    take("flat")
    april.move_to(datetime(2026, 4, 16, 16, tzinfo=UTC))
    seen = change(reef, plans, "pro", april)
    assert (seen.is_now, seen.total) == (True, 2500)
    assert lines(statements(reef)[-1]) == [("proration_credit", -2450), ("proration_charge", 4950)]
    seen = change(reef, plans, "flat", april)
    assert (seen.is_now, seen.starts_on, seen.total) == (False, date(2026, 5, 1), 0)
    assert billed_accounts.find_subscription(account_id=reef.pk).plan_version.plan.slug == "pro"
    go_to(april, 2026, 5, 1)
    assert billed_accounts.find_subscription(account_id=reef.pk).plan_version.plan.slug == "flat"
    assert lines(statements(reef)[-1]) == [("subscription", 4900)]


def test_a_change_that_costs_otherwise_by_now_is_refused(reef, take, april, plans):
    subscription = take("flat")
    account = Account.objects.get(pk=reef.pk)
    version = billed_accounts.latest_version(plans["pro"])
    seen = operator_plans.preview_change(account=account, version=version, at=april.now)
    april.forward(days=3)
    wish = {"account": account, "version": version, "expected_total": seen.total, "at": april.now}
    with pytest.raises(StaleVersion):
        operator_plans.change_plan(**wish, known_version=subscription.version)
    with pytest.raises(StaleVersion):
        operator_plans.change_plan(**wish, known_version=subscription.version + 1)
    same = billed_accounts.latest_version(plans["flat"])
    with pytest.raises(SamePlan):
        operator_plans.preview_change(account=account, version=same, at=april.now)


def test_whoever_is_on_an_old_price_keeps_it(reef, take, april, plans):
    take("flat")
    plan = plans["flat"]
    dearer = plan_catalog.PlanTerms("flat", 5900, "USD", "month")
    text = PlanText("flat", "Flat")
    plan_catalog.save_plan(plan_id=plan.pk, known_version=plan.version, text=text, terms=dearer, at=april.now)
    go_to(april, 2026, 5, 1)
    assert lines(statements(reef)[-1]) == [("subscription", 4900)]
    assert billed_accounts.latest_version(plan).price == 5900
    with pytest.raises(PlanInUse):
        plan_catalog.delete_plan(plan_id=plan.pk)
    plan_catalog.delete_plan(plan_id=plans["yearly"].pk)


def test_a_new_name_is_no_new_version(plans, april):
    plan = plans["flat"]
    plan_catalog.save_plan(
        plan_id=plan.pk,
        known_version=plan.version,
        text=PlanText("flat", "Basic"),
        terms=TERMS["flat"],
        at=april.now,
    )
    assert plan.versions.count() == 1


def test_fees_follow_their_trip_over_the_end_of_a_month(reef, take, april):
    take("fees")
    sell(reef, 1, 10_000, at=april.now)
    sell(reef, 2, 20_000, at=april.now)
    sell(reef, 1, 12_000, at=april.now)
    sell(reef, 1, 12_000, at=april.now)
    assert list(TripFee.objects.order_by("trip_id").values_list("expected", flat=True)) == [270, 430]
    go_to(april, 2026, 5, 1)
    (first,) = statements(reef)
    assert lines(first) == [("fees", 700)]
    assert first.lines.get().facts == {"trips": 2}
    # The second trip is canceled and refunded in May: its fee comes back on the next statement.
    sell(reef, 2, 0, at=april.now, reserved_at=april.now - timedelta(days=30))
    go_to(april, 2026, 6, 1)
    assert lines(statements(reef)[-1]) == [("fees", -430)]
    assert statements(reef)[-1].closing == 270


def test_what_a_gateway_took_is_on_the_statement_and_not_owed(reef, take, april):
    take("fees")
    CountryTax.objects.create(country="US", name="Sales tax", rate_ppm=100_000)
    sell(reef, 1, 10_000, at=april.now, collected=230)
    go_to(april, 2026, 5, 1)
    (only,) = statements(reef)
    assert lines(only) == [("fees", 230), ("tax", 23), ("collected_at_gateway", -230)]
    assert only.closing == 23


def test_a_trip_before_the_plan_owes_nothing(reef, take, april):
    take("fees")
    assert sell(reef, 1, 10_000, at=april.now, reserved_at=april.now - timedelta(days=1)) is None


def test_what_a_charge_bears_is_what_no_statement_asked_for(reef, take, april):
    take("fees")
    cart = TripSums(10_000, 0, "ecommerce")
    assert trip_fees.outstanding(account_id=reef.pk, trip_id=7, sums=cart) == 230
    sell(reef, 7, 10_000, at=april.now, collected=100)
    assert trip_fees.outstanding(account_id=reef.pk, trip_id=7, sums=cart) == 130
    go_to(april, 2026, 5, 1)
    assert trip_fees.outstanding(account_id=reef.pk, trip_id=7, sums=cart) == 0


def test_a_fee_that_the_host_gives_up(reef, take, april):
    take("fees")
    fee = sell(reef, 7, 10_000, at=april.now)
    account = Account.objects.get(pk=reef.pk)
    trip_fees.waive_fee(
        account=account, confirmation_code=fee.confirmation_code, reason="Storm", at=april.now
    )
    with pytest.raises(trip_fees.NothingToWaive):
        trip_fees.waive_fee(
            account=account, confirmation_code=fee.confirmation_code, reason="Storm", at=april.now
        )
    go_to(april, 2026, 5, 1)
    (only,) = statements(reef)
    assert (lines(only), only.closing) == ([("fees", 230), ("fees_waived", -230)], 0)
    # A smaller trip: what was given up is smaller as well, nothing is paid back.
    sell(reef, 7, 5000, at=april.now, reserved_at=april.now - timedelta(days=30))
    sums = FeeMovement.objects.filter(statement__isnull=True).values_list("kind")
    assert dict(sums.annotate(found=Sum("amount"))) == {"expected": -100, "waived_by_host": -100}


def test_credits_discounts_and_transfers(reef, take, april):
    subscription = take("flat")
    account = Account.objects.get(pk=reef.pk)
    customer_details.set_pays_by(account=account, pays_by="transfer", at=april.now)
    note = customer_details.give_credit(account=account, amount=1000, reason="Outage", at=april.now)
    assert (note.kind, note.closing) == ("credit", 3900)
    charges.mark_paid(account=account, amount=3900, reference="ACH 1", received_at=april.now, at=april.now)
    assert billed_accounts.balance(account_id=reef.pk) == 0
    operator_plans.set_discount(
        account=account, discount_ppm=500_000, until=date(2026, 6, 1), reason="Season", at=april.now
    )
    go_to(april, 2026, 5, 1)
    assert lines(statements(reef)[-1]) == [("subscription", 2450), ("payment", -3900)]
    assert statements(reef)[-1].closing == 2450
    go_to(april, 2026, 6, 1)
    assert lines(statements(reef)[-1]) == [("subscription", 4900)]
    assert Subscription.objects.get(pk=subscription.pk).discount_reason == "Season"


def test_a_pause_costs_nothing_and_going_on_the_rest(reef, take, april):
    take("flat")
    account = Account.objects.get(pk=reef.pk)
    april.move_to(datetime(2026, 4, 20, 16, tzinfo=UTC))
    operator_plans.pause(account=account, is_paused=True, at=april.now)
    go_to(april, 2026, 6, 1)
    assert len(statements(reef)) == 1
    april.move_to(datetime(2026, 6, 16, 16, tzinfo=UTC))
    operator_plans.pause(account=account, is_paused=False, at=april.now)
    assert lines(statements(reef)[-1]) == [("proration_charge", 2450)]


def test_a_canceled_plan_ends_with_what_is_paid(reef, take, april):
    subscription = take("pro")
    account = Account.objects.get(pk=reef.pk)
    operator_plans.cancel(account=account, known_version=subscription.version, is_canceled=True, at=april.now)
    sell(reef, 1, 10_000, at=april.now)
    go_to(april, 2026, 5, 1)
    assert billed_accounts.find_subscription(account_id=reef.pk) is None
    last = statements(reef)[-1]
    assert (last.kind, lines(last)) == ("final", [("fees", 100)])
    go_to(april, 2026, 6, 1)
    assert len(statements(reef)) == 2


def test_each_statement_begins_where_the_last_one_ended(reef, take, april, plans):
    take("flat")
    account = Account.objects.get(pk=reef.pk)
    for number, day in enumerate(((2026, 5, 1), (2026, 5, 9), (2026, 6, 1), (2026, 7, 1))):
        go_to(april, *day)
        sell(reef, number, 10_000 * (number + 1), at=april.now)
        customer_details.give_credit(account=account, amount=111, reason="x", at=april.now)
    change(reef, plans, "yearly", april)
    found = statements(reef)
    assert [one.opening for one in found] == [0, *[one.closing for one in found[:-1]]]
    for one in found:
        assert one.closing == one.opening + sum(row.amount for row in one.lines.all())
    numbers = [int(one.number.removeprefix("OF-")) for one in found]
    assert numbers == list(range(1, len(found) + 1))


def test_the_figures_of_every_day_add_up(reef, take, april, monkeypatch):
    """What is expected is collected, waived or not yet paid; on no day is anything lost."""
    told = {}
    monkeypatch.setattr(kpi_facts._Figures, "record_change", staticmethod(lambda **_row: None))
    monkeypatch.setattr(
        kpi_facts._Figures, "record_day", staticmethod(lambda **row: told.update({row["day"]: row}))
    )
    take("fees")
    account = Account.objects.get(pk=reef.pk)
    sell(reef, 1, 10_000, at=april.now, collected=100)
    april.forward(days=2)
    sell(reef, 2, 20_000, at=april.now)
    fee = sell(reef, 3, 5000, at=april.now)
    trip_fees.waive_fee(
        account=account, confirmation_code=fee.confirmation_code, reason="Storm", at=april.now
    )
    go_to(april, 2026, 5, 1)
    owed = billed_accounts.balance(account_id=reef.pk)
    april.forward(days=3)
    charges.mark_paid(account=account, amount=owed, reference="", received_at=april.now, at=april.now)
    sell(reef, 1, 0, at=april.now, reserved_at=april.now - timedelta(days=33))
    for row in told.values():
        kept = row["collected"] - row["refunded"]
        assert sum(row["waived_by_reason"].values()) == row["expected"] - kept
    whole = {name: sum(row[name] for row in told.values()) for name in ("expected", "collected", "refunded")}
    assert whole == {"expected": 430 + 130, "collected": 100 + 560, "refunded": 100}
