"""What all reports can do: groups, another period beside this one, the rows behind every total."""

from datetime import timedelta

import pytest

from tests.invoices import invoice_calls as b
from tests.reports.test_money import ask as ask_exactly
from tests.reports.test_money import clerk_with, span
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer

pytestmark = pytest.mark.usefixtures("reef")


def ask(client, name, **more):
    return ask_exactly(client, name, **(span() | more))


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def sold(reef):
    """Two sales of one partner, one of another."""
    offer, one, two = make_offer(capacity=None), make_reseller("One"), make_reseller("Two")
    b.sell(offer, one, adults=2)
    b.sell(offer, one)
    b.sell(offer, two)
    return one, two


def test_every_group_leads_to_its_rows(staff, sold):
    for by in (["reseller"], ["month", "reseller"], ["day", "trip_method", "paid_state"]):
        answer = ask(staff, "tripsGrouped", groupBy=by)
        assert answer.status_code == 200, answer.content
        found = answer.json()
        assert sum(one["sums"]["cnt"] for one in found["groups"]) == 3
        for group in found["groups"]:
            rows = ask(staff, "trips", filters=group["filters"]).json()
            assert rows["totals"][group["currency"]] == group["sums"]
            assert len(rows["data"]) == group["sums"]["cnt"]


def test_rows_have_cells_for_their_columns_and_lead_to_their_trips(staff, sold):
    found = ask(staff, "trips", columns=["confirmation_code", "total_amount"]).json()
    assert [one["key"] for one in found["columns"]] == ["confirmation_code", "total_amount"]
    for row in found["data"]:
        assert row["trip"]["confirmation_code"] == row["cells"]["confirmation_code"]
    total = sum(row["cells"]["total_amount"] for row in found["data"])
    assert found["totals"]["USD"]["total_amount"] == total


def test_totals_come_with_the_first_page(staff, sold):
    first = ask(staff, "trips", limit=2, compare="previous").json()
    assert first["totals"]["USD"]["cnt"] == 3
    later = ask(staff, "trips", limit=2, compare="previous", cursor=first["meta"]["next_cursor"]).json()
    assert (later["totals"], later["comparison"]) == ({}, None)
    assert len(first["data"]) + len(later["data"]) == 3
    assert later["meta"]["total"] == 3


def test_a_period_beside_the_one_before(staff, sold):
    today = b.today()
    later = {"from": str(today + timedelta(days=1)), "to": str(today + timedelta(days=7))}
    found = ask(staff, "tripsGrouped", groupBy=["reseller"], compare="previous", **later).json()
    assert found["groups"] == []
    assert found["comparison"]["to"] == str(today)
    assert found["comparison"]["totals"]["USD"]["cnt"] == 3


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"groupBy": ["moon"]}, "groupBy"),
        ({"groupBy": ["day", "day"]}, "groupBy"),
        ({"columns": ["moon"]}, "columns"),
        ({"dateType": "received"}, "dateType"),
        ({"filters": [{"field": "moon", "op": "eq", "value": 1}]}, "filters"),
    ],
)
def test_what_a_report_does_not_have_is_refused_by_name(staff, more, field):
    refused = ask(staff, "trips", **more)
    assert_error(refused, 422)
    assert field in str(refused.json()["detail"])


def test_who_may(client_for):
    assert_error(ask(clerk_with(client_for, "trip.view"), "trips"), 403, "forbidden")
    assert_error(ask(client_for("reef"), "trips"), 401, "unauthenticated")
