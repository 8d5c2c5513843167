"""What invoices of hundreds of trips, and a credit limit, may cost in statements."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.trip_management import trip_reseller
from outfitter_tenants.invoices.models import InvoiceTrip
from outfitter_tenants.resellers.models import Reseller
from tests.invoices import invoice_calls as b
from tests.support.kept_reads import unchecked
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, make_offer
from tests.support.trip_states import MANAGER

pytestmark = pytest.mark.usefixtures("reef")
NET = b.NET
CLERK = replace(MANAGER, permissions=MANAGER.permissions - {"reseller.manage"})


class TestRemovedTogether:
    """A payment of many trips is taken off all of them in as many statements as off a few."""

    def removal(self, direction, collect_type, trips_cnt):
        reseller, offer = (
            make_reseller(f"{direction} {trips_cnt}", collect_type=collect_type),
            make_offer(name=f"{direction} {trips_cnt}", capacity=None),
        )
        trips = [b.sell(offer, reseller) for _ in range(trips_cnt)]
        made = b.make_sent(reseller, direction=direction)
        before = [(b.trip(one).version, b.trip(one).commission) for one in trips]
        invoice = b.pay(made, b.get(made).balance)
        with CaptureQueriesContext(connection) as found:
            after = b.take_back(made, invoice.all_payments[0].pk)
        assert (after.status, after.balance) == ("sent", invoice.total_amount)
        # Each counts what it was paid, is billed as before, and was told of in the log.
        for one, (version, commission) in zip(trips, before, strict=True):
            trip = b.trip(one)
            assert (trip.version, trip.paid_amount, trip.commission) == (version + 2, 0, commission)
        assert not InvoiceTrip.objects.filter(invoice_id=made).exclude(settled_amount=0).exists()
        action = "payment.removed" if direction == "receivable" else "trip.commission_paid"
        assert AuditLog.objects.filter(trip_id__in=trips, action=action).count() >= trips_cnt
        b.check_books()
        return len(found)

    @pytest.mark.parametrize(
        ("direction", "collect_type"), [("receivable", "reseller_collects"), ("payable", "operator_collects")]
    )
    def test_as_many_statements_for_many_trips(self, direction, collect_type):
        assert self.removal(direction, collect_type, 9) == self.removal(direction, collect_type, 3)

    def test_what_was_given_on_is_undone_by_itself(self):
        reseller, offer = make_reseller(), make_offer()
        first, plain = b.sell(offer, reseller), b.sell(offer, reseller)
        made = b.make_sent(reseller)
        b.pay(made, 2 * NET)
        b.earn(first, ADULT - NET + 500)
        later = b.sell(offer, reseller)
        b.make_sent(reseller)
        assert (b.owed(first), b.owed(plain), b.owed(later)) == (0, 0, NET - 500)

        b.take_back(made, b.get(made).all_payments[0].pk)

        assert (b.owed(first), b.owed(plain), b.owed(later)) == (NET - 500, NET, NET)
        b.check_books()


def test_a_limit_costs_who_is_bound_by_it_two_statements():
    reseller, offer = make_reseller(), make_offer(capacity=None)

    def cost(limit):
        Reseller.objects.filter(pk=reseller).update(credit_limit_amount=limit)
        found = []
        for _ in range(2):
            trip_id = b.fill_cart(offer, adults=1, children=0)
            trip_reseller.set_reseller(
                trip_id=trip_id, reseller_id=reseller, reprice="keep", by=CLERK, at=utc_now()
            )
            with unchecked(), CaptureQueriesContext(connection) as asked:
                b.reserve(trip_id, by=CLERK)
            found.append(len(asked))
        return found[-1]

    assert cost(1_000_000) - cost(None) == 2
