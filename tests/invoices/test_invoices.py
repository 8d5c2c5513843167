"""Making, sending, paying and taking back invoices, on a real database."""

from dataclasses import replace
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.checkout.invoices import operations
from outfitter_tenants.checkout.trip_changes.change import TripLocked
from outfitter_tenants.checkout.trip_management import trip_reseller
from outfitter_tenants.invoices.models import Invoice, InvoiceSeries
from outfitter_tenants.invoices.operations import InvoiceState, NothingToInvoice, delete_invoice
from outfitter_tenants.resellers import archival
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Trip
from tests.invoices import invoice_calls as b
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, make_offer
from tests.support.trip_states import MANAGER, logged

pytestmark = pytest.mark.usefixtures("reef")
NET = b.NET
CLERK = replace(MANAGER, permissions=MANAGER.permissions - {"reseller.manage"})


class TestCreate:
    def test_what_a_partner_bought_becomes_an_invoice(self):
        reseller, offer = make_reseller(), make_offer()
        first, second = b.sell(offer, reseller), b.sell(offer, reseller, adults=2)

        [made] = b.create(reseller)

        invoice = b.get(made)
        assert (invoice.number, invoice.status, invoice.total_amount) == (None, "unsent", 3 * NET)
        assert [(line.trip_id, line.net_amount) for line in invoice.all_lines] == [
            (first, NET),
            (second, 2 * NET),
        ]
        assert [line.gross_amount for line in invoice.all_lines] == [ADULT, 2 * ADULT]
        assert b.trip(first).locked_reason is None
        b.check_books()

    def test_each_partner_gets_one(self):
        one, two, offer = make_reseller("One"), make_reseller("Two"), make_offer()
        b.sell(offer, one), b.sell(offer, two)

        made = b.create(one, two)

        assert [b.get(key).reseller_id for key in made] == [one, two]

    def test_what_is_on_one_is_not_billed_again(self):
        reseller = make_reseller()
        b.sell(make_offer(), reseller)
        b.create(reseller)

        with pytest.raises(NothingToInvoice):
            b.create(reseller)
        assert operations.count_eligible(wanted=b.wanted(reseller), at=utc_now()) == []

    def test_only_the_days_that_were_asked_for(self):
        reseller = make_reseller()
        b.sell(make_offer(), reseller)
        last_year = {"date_from": b.today() - timedelta(days=400), "date_to": b.today() - timedelta(days=300)}

        with pytest.raises(NothingToInvoice):
            b.create(reseller, **last_year)

    def test_by_activity_it_must_be_over(self):
        reseller, offer = make_reseller(), make_offer()
        trip_id = b.sell(offer, reseller)
        days = {"date_type": "activity", "date_to": b.today() + timedelta(days=9)}
        with pytest.raises(NothingToInvoice):
            b.create(reseller, **days)
        order = Trip.objects.get(pk=trip_id).orders.get()
        order.timeslot.start_at = utc_now() - timedelta(hours=2)
        order.timeslot.end_at = utc_now() - timedelta(minutes=1)
        order.timeslot.save()

        assert len(b.create(reseller, **days)) == 1

    def test_only_the_trips_that_were_named(self):
        reseller, offer = make_reseller(), make_offer()
        b.sell(offer, reseller)
        second = b.sell(offer, reseller)

        [made] = b.create(reseller, trip_ids=(second,))

        assert [line.trip_id for line in b.get(made).all_lines] == [second]

    def test_bad_input(self):
        reseller, offer = make_reseller(), make_offer()
        stranger = b.sell(offer, make_reseller("Other"))
        for more in (
            {"trip_ids": (stranger,)},
            {"trip_ids": (999_999,)},
            {"date_from": b.today() + timedelta(days=9)},
            {"due_date": b.today() - timedelta(days=3)},
        ):
            with pytest.raises(Invalid):
                b.create(reseller, **more)
        with pytest.raises(Invalid):
            b.create(reseller, 999_999)

    @pytest.mark.parametrize(
        ("collect_type", "method", "is_billed"),
        [
            ("reseller_collects", "none_required", True),
            ("net_at_booking", "invoice_manual", True),
            ("deposit_commission", "invoice_manual", False),
            ("operator_collects", "invoice_manual", False),
            ("untracked", "invoice_manual", False),
        ],
    )
    def test_who_is_billed(self, collect_type, method, is_billed):
        reseller = make_reseller()
        b.sell(make_offer(), reseller)
        Trip.objects.filter(reseller_id=reseller).update(collect_type=collect_type)
        Reseller.objects.filter(pk=reseller).update(payment_method=method)

        found = operations.count_eligible(wanted=b.wanted(reseller), at=utc_now())

        assert [(one.trips_cnt, one.net_amount) for _, one in found] == ([(1, NET)] if is_billed else [])

    def test_another_currency_waits(self):
        reseller = make_reseller()
        trip_id = b.sell(make_offer(), reseller)
        Trip.objects.filter(pk=trip_id).update(currency="EUR")

        with pytest.raises(NothingToInvoice):
            b.create(reseller)
        with pytest.raises(Invalid):
            b.create(reseller, trip_ids=(trip_id,))


