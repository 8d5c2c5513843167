"""Orders that wait for a new departure: until when, and who hears that it is over (domain.md 4.12)."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.notifications import subscribers
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.notifications.translations import FOLDER, translate
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips.models import Trip, TripOrder
from outfitter_tenants.trips.operations.unscheduled_orders import report_overdue_orders
from outfitter_tenants.trips.rules.scheduling_deadline import over_before, schedule_by
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, another_departure, order_of, sell
from tests.support.team import make_colleague

ZONE = "America/New_York"
# Eleven at night there, and a day later in universal time.
SINCE = datetime(2026, 3, 2, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "last"), [(1, date(2026, 3, 2)), (365, date(2027, 3, 1)), (3650, date(2036, 2, 27))]
)
def test_the_last_day_is_a_local_one(days: int, last: date) -> None:
    terms = {"time_zone": ZONE, "valid_days": days}
    assert schedule_by(SINCE, **terms) == last
    assert schedule_by(None, **terms) is None
    ends = datetime(last.year, last.month, last.day, 12, tzinfo=UTC)
    assert over_before(ends, **terms) <= SINCE
    assert over_before(ends + timedelta(days=1), **terms) > SINCE


def test_it_is_over_at_midnight_there() -> None:
    # Daylight saving begins on 8 March: the day is an hour shorter, and it makes no difference.
    terms = {"time_zone": ZONE, "valid_days": 7}
    midnight = datetime(2026, 3, 9, 4, tzinfo=UTC)
    assert over_before(midnight - timedelta(seconds=1), **terms) <= SINCE
    assert over_before(midnight, **terms) > SINCE


@pytest.fixture
def offer(reef: Any) -> Any:
    Properties.objects.update_or_create(pk=1, defaults={"unscheduled_valid_days": 30, "time_zone": ZONE})
    return make_offer()


def wait(trip_id: int, *, at: datetime = SINCE) -> TripOrder:
    about = {"trip_id": trip_id, "trip_order_id": order_of(trip_id).pk, "by": STAFF}
    reschedule.unschedule(reason=None, is_notified=False, at=at, **about)
    return order_of(trip_id)


def told(at: datetime) -> list[int]:
    """Look for those whose time is over; returns all orders that were ever told of."""
    assert report_overdue_orders({}, at) is None
    rows = OutboxEvent.objects.filter(name="trip_order.overdue").order_by("id")
    return [row.payload["trip_order_id"] for row in rows]


OVER = SINCE + timedelta(days=31)


class TestOverdue:
    def test_each_is_told_of_once(self, offer: Any) -> None:
        order = wait(sell(offer))
        assert told(SINCE + timedelta(days=30, seconds=-1)) == []
        for days in (0, 0, 1, 400):
            assert told(OVER + timedelta(days=days)) == [order.pk]
        [event] = OutboxEvent.objects.filter(name="trip_order.overdue")
        assert event.payload["waiting_days"] == 31

    def test_nothing_is_forfeited(self, offer: Any) -> None:
        trip_id = sell(offer)
        before = Trip.objects.values().get(pk=trip_id)
        wait(trip_id)
        order = TripOrder.objects.values().get(trip_id=trip_id)
        told(OVER)
        after = TripOrder.objects.values().get(trip_id=trip_id)
        assert after == {**order, "overdue_told_at": OVER}
        assert Trip.objects.get(pk=trip_id).total_amount == before["total_amount"]

    @pytest.mark.parametrize(
        "change", [{"status": "cancelled"}, {"schedule_state": "scheduled"}, {"unscheduled_at": None}]
    )
    def test_the_others_are_not(self, offer: Any, change: dict[str, Any]) -> None:
        TripOrder.objects.filter(pk=wait(sell(offer)).pk).update(**change)
        assert told(OVER) == []

    def test_a_trip_that_was_deleted_is_not(self, offer: Any) -> None:
        trip_id = sell(offer)
        wait(trip_id)
        Trip.objects.filter(pk=trip_id).update(status="deleted")
        assert told(OVER) == []

    def test_who_loses_another_departure_waits_anew(self, offer: Any) -> None:
        there, trip_id = another_departure(offer), sell(offer)
        order = wait(trip_id)
        assert told(OVER) == [order.pk]
        move = reschedule.RescheduleRequest(timeslot_id=there)
        reschedule.rebook(trip_id=trip_id, trip_order_id=order.pk, move=move, by=STAFF, at=SINCE)
        wait(trip_id, at=OVER)
        assert told(OVER + timedelta(days=30)) == [order.pk]
        assert told(OVER + timedelta(days=31)) == [order.pk, order.pk]

    def test_many_are_told_of_bit_by_bit(self, offer: Any, monkeypatch: Any) -> None:
        monkeypatch.setattr("outfitter_tenants.trips.operations.unscheduled_orders.BATCH", 1)
        ids = [wait(sell(offer)).pk for _ in range(2)]
        assert report_overdue_orders({}, OVER) == {}
        assert report_overdue_orders({}, OVER) == {}
        assert told(OVER) == ids

    def test_who_may_move_orders_hears_of_it_once_in_their_words(self, offer: Any) -> None:
        mina, rex = make_colleague("Mina", "reservations_agent"), make_colleague("Ana", "analyst")
        trip_id = sell(offer)
        order = wait(trip_id)
        told(OVER)
        row = OutboxEvent.objects.get(name="trip_order.overdue")
        event = Event(str(row.pk), row.name, row.payload, row.occurred_at)
        for _ in range(2):
            subscribers.on_event(contexts.context_for(schema_name=current_schema()), event)
        found = Notification.objects.filter(kind="order_overdue")
        assert found.filter(user_avatar_id=mina.pk).count() == 1
        assert not found.filter(user_avatar_id=rex.pk).exists()
        one = found.get(user_avatar_id=mina.pk)
        assert one.url == f"/trip/{trip_id}"
        for path in FOLDER.glob("*.json"):
            words = translate("order_overdue", one.params, locale=path.stem, time_zone=ZONE)
            assert order.experience.name in words.title
            assert "31" in words.body
            assert order.trip.confirmation_code in words.body


class TestShown:
    def test_on_the_trip_the_manifest_and_the_list(self, offer: Any, client_for: Any) -> None:
        staff, trip_id = owner_of(client_for), sell(offer)
        trip = staff.get(f"/api/trip/{trip_id}/get").json()
        assert trip["tripOrders"][0]["schedule_by"] is None
        wait(trip_id)
        trip = staff.get(f"/api/trip/{trip_id}/get").json()
        assert trip["tripOrders"][0]["schedule_by"] == "2026-03-31"
        day = staff.get("/api/manifest/getManifestOnDay/2026-03-02").json()
        assert [row["schedule_by"] for row in day["unscheduled"]] == ["2026-03-31"]
        listed = staff.get("/api/trips/get").json()["data"]
        assert [row["schedule_by"] for row in listed] == ["2026-03-31"]

    def test_not_to_the_customer(self, offer: Any, client_for: Any) -> None:
        trip_id = sell(offer)
        wait(trip_id)
        trip = client_for("reef").get(f"/api/trip/{Trip.objects.get(pk=trip_id).hash}/get").json()
        assert trip["tripOrders"][0]["schedule_by"] is None
