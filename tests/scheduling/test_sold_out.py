"""What strangers see of departures with few seats or none, as the restriction says (domain.md 4.2.4)."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Restriction, RestrictionRow
from outfitter_tenants.scheduling.models import Timeslot
from tests.support.catalog import make_experience
from tests.support.departures import make_hold, make_timeslot
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
DAY = (utc_now() + timedelta(days=3)).date()


def departures(**row: Any) -> tuple[Timeslot, Timeslot]:
    """Give a full departure and an open one of an experience with these terms for strangers."""
    restriction = None
    if row:
        restriction = Restriction.objects.create(name="Online")
        RestrictionRow.objects.create(restriction=restriction, audience="online", **row)
    full = make_timeslot(experience=make_experience(restriction=restriction), day=DAY, capacity=2)
    make_hold(timeslot=full, qty=2, at=utc_now())
    later = full.start_at + timedelta(hours=2)
    return full, make_timeslot(experience=full.experience, day=DAY, capacity=8, start_at=later)


def times(client: Any, slot: Timeslot) -> dict[int, dict[str, Any]]:
    path = f"/api/timeslots/getForExperienceDate/{slot.experience_id}/{DAY}"
    return {row["id"]: row for row in client.get(path).json()}


def month(client: Any, slot: Timeslot, **body: Any) -> list[dict[str, Any]]:
    path = f"/api/experiences/getInDateRange/{DAY}/{DAY}/{slot.experience_id}"
    found = client.post(path, body, content_type="application/json").json()["dates"]
    return list(found.get(DAY.isoformat(), ()))


@pytest.mark.parametrize("row", [{}, {"sold_out_display": "show"}])
def test_what_is_full_is_shown_as_sold_out(client_for: Any, row: dict[str, Any]) -> None:
    full, free = departures(**row)
    shown = times(client_for("reef"), full)
    assert [(shown[pk]["reason"], shown[pk]["is_call_to_book"]) for pk in (full.pk, free.pk)] == [
        ("sold_out", False),
        (None, False),
    ]


def test_strangers_are_asked_to_call_for_what_is_full_alone(client_for: Any) -> None:
    full, free = departures(sold_out_display="call_to_book")
    shown = times(client_for("reef"), full)
    assert [shown[pk]["is_call_to_book"] for pk in (full.pk, free.pk)] == [True, False]
    assert not times(owner_of(client_for), full)[full.pk]["is_call_to_book"]


def test_what_is_full_is_hidden_from_strangers_and_not_from_staff(client_for: Any) -> None:
    full, free = departures(sold_out_display="hide")
    public = client_for("reef")
    assert set(times(public, full)) == {free.pk}
    make_hold(timeslot=free, qty=8, at=utc_now())
    assert month(public, full) == []
    assert times(public, full) == {}
    assert set(times(owner_of(client_for), full)) == {full.pk, free.pk}


def test_a_day_with_seats_stays_on_the_calendar(client_for: Any) -> None:
    full, _ = departures(sold_out_display="hide")
    assert [row["open_online_timeslot_cnt"] for row in month(client_for("reef"), full)] == [1]


def test_a_full_day_that_is_not_hidden_stays_on_the_calendar(client_for: Any) -> None:
    full, free = departures(sold_out_display="call_to_book")
    make_hold(timeslot=free, qty=8, at=utc_now())
    assert [row["open_online_timeslot_cnt"] for row in month(client_for("reef"), full)] == [0]


@pytest.mark.parametrize(("row", "told"), [({}, 6), ({"countdown_from": 3}, 3), ({"countdown_from": 0}, 0)])
def test_few_seats_are_told_from_the_number_that_was_set(
    client_for: Any, row: dict[str, Any], told: int
) -> None:
    _, free = departures(**row)
    public = client_for("reef")
    assert times(public, free)[free.pk]["countdown_from"] == told
    assert public.get(f"/api/prices/getForTimeslot/{free.pk}/ecommerce").json()["countdown_from"] == told


@pytest.mark.parametrize(
    ("row", "seats", "told"),
    [
        ({}, 6, 6),
        ({}, 7, None),
        ({"countdown_from": 3}, 4, None),
        ({"countdown_from": 8}, 8, 8),
        ({"countdown_from": 0}, 1, None),
        ({}, 0, None),
    ],
)
def test_a_day_of_the_calendar_tells_few_seats_as_its_departures_do(
    client_for: Any, row: dict[str, Any], seats: int, told: int | None
) -> None:
    full, free = departures(**row)
    if seats < 8:
        make_hold(timeslot=free, qty=8 - seats, at=utc_now())
    (entry,) = month(client_for("reef"), full)
    assert entry["online_availability_cnt"] == seats
    assert entry.get("few_left") == told


def test_staff_are_told_no_countdown(client_for: Any) -> None:
    full, free = departures()
    make_hold(timeslot=free, qty=6, at=utc_now())
    assert all("few_left" not in entry for entry in month(owner_of(client_for), full, isAuthenticated=True))


def test_the_price_list_has_the_bounds_of_the_restriction(client_for: Any) -> None:
    _, free = departures(min_pax=2, max_pax=5)
    found = client_for("reef").get(f"/api/prices/getForTimeslot/{free.pk}/ecommerce").json()
    assert (found["min_pax"], found["max_pax"]) == (2, 5)
