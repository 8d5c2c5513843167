"""A credit goes back to the card that paid, once (domain.md 6.6)."""

import json

import pytest

from outfitter.accounts.models import Account
from outfitter.billing.models import BillingPayment
from outfitter.billing.operations import charges, customer_details, payouts
from outfitter.billing.queries import billed_accounts
from outfitter.platform_audit.models import PlatformAct
from outfitter.plugins.payments.types import GatewayRefund, GatewayUnavailable, PaymentFailed
from outfitter_tenants.audit.models import AuditLog
from tests.billing.conftest import give_card
from tests.support.due_jobs import run_due
from tests.support.platform_desk import platform_admin_of
from tests.support.tenant_clients import enter_operator

pytestmark = pytest.mark.django_db


@pytest.fixture
def paid(reef, take, april, host_gateway):
    """Reef Runners paid 49 by card; gives the account."""
    give_card(reef.pk)
    take("flat")
    charges.collect(account_id=reef.pk, at=april.now)
    return Account.objects.get(pk=reef.pk)


def credit(account, amount, april):
    customer_details.give_credit(account=account, amount=amount, reason="Outage", at=april.now)


def balance(account):
    return billed_accounts.balance(account_id=account.pk)


def test_a_credit_goes_back_and_is_told(paid, april, host_gateway, apex_client):
    credit(paid, 1000, april)
    desk = platform_admin_of(apex_client)
    here = f"/api/platform/billing/operator/{paid.pk}/payBack"
    answer = desk.post(here, json.dumps({}), content_type="application/json")
    assert (answer.status_code, answer.json()["billing"]["balance"]) == (200, 0)
    payout = BillingPayment.objects.get(kind="payout")
    assert (payout.amount, payout.status, payout.refunded.amount) == (-1000, "succeeded", 4900)
    assert [amount for _, amount, _ in host_gateway.refunds] == [1000]
    enter_operator("t_reef")
    assert AuditLog.objects.filter(action="billing.paid_back").count() == 1
    assert PlatformAct.objects.filter(action="billing.paid_back").count() == 1
    assert desk.post(here, json.dumps({}), content_type="application/json").json()["code"] == "no_credit"


def test_no_more_goes_back_than_was_paid(paid, april, host_gateway):
    credit(paid, 6000, april)
    payouts.pay_back(account=paid, at=april.now)
    assert balance(paid) == -1100
    with pytest.raises(payouts.NoCardPayment):
        payouts.pay_back(account=paid, at=april.now)


def test_a_lost_answer_pays_back_once(paid, april, host_gateway, monkeypatch):
    credit(paid, 1000, april)
    answered = host_gateway.refund

    def lost(*args, **more):
        answered(*args, **more)
        raise GatewayUnavailable("the line went dead")

    monkeypatch.setattr(host_gateway, "refund", lost)
    with pytest.raises(GatewayUnavailable):
        payouts.pay_back(account=paid, at=april.now)
    assert balance(paid) == -1000
    monkeypatch.setattr(host_gateway, "refund", answered)
    april.forward(hours=1)
    run_due(payouts.KIND)
    assert balance(paid) == 0
    assert len(host_gateway.refunds) == 1


def test_a_refusal_leaves_the_credit(paid, april, host_gateway, monkeypatch):
    credit(paid, 1000, april)

    def refuse(*_args, **_more):
        raise PaymentFailed("insufficient_gateway_balance", "no")

    monkeypatch.setattr(host_gateway, "refund", refuse)
    with pytest.raises(payouts.PayoutRefused):
        payouts.pay_back(account=paid, at=april.now)
    assert balance(paid) == -1000
    assert BillingPayment.objects.get(kind="payout").error_code == "insufficient_gateway_balance"
    assert AuditLog.objects.filter(action="billing.payout_failed").exists()


def test_a_bank_that_thinks_is_asked_again(paid, april, host_gateway, monkeypatch):
    credit(paid, 1000, april)
    waiting = GatewayRefund("re_1", "pending", 1000)
    monkeypatch.setattr(host_gateway, "refund", lambda *_args, **_more: waiting)
    payout = payouts.pay_back(account=paid, at=april.now)
    assert (payout.status, balance(paid)) == ("pending", -1000)
    done = GatewayRefund("re_1", "succeeded", 1000)
    monkeypatch.setattr(host_gateway, "get_refund", lambda *_args, **_more: done, raising=False)
    april.forward(hours=1)
    run_due(payouts.KIND)
    assert balance(paid) == 0
