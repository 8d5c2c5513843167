"""The preview of a big cancellation adds plain trips up, and says what trying it out would say."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.queries import cancelled_timeslots
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import another_departure, pay, sell

pytestmark = pytest.mark.usefixtures("reef")
BODY = {"dry_run": True, "cause": "weather", "notify": {"note": "Sorry"}}


def ask(staff: Any, offer: Any, mode: str) -> Any:
    path = f"/api/timeslot/{offer.timeslot_id}/cancel"
    answer = staff.post(path, {**BODY, "refund_mode": mode}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.mark.parametrize("mode", ["none", "policy", "full"])
def test_it_says_what_trying_it_out_says(mode: str, client_for: Any, monkeypatch: Any) -> None:
    offer, staff = make_offer(capacity=30), owner_of(client_for)
    paid, part, cash, free = (sell(offer) for _ in range(4))
    total = Trip.objects.get(pk=paid).total_amount
    pay(paid, total)
    pay(part, 1000)
    pay(cash, total, method="cash")
    gone = sell(offer, adults=1, children=0)
    pay(gone, 4900)
    another_departure(offer)
    staff.post(
        f"/api/booking/{_guest(staff, free)}/toggleComp",
        {"is_comped": True, "reason": "friends"},
        content_type="application/json",
    )

    quick = ask(staff, offer, mode)
    monkeypatch.setattr(cancelled_timeslots, "whole_trips", lambda **_: {})

    assert ask(staff, offer, mode) == quick


def test_more_trips_are_no_more_statements(client_for: Any) -> None:
    offer, staff = make_offer(capacity=60), owner_of(client_for)
    counts = []
    for more in (2, 10):
        for _ in range(more):
            sell(offer)
        ask(staff, offer, "full")
        with CaptureQueriesContext(connection) as caught:
            ask(staff, offer, "full")
        counts.append(len(caught.captured_queries))
    assert counts[0] == counts[1]


def _guest(staff: Any, trip_id: int) -> int:
    trip = staff.get(f"/api/trip/{trip_id}/get").json()
    return int(trip["tripOrders"][0]["bookings"][0]["id"])
