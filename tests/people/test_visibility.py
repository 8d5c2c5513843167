"""What a role shows: guides their departures, agents their reseller's trips."""

from typing import Any

import pytest

from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.models import TimeslotGuide
from outfitter_tenants.trips.models import Trip, TripOrder
from tests.support.api_operations import assert_error
from tests.support.sales import fill_cart, make_offer
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")
DAY_ROLE = ("manifest.view", "trip.view", "booking.check_in")


@pytest.fixture
def sold() -> tuple[int, int]:
    """Give a trip on a departure, and the departure."""
    offer = make_offer()
    return fill_cart(offer), offer.timeslot_id


def statuses(client: Any, trip_id: int) -> list[int]:
    order_id = TripOrder.objects.get(trip_id=trip_id).pk
    trip_hash = Trip.objects.get(pk=trip_id).hash
    checked = client.post(f"/api/tripOrder/{order_id}/checkin", "{}", content_type="application/json")
    return [
        client.get(f"/api/trip/{trip_id}/get").status_code,
        client.get(f"/api/trip/{trip_hash}/get").status_code,
        client.get(f"/api/trip/{trip_id}/history").status_code,
        client.get(f"/api/messages/trip/{trip_id}/get").status_code,
        404 if checked.status_code == 404 else 200,
    ]


@pytest.mark.parametrize("is_copy", [False, True])
def test_a_guide_sees_assigned_departures_only(sold: tuple[int, int], client_for: Any, is_copy: bool) -> None:
    trip_id, timeslot_id = sold
    its = make_role("dock_guide", *DAY_ROLE, scope="assigned") if is_copy else None
    guide = make_colleague("Gus", "guide", role=its, is_guide=True)
    client = browser_of(client_for, guide)
    assert statuses(client, trip_id) == [404] * 5
    row = TimeslotGuide.objects.create(timeslot_id=timeslot_id, user_avatar=guide)
    assert statuses(client, trip_id) == [200] * 5
    TimeslotGuide.objects.filter(pk=row.pk).update(status="declined")
    assert statuses(client, trip_id) == [404] * 5


def test_an_agent_sees_their_resellers_trips_only(sold: tuple[int, int], client_for: Any) -> None:
    trip_id, _ = sold
    client = browser_of(client_for, make_colleague("Art", "reseller_agent", reseller_id=7))
    nobodys = browser_of(client_for, make_colleague("New", "reseller_agent"))
    path = f"/api/trip/{trip_id}/get"
    assert_error(client.get(path), 404, "not_found")
    Trip.objects.filter(pk=trip_id).update(reseller_id=8)
    assert_error(client.get(path), 404, "not_found")
    Trip.objects.filter(pk=trip_id).update(reseller_id=7)
    assert client.get(path).status_code == 200
    assert_error(nobodys.get(path), 404, "not_found")


def test_everybody_else_sees_all(sold: tuple[int, int], client_for: Any) -> None:
    client = browser_of(client_for, make_colleague("Max", "manager"))
    assert statuses(client, sold[0]) == [200] * 5


def test_tips_of_a_departure_go_to_its_guides(sold: tuple[int, int], client_for: Any) -> None:
    trip_id, timeslot_id = sold
    Properties.objects.filter(pk=1).update(tip_mode="individual")
    guide = make_colleague("Gus", "guide", is_guide=True, is_tippable=True)
    make_colleague("Tia", "guide", is_guide=True, is_tippable=True)
    TimeslotGuide.objects.create(timeslot_id=timeslot_id, user_avatar=guide)
    client = browser_of(client_for, make_colleague("Max", "manager"))
    for query in (f"timeslot_id={timeslot_id}", f"trip_id={trip_id}"):
        rows = client.get(f"/api/userAvatars/tippable/get?{query}").json()
        assert [(row["name"], row["suggested_share"]) for row in rows] == [("Gus", 1_000_000)]
