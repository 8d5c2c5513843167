"""What a scanner is told about codes that its own list lacks."""

from datetime import date
from typing import Any

import pytest

from outfitter_tenants.trips.models import Booking, Trip, TripOrder
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import guests_of, order_of, sell
from tests.support.team import browser_of, make_colleague, make_role

DAY = "2030-01-01"


@pytest.fixture
def sold(reef: Any) -> int:
    return sell(make_offer(capacity=20))


def _ask(browser: Any, code: str, status: int = 200) -> Any:
    answer = browser.post("/api/ticket/find", {"code": code, "day": DAY}, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def _dock(client_for: Any) -> Any:
    return browser_of(client_for, make_colleague("Dora", "x", role=make_role("dock", "booking.check_in")))


def test_a_code_says_whose_it_is(client_for: Any, sold: int) -> None:
    dock, trip, guest = _dock(client_for), Trip.objects.get(pk=sold), guests_of(sold)[0]
    order = TripOrder.objects.select_related("timeslot").get(pk=order_of(sold).pk)
    told = _ask(dock, guest.ticket_code)
    assert (told["booking_id"], told["trip_order_id"], told["state"]) == (guest.pk, order.pk, "scheduled")
    assert order.timeslot is not None
    assert date.fromisoformat(told["date"]) == order.timeslot.date
    whole = _ask(dock, trip.confirmation_code.lower())
    assert (whole["booking_id"], whole["trip_id"]) == (None, sold)


def test_what_nobody_has_is_not_found(client_for: Any, sold: int) -> None:
    dock = _dock(client_for)
    assert _ask(dock, "A" * 24, 404)["code"] == "ticket_not_found"
    assert _ask(dock, "ABCD-2345", 404)["code"] == "ticket_not_found"
    assert _ask(dock, "short", 422)["code"] == "validation_failed"


@pytest.mark.parametrize(
    ("rows", "values", "state"),
    [
        (Booking, {"cancelled_at": "2030-01-01T00:00:00Z"}, "canceled"),
        (TripOrder, {"status": "cancelled"}, "canceled"),
        (TripOrder, {"timeslot": None, "schedule_state": "unscheduled"}, "unscheduled"),
        (Trip, {"status": "cancelled"}, "canceled"),
    ],
)
def test_what_cannot_board_says_why(client_for: Any, sold: int, rows: Any, values: Any, state: str) -> None:
    code = guests_of(sold)[0].ticket_code
    rows.objects.update(**values)
    assert _ask(_dock(client_for), code)["state"] == state


def test_a_cart_is_not_booked_and_a_guide_sees_only_theirs(client_for: Any, reef: Any) -> None:
    cart = fill_cart(make_offer())
    code = _first(cart)
    assert _ask(_dock(client_for), code)["state"] == "not_booked"
    role = make_role("guide2", "booking.check_in", "manifest.view", scope="assigned")
    guide = browser_of(client_for, make_colleague("Gil", "x", role=role))
    assert _ask(guide, code, 404)["code"] == "ticket_not_found"


def _first(trip_id: int) -> str:
    code: str = Booking.objects.filter(trip_order__trip_id=trip_id)[0].ticket_code
    return code
