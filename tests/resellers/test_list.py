"""The list of partners with what they sold and owe."""

import json
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.people.models import Role
from outfitter_tenants.resellers import sales_port
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.team import browser_of, make_colleague

TOTAL = 2 * ADULT + CHILD


@pytest.fixture
def desk(reef, client_for):
    return Desk(owner_of(client_for))


def rows_of(desk, **query):
    answer = desk.client.get("/api/resellers/get", query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_search_filters_sort_and_pages(desk):
    ids = [make_reseller(name) for name in ("Élan", "Beach Bar", "Zoo")]
    desk.done(
        f"/api/reseller/{ids[2]}/settings/edit",
        tab="general",
        general={"contacts": [{"name": "Mia", "email": "mia@zoo.example"}], "promo_link_code": "ZOO10"},
    )

    assert [row["name"] for row in rows_of(desk)] == ["Beach Bar", "Élan", "Zoo"]
    assert [row["name"] for row in rows_of(desk, sort="-name")] == ["Zoo", "Élan", "Beach Bar"]
    assert [row["name"] for row in rows_of(desk, search="elan")] == ["Élan"]
    for op, value in (("eq", "ÉLAN"), ("in", ["Élan"]), ("contains", "Éla"), ("eq", "elan")):
        typed = json.dumps([{"field": "name", "op": op, "value": value}])
        assert [row["name"] for row in rows_of(desk, filters=typed)] == ["Élan"], (op, value)
    other = json.dumps([{"field": "name", "op": "ne", "value": "Beach Bar"}])
    assert [row["name"] for row in rows_of(desk, filters=other)] == ["Élan", "Zoo"]
    assert [row["name"] for row in rows_of(desk, search="MIA")] == ["Zoo"]
    assert [row["name"] for row in rows_of(desk, search="zoo10")] == ["Zoo"]
    coded = json.dumps([{"field": "promo_link_code", "op": "notEmpty"}])
    assert [row["name"] for row in rows_of(desk, filters=coded)] == ["Zoo"]
    first = desk.client.get("/api/resellers/get", {"limit": 2}).json()
    second = rows_of(desk, limit=2, cursor=first["meta"]["next_cursor"])
    assert [row["name"] for row in first["data"] + second] == ["Beach Bar", "Élan", "Zoo"]
    assert_error(desk.client.get("/api/resellers/get", {"sort": "owed_amount"}), 422)


@pytest.mark.parametrize(
    ("collect_type", "owed", "payable"),
    [("reseller_collects", TOTAL * 4 // 5, 0), ("operator_collects", 0, TOTAL // 5), ("untracked", 0, 0)],
)
def test_figures_of_what_was_sold(desk, collect_type, owed, payable):
    seller = make_reseller(collect_type=collect_type)
    other = make_reseller("Beach Bar")
    trip = fill_cart(make_offer())
    desk.done(f"/api/trip/{trip}/reseller/edit", reseller_id=seller, reprice="keep")
    assert rows_of(desk, search="harbor")[0]["sold_amount"] == 0  # a cart is no sale
    desk.done(f"/api/trip/{trip}/reserve")

    row = rows_of(desk, search="harbor")[0]
    assert (row["sold_amount"], row["sold_cnt"]) == (TOTAL, 1)
    assert (row["owed_amount"], row["late_amount"], row["payable_amount"]) == (owed, 0, payable)
    nothing = rows_of(desk, search="beach")[0]
    assert (nothing["sold_cnt"], nothing["owed_amount"]) == (0, 0)

    # Thirty days after it began, what is owed for it is late; by then it is no sale of this month.
    long_ago = utc_now() - timedelta(days=63)
    Trip.objects.filter(pk=trip).update(first_start_at=long_ago, reserved_at=long_ago)
    row = rows_of(desk, search="harbor")[0]
    assert (row["sold_cnt"], row["owed_amount"], row["late_amount"]) == (0, owed, owed)
    assert sales_port.figures_of({other: utc_now()}, since=long_ago) == {other: sales_port.NOTHING}


def test_the_trips_of_one(desk):
    seller, other = make_reseller(), make_reseller("Beach Bar")
    trip = fill_cart(make_offer())
    desk.done(f"/api/trip/{trip}/reseller/edit", reseller_id=seller, reprice="keep")
    fill_cart(make_offer(name="Other"))

    mine = desk.client.get(f"/api/reseller/{seller}/trips/get").json()
    assert [row["id"] for row in mine["data"]] == [trip]
    assert desk.client.get(f"/api/reseller/{other}/trips/get").json()["data"] == []
    assert_error(desk.client.get("/api/reseller/999999/trips/get"), 404)
    assert "trips" in desk.done(f"/api/reseller/{seller}/delete")["uses"]


def test_an_agent_sees_no_partner(reef, client_for):
    Role.objects.create(slug="curious", name="Curious", permissions=["reseller.view"], scope="reseller")
    client = browser_of(client_for, make_colleague("Ada", "curious", reseller_id=make_reseller()))

    assert_error(client.get("/api/resellers/get"), 403, "forbidden")
