"""What each guest owes, as whoever takes the money sees it before they ask for it."""

from outfitter_tenants.trips.models import Booking
from tests.checkout.payments.payment_facts import TOTAL, add, forbid
from tests.support.sales import CHILD
from tests.support.trip_states import make_reserved


def tab(desk, trip_id: int) -> dict[int, int]:
    """Return what is open by guest."""
    rows = desk.client.get(f"/api/trip/{trip_id}/tab/get").json()["data"]
    return {row["booking_id"]: row["open_amount"] for row in rows}


def test_the_parts_sum_to_the_whole_and_go_with_what_was_paid(desk, offer):
    trip_id = make_reserved(offer)
    child = Booking.objects.get(trip_order__trip_id=trip_id, unit_amount=CHILD)

    before = tab(desk, trip_id)
    add(desk, trip_id, before[child.pk], booking_ids=[child.pk])
    after = tab(desk, trip_id)

    assert (sum(before.values()), before[child.pk]) == (TOTAL, CHILD)
    assert after == {**before, child.pk: 0}


def test_it_is_for_those_who_take_money(desk, offer):
    trip_id = make_reserved(offer)
    assert desk.client.get("/api/trip/999999/tab/get").status_code == 404

    forbid("payment.take")

    assert desk.client.get(f"/api/trip/{trip_id}/tab/get").status_code == 403


def test_screens_know_whether_tips_are_taken(desk, settings):
    settings(tip_mode="individual", tip_suggested_ppm=[100_000, 180_000])

    found = desk.client.get("/app/init").json()["properties"]

    assert (found["tip_mode"], found["tip_suggested_ppm"]) == ("individual", [100_000, 180_000])
