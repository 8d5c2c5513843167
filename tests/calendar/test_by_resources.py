"""Days of experiences that sell what their resources can take."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter_tenants.calendar import by_resources, queries
from outfitter_tenants.catalog import queries as catalog
from tests.support.catalog import make_experience
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.scheduling import NOW, TOMORROW, make_hold, make_timeslot

pytestmark = pytest.mark.usefixtures("reef")
LAST = TOMORROW + timedelta(days=1)


def counters(full: frozenset[int] = frozenset()) -> dict[tuple[Any, str], tuple[int, ...]]:
    rows = catalog.list_live()
    names = {row.id: row.name for row in rows}
    days = queries.days_in_range(experiences=rows, first=TOMORROW, last=LAST, at=NOW, full_ids=full)
    days = by_resources.counted(
        days, experiences=rows, first=TOMORROW, last=LAST, at=NOW, full_ids=full
    )
    return {
        (day.date, names[day.experience_id]): (
            day.counters.total_availability_cnt, day.counters.online_availability_cnt,
            day.counters.open_direct_timeslot_cnt, day.counters.open_online_timeslot_cnt,
        )
        for day in days
    }  # fmt: skip


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


def test_costs_nothing_where_no_experience_is_of_that_kind() -> None:
    make_timeslot()
    rows = catalog.list_live()
    days = queries.days_in_range(experiences=rows, first=TOMORROW, last=LAST, at=NOW)
    with CaptureQueriesContext(connection) as counted:
        same = by_resources.counted(
            days, experiences=rows, first=TOMORROW, last=LAST, at=NOW, full_ids=()
        )
    assert same == days
    assert len(counted) == 0
