"""Hours of resources and guides by hand: blackouts, overlaps, days on which clocks change (docs/adr/0123)."""

from datetime import UTC, datetime, timedelta

import pytest

from outfitter.db.lists import Condition
from outfitter.kit.errors import Invalid
from outfitter_tenants.reports.lists.hours import span_of
from outfitter_tenants.scheduling.models import BookingGuide, TimeslotGuide
from tests.reports.test_any_report import ask
from tests.reports.test_money import clerk_with
from tests.support.api_operations import assert_error
from tests.support.departures import make_hold, make_timeslot
from tests.support.owner_client import owner_of
from tests.support.resources import make_blackout, make_group, make_resource, make_use
from tests.support.team import browser_of, make_colleague, make_person, make_role

pytestmark = pytest.mark.usefixtures("reef")
# New York: clocks go back on this day at two; it has 25 hours.
LONG = {"from": "2026-11-01", "to": "2026-11-01"}
# And forward on this one: 23 hours.
SHORT = {"from": "2026-03-08", "to": "2026-03-08"}


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def at(month, day, hour, minute=0):
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def night():
    """From half past midnight to half past three by the clock, in four hours, then a tour at noon."""
    first = make_timeslot(day=at(11, 1, 4).date(), start_at=at(11, 1, 4, 30), end_at=at(11, 1, 8, 30))
    noon = make_timeslot(
        experience=first.experience, day=first.date, start_at=at(11, 1, 17), end_at=at(11, 1, 19)
    )
    return first, noon


def hours_of(staff, slug, row_id, **days):
    found = ask(staff, slug, **days)
    assert found.status_code == 200, found.content
    return next(row["cells"] for row in found.json()["data"] if row["id"] == row_id)


def test_a_long_day_is_longer(staff):
    first, _ = night()
    boat = make_resource(group=make_group(), capacity=8)
    make_use(slot=first, resource=boat, units=3)
    # The same hours again for another order of it: in use once, three and two seats of it.
    make_use(slot=first, resource=boat, units=2)
    make_blackout(begin=at(11, 1, 16), end=at(11, 1, 18), resource=boat)
    found = hours_of(staff, "resourceUtilization", boat.pk, **LONG)
    assert (found["use_cnt"], found["used_minutes"], found["unit_minutes"]) == (2, 240, 1200)
    # Open from 4:30 to 19:00 of universal time; two hours of it blacked out.
    assert (found["open_minutes"], found["blackout_minutes"], found["available_minutes"]) == (870, 120, 750)
    assert found["utilization_ppm"] == 320_000


def test_a_short_day_is_shorter(staff):
    # One to four by the clock: two hours.
    slot = make_timeslot(day=at(3, 8, 1).date(), start_at=at(3, 8, 6), end_at=at(3, 8, 8))
    boat = make_resource(group=make_group())
    make_use(slot=slot, resource=boat)
    found = hours_of(staff, "resourceUtilization", boat.pk, **SHORT)
    assert (found["used_minutes"], found["available_minutes"], found["utilization_ppm"]) == (
        120,
        120,
        1_000_000,
    )


def test_what_was_used_in_spite_of_a_blackout_was_available(staff):
    first, _ = night()
    boat, idle = make_resource(group=make_group()), make_resource(group=make_group())
    make_use(slot=first, resource=boat, is_conflict_accepted=True)
    for one in (boat, idle):
        make_blackout(begin=at(11, 1, 4), end=at(11, 2, 5), resource=one)
    found = hours_of(staff, "resourceUtilization", boat.pk, **LONG)
    assert (found["available_minutes"], found["utilization_ppm"]) == (240, 1_000_000)
    # Away all day: there is nothing it could have been used of.
    found = hours_of(staff, "resourceUtilization", idle.pk, **LONG)
    assert (found["available_minutes"], found["used_minutes"], found["utilization_ppm"]) == (0, 0, None)


def test_only_the_part_in_the_span_counts(staff):
    slot = make_timeslot(day=at(10, 31, 1).date(), start_at=at(11, 1, 2), end_at=at(11, 1, 6))
    boat = make_resource(group=make_group())
    make_use(slot=slot, resource=boat)
    # The day begins at four: two hours before it, two after.
    october = hours_of(staff, "resourceUtilization", boat.pk, **{"from": "2026-10-01", "to": "2026-10-31"})
    november = hours_of(staff, "resourceUtilization", boat.pk, **LONG)
    assert (october["used_minutes"], november["used_minutes"]) == (120, 120)


