"""A card fails, days go by, the public sale stops, somebody pays (domain.md 6.6)."""

from datetime import UTC, datetime

import pytest
from django.core import mail

from outfitter.accounts.models import Account
from outfitter.billing import billing_day, statement_mails
from outfitter.billing.models import BillingAccount, BillingPayment, BillingStatement
from outfitter.billing.operations import arrears, charges, customer_details
from outfitter.billing.queries import billed_accounts
from outfitter.plugins.payments.types import GatewayUnavailable
from outfitter_tenants.audit.models import AuditLog
from tests.billing.conftest import give_card
from tests.support.due_jobs import run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def live(reef):
    Account.objects.filter(pk=reef.pk).update(status="live", locale="en-US")
    return reef


def day_of(clock, month, day):
    """Let a day pass as it does: the daily step, the charges it planned, the mails."""
    clock.move_to(datetime(2026, month, day, 16, tzinfo=UTC))
    billing_day.daily({}, clock.now)
    run_due(charges.KIND)
    run_due(statement_mails.KIND)


def account(reef):
    return Account.objects.get(pk=reef.pk)


def subjects():
    found = [one.subject for one in mail.outbox]
    mail.outbox.clear()
    return found


def test_a_card_that_works_is_charged_once(live, take, april, host_gateway):
    give_card(live.pk)
    take("flat")
    day_of(april, 4, 1)
    day_of(april, 4, 1)
    payment = BillingPayment.objects.get()
    assert (payment.status, payment.amount, payment.reference) == ("succeeded", 4900, "OF-00001")
    assert billed_accounts.balance(account_id=live.pk) == 0
    assert BillingStatement.objects.get().settled_on is not None
    (letter,) = mail.outbox
    assert letter.subject.startswith("Statement OF-00001")
    assert letter.attachments[0].content.startswith(b"%PDF")


def test_a_month_of_reminding_until_somebody_pays(live, take, april, host_gateway):
    host_gateway.refusals["pm_bad"] = "insufficient_funds"
    give_card(live.pk, "pm_bad")
    take("flat")
    day_of(april, 4, 1)
    assert sorted(one.split(" ")[0] for one in subjects()) == ["Statement", "We"]
    assert BillingAccount.objects.get().overdue_since is not None
    seen = {}
    for day in range(2, 31):
        day_of(april, 4, day)
        if found := subjects():
            seen[day - 1] = [one.split(" ")[0] for one in found]
        assert account(live).sales_stopped_at is None
        assert account(live).status == ("live" if day - 1 < 14 else "past_due")
    assert seen == {3: ["We"], 7: ["We"], 14: ["We"], 23: ["Online"]}
    assert len([call for call in host_gateway.calls if call[0] == "charge"]) == 4

    day_of(april, 5, 1)
    assert account(live).sales_stopped_at is not None
    assert "Online booking for Reef Runners has stopped" in subjects()

    give_card(live.pk)
    charges.pay_now(account=account(live), at=april.now)
    assert (account(live).sales_stopped_at, account(live).status) == (None, "live")
    assert BillingAccount.objects.get().overdue_since is None
    run_due(statement_mails.KIND)
    assert subjects()[-1].startswith("Thank you")
    actions = AuditLog.objects.filter(entity_type="billing").values_list("action", flat=True)
    assert {"billing.sales_stopped", "billing.settled", "billing.stop_announced"} <= set(actions)


def test_a_reminder_of_what_was_paid_meanwhile_is_not_sent(live, take, april, host_gateway):
    host_gateway.refusals["pm_bad"] = "card_declined"
    give_card(live.pk, "pm_bad")
    take("flat")
    run_due(charges.KIND)
    charges.mark_paid(account=account(live), amount=4900, reference="", received_at=april.now, at=april.now)
    run_due(statement_mails.KIND)
    assert not [one for one in subjects() if one.startswith("We couldn")]


def test_without_a_card_the_operator_is_asked_for_one(live, take, april):
    take("flat")
    day_of(april, 4, 1)
    assert "Please add a card for Reef Runners" in subjects()


def test_whoever_pays_by_transfer_has_two_weeks(live, take, april):
    BillingAccount.objects.create(account_id=live.pk, pays_by="transfer")
    take("flat")
    for day in (1, 10, 15):
        day_of(april, 4, day)
    assert BillingAccount.objects.get().overdue_since is None
    day_of(april, 4, 16)
    assert BillingAccount.objects.get().overdue_since == april.now.date()


def test_a_worker_that_dies_charges_nothing_twice(live, take, april, host_gateway):
    give_card(live.pk)
    take("flat")
    host_gateway.lose_answers = True
    with pytest.raises(GatewayUnavailable):
        charges.collect(account_id=live.pk, at=april.now)
    host_gateway.lose_answers = False
    charges.collect(account_id=live.pk, at=april.now)
    assert charges.collect(account_id=live.pk, at=april.now) is None
    assert len(host_gateway.intents) == 1
    assert billed_accounts.balance(account_id=live.pk) == 0


def test_a_new_card_is_charged_at_once(live, take, april, host_gateway):
    take("flat")
    day_of(april, 4, 1)
    setup = customer_details.begin_card(account=account(live), at=april.now)
    customer_details.keep_card(account=account(live), setup_id=f"{setup.customer_id}/pm_new", at=april.now)
    run_due(arrears.CHARGE)
    assert billed_accounts.balance(account_id=live.pk) == 0
    with pytest.raises(customer_details.CardNotAdded):
        customer_details.keep_card(account=account(live), setup_id="cus_other/pm_new", at=april.now)
