"""Devices and pages that ask in the same instant: an announcement is handed to each device once."""

from itertools import repeat

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices.announcements import operations
from outfitter_tenants.devices.announcements.operations import Manner, Said
from outfitter_tenants.devices.models import AnnouncementPlay
from tests.support.threads import SCHEMA, at_once

pytestmark = pytest.mark.django_db(transaction=True)
SAID = [Said("en", "The 10:30 group to gate two")]
PAGES = 4


def register(name: str) -> int:
    device_id, _ = devices.register(
        name=name, kind="tts", platform="", push_token=None, location_id=None, at=utc_now()
    )
    return device_id


def say(*device_ids: int, text: str = SAID[0].text) -> int:
    made = operations.announce(
        parts=[Said("en", text)], device_ids=device_ids, manner=Manner(), timeslot_id=None, at=utc_now()
    )
    return made.pk


def asking(*device_ids: int) -> list[tuple[int, int]]:
    """Have several pages of each device ask at once; returns (device, announcement) of what they got."""
    asked = [pk for pk in device_ids for _ in repeat(None, PAGES)]
    got = at_once([lambda pk=pk: operations.take_next(device_id=pk, at=utc_now()) for pk in asked])
    assert not [one for one in got if isinstance(one, Exception)], got
    return sorted((play.device_id, play.announcement_id) for play in got if play is not None)


def test_two_devices_get_one_announcement_once_each():
    with in_schema(SCHEMA):
        dock, ramp = register("Dock"), register("Ramp")
        made = say(dock, ramp)
        assert asking(dock, ramp) == [(dock, made), (ramp, made)]
        assert set(AnnouncementPlay.objects.values_list("status", flat=True)) == {"playing"}
        assert asking(dock, ramp) == []


def test_pages_of_one_device_share_what_waits_and_none_gets_it_twice():
    with in_schema(SCHEMA):
        dock = register("Dock")
        made = [say(dock, text=f"Group {n}") for n in range(PAGES - 1)]
        found = []
        # A page that asks while another takes the only one goes away empty, and asks again.
        for _ in range(PAGES):
            found += asking(dock)
        assert sorted(found) == [(dock, pk) for pk in made]


def test_stopped_in_the_same_instant_it_is_stopped_or_falls_silent():
    with in_schema(SCHEMA):
        dock = register("Dock")
        made = say(dock)
        got, _ = at_once(
            [
                lambda: operations.take_next(device_id=dock, at=utc_now()),
                lambda: operations.stop(announcement_id=made, at=utc_now()),
            ]
        )
        play = AnnouncementPlay.objects.select_related("announcement").get()
        assert play.announcement.stopped_at is not None
        # Whoever got it hears at the next question that it is over; nobody gets it afterwards.
        assert play.status == ("playing" if got is not None else "stopped")
        assert operations.take_next(device_id=dock, at=utc_now()) is None


def test_how_it_ended_is_said_once():
    with in_schema(SCHEMA):
        dock = register("Dock")
        made = say(dock)
        operations.take_next(device_id=dock, at=utc_now())
        ends = at_once(
            [
                lambda ending=ending: operations.end(
                    device_id=dock, announcement_id=made, ending=ending, spoken_by="browser", at=utc_now()
                )
                for ending in ("played", "stopped", "failed")
            ]
        )
        assert len(set(ends)) == 1
        assert AnnouncementPlay.objects.get().status == ends[0]
