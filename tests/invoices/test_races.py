"""Two clerks in the same instant: nothing is billed twice, and numbers have no gaps."""

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter_tenants.invoices.models import Invoice, InvoiceSeries, InvoiceTrip
from outfitter_tenants.invoices.operations import InvoiceState, NothingToInvoice
from outfitter_tenants.invoices.operations.number_series import take_number
from tests.checkout.test_races import SCHEMA, at_once
from tests.invoices import invoice_calls as b
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer

pytestmark = pytest.mark.django_db(transaction=True)


def refused(results):
    return [type(one) for one in results if isinstance(one, Exception)]


def test_who_comes_second_finds_nothing_to_invoice():
    with in_schema(SCHEMA):
        reseller, offer = make_reseller(), make_offer()
        for _ in range(3):
            b.sell(offer, reseller)

        results = at_once([lambda: b.create(reseller)] * 3)

        assert refused(results) == [NothingToInvoice] * 2
        assert (Invoice.objects.count(), InvoiceTrip.objects.count()) == (1, 3)


def test_partners_in_any_order_wait_for_one_another():
    with in_schema(SCHEMA):
        one, two, offer = make_reseller("One"), make_reseller("Two"), make_offer()
        b.sell(offer, one)
        b.sell(offer, two)

        results = at_once([lambda: b.create(one, two), lambda: b.create(two, one)])

        assert refused(results) == [NothingToInvoice]
        assert Invoice.objects.count() == 2


def test_numbers_have_no_gaps_whoever_fails():
    with in_schema(SCHEMA):
        offer = make_offer(capacity=None)
        partners = [make_reseller(f"Partner {n}") for n in range(6)]
        for reseller in partners:
            b.sell(offer, reseller)
        made = b.create(*partners)

        results = at_once([lambda key=key: b.set_status(key, "sent") for key in made])
        assert refused(results) == []
        with pytest.raises(ZeroDivisionError):
            _take_and_fail()
        b.sell(offer, partners[0])
        b.make_sent(partners[0])

        numbers = sorted(Invoice.objects.values_list("number", flat=True))
        assert numbers == [f"INV-{n:05d}" for n in range(1, 8)]
        assert InvoiceSeries.objects.get().next_number == 8


def _take_and_fail() -> None:
    from django.db import transaction

    with transaction.atomic():
        take_number(direction="receivable")
        raise ZeroDivisionError


def test_one_payment_is_not_taken_twice():
    with in_schema(SCHEMA):
        reseller, offer = make_reseller(), make_offer()
        b.sell(offer, reseller)
        made = b.make_sent(reseller)

        results = at_once([lambda: b.pay(made, b.NET)] * 2)

        assert len(refused(results)) == 1
        assert b.get(made).status == "paid"
        b.check_books()


def test_void_and_paid_at_once():
    with in_schema(SCHEMA):
        reseller, offer = make_reseller(), make_offer()
        b.sell(offer, reseller)
        made = b.make_sent(reseller)

        results = at_once([lambda: b.pay(made, b.NET), lambda: b.set_status(made, "void")])

        assert len(refused(results)) == 1
        assert b.get(made).status in {"paid", "void"}
        b.check_books()


def test_a_sale_and_a_bill_do_not_wait_for_each_other():
    with in_schema(SCHEMA):
        reseller, offer = make_reseller(credit_limit_amount=1_000_000), make_offer(capacity=None)
        for _ in range(4):
            b.sell(offer, reseller)

        results = at_once([lambda: b.create(reseller), *[lambda: b.sell(offer, reseller) for _ in range(4)]])

        assert refused(results) == []
        assert InvoiceState not in results
