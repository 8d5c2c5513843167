"""Rules become departures: weekdays, single dates, and the nights when clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit import zones
from outfitter_tenants.scheduling.rules.recurrence import BadRule, Occurrence, RuleDays, RuleTimes, expand

pytestmark = pytest.mark.rules
NEW_YORK, KOLKATA, LORD_HOWE = "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"
EVERY_DAY = frozenset(range(7))


def made(
    *times: str, first: date, last: date | None = None, zone: str = NEW_YORK, **days: Any
) -> list[Occurrence]:
    rule = RuleDays(**{"date_from": first, "date_to": last or first, "weekdays": EVERY_DAY, **days})
    starts = RuleTimes(times=tuple(time.fromisoformat(t) for t in times))
    return list(
        expand(days=rule, times=starts, duration_minutes=90, zone=zone, first=first, last=last or first)
    )


def test_weekdays_begin_with_sunday() -> None:
    monday = date(2026, 6, 1)
    found = made("09:00", first=monday, last=date(2026, 6, 14), weekdays=frozenset({0, 3}))
    assert [item.date.day for item in found] == [3, 7, 10, 14]


def test_single_dates_come_and_go() -> None:
    found = made(
        "09:00",
        first=date(2026, 6, 1),
        last=date(2026, 6, 30),
        weekdays=frozenset({1}),
        exclude_dates=frozenset({date(2026, 6, 8)}),
        include_dates=frozenset({date(2026, 6, 9), date(2026, 6, 8)}),
    )
    assert [item.date.day for item in found] == [1, 9, 15, 22, 29]


def test_a_departure_has_its_instants() -> None:
    (found,) = made("09:00", first=date(2026, 6, 1))
    assert found.start_at == datetime(2026, 6, 1, 13, tzinfo=UTC)
    assert found.end_at == datetime(2026, 6, 1, 14, 30, tzinfo=UTC)
    (found,) = made("09:00", first=date(2026, 6, 1), zone=KOLKATA)
    assert found.start_at == datetime(2026, 6, 1, 3, 30, tzinfo=UTC)


def test_the_morning_stays_the_morning_when_clocks_go_forward() -> None:
    found = made("09:00", first=date(2026, 3, 7), last=date(2026, 3, 9))
    assert [item.start_at.hour for item in found] == [14, 13, 13]
    assert {item.start_time for item in found} == {time(9)}


def test_a_start_that_does_not_exist_moves_forward() -> None:
    found = made("01:30", "02:30", "03:30", first=date(2026, 3, 8))
    # 02:30 becomes 03:30, where there is a departure already.
    assert [item.start_time for item in found] == [time(1, 30), time(3, 30)]
    (alone,) = made("02:30", first=date(2026, 3, 8))
    assert alone.start_at == datetime(2026, 3, 8, 7, 30, tzinfo=UTC)
    assert alone.start_time == time(3, 30)


def test_a_start_that_exists_twice_is_the_first() -> None:
    (found,) = made("01:30", first=date(2026, 11, 1))
    assert found.start_at == datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    assert found.end_at - found.start_at == timedelta(minutes=90)


def test_clocks_that_change_by_half_an_hour() -> None:
    (found,) = made("02:15", first=date(2026, 10, 4), zone=LORD_HOWE)
    assert found.start_time == time(2, 45)
    (found,) = made("01:45", first=date(2026, 4, 5), zone=LORD_HOWE)
    assert found.start_at == datetime(2026, 4, 4, 14, 45, tzinfo=UTC)


def test_an_interval_takes_in_both_ends() -> None:
    times = RuleTimes(time_from=time(9), time_to=time(11), interval_minutes=45)
    assert times.starts() == (time(9), time(9, 45), time(10, 30))
    assert RuleTimes(time_from=time(9), time_to=time(9), interval_minutes=5).starts() == (time(9),)


@pytest.mark.parametrize(
    ("times", "field"),
    [
        (RuleTimes(), "times"),
        (RuleTimes(times=(time(9),), time_from=time(9)), "times"),
        (RuleTimes(time_from=time(9), time_to=time(10)), "interval_minutes"),
        (RuleTimes(time_from=time(9), time_to=time(8), interval_minutes=30), "time_to"),
        (RuleTimes(time_from=time(0), time_to=time(23), interval_minutes=4), "interval_minutes"),
        (RuleTimes(time_from=time(0), time_to=time(23), interval_minutes=0), "interval_minutes"),
        (RuleTimes(times=tuple(time(n // 60, n % 60) for n in range(289))), "times"),
    ],
)
def test_times_that_make_no_sense(times: RuleTimes, field: str) -> None:
    with pytest.raises(BadRule) as refused:
        times.starts()
    assert refused.value.field == field


def test_a_rule_without_days_makes_no_sense() -> None:
    with pytest.raises(BadRule):
        made("09:00", first=date(2026, 6, 1), weekdays=frozenset())


def test_a_range_may_end_before_it_begins() -> None:
    assert made("09:00", first=date(2026, 6, 2), last=date(2026, 6, 1), date_to=None) == []


def test_the_last_day_of_a_rule() -> None:
    days = RuleDays(date(2026, 6, 1), date(2026, 6, 5), EVERY_DAY)
    assert (days.first, days.last) == (date(2026, 6, 1), date(2026, 6, 5))
    wider = RuleDays(
        date(2026, 6, 1),
        date(2026, 6, 5),
        EVERY_DAY,
        include_dates=frozenset({date(2026, 5, 1), date(2026, 7, 1)}),
    )
    assert (wider.first, wider.last) == (date(2026, 5, 1), date(2026, 7, 1))
    assert RuleDays(date(2026, 6, 1), None, EVERY_DAY).last is None


@given(
    first=st.dates(date(2025, 1, 1), date(2027, 12, 31)),
    length=st.integers(0, 40),
    weekdays=st.frozensets(st.integers(0, 6), min_size=1),
    times=st.lists(st.times().map(lambda t: t.replace(second=0, microsecond=0)), min_size=1, max_size=6),
    zone=st.sampled_from([NEW_YORK, KOLKATA, LORD_HOWE, "Europe/Berlin", "Pacific/Chatham"]),
)
def test_expansion_agrees_with_the_wall_clock(
    first: date, length: int, weekdays: frozenset[int], times: list[time], zone: str
) -> None:
    last = first + timedelta(days=length)
    found = list(
        expand(
            days=RuleDays(first, None, weekdays),
            times=RuleTimes(times=tuple(times)),
            duration_minutes=60,
            zone=zone,
            first=first,
            last=last,
        )
    )
    starts = [item.start_at for item in found]
    assert starts == sorted(set(starts))
    for item in found:
        wall = zones.to_local(item.start_at, zone)
        assert (wall.date(), wall.time()) == (item.date, item.start_time)
        assert item.date.isoweekday() % 7 in weekdays
    days = [first + timedelta(days=n) for n in range(length + 1)]
    wanted = [day for day in days if day.isoweekday() % 7 in weekdays]
    assert sorted({item.date for item in found}) == wanted
