"""What becomes of cards that paid invoices: given back, disputed, and compared with the gateway's books."""

from dataclasses import replace
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import OutboxEvent
from outfitter_tenants.checkout import gateway_reconciliation
from outfitter_tenants.checkout.invoice_payments import refunds
from outfitter_tenants.checkout.invoices.payments import PaidByCard
from outfitter_tenants.checkout.refunds.operations import NotRefundable, RefundRefused
from outfitter_tenants.invoices.models import InvoicePayment
from outfitter_tenants.ledger.models import (
    Difference,
    Intent,
    InvoiceCharge,
    InvoiceChargeRefund,
    Payout,
    PayoutTransaction,
)
from tests.invoices import invoice_calls as b
from tests.support import invoice_cards as cards
from tests.support.balance_gateway import FEE, PLATFORM
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer

pytestmark = pytest.mark.usefixtures("reef")
NET = b.NET


@pytest.fixture
def made():
    """Return a sent invoice about two trips, and the trips."""
    reseller, offer = make_reseller(), make_offer()
    trips = b.sell(offer, reseller), b.sell(offer, reseller)
    return b.make_sent(reseller), *trips


def give_back(invoice_id: int, *, reason: str = "Paid twice") -> None:
    invoice = b.get(invoice_id)
    live = next(one for one in invoice.all_payments if one.removed_at is None)
    refunds.refund_payment(
        invoice_id=invoice_id,
        payment_id=live.pk,
        reason=reason,
        version=invoice.version,
        by=b.EVERYBODY,
        at=utc_now(),
    )


class TestGivenBack:
    def test_whole_its_trips_are_owed_again(self, gateway, made):
        invoice_id, first, second = made
        cards.pay_by_card(gateway, invoice_id, 2 * NET)
        give_back(invoice_id)

        invoice = b.get(invoice_id)
        assert (invoice.status, invoice.balance) == ("sent", 2 * NET)
        assert (b.owed(first), b.owed(second)) == (NET, NET)
        assert [one.amount for one in gateway.given.values()] == [2 * NET]
        b.check_books()
        # Told by webhook as well, and again.
        [given] = gateway.given.values()
        cards.tell_refund(given)
        cards.tell_refund(given)
        assert InvoiceChargeRefund.objects.count() == 1
        # It can be paid by card again.
        cards.pay_by_card(gateway, invoice_id, 2 * NET)
        assert b.get(invoice_id).status == "paid"
        b.check_books()

    def test_not_like_a_check(self, gateway, made):
        cards.pay_by_card(gateway, made[0], NET)
        with pytest.raises(PaidByCard):
            b.take_back(made[0], InvoicePayment.objects.get().pk)

    def test_refused_everything_is_as_it_was(self, gateway, made):
        cards.pay_by_card(gateway, made[0], 2 * NET)
        gateway.refund_refusals.append("gateway_refused")
        with pytest.raises(RefundRefused):
            give_back(made[0])

        invoice = b.get(made[0])
        assert (invoice.status, invoice.balance) == ("paid", 0)
        b.check_books()

    def test_on_the_gateways_own_pages(self, gateway, made):
        invoice_id, first, second = made
        gateway_id = cards.pay_by_card(gateway, invoice_id, 2 * NET)
        cards.tell_refund(gateway.give_back(gateway_id, NET + 10))

        invoice = b.get(invoice_id)
        assert (invoice.status, invoice.balance) == ("partially_paid", NET + 10)
        assert (b.owed(first), b.owed(second)) == (10, NET)
        b.check_books()

    def test_a_refund_that_comes_back_counts_again(self, gateway, made):
        gateway_id = cards.pay_by_card(gateway, made[0], 2 * NET)
        given = gateway.give_back(gateway_id, 2 * NET)
        cards.tell_refund(given)
        assert b.get(made[0]).status == "sent"

        cards.tell_refund(replace(given, status="failed", failure_reason="lost_or_stolen_card"))
        assert b.get(made[0]).status == "paid"
        b.check_books()


