"""Days of experiences that sell what their resources can take."""

import random
from dataclasses import replace
from datetime import date, timedelta
from operator import itemgetter
from typing import Any

import pytest
from django.core.cache import cache

from outfitter_tenants.calendar import queries
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import BookingResource
from outfitter_tenants.scheduling.operations import blackouts
from outfitter_tenants.scheduling.rules.availability import day_counters
from tests.calendar.test_ranges import WANTED, left, seen
from tests.support.catalog import make_experience
from tests.support.departures import NOW, TOMORROW, make_hold, make_timeslot
from tests.support.resources import make_blackout, make_group, make_resource, make_usage, make_use

pytestmark = pytest.mark.usefixtures("reef")
LAST = TOMORROW + timedelta(days=1)


def counters(full: frozenset[int] = frozenset()) -> dict[tuple[Any, str], tuple[int, ...]]:
    rows = catalog.list_live()
    names = {row.id: row.name for row in rows}
    rooms = scheduling.load_rooms(
        experience_ids=[row.id for row in rows if row.capacity_type == "resource"],
        first=TOMORROW,
        last=LAST,
        at=NOW,
        is_open_ended=False,
    )
    month = queries.Month(experiences=rows, first=TOMORROW, last=LAST, at=NOW, rooms=rooms.of_shown())
    return {
        (TOMORROW + timedelta(days=day.day), names[rows[day.place].id]): (
            day.counters.total_availability_cnt,
            day.counters.online_availability_cnt,
            day.counters.open_direct_timeslot_cnt,
            day.counters.open_online_timeslot_cnt,
        )
        for day in queries.staff_days(month, full_ids=full)
    }


def test_counts_what_the_vans_take() -> None:
    group = make_group()
    make_resource(group=group)
    tour = make_experience(name="Vans tour", capacity_type="resource", default_capacity=None)
    other = make_experience(name="Other", default_capacity=None)
    for experience in (tour, other):
        make_usage(experience=experience, group=group, sharing_scope="any")
    first = make_timeslot(experience=tour, capacity=None)
    make_timeslot(experience=tour, capacity=None, start_at=first.start_at + timedelta(hours=2))
    make_timeslot(experience=tour, capacity=None, day=LAST)
    shared = make_timeslot(experience=other, capacity=None)
    assert counters()[TOMORROW, "Vans tour"] == (16, 16, 2, 2)
    # What another experience takes of the van is gone here too.
    make_hold(timeslot=shared, qty=8)
    assert counters()[TOMORROW, "Vans tour"] == (8, 8, 1, 1)
    assert counters(frozenset({tour.pk}))[TOMORROW, "Vans tour"] == (8, 8, 2, 1)
    assert counters()[LAST, "Vans tour"] == (8, 8, 1, 1)
    assert counters()[TOMORROW, "Other"][0] == 999


def scatter(rng: random.Random) -> list[int]:
    """Make departures that share two groups of vans, with claims, blackouts and buffers."""
    groups = [make_group(name=name) for name in ("Vans", "Boats")]
    vans = [
        make_resource(
            group=group,
            capacity=rng.choice([2, 4, 8]),
            buffer_minutes=rng.choice([0, 30, 90]),
            status=rng.choice(["active", "active", "active", "maintenance"]),
        )
        for group in groups
        for _ in range(2)
    ]
    ids = [_tour(rng, number, groups, vans) for number in range(3)]
    for van in rng.sample(vans, 2):
        dark = NOW + timedelta(hours=rng.randint(0, 80))
        make_blackout(begin=dark, end=dark + timedelta(hours=9), resource=van)
    return ids


def _tour(rng: random.Random, number: int, groups: list[Any], vans: list[Any]) -> int:
    experience = make_experience(
        name=f"Tour {number}", capacity_type="resource", default_capacity=None, min_pax=rng.choice([1, 2, 3])
    )
    for group in rng.sample(groups, rng.randint(0, 2)):
        make_usage(
            experience=experience,
            group=group,
            sharing_scope=rng.choice(SCOPES),
            units_per_booking=rng.choice([1, 2]),
            offset_minutes=rng.choice([0, -60, 45]),
            is_required=rng.random() < 0.9,
            **rng.choice([{}, {"duration_mode": "minutes", "duration_minutes": 240}]),
        )
    for day in range(4):
        for hour in rng.sample(range(24), 3):
            start = NOW + timedelta(days=day, hours=12 + hour)
            slot = make_timeslot(
                experience=experience,
                day=start.date(),
                start_at=start,
                capacity=rng.choice([None, None, 0, 3, 20]),
                status=rng.choice(["open", "open", "closed_online", "cancelled"]),
                day_capacity=rng.choice([None, 5]),
            )
            if rng.random() < 0.5:
                make_use(
                    slot=slot,
                    resource=rng.choice(vans),
                    units=rng.randint(1, 3),
                    sharing_scope=rng.choice(SCOPES),
                )
    return experience.pk


