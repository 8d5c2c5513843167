"""What is paid of invoices, discounts, credits, commission, credit limits."""

from dataclasses import replace
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.invoices import payments
from outfitter_tenants.checkout.invoices.operations import LastTrip
from outfitter_tenants.checkout.invoices.payments import InvoiceMoney
from outfitter_tenants.checkout.payments import operations as trip_payments
from outfitter_tenants.checkout.payments.operations import Correction, GatewayPayment, PaidByInvoice
from outfitter_tenants.checkout.sale_terms.reseller_credit import CreditLimit, credit_left
from outfitter_tenants.checkout.sales.reservation import Overpayment
from outfitter_tenants.checkout.trip_management import trip_reseller
from outfitter_tenants.invoices.models import InvoiceTrip
from outfitter_tenants.invoices.operations import InvoiceState, NothingToInvoice
from outfitter_tenants.ledger.models import Entry, Payment
from outfitter_tenants.resellers.models import Reseller
from tests.invoices import invoice_calls as b
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, make_offer
from tests.support.trip_states import MANAGER

pytestmark = pytest.mark.usefixtures("reef")
NET = b.NET
CLERK = replace(MANAGER, permissions=MANAGER.permissions - {"reseller.manage"})


class TestPayments:
    def two(self):
        reseller, offer = make_reseller(), make_offer()
        trips = b.sell(offer, reseller), b.sell(offer, reseller)
        return b.make_sent(reseller), *trips

    def test_the_oldest_trip_first(self):
        made, first, second = self.two()

        invoice = b.pay(made, NET + 100)

        assert (invoice.status, invoice.balance) == ("partially_paid", NET - 100)
        assert (b.owed(first), b.owed(second)) == (0, NET - 100)
        assert b.trip(first).commission["settle_status"] == "settled"
        rows = Payment.objects.order_by("id").values_list("trip_id", "method", "amount", "reference")
        assert list(rows) == [
            (first, "reseller_account", NET, "INV-00001"),
            (second, "reseller_account", 100, "INV-00001"),
        ]
        b.check_books()
        assert b.pay(made, NET - 100).status == "paid"
        b.check_books()

    def test_more_than_the_balance(self):
        made, _, _ = self.two()

        with pytest.raises(Overpayment):
            b.pay(made, 2 * NET + 1)
        assert Payment.objects.count() == 0

    def test_the_future(self):
        made, _, _ = self.two()
        money = InvoiceMoney("cash", 1, paid_at=utc_now() + timedelta(days=1))

        with pytest.raises(Invalid):
            payments.add_payment(invoice_id=made, money=money, version=2, by=b.EVERYBODY, at=utc_now())

    def test_removed_it_is_owed_again(self):
        made, first, second = self.two()
        invoice = b.pay(made, 2 * NET)
        assert invoice.status == "paid"

        invoice = b.take_back(made, invoice.all_payments[0].pk)

        assert (invoice.status, invoice.balance) == ("sent", 2 * NET)
        assert (b.owed(first), b.owed(second)) == (NET, NET)
        b.check_books()
        with pytest.raises(InvoiceState):
            b.take_back(made, invoice.all_payments[0].pk)

    def test_one_of_two_removed(self):
        made, _, _ = self.two()
        b.pay(made, 100)
        invoice = b.pay(made, 2 * NET - 100)

        invoice = b.take_back(made, invoice.all_payments[0].pk)

        assert (invoice.status, invoice.balance) == ("partially_paid", 100)
        b.check_books()

    def test_on_the_trip_they_are_neither_removed_nor_edited(self):
        made, first, _ = self.two()
        b.pay(made, NET)
        payment = Payment.objects.get(trip_id=first)
        b.unlock(first)

        with pytest.raises(PaidByInvoice):
            trip_payments.remove_payment(
                trip_id=first, payment_id=payment.pk, reason="A", by=b.EVERYBODY, at=utc_now()
            )
        with pytest.raises(GatewayPayment):
            trip_payments.edit_payment(
                trip_id=first,
                payment_id=payment.pk,
                correction=Correction(method="cash"),
                by=b.EVERYBODY,
                at=utc_now(),
            )


