"""Partners pay invoices by card, through the address in the mail: exactly once, whoever tells us first."""

from dataclasses import replace
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter.plugins.models import DueJob, OutboxEvent
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter_tenants.checkout.gateway.errors import GatewayError
from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.checkout.intents.operations import AmountChanged, NothingDue
from outfitter_tenants.checkout.invoice_payments import operations, refunds
from outfitter_tenants.checkout.invoice_payments.operations import (
    CardPayment,
    InvoiceBeingPaid,
    InvoiceLinkClosed,
)
from outfitter_tenants.checkout.sales.reservation import Overpayment
from outfitter_tenants.invoices import payment_links
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.invoices.payment_links import InvoiceLinkNotFound
from outfitter_tenants.ledger.models import Intent, InvoiceCharge, InvoiceChargeRefund, Payment
from tests.invoices import invoice_calls as b
from tests.support import invoice_cards as cards
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


class TestPaid:
    def test_whole_the_oldest_trip_first(self, gateway, made):
        invoice_id, first, second = made

        started = cards.begin(invoice_id, 2 * NET)
        row = Intent.objects.get()
        assert (row.invoice_id, row.trip_id, row.amount, row.status) == (
            invoice_id,
            None,
            2 * NET,
            "requires_method",
        )
        outcome = operations.confirm(invoice_id=invoice_id, intent_id=started.intent_id, at=utc_now())
        assert outcome.status == "requires_method"
        gateway.pay(started.answer.gateway_id)
        outcome = operations.confirm(invoice_id=invoice_id, intent_id=started.intent_id, at=utc_now())

        assert (outcome.status, outcome.message) == ("succeeded", None)
        invoice = b.get(invoice_id)
        assert (invoice.status, invoice.balance) == ("paid", 0)
        assert (b.owed(first), b.owed(second)) == (0, 0)
        [paid] = invoice.all_payments
        assert (paid.method, paid.amount, paid.note) == ("card", 2 * NET, "Visa 4242")
        rows = Payment.objects.order_by("id").values_list("trip_id", "method", "amount", "reference")
        assert list(rows) == [
            (first, "reseller_account", NET, "INV-00001"),
            (second, "reseller_account", NET, "INV-00001"),
        ]
        b.check_books()

    def test_a_part(self, gateway, made):
        invoice_id, first, second = made
        cards.pay_by_card(gateway, invoice_id, NET + 100)

        invoice = b.get(invoice_id)
        assert (invoice.status, invoice.balance) == ("partially_paid", NET - 100)
        assert (b.owed(first), b.owed(second)) == (0, NET - 100)
        b.check_books()
        cards.pay_by_card(gateway, invoice_id, NET - 100)
        assert b.get(invoice_id).status == "paid"
        b.check_books()

    def test_once_however_often_it_is_told(self, gateway, made):
        invoice_id, _, _ = made
        started = cards.begin(invoice_id, NET)
        answer = gateway.pay(started.answer.gateway_id)
        cards.tell(answer)
        # Late news of before, and the same again, from everybody who tells.
        cards.tell(replace(answer, status="processing", charge_id=None))
        cards.tell(answer)
        operations.confirm(invoice_id=invoice_id, intent_id=started.intent_id, at=utc_now())
        intent_reconciliation.reconcile({"intent_id": started.intent_id}, utc_now())

        assert InvoiceCharge.objects.count() == 1
        assert b.get(invoice_id).paid_amount == NET
        b.check_books()

    def test_though_the_webhook_overtakes_our_own_answer(self, gateway, made):
        invoice_id, _, _ = made
        started = cards.begin(invoice_id, NET)
        answer = gateway.pay(started.answer.gateway_id)
        Intent.objects.update(gateway_id=None, status="new")
        cards.tell(answer)

        assert b.get(invoice_id).paid_amount == NET

    def test_found_by_the_reconciler(self, gateway, made):
        invoice_id, _, _ = made
        started = cards.begin(invoice_id, NET)
        gateway.pay(started.answer.gateway_id)
        job = DueJob.objects.get(kind="payments.reconcile", key=str(started.intent_id))
        intent_reconciliation.reconcile(job.payload, utc_now() + timedelta(minutes=3))

        assert b.get(invoice_id).paid_amount == NET

    def test_a_second_press_asks_for_the_same_payment(self, gateway, made):
        invoice_id, _, _ = made
        first = cards.begin(invoice_id, 2 * NET)
        second = cards.begin(invoice_id, NET)

        assert first.intent_id == second.intent_id
        assert gateway.intents[first.answer.gateway_id].amount == NET

    def test_declined_nothing_is_paid(self, gateway, made):
        invoice_id, _, _ = made
        started = cards.begin(invoice_id, NET)
        gateway.decline(started.answer.gateway_id)
        outcome = operations.confirm(invoice_id=invoice_id, intent_id=started.intent_id, at=utc_now())

        assert (outcome.status, outcome.message) == ("requires_method", "Your card was declined.")
        assert b.get(invoice_id).status == "sent"