SCOPES = ("any", "experience", "timeslot", "trip_order", "exclusive")
END = TOMORROW + timedelta(days=6)


@pytest.mark.parametrize("seed", range(12))
def test_rooms_are_those_of_each_departure(seed: int) -> None:
    ids = scatter(random.Random(seed))
    rooms = scheduling.load_rooms(experience_ids=ids, first=NOW.date(), last=END, at=NOW, is_open_ended=True)
    slots = scheduling.timeslots_of_experiences(experience_ids=ids, first=NOW.date(), last=END, at=NOW)
    sold = [slot for slot in slots if slot.status in {"open", "closed_online"}]
    alone = scheduling.resource_room(departures=sold, at=NOW)
    assert rooms.of_shown() == {pk: room for pk, room in alone.items() if room is not None}
    rows = {row.id: row for row in catalog.list_live()}
    month = queries.Month(
        experiences=list(rows.values()), first=NOW.date(), last=END, at=NOW, rooms=rooms.of_shown()
    )
    by_day: dict[tuple[date, int], Any] = {}
    for slot in slots:
        by_day.setdefault((slot.date, slot.experience_id), []).append(slot)
    opened: dict[int, date] = {}
    for day in sorted(queries.staff_days(month), key=itemgetter(0, 1)):
        when, pk = NOW.date() + timedelta(days=day.day), month.experiences[day.place].id
        mine = by_day[when, pk]
        assert day.counters == day_counters(
            [slot.slot for slot in mine],
            day=mine[0].day,
            min_party=rows[pk].min_pax,
            is_sold_online=True,
            is_show_full=False,
            at=NOW,
        )
        if day.counters.open_online_timeslot_cnt:
            opened.setdefault(pk, when)
    assert scheduling.next_available_dates(experience_ids=ids, at=NOW) == opened


@pytest.mark.parametrize("is_staff", [False, True])
def test_vans_cost_one_statement_more(is_staff: bool, django_assert_max_num_queries: Any) -> None:
    scatter(random.Random(3))
    for has_prices in (False, True):
        for has_experiences in (False, True):
            wanted = replace(
                WANTED, is_staff=is_staff, has_prices=has_prices, has_experiences=has_experiences
            )
            cache.clear()
            with django_assert_max_num_queries(3 + has_experiences):
                seen(wanted)


@pytest.mark.django_db(transaction=True)
def test_a_van_that_is_away_overnight_shows_in_the_next_month_at_once() -> None:
    group = make_group()
    van = make_resource(group=group)
    tour = make_experience(capacity_type="resource", default_capacity=None)
    make_usage(experience=tour, group=group, sharing_scope="any")
    other = make_experience(name="Other", default_capacity=None, position=9)
    make_usage(
        experience=other, group=group, sharing_scope="any", duration_mode="minutes", duration_minutes=36 * 60
    )
    first = date(2026, 7, 1)
    make_timeslot(experience=tour, capacity=None, day=first)
    before = make_timeslot(experience=other, capacity=None, day=first - timedelta(days=1))
    july = replace(WANTED, first=first, last=date(2026, 7, 31))
    alone = replace(july, experience_id=tour.pk)
    listed = replace(july, has_experiences=True)
    asked = (july, alone, listed)
    assert [left(seen(wanted), first) for wanted in asked] == [8, 8, 8]
    make_hold(timeslot=before, qty=3)
    assert [left(seen(wanted), first) for wanted in asked] == [5, 5, 5]
    # A lapsing hold of June frees July's seats at that instant.
    later = NOW + timedelta(minutes=15)
    assert left(seen(july, later - timedelta(milliseconds=1)), first) == 5
    assert left(seen(july, later), first) == 8
    BookingResource.objects.all().delete()
    blackouts.add_blackouts(
        target="resource_id",
        ids=[van.pk],
        reason="",
        again=None,
        at=NOW,
        span=(before.start_at, before.start_at + timedelta(hours=30)),
    )
    assert [left(seen(wanted), first) for wanted in asked] == [0, 0, 0]
    assert seen(listed)["experiences"][0]["next_available_date"] is None
