"""The platform's desk, and operators whose figures are known by hand."""

from datetime import date

import pytest
from django.test import Client

from outfitter.accounts.models import Account
from outfitter.kpis import months
from outfitter.testing.frozen_clock import Clock
from tests.support import kpi_accounts as world
from tests.support.kpi_accounts import instant
from tests.support.platform_desk import platform_admin_of

NOW = instant("2026-04-10T12:00")


@pytest.fixture
def desk(apex_client: Client, clock: Clock) -> Client:
    """A browser of somebody who runs the platform, on 10 April 2026."""
    clock.move_to(NOW)
    return platform_admin_of(apex_client)


@pytest.fixture
def only_ours(db: None) -> None:
    """The operators of the tests themselves have no figures here."""
    Account.objects.update(is_demo=True)


@pytest.fixture
def three(only_ours: None) -> list[Account]:
    """
    Three months of three operators: one pays a plan, one in euros, one by fees; see the tests for sums.

    One euro is 1.10, 1.20 and 1.25 dollars in January, February and March; April has no rate.
    """
    for month, dollars in ((1, "1.10"), (2, "1.20"), (3, "1.25")):
        world.give_rate("USD", date(2026, month, 1), dollars)
    flat = world.make_account("flat")
    euro = world.make_account("euro", country="DE", currency="EUR", time_zone="Europe/Berlin")
    fee = world.make_account("fee", created_at=instant("2026-02-01T12:00"))
    world.subscribe(flat, 10000, instant("2026-01-05"))
    world.subscribe(flat, 15000, instant("2026-03-10"))
    world.subscribe(euro, 5000, instant("2026-02-20"), currency="EUR", plan="max")
    _sell_online(flat)
    _sell_at_counter(euro)
    world.charge_fees(
        fee,
        date(2026, 3, 25),
        600,
        now=NOW,
        expected=1000,
        refunded=100,
        waived_by_reason={"waived_by_staff": 300, "invoice_unpaid": 200},
    )
    for one in (flat, euro, fee):
        months.refresh(account_id=one.pk, since=date(2026, 1, 1), now=NOW)
    return [flat, euro, fee]


def _sell_online(flat: Account) -> None:
    world.sell(
        flat,
        date(2026, 3, 20),
        now=NOW,
        trips_reserved_cnt=4,
        pax_cnt=9,
        gross_booked_amount=40000,
        booked_online_amount=30000,
        booked_partner_amount=10000,
        cancelled_amount=5000,
        pay_card_online=20000,
        pay_card_present=4000,
        pay_card_moto=1000,
        pay_cash=5000,
        pay_gift=700,
        pay_ota=9000,
        pay_card_cnt=3,
        pay_base_cnt=4,
        gateway_paid_amount=25000,
        gateway_refunds_amount=2500,
        refunds_amount=2600,
        ecom_sessions_cnt=200,
        ecom_drafts_cnt=40,
        ecom_converted_cnt=10,
        recovered_cnt=1,
        is_active=True,
    )


def _sell_at_counter(euro: Account) -> None:
    world.sell(
        euro,
        date(2026, 3, 31),
        now=NOW,
        trips_reserved_cnt=1,
        pax_cnt=2,
        gross_booked_amount=8000,
        booked_staff_amount=8000,
        pay_cash=8000,
        pay_base_cnt=1,
        ecom_drafts_cnt=10,
        is_active=True,
    )