class TestDiscount:
    def test_it_makes_the_partner_earn_more(self):
        reseller, offer = make_reseller(), make_offer()
        first, second = b.sell(offer, reseller), b.sell(offer, reseller, adults=2)
        made = b.make_sent(reseller)

        assert b.discount(made, amount=300).total_amount == 3 * NET - 300

        assert (b.owed(first), b.owed(second)) == (NET - 100, 2 * NET - 200)
        b.pay(made, 3 * NET - 300)
        assert (b.owed(first), b.owed(second)) == (0, 0)
        b.check_books()

    def test_before_it_is_sent_trips_do_not_know(self):
        reseller = make_reseller()
        trip_id = b.sell(make_offer(), reseller)
        [made] = b.create(reseller)

        assert b.discount(made, ppm=100_000).total_amount == NET - 392
        assert b.owed(trip_id) == NET
        b.set_status(made, "sent")
        assert b.owed(trip_id) == NET - 392
        b.set_status(made, "void")
        assert b.owed(trip_id) == NET
        b.check_books()

    def test_never_more_than_is_left(self):
        reseller = make_reseller()
        b.sell(make_offer(), reseller)
        made = b.make_sent(reseller)
        b.pay(made, 1000)

        with pytest.raises(Invalid):
            b.discount(made, amount=NET - 999)
        assert b.discount(made, amount=NET - 1000).status == "paid"
        b.check_books()


class TestTripRemove:
    def test_it_can_be_billed_again(self):
        reseller, offer = make_reseller(), make_offer()
        first, second = b.sell(offer, reseller), b.sell(offer, reseller)
        made = b.make_sent(reseller)

        assert b.remove_trip(made, first).total_amount == NET

        assert (b.trip(first).locked_reason, b.trip(second).locked_reason) == (None, "invoiced")
        assert [line.trip_id for line in b.get(b.make_sent(reseller)).all_lines] == [first]
        b.check_books()

    def test_refused(self):
        reseller, offer = make_reseller(), make_offer()
        first, second = b.sell(offer, reseller), b.sell(offer, reseller)
        made = b.make_sent(reseller)
        b.pay(made, 100)
        with pytest.raises(InvoiceState):
            b.remove_trip(made, first)
        with pytest.raises(Invalid):
            b.remove_trip(made, 999_999)
        b.remove_trip(made, second)
        assert InvoiceTrip.objects.filter(invoice_id=made).count() == 1
        b.take_back(made, b.get(made).all_payments[0].pk)
        with pytest.raises(LastTrip):
            b.remove_trip(made, first)


