"""When a message goes, or why not: tables over zones, daylight saving, late bookings and rebooks."""

from dataclasses import replace
from datetime import time, timedelta

import pytest

from outfitter_tenants.crm.automations.rules import schedule, trip_plan
from tests.crm.automation_facts import NEW_YORK, order, step, trip, utc

BERLIN = "+4915112345678"
BY_TEXT = {"channel": "sms"}


def planned(trip_facts, *steps, around=NEW_YORK, since="2026-11-20T12:00"):
    found = trip_plan.plan_trip(trip_facts, steps, around, since=utc(since) if since else None)
    return [(f"{one.scheduled_at:%Y-%m-%dT%H:%M}", one.status, one.reason) for one in found]


@pytest.mark.parametrize(
    ("trigger", "minutes", "anchor", "expected"),
    [
        ("before_start", 1440, "2026-12-05T20:30", "2026-12-04T20:30"),
        ("before_start", 240, "2026-12-05T20:30", "2026-12-05T16:30"),
        # The months differ in length, leap years have a day more.
        ("before_start", 1440, "2027-03-01T10:00", "2027-02-28T10:00"),
        ("before_start", 1440, "2028-03-01T10:00", "2028-02-29T10:00"),
        ("after_end", 1440, "2026-11-30T23:00", "2026-12-01T23:00"),
        ("after_end", 4320, "2026-12-30T23:00", "2027-01-02T23:00"),
        ("balance_due", 10080, "2026-12-05T05:00", "2026-11-28T05:00"),
        ("reserved", 0, "2026-12-05T20:30", "2026-12-05T20:30"),
        ("draft_idle", 60, "2026-12-05T20:30", "2026-12-05T21:30"),
        # Clocks in New York go back on November 1 and forward on March 14: a day is a day of hours.
        ("before_start", 1440, "2026-11-01T15:00", "2026-10-31T15:00"),
        ("before_start", 1440, "2027-03-14T14:00", "2027-03-13T14:00"),
    ],
)
def test_an_offset_is_exact_time(trigger, minutes, anchor, expected):
    assert schedule.due_at(trigger, minutes, utc(anchor)) == utc(expected)


@pytest.mark.parametrize(
    ("phone", "start", "minutes", "expected"),
    [
        # In the day of its reader it goes when it is due.
        ("+12125550123", "2026-12-05T20:30", 240, "2026-12-05T16:30"),
        # 07:00 in New York: it waits for eight, which leaves four hours.
        ("+12125550123", "2026-12-05T17:00", 300, "2026-12-05T13:00"),
        # A tour at six in the morning: nobody is woken at two, so they hear of it in the evening.
        ("+12125550123", "2026-12-05T11:00", 240, "2026-12-05T01:29"),
        # Before the clocks change in the night, and after.
        ("+12125550123", "2026-11-01T11:00", 240, "2026-11-01T00:29"),
        ("+12125550123", "2027-03-14T10:00", 240, "2027-03-14T01:29"),
        # Where the phone is counts: it is 02:30 in Berlin.
        (BERLIN, "2026-12-06T01:30", 0, "2026-12-05T19:29"),
        (BERLIN, "2026-12-05T20:30", 240, "2026-12-05T16:30"),
    ],
)
def test_a_text_before_the_start_spares_the_night(phone, start, minutes, expected):
    whole = trip(phone=phone, orders=(order(start_at=utc(start)),))

    assert planned(whole, step("before_start", minutes, **BY_TEXT))[0][0] == expected


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        # 23:00 in New York: the morning after, also across the end of a month and the clocks' change.
        ("2026-12-05T04:00", "2026-12-06T13:00"),
        ("2026-11-30T04:00", "2026-12-01T13:00"),
        ("2026-10-31T03:00", "2026-11-01T13:00"),
        ("2027-03-13T04:00", "2027-03-14T12:00"),
        ("2026-12-05T18:00", "2026-12-06T18:00"),
    ],
)
def test_a_text_afterwards_waits_for_the_morning(end, expected):
    whole = trip(orders=(order(start_at=utc(end) - timedelta(hours=2), end_at=utc(end)),))

    assert planned(whole, step("after_end", 1440, **BY_TEXT), since=None)[0][0] == expected


def test_the_night_is_the_operators_choice():
    whole = trip(orders=(order(start_at=utc("2026-12-05T17:00")),))
    early = replace(NEW_YORK, quiet_from=time(23), quiet_until=time(6))
    never = replace(NEW_YORK, quiet_from=time(0), quiet_until=time(0))
    siesta = replace(NEW_YORK, quiet_from=time(6), quiet_until=time(9))

    texts = step("before_start", 300, **BY_TEXT)
    assert planned(whole, texts, around=early)[0] == ("2026-12-05T12:00", "scheduled", "planned_before_start")
    assert planned(whole, texts, around=never)[0][0] == "2026-12-05T12:00"
    assert planned(whole, texts, around=siesta)[0] == ("2026-12-05T14:00", "scheduled", "quiet_hours")


def test_mails_go_at_night():
    whole = trip(orders=(order(start_at=utc("2026-12-05T11:00")),))

    assert planned(whole, step("before_start", 240))[0][0] == "2026-12-05T07:00"


@pytest.mark.parametrize(
    ("reserved", "expected"),
    [
        ("2026-12-04T20:29", ["scheduled", "scheduled"]),
        ("2026-12-04T20:30", ["scheduled", "scheduled"]),
        # Booked 23 hours ahead: the reminder of the day before has passed.
        ("2026-12-04T21:30", ["cancelled", "scheduled"]),
        # Booked an hour ahead: both have.
        ("2026-12-05T19:30", ["cancelled", "cancelled"]),
    ],
)
def test_a_late_booking_skips_what_has_passed(reserved, expected):
    steps = (step("before_start", 1440), step("before_start", 240, id=2))

    found = planned(trip(reserved_at=utc(reserved)), *steps, since=reserved)

    assert [status for _, status, _ in found] == expected
    skipped = [reason for _, status, reason in found if status == "cancelled"]
    assert set(skipped) <= {"already_past"}


def test_a_rebook_is_another_occasion():
    before = trip_plan.plan_trip(trip(), [step("before_start", 1440)], NEW_YORK, since=None)
    moved = trip(orders=(order(start_at=utc("2026-12-12T20:30")),))
    after = trip_plan.plan_trip(moved, [step("before_start", 1440)], NEW_YORK, since=None)
    back = trip_plan.plan_trip(trip(), [step("before_start", 1440)], NEW_YORK, since=None)

    assert after[0].scheduled_at - before[0].scheduled_at == timedelta(days=7)
    assert before[0].key == back[0].key != after[0].key


def test_a_tour_that_takes_longer_is_the_same_occasion():
    ends_later = trip(orders=(order(end_at=utc("2026-12-06T00:30")),))
    first, second = (
        trip_plan.plan_trip(one, [step("after_end", 1440)], NEW_YORK, since=None)[0]
        for one in (trip(), ends_later)
    )

    assert first.key == second.key
    assert second.scheduled_at - first.scheduled_at == timedelta(minutes=90)


def test_a_step_is_of_use_until_the_next():
    steps = (step("before_start", 1440), step("before_start", 240, id=2))
    day, hours = trip_plan.plan_trip(trip(), steps, NEW_YORK, since=None)

    assert day.useful_until == hours.scheduled_at
    assert hours.useful_until == utc("2026-12-05T20:30")
