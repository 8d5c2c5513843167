"""Why a fee was not earned: an exempt way of selling, a card that was refused (domain.md 6.5.7)."""

from datetime import UTC, datetime

import pytest

from outfitter.accounts.models import Account
from outfitter.billing import billing_day, kpi_facts
from outfitter.billing.models import PlanVersion
from outfitter.billing.operations import charges
from tests.billing.conftest import give_card
from tests.billing.test_statements import sell
from tests.support.due_jobs import run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch):
    """What was told of each day, the latest word."""
    days = {}
    monkeypatch.setattr(kpi_facts._Figures, "record_change", staticmethod(lambda **_row: None))
    monkeypatch.setattr(
        kpi_facts._Figures, "record_day", staticmethod(lambda **row: days.update({row["day"]: row}))
    )
    return days


def leaked(told, reason):
    for row in told.values():
        kept = row["collected"] - row["refunded"]
        assert sum(row["waived_by_reason"].values()) == row["expected"] - kept
    return sum(row["waived_by_reason"].get(reason, 0) for row in told.values())


def go_to(clock, *day):
    clock.move_to(datetime(*day, 16, tzinfo=UTC))
    billing_day.daily({}, clock.now)
    run_due(charges.KIND)


def test_a_way_of_selling_without_a_fee_is_told(reef, take, april, told):
    subscription = take("fees")
    PlanVersion.objects.filter(pk=subscription.plan_version_id).update(fee_methods=["ecommerce"])
    sell(reef, 1, 10_000, at=april.now, method="phone")
    sell(reef, 2, 10_000, at=april.now)
    assert leaked(told, "exempt_method") == 230
    assert leaked(told, "paid_offline_uncollected") == 230


def test_a_refused_card_is_the_gateways_failure_until_it_is_paid(reef, take, april, told, host_gateway):
    host_gateway.refusals["pm_bad"] = "insufficient_funds"
    give_card(reef.pk, "pm_bad")
    take("fees")
    sell(reef, 1, 10_000, at=april.now)
    go_to(april, 2026, 5, 1)
    assert leaked(told, "gateway_failed") == 230
    assert leaked(told, "invoice_unpaid") == leaked(told, "paid_offline_uncollected") == 0
    go_to(april, 2026, 5, 4)
    give_card(reef.pk)
    charges.pay_now(account=Account.objects.get(pk=reef.pk), at=april.now)
    assert leaked(told, "gateway_failed") == leaked(told, "invoice_unpaid") == 0
    assert sum(row["collected"] for row in told.values()) == 230
