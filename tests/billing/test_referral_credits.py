"""A recommendation earns both sides a credit: who brought and who came (domain.md 5.26, 6.6)."""

from datetime import UTC, datetime

import pytest

from outfitter.accounts.models import Account
from outfitter.billing import billing_day
from outfitter.billing.models import BillingStatement
from outfitter.billing.operations import charges, operator_plans
from outfitter.billing.queries import billed_accounts
from outfitter.bulletins import queries as bulletins
from outfitter.onboarding.models import Referral
from tests.billing.conftest import give_card
from tests.support.tenant_clients import enter_operator

pytestmark = pytest.mark.django_db


@pytest.fixture
def peak(db):
    return Account.objects.get(schema_name="t_peak")


@pytest.fixture
def brought(reef, peak, april):
    """Reef Runners brought Peak, which is live: ten thousand cents are earned."""
    return Referral.objects.create(
        referrer_id=reef.pk,
        referred=peak,
        state="rewarded",
        amount=10_000,
        currency="USD",
        created_at=april.now,
        rewarded_at=april.now,
    )


def credits_of(account):
    rows = BillingStatement.objects.filter(account_id=account.pk, kind="credit").order_by("pk")
    return [(one.net, one.lines.get(kind="credit").facts) for one in rows]


def go_to(clock, schema, *day):
    clock.move_to(datetime(*day, 16, tzinfo=UTC))
    enter_operator(schema)
    billing_day.daily({}, clock.now)


def test_both_sides_are_credited_once(reef, peak, brought, plans, take, april, host_gateway):
    take("flat")
    Account.objects.filter(pk=peak.pk).update(currency="USD")
    enter_operator("t_peak")
    operator_plans.start(
        account=Account.objects.get(pk=peak.pk),
        version=billed_accounts.latest_version(plans["pro"]),
        at=april.now,
    )
    go_to(april, "t_reef", 2026, 4, 2)
    go_to(april, "t_peak", 2026, 4, 2)
    said = {"reason": "Referral reward"}
    assert credits_of(reef) == [(-10_000, said)]
    # Who came has not paid for its plan yet.
    assert credits_of(peak) == []
    give_card(peak.pk)
    charges.collect(account_id=peak.pk, at=april.now)
    for day in (3, 4):
        go_to(april, "t_reef", 2026, 4, day)
        go_to(april, "t_peak", 2026, 4, day)
    assert len(credits_of(reef)) == len(credits_of(peak)) == 1
    assert credits_of(peak)[0][0] == -10_000
    brought.refresh_from_db()
    assert None not in (brought.settled_at, brought.welcomed_at)


def test_without_a_plan_the_reward_waits(reef, brought, april):
    go_to(april, "t_reef", 2026, 4, 2)
    brought.refresh_from_db()
    assert brought.settled_at is None


def test_news_may_be_for_a_plan(reef, take, april):
    account = Account.objects.get(pk=reef.pk)
    assert bulletins._plan(account) == ""
    take("pro")
    assert bulletins._plan(account) == "pro"
