"""Reports about partners: invoices by how late they are, credit limits, commission in a day's closing."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.reports import day_close, printout
from outfitter_tenants.transfer.models import Transfer as Export
from tests.invoices import invoice_calls as b
from tests.reports.test_money import ask, span
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, make_offer

pytestmark = pytest.mark.usefixtures("reef")
NET = b.NET


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def post(client, name, body):
    return client.post(f"/api/reports/{name}", body, content_type="application/json")


def test_invoices_and_how_late_they_are(staff):
    one, offer = make_reseller("One"), make_offer(capacity=None)
    two = make_reseller("Two", collect_type="operator_collects")
    b.sell(offer, one, adults=2)
    made = b.make_sent(one)
    b.pay(made, 1000)
    late = b.get(made)
    late.due_date = b.today() - timedelta(days=40)
    late.save(update_fields=["due_date"])
    b.sell(offer, two)
    b.make_sent(two, direction="payable")
    b.sell(offer, one)
    [waiting] = b.create(one)
    b.sell(offer, one)
    b.set_status(b.make_sent(one), "void")

    found = ask(staff, "invoices").json()

    assert {row["id"] for row in found["data"]} >= {made, waiting}
    assert found["meta"]["total"] == 4
    assert found["totals"]["USD"] == {
        "cnt": 4,
        "receivable_due": 2 * NET,
        "receivable_paid": 1000,
        "receivable_balance": 2 * NET - 1000,
        "payable_due": ADULT // 5,
        "payable_paid": 0,
        "payable_balance": ADULT // 5,
        "not_due": 0,
        "days_0": 0,
        "days_30": 2 * NET - 1000,
        "days_60": 0,
        "days_90": 0,
    }
    due = ask(staff, "invoices", **span(dateType="received"))
    assert made not in {row["id"] for row in due.json()["data"]}
    assert_error(ask(staff, "invoices", **{"from": "2026-02-02", "to": "2026-02-01"}), 422)
    exported = ask(staff, "invoices", **span(export={"format": "csv"})).json()
    assert Export.objects.filter(pk=exported["meta"]["export_id"]).exists()


def test_credit_limits(staff):
    offer = make_offer(capacity=None)
    limited, free = make_reseller("Limited", credit_limit_amount=3 * NET), make_reseller("Free")
    gone = make_reseller("Gone", status="archived")
    b.sell(offer, limited)
    made = b.make_sent(limited)
    b.pay(made, 920)
    b.sell(offer, limited)
    b.sell(offer, free)

    found = post(staff, "resellersCreditLimit", {}).json()

    first, second = found["data"]
    assert first == {
        "reseller": {"id": limited, "name": "Limited"},
        "status": "active",
        "currency": "USD",
        "limit_amount": 3 * NET,
        "topup_balance": 0,
        "uninvoiced_amount": NET,
        "unpaid_amount": NET - 920,
        "used_amount": 2 * NET - 920,
        "available_amount": NET + 920,
        "used_ppm": (2 * NET - 920) * 1_000_000 // (3 * NET),
        "oldest_unpaid_on": str(b.get(made).due_date),
    }
    assert (second["reseller"]["id"], second["available_amount"], second["used_ppm"]) == (free, None, None)
    assert found["totals"]["USD"] == {
        "cnt": 2,
        "uninvoiced_amount": 2 * NET,
        "unpaid_amount": NET - 920,
        "used_amount": 3 * NET - 920,
    }
    assert gone not in {row["reseller"]["id"] for row in found["data"]}
    assert {one["key"] for one in found["columns"]} == set(first)


def test_commission_in_the_closing_of_a_day():
    partner = make_reseller(collect_type="operator_collects")
    b.sell(make_offer(), partner)
    made = b.make_sent(partner, direction="payable")
    b.pay(made, 900)
    payment = b.get(made).all_payments[0].pk
    b.pay(made, 80)
    b.take_back(made, payment)

    closed = day_close.close_day(day=utc_now().date(), zone="UTC", currency="USD", at=utc_now())

    assert closed["commission"] == [
        {"currency": "USD", "paid_amount": 980, "returned_amount": 900, "net_amount": 80}
    ]
    sheet = printout.sheet(closed, printout.Reader("de"), "Reef")
    [table] = [one for one in sheet["tables"] if one["title"] == "An Vertriebspartner gezahlte Provision"]
    assert table["rows"] == [["9,80\xa0$", "9,00\xa0$", "0,80\xa0$"]]
