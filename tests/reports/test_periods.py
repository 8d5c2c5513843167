"""Periods that move with the calendar, and when reports are mailed: on the operator's clock."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from outfitter_tenants.reports.rules.periods import FIXED, RELATIVE, Period, resolve
from outfitter_tenants.reports.rules.send_times import SendTimes, next_after

pytestmark = pytest.mark.rules
LEAP_DAY = date(2028, 2, 29)
NEW_YORK, LORD_HOWE = "America/New_York", "Australia/Lord_Howe"


@pytest.mark.parametrize(
    ("name", "today", "first", "last"),
    [
        ("today", "2026-11-28", "2026-11-28", "2026-11-28"),
        ("yesterday", "2026-03-01", "2026-02-28", "2026-02-28"),
        ("tomorrow", "2026-12-31", "2027-01-01", "2027-01-01"),
        ("this_week", "2026-11-29", "2026-11-23", "2026-11-29"),
        ("last_week", "2027-01-01", "2026-12-21", "2026-12-27"),
        ("this_month", "2028-02-10", "2028-02-01", "2028-02-29"),
        ("last_month", "2026-01-31", "2025-12-01", "2025-12-31"),
        ("next_month", "2026-12-31", "2027-01-01", "2027-01-31"),
        ("this_quarter", "2026-11-28", "2026-10-01", "2026-12-31"),
        ("last_quarter", "2026-02-01", "2025-10-01", "2025-12-31"),
        ("this_year", "2026-11-28", "2026-01-01", "2026-12-31"),
        ("last_year", "2028-02-29", "2027-01-01", "2027-12-31"),
        ("month_to_date", "2026-11-28", "2026-11-01", "2026-11-28"),
        ("last_30_days", "2026-03-01", "2026-01-31", "2026-03-01"),
        ("next_7_days", "2026-11-28", "2026-11-28", "2026-12-04"),
    ],
)
def test_a_period_seen_from_a_day(name, today, first, last):
    found = resolve(name, today=date.fromisoformat(today), week_start=0)
    assert found == Period(date.fromisoformat(first), date.fromisoformat(last))


def test_weeks_begin_where_the_operator_begins_them():
    assert resolve("this_week", today=date(2026, 11, 28), week_start=6).first == date(2026, 11, 22)


def test_every_period_is_of_days_in_their_order():
    for name in RELATIVE:
        for today in (LEAP_DAY, date(2026, 1, 1), date(2026, 12, 31)):
            found = resolve(name, today=today, week_start=0)
            assert found.first <= found.last, name


def test_fixed_days_stay_and_unknown_ones_are_none():
    fixed = Period(date(2020, 1, 1), date(2020, 1, 9))
    assert resolve(FIXED, today=LEAP_DAY, week_start=0, fixed=fixed) == fixed
    for name in (FIXED, "last_moon"):
        with pytest.raises(ValueError, match=r"."):
            resolve(name, today=LEAP_DAY, week_start=0)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("times", "after", "due"),
    [
        (SendTimes("daily", time(7)), "2026-11-28 11:59", "2026-11-28 12:00"),
        (SendTimes("daily", time(7)), "2026-11-28 12:00", "2026-11-29 12:00"),
        (SendTimes("weekly", time(7), weekday=0), "2026-11-28 12:00", "2026-11-30 12:00"),
        (SendTimes("monthly", time(7), day=31), "2027-01-31 12:00", "2027-02-28 12:00"),
        (SendTimes("monthly", time(7), day=31), "2028-02-01 12:00", "2028-02-29 12:00"),
        (SendTimes("monthly", time(23, 59), day=1), "2026-12-02 04:59", "2027-01-02 04:59"),
        # The night clocks go forward has no half past two: it goes an hour later.
        (SendTimes("daily", time(2, 30)), "2026-03-08 06:00", "2026-03-08 07:30"),
        # The night they go back has two: it goes at the first.
        (SendTimes("daily", time(1, 30)), "2026-11-01 04:00", "2026-11-01 05:30"),
        (SendTimes("daily", time(1, 30)), "2026-11-01 05:30", "2026-11-02 06:30"),
    ],
)
def test_when_it_goes_next(times, after, due):
    assert next_after(times, utc(after), NEW_YORK) == utc(due)


def test_a_year_of_days_has_a_mail_on_each_where_clocks_move_half_an_hour():
    times, at = SendTimes("daily", time(2, 15)), utc("2026-01-01 00:00")
    days = set()
    for _ in range(365):
        due = next_after(times, at, LORD_HOWE)
        assert timedelta(0) < due - at <= timedelta(hours=25)
        at = due
        days.add((due + timedelta(hours=11)).date())
    assert len(days) == 365