class TestSend:
    def test_it_gets_a_number_and_locks_its_trips(self):
        reseller = make_reseller(invoice_terms_days=14)
        trip_id = b.sell(make_offer(), reseller)

        invoice = b.get(b.make_sent(reseller))

        assert (invoice.number, invoice.status) == ("INV-00001", "sent")
        assert invoice.due_date == b.day_of(invoice.issued_at) + timedelta(days=14)
        trip = b.trip(trip_id)
        assert (trip.locked_reason, trip.commission["settle_status"]) == ("invoiced", "on_invoice")
        assert "trip.locked" in logged(trip_id)
        with pytest.raises(TripLocked):
            trip_reseller.edit_commission(
                trip_id=trip_id, ppm=1, amount=None, agent_amount=None, reason="x", by=MANAGER, at=utc_now()
            )

    def test_it_bills_what_its_trips_come_to_then(self):
        reseller, offer = make_reseller(), make_offer()
        first, second = b.sell(offer, reseller), b.sell(offer, reseller)
        [made] = b.create(reseller)
        trip_reseller.remove_reseller(trip_id=first, reprice="keep", by=MANAGER, at=utc_now())
        trip_reseller.edit_commission(
            trip_id=second, ppm=None, amount=900, agent_amount=None, reason="x", by=MANAGER, at=utc_now()
        )

        invoice = b.set_status(made, "sent")

        assert [(line.trip_id, line.net_amount) for line in invoice.all_lines] == [(second, ADULT - 900)]
        assert invoice.total_amount == ADULT - 900
        b.check_books()

    def test_nothing_left(self):
        reseller = make_reseller()
        trip_id = b.sell(make_offer(), reseller)
        [made] = b.create(reseller)
        trip_reseller.remove_reseller(trip_id=trip_id, reprice="keep", by=MANAGER, at=utc_now())

        with pytest.raises(NothingToInvoice):
            b.set_status(made, "sent")
        assert InvoiceSeries.objects.count() == 0

    def test_numbers_have_no_gaps_in_each_direction(self):
        reseller, offer = make_reseller(), make_offer()
        for _ in range(3):
            b.sell(offer, reseller)
            b.make_sent(reseller)
        ours = make_reseller("Ours", collect_type="operator_collects")
        b.sell(offer, ours)
        b.make_sent(ours, direction="payable")

        numbers = list(Invoice.objects.order_by("id").values_list("number", flat=True))
        assert numbers == ["INV-00001", "INV-00002", "INV-00003", "COM-00001"]


class TestStates:
    def sent(self):
        reseller = make_reseller()
        trip_id = b.sell(make_offer(), reseller)
        return b.make_sent(reseller), trip_id, reseller

    def test_taken_back_it_keeps_its_number(self):
        made, trip_id, _ = self.sent()

        assert b.set_status(made, "unsent").status == "unsent"
        assert b.trip(trip_id).locked_reason is None
        with pytest.raises(InvoiceState):
            delete_invoice(invoice_id=made, version=b.get(made).version, at=utc_now())
        assert b.set_status(made, "sent").number == "INV-00001"
        assert InvoiceSeries.objects.get().next_number == 2

    def test_void_frees_its_trips(self):
        made, trip_id, reseller = self.sent()

        invoice = b.set_status(made, "void", "Wrong partner")

        assert (invoice.status, invoice.number) == ("void", "INV-00001")
        assert b.trip(trip_id).locked_reason is None
        assert b.trip(trip_id).commission["settle_status"] == "open"
        assert b.get(b.make_sent(reseller)).number == "INV-00002"

    @pytest.mark.parametrize(
        ("state", "refused"),
        [
            ("unsent", ("unsent", "void")),
            ("sent", ("sent",)),
            ("paid", ("unsent", "sent", "void")),
            ("void", ("unsent", "sent", "void")),
        ],
    )
    def test_what_is_refused(self, state, refused):
        reseller = make_reseller()
        b.sell(make_offer(), reseller)
        [made] = b.create(reseller)
        if state != "unsent":
            b.set_status(made, "sent")
        if state == "paid":
            b.pay(made, NET)
        if state == "void":
            b.set_status(made, "void")
        for status in refused:
            with pytest.raises(InvoiceState):
                b.set_status(made, status)
        if state in {"paid", "void"}:
            with pytest.raises(InvoiceState):
                b.discount(made, amount=1)
            with pytest.raises(InvoiceState):
                b.pay(made, 1)

    def test_an_unsent_one_is_deleted(self):
        reseller = make_reseller()
        b.sell(make_offer(), reseller)
        [made] = b.create(reseller)

        delete_invoice(invoice_id=made, version=1, at=utc_now())

        assert len(b.create(reseller)) == 1

    def test_stale(self):
        made, _, _ = self.sent()

        with pytest.raises(StaleVersion):
            operations.set_status(
                invoice_id=made, status="void", reason="", version=1, by=b.EVERYBODY, at=utc_now()
            )


def test_a_partner_with_an_invoice_alone_is_archived():
    reseller = make_reseller()
    trip_id = b.sell(make_offer(), reseller)
    [made] = b.create(reseller)
    trip_reseller.remove_reseller(trip_id=trip_id, reprice="keep", by=MANAGER, at=utc_now())

    assert archival.delete_reseller(reseller_id=reseller, at=utc_now()) == ("archived", ["invoices"])
    delete_invoice(invoice_id=made, version=None, at=utc_now())
    assert archival.delete_reseller(reseller_id=reseller, at=utc_now()) == ("deleted", [])