def test_canceled_departures_and_carts_are_no_use(staff):
    first, noon = night()
    boat = make_resource(group=make_group())
    make_use(slot=first, resource=boat)
    hold = make_hold(timeslot=noon)
    make_use(slot=noon, resource=boat, hold_id=hold.id)
    first.status = "cancelled"
    first.save()
    found = hours_of(staff, "resourceUtilization", boat.pk, **LONG)
    assert (found["use_cnt"], found["used_minutes"], found["open_minutes"]) == (0, 0, 120)


def test_groups_of_resources_and_their_uses(staff):
    first, noon = night()
    boats, vans = make_group(name="Boats", kind="vessel"), make_group(name="Vans")
    one, two = make_resource(group=boats, name="Orca"), make_resource(group=boats, name="Selkie")
    make_resource(group=vans)
    make_use(slot=first, resource=one)
    make_use(slot=noon, resource=two, units=2)
    found = ask(staff, "resourceUsagesGrouped", groupBy=["group"], **LONG).json()["groups"]
    by_name = {one["by"][0]["label"]: one["sums"] for one in found}
    assert (by_name["Boats"]["used_minutes"], by_name["Boats"]["available_minutes"]) == (360, 1740)
    assert by_name["Boats"]["utilization_ppm"] == 206_897
    assert by_name["Vans"]["utilization_ppm"] == 0
    detail = ask(staff, "resourceUsagesDetailGrouped", **LONG).json()["groups"]
    assert [(one["by"][0]["label"], one["by"][1]["value"], one["sums"]) for one in detail] == [
        ("Orca", "2026-11-01", {"cnt": 1, "minutes": 240, "units": 1, "unit_minutes": 240}),
        ("Selkie", "2026-11-01", {"cnt": 1, "minutes": 120, "units": 2, "unit_minutes": 240}),
    ]
    rows = ask(staff, "resourceUsages", filters=detail[1]["filters"], **LONG).json()["data"]
    assert [row["cells"]["resource"] for row in rows] == ["Selkie"]


def test_guides(staff):
    first, noon = night()
    ida, ola = make_person("Ida", "guide", is_guide=True), make_person("Ola", "guide", is_guide=True)
    TimeslotGuide.objects.create(timeslot=first, user_avatar=ida, status="confirmed")
    # One order of the same departure is the same hours, and what was declined none.
    BookingGuide.objects.create(timeslot=first, trip_order_id=1, user_avatar=ida)
    TimeslotGuide.objects.create(timeslot=noon, user_avatar=ida, status="declined")
    make_blackout(begin=at(11, 1, 18), end=at(11, 1, 18) + timedelta(hours=1), guide_avatar_id=ida.pk)
    found = hours_of(staff, "guideUsages", ida.pk, **LONG)
    assert (found["guide"], found["departure_cnt"], found["used_minutes"]) == ("Ida", 1, 240)
    assert (found["blackout_minutes"], found["available_minutes"]) == (60, 810)
    assert found["utilization_ppm"] == 296_296
    assert hours_of(staff, "guideUsages", ola.pk, **LONG)["utilization_ppm"] == 0


def test_hours_are_those_of_a_span():
    days = (at(11, 1, 5).date(), at(11, 3, 5).date())
    assert span_of([Condition("day", "between", days)]) == days
    for found in ([], [Condition("day", "gte", days[0])], [Condition("day", "between", (days[0], None))]):
        with pytest.raises(Invalid):
            span_of(found)


def test_guides_and_agents_see_no_hours(client_for):
    scoped = make_role("scoped", "report.view", "trip.view", scope="assigned")
    guide = browser_of(client_for, make_colleague("Gus", "x", role=scoped))
    for slug in ("guideUsages", "resourceUsages", "experienceDates", "notes"):
        assert_error(ask(guide, slug), 403, "forbidden")
    assert ask(clerk_with(client_for, "report.view"), "guideUsages").status_code == 200