class TestRefused:
    def test_while_the_gateway_is_away_nothing_was_charged(self, gateway, made):
        invoice_id, _, _ = made
        gateway.is_away = True
        with pytest.raises(GatewayError):
            cards.begin(invoice_id, NET)
        gateway.is_away = False
        cards.pay_by_card(gateway, invoice_id, NET)
        assert (Intent.objects.count(), b.get(invoice_id).paid_amount) == (1, NET)

    def test_more_than_the_balance(self, gateway, made):
        with pytest.raises(Overpayment):
            cards.begin(made[0], 2 * NET + 1)
        assert Intent.objects.count() == 0

    def test_another_balance_than_the_page_showed(self, gateway, made):
        b.pay(made[0], 100)
        with pytest.raises(AmountChanged) as problem:
            cards.begin(made[0], NET, shown=2 * NET)
        assert problem.value.detail == {"balance": 2 * NET - 100, "shown": 2 * NET}

    def test_paid_meanwhile(self, gateway, made):
        b.pay(made[0], 2 * NET)
        with pytest.raises(NothingDue):
            cards.begin(made[0], NET, shown=2 * NET)

    @pytest.mark.parametrize("status", ["void", "unsent"])
    def test_void_or_taken_back(self, gateway, made, status):
        b.set_status(made[0], status)
        with pytest.raises(InvoiceLinkClosed):
            cards.begin(made[0], NET)
        assert payment_links.url_of(b.get(made[0])) is None

    def test_a_draft_has_no_address(self, gateway):
        reseller, offer = make_reseller(), make_offer()
        b.sell(offer, reseller)
        [draft] = b.create(reseller)
        assert payment_links.url_of(b.get(draft)) is None
        with pytest.raises(InvoiceLinkClosed):
            cards.begin(draft, NET)

    def test_what_we_owe(self, gateway, made):
        Invoice.objects.update(direction="payable")
        with pytest.raises(InvoiceLinkNotFound):
            cards.begin(made[0], NET)
        assert payment_links.url_of(b.get(made[0])) is None

    def test_another_currency(self, gateway, made):
        Invoice.objects.update(currency="EUR")
        with pytest.raises(InvoiceLinkClosed):
            cards.begin(made[0], NET)
        assert payment_links.url_of(b.get(made[0])) is None

    def test_finer_than_is_charged(self, gateway, made, monkeypatch):
        monkeypatch.setattr(
            "outfitter_tenants.checkout.sale_terms.balance_due.chargeable_unit", lambda _: 100
        )
        with pytest.raises(Invalid):
            cards.begin(made[0], 150)

    def test_without_a_gateway_there_is_no_address(self, gateway, made, monkeypatch):
        def none(**_):
            raise NoPaymentProvider("Card payments are not set up here.")

        for module in (payment_links, operations):
            monkeypatch.setattr(module, "payment_provider", none)
        assert payment_links.url_of(b.get(made[0])) is None
        with pytest.raises(NoPaymentProvider):
            cards.begin(made[0], NET)

    def test_unknown_and_replaced_addresses(self, gateway, made):
        invoice_id = made[0]
        old, wish = cards.secret_of(invoice_id), CardPayment(NET, 2 * NET)
        started = cards.begin(invoice_id, NET)
        with pytest.raises(StaleVersion):
            operations.replace_link(invoice_id=invoice_id, version=99, at=utc_now())
        operations.replace_link(invoice_id=invoice_id, version=None, at=utc_now())

        for secret in (old, f"i{invoice_id}-{'0' * 32}", "i0-", "12-abc", old.replace("i", "")):
            with pytest.raises(InvoiceLinkNotFound):
                operations.begin(secret=secret, wish=wish, at=utc_now())
        # Whoever had begun by the old one is stopped at the gateway.
        intent_reconciliation.withdraw({"intent_id": started.intent_id}, utc_now())
        assert gateway.intents[started.answer.gateway_id].status == "canceled"
        cards.pay_by_card(gateway, invoice_id, NET)

    def test_while_a_bank_is_at_it(self, gateway, made):
        cards.begin(made[0], NET)
        Intent.objects.update(status="processing")
        with pytest.raises(InvoiceBeingPaid):
            cards.begin(made[0], NET)


