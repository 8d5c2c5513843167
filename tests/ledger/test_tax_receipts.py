"""Taxes of trips that partners pay, of before there were receipts, are shared by our net."""

from importlib import import_module
from typing import Any

import pytest
from django.db import connection

from outfitter_tenants.ledger.models import TaxReceipt
from outfitter_tenants.trips.models import PriceLine, Trip
from tests.checkout.test_golden_trip import charge
from tests.invoices import invoice_calls
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer
from tests.support.sold_trips import sell

_MIGRATIONS = "outfitter_tenants.ledger.migrations"
BEFORE = import_module(f"{_MIGRATIONS}.0022_tax_receipts").BEFORE
MEND = import_module(f"{_MIGRATIONS}.0026_partner_tax_receipts").MEND


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def receipts() -> list[tuple[Any, ...]]:
    rows = TaxReceipt.objects.order_by("entry_id", "ref_id")
    return list(rows.values_list("entry_id", "ref_id", "amount", "base_amount", "exempt_amount", "at"))


@pytest.fixture
def billed(reef: Any) -> int:
    """A trip that a partner sold and paid us for in two parts, with taxes on top."""
    charge("tax", name="VAT", calc="percent", rate_ppm=100_000)
    hotel = make_reseller("Harbor Hotel")
    trip_id = invoice_calls.sell(make_offer(), hotel, adults=2)
    [made] = invoice_calls.create(hotel)
    invoice_calls.set_status(made, "sent")
    net = Trip.objects.get(pk=trip_id).net_due_amount
    invoice_calls.pay(made, 3_000)
    invoice_calls.pay(made, net - 3_000)
    return trip_id


def test_what_partners_paid_before_is_measured_by_our_net(billed):
    right = receipts()
    tax = sum(line.amount for line in PriceLine.objects.filter(trip_id=billed, kind="tax"))
    assert sum(row[2] for row in right) == tax > 0

    TaxReceipt.objects.all().delete()
    run(BEFORE)
    # By the customer's price the partner never paid it all.
    assert sum(row[2] for row in receipts()) < tax
    run(MEND)
    assert receipts() == right


def test_what_is_right_stays(billed):
    trip_id = sell(make_offer(name="Walk"))
    assert Trip.objects.get(pk=trip_id).reseller_id is None
    before = list(TaxReceipt.objects.order_by("pk").values())
    run(MEND)
    assert list(TaxReceipt.objects.order_by("pk").values()) == before
