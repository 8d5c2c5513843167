"""What waits for a decision: the dashboard's counts are those of the lists they lead to."""

import json
from pathlib import Path
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.trips import sales_figures
from outfitter_tenants.trips.models import Flag, Trip, TripOrder
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_rows import make_trips

VIEWS = Path(__file__).parents[2] / "web/src/features/trips/views.json"
COUNTS = {
    "unpaid": "underpaid_cnt",
    "review": "under_review_cnt",
    "attention": "attention_cnt",
    "unscheduled": "unscheduled_cnt",
    "drafts": "drafts_cnt",
    "flagged": "flagged_cnt",
}
NOBODY: dict[str, Any] = {
    "contact_first_name": "",
    "contact_last_name": "",
    "contact_email": None,
    "contact_phone": None,
}


def sold(offer: Any) -> int:
    """Return a party that was sold and waits for its time."""
    trip_id = fill_cart(offer)
    Trip.objects.filter(pk=trip_id).update(status="reserved", reserved_at=utc_now())
    TripOrder.objects.filter(trip_id=trip_id).update(schedule_state="unscheduled")
    return trip_id


def every_kind() -> None:
    """Make trips of each kind that waits, and of each that only looks like one."""
    at = utc_now()
    offer = make_offer()
    fill_cart(offer)
    sold(offer)
    sold(offer)
    rows: list[dict[str, Any]] = [
        {"status": "draft", **NOBODY},
        {"status": "draft", **NOBODY, "contact_first_name": "Ana"},
        {"status": "draft", **NOBODY, "contact_phone": "+12075550100"},
        {"status": "under_review", "reserved_at": at},
        {"status": "reserved", "reserved_at": at, "total_amount": 500},
        {"status": "reserved", "reserved_at": at, "total_amount": 500, "paid_amount": 500},
        {"status": "deleted", "reserved_at": at, "total_amount": 500},
        {"status": "deleted", "reserved_at": at, "attention": "refund_failed"},
        {"status": "reserved", "reserved_at": at, "attention": "paid_without_seats"},
    ]
    made = make_trips(rows)
    for trip, cleared in ((made[4], None), (made[5], at), (made[6], None)):
        Flag.objects.create(trip=trip, flagged_at=at, cleared_at=cleared)


@pytest.mark.usefixtures("reef")
@pytest.mark.parametrize("view", COUNTS)
def test_a_list_shows_as_many_trips_as_the_dashboard_counts(view, client_for):
    every_kind()
    shown = {one["id"]: one for one in json.loads(VIEWS.read_text())}[view]
    asked = {"filters": json.dumps(shown["filters"]), "sort": shown["sort"]}

    answer = owner_of(client_for).get("/api/trips/get", asked)

    assert answer.status_code == 200, answer.content
    counted = getattr(sales_figures.waiting(), COUNTS[view])
    assert answer.json()["meta"]["total"] == counted > 0


@pytest.mark.usefixtures("reef")
def test_a_party_in_two_parts_waits_once():
    order = TripOrder.objects.get(trip_id=sold(make_offer()))
    order.pk, order.position = None, order.position + 1
    order.save()

    assert sales_figures.waiting().unscheduled_cnt == 1
