"""The gateway's books are copied whole, in any order, twice without effect."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.models import DueJob, OutboxEvent
from outfitter.plugins.payments.balance_types import GatewayTransfer
from outfitter.plugins.types import Event
from outfitter_tenants.checkout import gateway_reconciliation
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.models import (
    BooksCursor,
    Difference,
    Payment,
    Payout,
    PayoutTransaction,
    Transfer,
)
from outfitter_tenants.notifications import subscribers, translations
from outfitter_tenants.notifications.models import Notification
from tests.support.balance_gateway import FEE, PLATFORM

pytestmark = pytest.mark.usefixtures("reef")


def tell(payout, *, at=None):
    gateway_reconciliation.payout_changed(gateway="stripe", payout=payout, at=at or utc_now())


def read(payout):
    gateway_reconciliation.read_payout({"gateway_id": payout.gateway_id}, utc_now())


class TestPayouts:
    def test_a_payout_is_copied_and_its_lines_are_read(self, gateway, paid):
        trip_id, _ = paid()
        payout = gateway.pay_out()

        tell(payout)
        assert DueJob.objects.get(kind=gateway_reconciliation.READ_PAYOUT).key == payout.gateway_id
        read(payout)

        row, line = Payout.objects.get(), PayoutTransaction.objects.get()
        assert (row.status, row.amount) == ("paid", line.net)
        assert row.read_at is not None
        payment = Payment.objects.get(trip_id=trip_id)
        assert (line.payment_id, line.payout_id) == (payment.pk, row.pk)
        assert payment.payout_id == row.pk
        assert payment.fee == {
            "processing_amount": FEE - PLATFORM,
            "platform_amount": PLATFORM,
            "currency": "USD",
            "is_estimated": False,
        }
        assert not Difference.objects.exists()

    def test_older_news_never_replaces_newer(self, gateway):
        payout, now = gateway.pay_out(), utc_now()

        tell(payout, at=now)
        tell(gateway.turn(payout, status="in_transit"), at=now - timedelta(seconds=1))
        assert Payout.objects.get().status == "paid"

        tell(gateway.turn(payout, status="failed", failure_code="account_closed"), at=now)
        assert Payout.objects.get().failure_code == "account_closed"

    def test_reading_twice_changes_nothing(self, gateway, paid):
        paid()
        payout = gateway.pay_out()
        tell(payout)
        read(payout)
        before = list(PayoutTransaction.objects.values())

        Payout.objects.update(read_at=None)
        read(payout)

        assert list(PayoutTransaction.objects.values()) == before

    def test_a_payout_that_cannot_be_told_yet_is_read_later(self, gateway, paid):
        paid()
        payout = gateway.turn(gateway.pay_out(), is_reconciled=False)
        tell(payout)
        read(payout)
        assert Payout.objects.get().read_at is None

        gateway.turn(payout, is_reconciled=True)
        gateway_reconciliation.keep_books(at=utc_now())
        assert Payout.objects.get().read_at is not None

    def test_a_payout_that_is_not_the_sum_of_its_lines_is_reported(self, gateway, paid):
        paid()
        payout = gateway.pay_out(amount=1)
        tell(payout)
        read(payout)

        found = Difference.objects.get()
        assert (found.kind, found.their_amount) == ("payout_differs", 1)

    def test_refunds_are_lines_of_the_payout_they_were_taken_from(self, gateway, paid):
        trip_id, gateway_id = paid()
        gateway.pay_out()
        gateway.give_back(gateway_id, 1000)
        gateway_reconciliation.keep_books(at=utc_now())
        second = gateway.pay_out()
        gateway_reconciliation.keep_books(at=utc_now())

        refund = Payment.objects.get(trip_id=trip_id, kind="refund")
        assert refund.payout == Payout.objects.get(gateway_id=second.gateway_id)
        assert refund.payout.amount == -1000


class TestTransfers:
    def transfer(self, **changes):
        return GatewayTransfer("tr_1", 5000, 0, "USD", "acct_1", "ch_1", **changes)

    def test_a_transfer_is_copied_once_and_its_reversal_with_it(self, reef):
        now = utc_now()
        gateway_reconciliation.transfer_changed(gateway="stripe", transfer=self.transfer(), at=now)
        reversed_ = GatewayTransfer("tr_1", 5000, 2000, "USD", "acct_1", "ch_1")
        gateway_reconciliation.transfer_changed(gateway="stripe", transfer=reversed_, at=now)
        gateway_reconciliation.transfer_changed(
            gateway="stripe", transfer=self.transfer(), at=now - timedelta(minutes=1)
        )

        assert Transfer.objects.get().amount_reversed == 2000

    def test_it_finds_the_payment_it_is_of(self, gateway, paid):
        trip_id, gateway_id = paid()
        gateway.transfers.append(GatewayTransfer("tr_2", 5000, 0, "USD", "acct_1", f"ch_{gateway_id}"))
        gateway_reconciliation.keep_books(at=utc_now())

        assert Transfer.objects.get().payment.trip_id == trip_id


class TestTables:
    def test_net_is_gross_less_fee(self, gateway):
        with pytest.raises(DatabaseError), transaction.atomic():
            PayoutTransaction.objects.create(
                gateway="stripe",
                gateway_id="txn",
                kind="fee",
                gross=1,
                fee=1,
                net=1,
                currency="USD",
                created_at=utc_now(),
            )

    def test_a_cursor_never_goes_back(self, reef):
        now = utc_now()
        for at in (now, now - timedelta(days=1)):
            ledger.move_cursor(gateway="stripe", name="events", read_to=at)
        assert BooksCursor.objects.get().read_to == now


def test_a_payout_that_the_bank_sends_back_is_told_once(gateway, paid):
    paid()
    payout = gateway.pay_out(status="in_transit")
    tell(payout)
    assert not OutboxEvent.objects.filter(name="payout.failed").exists()

    failed = replace(payout, status="failed", failure_code="account_closed", bank_last4="6789")
    for minutes in range(3):
        at = utc_now() + timedelta(minutes=minutes)
        tell(failed, at=at)

    event = OutboxEvent.objects.get(name="payout.failed")
    ctx = contexts.context_for(schema_name=current_schema())
    subscribers.on_event(ctx, Event(str(event.pk), event.name, event.payload, event.occurred_at))
    row = Notification.objects.get()
    said = translations.translate(row.kind, row.params, locale="en", time_zone="UTC")
    assert said.title.startswith("A $")
    assert "6789" in said.body
