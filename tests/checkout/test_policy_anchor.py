"""From which start a policy counts once an order was moved (domain.md 4.12)."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels.booking_types import AmendRequest, BookingKey, DepartureRef
from outfitter.sdk import channels
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import TripOrder
from tests.checkout.test_reschedule import rebook, unschedule
from tests.support.api_operations import assert_error
from tests.support.database import REEF
from tests.support.fake_channel import ask, connect, open_fair
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, another_departure, make_policy, order_of, sell

pytestmark = pytest.mark.usefixtures("reef")
# Everybody here books, and moves, when nothing is free any more.
LATE = Tier(200, 1_000_000)


def anchor(where: str) -> None:
    Properties.objects.update_or_create(pk=1, defaults={"policy_anchor": where})


def start_of(timeslot_id: int) -> Any:
    return Timeslot.objects.get(pk=timeslot_id).start_at


@pytest.mark.parametrize(("where", "is_kept"), [("original", True), ("new", False)])
class TestLate:
    def test_a_move(self, where: str, is_kept: bool, client_for: Any) -> None:
        anchor(where)
        make_policy(LATE)
        offer = make_offer()
        there, trip_id = another_departure(offer, days=20), sell(offer)

        rebook(trip_id, there)

        assert order_of(trip_id).policy_start_at == (start_of(offer.timeslot_id) if is_kept else None)
        told = owner_of(client_for).get(f"/api/trip/{trip_id}/get").json()["tripOrders"][0]["cancellation"]
        assert told["refund_ppm"] == (0 if is_kept else 1_000_000)

    def test_a_move_by_way_of_no_departure(self, where: str, is_kept: bool) -> None:
        anchor(where)
        make_policy(LATE)
        offer = make_offer()
        there, trip_id = another_departure(offer, days=20), sell(offer)
        old = start_of(offer.timeslot_id)

        unschedule(trip_id)
        assert order_of(trip_id).policy_start_at == old
        rebook(trip_id, there)

        assert order_of(trip_id).policy_start_at == (old if is_kept else None)

    def test_a_move_by_a_partners_system(self, where: str, is_kept: bool) -> None:
        anchor(where)
        with open_fair(REEF.schema_name):
            make_policy(LATE)
            offer = make_offer()
            stall, there = connect(offer), another_departure(offer, days=20)
            sold = channels.book(stall, ask(offer))
            wish = AmendRequest(departure=DepartureRef(departure_id=str(there)))

            channels.amend(stall, BookingKey(uuid=sold.uuid), wish)

        order = TripOrder.objects.get()
        assert order.timeslot_id == there
        assert order.policy_start_at == (start_of(offer.timeslot_id) if is_kept else None)


def test_what_was_moved_before_keeps_its_start() -> None:
    make_policy(LATE)
    offer = make_offer()
    there, trip_id = another_departure(offer, days=20), sell(offer)
    rebook(trip_id, there)
    anchor("new")
    assert order_of(trip_id).policy_start_at == start_of(offer.timeslot_id)
    rebook(trip_id, another_departure(offer, days=25))
    assert order_of(trip_id).policy_start_at is None


def test_a_preview_leaves_it_alone() -> None:
    anchor("new")
    make_policy(LATE)
    offer = make_offer()
    there, trip_id = another_departure(offer, days=20), sell(offer)
    TripOrder.objects.filter(trip_id=trip_id).update(policy_start_at=utc_now() + timedelta(hours=1))
    before = order_of(trip_id).policy_start_at
    reschedule.preview_rebook(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        move=reschedule.RescheduleRequest(timeslot_id=there),
        by=STAFF,
        at=utc_now(),
    )
    assert order_of(trip_id).policy_start_at == before


def test_the_setting(client_for: Any) -> None:
    staff = owner_of(client_for)

    def save(where: str) -> Any:
        body = {"version": Properties.objects.get(pk=1).version, "policy_anchor": where}
        return staff.post("/api/setup/general/save", body, content_type="application/json")

    first = staff.get("/api/setup/general/get").json()["settings"]
    assert first["policy_anchor"] == "original"
    assert save("new").json()["general"]["settings"]["policy_anchor"] == "new"
    refused = assert_error(save("middle"), 422, "validation_failed")
    assert list(refused["detail"]["fields"]) == ["policy_anchor"]