class TestOvertaken:
    """Money that the invoice no longer asks for goes back to the card, and is never lost."""

    def begun(self, invoice_id, amount):
        return cards.begin(invoice_id, amount)

    def late(self, gateway, started):
        outcome_of = gateway.pay(started.answer.gateway_id)
        cards.tell(outcome_of)
        return operations.confirm(
            invoice_id=Intent.objects.get(pk=started.intent_id).invoice_id,
            intent_id=started.intent_id,
            at=utc_now(),
        )

    def send_back(self):
        for row in InvoiceChargeRefund.objects.filter(status="pending"):
            refunds.run_refund({"refund_id": row.pk}, utc_now())

    def test_paid_by_check_meanwhile(self, gateway, made):
        started = self.begun(made[0], 2 * NET)
        b.pay(made[0], 2 * NET)
        assert DueJob.objects.filter(kind="payments.withdraw", key=str(started.intent_id)).exists()

        outcome = self.late(gateway, started)
        self.send_back()

        assert outcome.status == "refunded"
        assert [one.amount for one in gateway.given.values()] == [2 * NET]
        assert InvoiceChargeRefund.objects.get().status == "succeeded"
        assert b.get(made[0]).paid_amount == 2 * NET
        b.check_books()

    def test_what_still_fits_pays(self, gateway, made):
        started = self.begun(made[0], 2 * NET)
        b.pay(made[0], NET)

        outcome = self.late(gateway, started)
        self.send_back()

        assert outcome.status == "succeeded"
        assert "goes back to your card" in outcome.message
        assert [one.amount for one in gateway.given.values()] == [NET]
        assert b.get(made[0]).status == "paid"
        b.check_books()

    def test_void_meanwhile(self, gateway, made):
        started = self.begun(made[0], NET)
        b.set_status(made[0], "void")

        assert self.late(gateway, started).status == "refunded"
        self.send_back()
        assert [one.amount for one in gateway.given.values()] == [NET]
        b.check_books()

    def test_given_up_before_anybody_pays(self, gateway, made):
        started = self.begun(made[0], 2 * NET)
        b.discount(made[0], amount=100)
        intent_reconciliation.withdraw({"intent_id": started.intent_id}, utc_now())

        assert gateway.intents[started.answer.gateway_id].status == "canceled"
        assert Intent.objects.get().status == "canceled"

    def test_what_the_gateway_will_not_give_back_is_told(self, gateway, made):
        started = self.begun(made[0], NET)
        b.set_status(made[0], "void")
        self.late(gateway, started)
        gateway.refund_refusals.append("gateway_refused")
        self.send_back()

        assert InvoiceChargeRefund.objects.get().status == "failed"
        told = OutboxEvent.objects.get(name="invoice.card_problem").payload
        assert (told["reason"], told["amount"], told["number"]) == ("refund_failed", NET, "INV-00001")

    def test_the_job_comes_again_while_the_gateway_is_away(self, gateway, made):
        started = self.begun(made[0], NET)
        b.set_status(made[0], "void")
        self.late(gateway, started)
        gateway.is_away = True
        self.send_back()
        gateway.is_away = False
        row = InvoiceChargeRefund.objects.get()
        assert row.status == "pending"
        assert DueJob.objects.filter(kind=refunds.KIND, key=str(row.pk)).exists()

        DueJob.objects.all().delete()
        refunds.promise_again(utc_now() + timedelta(hours=1))
        assert DueJob.objects.filter(kind=refunds.KIND, key=str(row.pk)).exists()
        refunds.run_refund({"refund_id": row.pk}, utc_now() + timedelta(hours=1))
        assert len(gateway.given) == 1
