"""Departures with too few guests: told once, to those who may cancel them."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.notifications import subscribers
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.notifications.translations import FOLDER, translate
from outfitter_tenants.scheduling import tasks
from outfitter_tenants.scheduling.models import Timeslot
from tests.support.catalog import make_experience
from tests.support.departures import NOW, make_timeslot

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def weak(reef: Any) -> Timeslot:
    """A departure of tomorrow with three guests where four are needed."""
    experience = make_experience(name="Night dive", min_pax_to_run=4)
    return make_timeslot(experience=experience, start_at=NOW + timedelta(hours=20), booked_pax_cnt=3)


def told() -> list[dict[str, Any]]:
    tasks.tell_too_few({}, NOW)
    rows = OutboxEvent.objects.filter(name="timeslot.too_few").order_by("id")
    return [row.payload for row in rows]


def test_what_may_not_run_is_told(weak: Timeslot) -> None:
    [found] = told()
    assert (found["timeslot_id"], found["booked_pax_cnt"], found["min_pax_to_run"]) == (weak.pk, 3, 4)


@pytest.mark.parametrize(
    "given",
    [
        {"booked_pax_cnt": 4},
        {"booked_pax_cnt": 0},
        {"status": "cancelled"},
        {"start_at": NOW + timedelta(hours=5, minutes=59)},
        {"start_at": NOW + timedelta(hours=54)},
    ],
)
def test_the_others_are_not(weak: Timeslot, given: dict[str, Any]) -> None:
    if "start_at" in given:
        given = {**given, "end_at": given["start_at"] + timedelta(hours=1)}
    Timeslot.objects.filter(pk=weak.pk).update(**given)
    assert told() == []


def test_without_a_minimum_everything_runs() -> None:
    make_timeslot(start_at=NOW + timedelta(hours=20), booked_pax_cnt=1)
    assert told() == []


def test_a_departure_is_looked_at_on_two_days(weak: Timeslot) -> None:
    for hour in range(24):
        days = [NOW + timedelta(days=day, hours=hour) for day in range(-3, 2)]
        OutboxEvent.objects.filter(name="timeslot.too_few").delete()
        for at in days:
            tasks.tell_too_few({}, at)
        assert OutboxEvent.objects.filter(name="timeslot.too_few").count() == 2


def test_staff_hear_of_it_once_in_their_words(weak: Timeslot) -> None:
    [payload] = told()
    row = OutboxEvent.objects.get(name="timeslot.too_few")
    event = Event(str(row.pk), row.name, payload, row.occurred_at)
    for _ in range(2):
        subscribers.on_event(contexts.context_for(schema_name=current_schema()), event)
    rows = Notification.objects.filter(kind="timeslot_too_few")
    assert rows.count() == rows.values("user_avatar_id").distinct().count() > 0
    params = rows.first().params  # type: ignore[union-attr]
    said = translate("timeslot_too_few", params, locale="en", time_zone="America/New_York")
    assert said.title == "Below minimum: Night dive"
    assert "3 of the 4 guests" in said.body
    for path in FOLDER.glob("*.json"):
        words = translate("timeslot_too_few", params, locale=path.stem, time_zone="UTC")
        assert "Night dive" in words.title
        assert "3" in words.body
        assert "4" in words.body