class TestDisputed:
    def test_lost_it_is_owed_again(self, gateway, made):
        gateway_id = cards.pay_by_card(gateway, made[0], 2 * NET)
        cards.tell_dispute(gateway_id, "needs_response", 2 * NET)
        assert b.get(made[0]).status == "paid"
        with pytest.raises(NotRefundable):
            give_back(made[0])
        cards.tell_dispute(gateway_id, "lost", 2 * NET)
        cards.tell_dispute(gateway_id, "needs_response", 2 * NET)

        assert (b.get(made[0]).status, b.get(made[0]).balance) == ("sent", 2 * NET)
        topics = OutboxEvent.objects.filter(name="invoice.card_problem").order_by("id")
        assert [one.payload["reason"] for one in topics] == ["payment_disputed", "payment_lost"]
        b.check_books()

    def test_won_nothing_changes(self, gateway, made):
        gateway_id = cards.pay_by_card(gateway, made[0], NET)
        cards.tell_dispute(gateway_id, "needs_response", NET)
        cards.tell_dispute(gateway_id, "won", NET)

        assert b.get(made[0]).paid_amount == NET
        b.check_books()


class TestBooks:
    """The gateway's books know invoices: matched, compared, with their cost and payout."""

    def keep(self):
        gateway_reconciliation.keep_books(at=utc_now() + timedelta(minutes=30))

    def test_nothing_differs(self, gateway, made):
        gateway_id = cards.pay_by_card(gateway, made[0], 2 * NET)
        give_back(made[0])
        payout = gateway.pay_out()
        gateway_reconciliation.payout_changed(gateway="stripe", payout=payout, at=utc_now())
        self.keep()

        charge = InvoiceCharge.objects.get()
        assert charge.fee["platform_amount"] == PLATFORM
        assert charge.fee["processing_amount"] == FEE - PLATFORM
        assert charge.payout == Payout.objects.get()
        lines = PayoutTransaction.objects.order_by("id").values_list(
            "kind", "invoice_charge_id", "payment_id"
        )
        assert sorted(lines) == [("payment", charge.pk, None), ("refund", charge.pk, None)]
        assert Difference.objects.count() == 0
        assert charge.intent.gateway_id == gateway_id

    def test_a_payment_that_nobody_told_of_is_brought_in(self, gateway, made):
        started = cards.begin(made[0], NET)
        gateway.pay(started.answer.gateway_id)
        Intent.objects.update(gateway_id=None, status="new")
        self.keep()

        assert b.get(made[0]).paid_amount == NET
        assert Difference.objects.count() == 0

    def test_a_refund_that_nobody_told_of(self, gateway, made):
        gateway_id = cards.pay_by_card(gateway, made[0], 2 * NET)
        gateway.give_back(gateway_id, 2 * NET)
        self.keep()

        assert b.get(made[0]).status == "sent"
        assert Difference.objects.count() == 0
        b.check_books()

    def test_another_amount_is_told_with_its_invoice(self, gateway, made):
        cards.pay_by_card(gateway, made[0], NET)
        InvoiceCharge.objects.update(amount=NET + 5)
        self.keep()

        row = Difference.objects.get()
        assert (row.kind, row.invoice_id, row.our_amount, row.their_amount) == (
            "amount_differs",
            made[0],
            NET + 5,
            NET,
        )

    def test_a_charge_that_their_books_lack(self, gateway, made):
        cards.pay_by_card(gateway, made[0], NET)
        gateway.lines.clear()
        InvoiceCharge.objects.update(received_at=utc_now() - timedelta(days=3))
        Intent.objects.update(created_at=utc_now() - timedelta(days=3))
        gateway_reconciliation.keep_books(at=utc_now() + timedelta(days=1))

        row = Difference.objects.get()
        assert (row.kind, row.invoice_id) == ("missing_at_gateway", made[0])
