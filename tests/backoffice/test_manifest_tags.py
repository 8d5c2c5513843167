"""Whatever a manifest shows changes its tag, whoever changes it; what it does not show changes none."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.manifests import queries as manifests
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.devices.operations import register
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips.models import Booking, Trip, TripOrder
from tests.backoffice.manifest_changes import CHANGES, World, of_trip, row, tell_all
from tests.support.kept_reads import unchecked
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import guests_of, order_of, sell
from tests.support.team import browser_of, make_colleague, make_role

PASSING: Final = ("generated_at", "valid_until", "digest", "signature")


@pytest.fixture
def world(reef: Any, client_for: Any) -> Iterator[World]:
    role = make_role(
        "dock", "manifest.view", "customer.view", "trip.view", "trip.edit", "booking.check_in", "trip.create"
    )
    reader = browser_of(client_for, make_colleague("Dora", "x", role=role))
    offer = make_offer(capacity=40)
    trip_id = sell(offer)
    order, guest = order_of(trip_id), guests_of(trip_id)[0]
    waiting = order_of(sell(offer))
    TripOrder.objects.filter(pk=waiting.pk).update(
        timeslot=None, schedule_state="unscheduled", unscheduled_at=utc_now()
    )
    tell_all(order, guest, offer)
    with unchecked():
        yield World(reader, role, offer, Trip.objects.get(pk=trip_id), order, guest)


def read(world: World, path: str, tag: str = "", **headers: Any) -> Any:
    return world.reader.get(path, HTTP_IF_NONE_MATCH=tag, **headers)


def said(answer: Any) -> Any:
    return {name: value for name, value in answer.json().items() if name not in PASSING}


@pytest.mark.parametrize("about", CHANGES)
def test_what_is_shown_changes_the_tag(world: World, about: str) -> None:
    path = world.paths()[0]
    before = read(world, path)
    for name, change in CHANGES[about].items():
        assert read(world, path, before["ETag"]).status_code == 304, name
        here = transaction.savepoint()
        change(world)
        after = read(world, path, before["ETag"])
        assert after.status_code == 200, name
        assert said(after) != said(before), f"{name}: the manifest does not show it"
        assert after["ETag"] != before["ETag"], name
        assert read(world, path, after["ETag"]).status_code == 304, name
        transaction.savepoint_rollback(here)


OF_A_DEPARTURE: Final = {
    "guests": ("check-in", "a guest's name", "a guest cancels"),
    "parties": ("a new booking", "the party's note", "a party on another departure"),
    "trips": ("the contact", "the partner's name", "a VIP"),
    "what was noted": ("a new note", "the flag is cleared", "an answer"),
    "add-ons and crew": ("the choice", "another guide", "the boat's name"),
    "departures": ("the seats", "the departure is cancelled"),
    "settings": ("a ticket's label", "the currency"),
    "the reader": ("what the reader may see",),
}


def test_so_does_what_a_departure_shows(world: World) -> None:
    path = world.paths()[1]
    before = read(world, path)
    for change in (CHANGES[about][name] for about, names in OF_A_DEPARTURE.items() for name in names):
        assert read(world, path, before["ETag"]).status_code == 304
        here = transaction.savepoint()
        change(world)
        after = read(world, path, before["ETag"])
        assert (after.status_code, after["ETag"] == before["ETag"]) == (200, False)
        assert said(after) != said(before)
        transaction.savepoint_rollback(here)


def test_what_is_not_shown_changes_none(world: World) -> None:
    path = world.paths()[0]
    another_day = make_offer(name="Sail", at=utc_now() + timedelta(days=3))
    tag = read(world, path)["ETag"]
    for change in (
        lambda _: sell(another_day),
        lambda _: fill_cart(another_day),
        of_trip(locale="en", changed_at=utc_now(), version=99),
        row(UserAvatar, last_seen_at=utc_now()),
        row(Booking, guest_email="x@example.com"),
        row(Customer, trip_cnt=7),
    ):
        change(world)
        assert read(world, path, tag).status_code == 304


def test_seats_of_a_hold_that_lapses_are_free_without_anybody_writing(world: World, clock: Any) -> None:
    fill_cart(world.offer)
    path = world.paths()[0]
    before = read(world, path)
    [departure] = [slot for one in before.json()["experiences"] for slot in one["timeslots"]]
    assert departure["held_pax_cnt"] == 3
    clock.move_to(Hold.objects.latest("pk").expires_at + timedelta(seconds=1))
    after = read(world, path, before["ETag"])
    assert after.status_code == 200
    [departure] = [slot for one in after.json()["experiences"] for slot in one["timeslots"]]
    assert departure["held_pax_cnt"] == 0


def test_it_is_one_readers_own(world: World) -> None:
    path = world.paths()[0]
    tag = read(world, path)["ETag"]
    _, token = register(
        name="Dock", kind="kiosk", platform="", push_token=None, location_id=None, at=utc_now()
    )
    for headers in ({"HTTP_ACCEPT_LANGUAGE": "de"}, {"HTTP_X_OUTFITTER_DEVICE": token}):
        assert read(world, path, tag, **headers).status_code == 200
    other = read(world, f"{path}?cancelled=true", tag)
    assert other.status_code == 200
    CHANGES["the reader"]["what the reader may see"](world)
    assert read(world, path, tag).status_code == 200


def test_a_bundle_is_sent_anew_long_before_it_is_over(world: World, clock: Any) -> None:
    path = world.paths()[0]
    tag = read(world, path)["ETag"]
    clock.forward(hours=6)
    assert read(world, path, tag).status_code == 200


def test_whoever_has_it_costs_two_statements(world: World) -> None:
    for path in world.paths():
        tag = read(world, path)["ETag"]
        with CaptureQueriesContext(connection) as sent:
            assert read(world, path, tag).status_code == 304
        # Who asks, under which settings; and what the rows are known by.
        assert len(sent) == 2


def test_parts_of_the_day_are_sorted_by_what_they_tell() -> None:
    """A change of the order alone would not change the tag (`Bundle.fingerprint` refuses such parts)."""
    for scope in ("all", "assigned", "reseller"):
        for is_day in (True, False):
            for is_cancelled_too in (True, False):
                found = manifests._statements(scope, is_day=is_day, is_cancelled_too=is_cancelled_too)
                assert all(part.unordered for part in found.bundle._parts.values())