class TestAdjustments:
    def cheaper(self, trip_id, by):
        """Have the partner owe so much less for a trip on a sent invoice."""
        b.unlock(trip_id)
        earned = b.trip(trip_id).commission_amount + by
        trip_reseller.edit_commission(
            trip_id=trip_id,
            ppm=None,
            amount=earned,
            agent_amount=None,
            reason="Rain",
            by=MANAGER,
            at=utc_now(),
        )

    def test_what_changed_after_it_was_sent_is_on_the_next(self):
        reseller, offer = make_reseller(), make_offer()
        first = b.sell(offer, reseller)
        made = b.make_sent(reseller)
        self.cheaper(first, 500)
        assert b.get(made).total_amount == NET
        with pytest.raises(NothingToInvoice):
            b.create(reseller)
        second = b.sell(offer, reseller)

        after = b.get(b.make_sent(reseller))

        assert [(line.trip_id, line.net_amount, line.is_adjustment) for line in after.all_lines] == [
            (first, -500, True),
            (second, NET, False),
        ]
        assert after.total_amount == NET - 500
        b.check_books()
        # The credit has no money yet: the first invoice is not paid.
        b.pay(after.pk, NET - 500)
        assert b.owed(second) == 500
        b.check_books()
        b.pay(made, NET)
        assert (b.owed(first), b.owed(second)) == (0, 0)
        b.check_books()

    def test_a_credit_is_given_at_once_where_the_money_is_there(self):
        reseller, offer = make_reseller(), make_offer()
        first = b.sell(offer, reseller)
        made = b.make_sent(reseller)
        b.pay(made, NET)
        self.cheaper(first, 500)
        second = b.sell(offer, reseller)

        after = b.make_sent(reseller)

        assert (b.owed(first), b.owed(second)) == (0, NET - 500)
        b.check_books()
        # The check for the first bounces: its credit is taken back.
        b.take_back(made, b.get(made).all_payments[0].pk)
        assert (b.owed(first), b.owed(second)) == (NET - 500, NET)
        b.check_books()
        b.pay(made, NET)
        b.pay(after, NET - 500)
        assert (b.owed(first), b.owed(second)) == (0, 0)
        b.check_books()

    def test_dearer(self):
        reseller, offer = make_reseller(), make_offer()
        first = b.sell(offer, reseller)
        b.make_sent(reseller)
        self.cheaper(first, -200)

        after = b.get(b.make_sent(reseller))

        assert [(line.net_amount, line.is_adjustment) for line in after.all_lines] == [(200, True)]
        with pytest.raises(NothingToInvoice):
            b.create(reseller)

    def test_a_void_invoice_leaves_what_was_billed_later_for_comparison(self):
        reseller, offer = make_reseller(collect_type="operator_collects"), make_offer()
        trip_id = b.sell(offer, reseller)
        first = b.make_sent(reseller, direction="payable")
        self.cheaper(trip_id, 100)
        b.make_sent(reseller, direction="payable")
        with pytest.raises(NothingToInvoice):
            b.create(reseller, direction="payable")

        b.set_status(first, "void")

        [again] = b.create(reseller, direction="payable")
        assert [line.net_amount for line in b.get(again).all_lines] == [ADULT // 5]
        b.check_books()


class TestCredit:
    def test_what_is_paid_for_a_trip_needs_no_credit(self):
        """Half of the limit is left: a trip that is paid may still grow by that."""
        reseller = make_reseller(credit_limit_amount=NET)
        trip_id = b.sell(make_offer(), reseller)
        b.pay(b.make_sent(reseller), NET)
        b.unlock(trip_id)

        b.earn(trip_id, 0, by=CLERK)

        assert b.owed(trip_id) == ADULT - NET
        with pytest.raises(CreditLimit):
            b.sell_as(CLERK, make_offer(name="Other"), reseller)


class TestPayable:
    def test_commission_is_paid_and_explained(self):
        reseller, offer = make_reseller(collect_type="operator_collects"), make_offer()
        trip_id = b.sell(offer, reseller)
        made = b.make_sent(reseller, direction="payable")
        earned = ADULT // 5
        assert (b.get(made).number, b.get(made).total_amount) == ("COM-00001", earned)

        invoice = b.pay(made, earned, "wire_ach")

        assert invoice.status == "paid"
        assert Payment.objects.count() == 0
        assert Entry.objects.get(account="commission", owner_id=trip_id).amount == -earned
        with pytest.raises(NothingToInvoice):
            b.create(reseller, direction="payable")
        b.check_books()
        b.take_back(made, invoice.all_payments[0].pk)
        assert sum(Entry.objects.filter(account="commission").values_list("amount", flat=True)) == 0
        b.check_books()


def test_golden_e9():
    """Limit 500.00, uninvoiced 320.00, unpaid invoices 150.00: 30.00 left, and 40.00 is too much."""
    reseller = make_reseller(commission_ppm=0, collect_type="reseller_collects")
    offer = make_offer(capacity=None)

    def buy(amount, by=b.EVERYBODY):
        trip_id = b.fill_cart(offer, adults=1, children=0)
        trip_reseller.set_reseller(trip_id=trip_id, reseller_id=reseller, reprice="keep", by=by, at=utc_now())
        trip_reseller.edit_commission(
            trip_id=trip_id,
            ppm=None,
            amount=ADULT - amount,
            agent_amount=None,
            reason="Net",
            by=by,
            at=utc_now(),
        )
        return trip_id

    def book(amount):
        trip_id = buy(amount)
        b.reserve(trip_id)
        return trip_id

    for amount in (4900, 4900, 4900, 300):
        book(amount)
    made = b.make_sent(reseller)
    assert b.get(made).total_amount == 15_000
    for amount in (4900, 4900, 4900, 4900, 4900, 4900, 2600):
        book(amount)
    Reseller.objects.filter(pk=reseller).update(credit_limit_amount=50_000)
    wanted = buy(4000)
    assert credit_left(trip=b.trip(wanted)) == 3000
    with pytest.raises(CreditLimit):
        b.reserve(wanted, by=CLERK)

    b.pay(made, 10_000)

    assert credit_left(trip=b.trip(wanted)) == 13_000
    b.reserve(wanted, by=CLERK)
    assert b.trip(wanted).status == "reserved"
