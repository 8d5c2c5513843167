"""Spans that repeat and join: tables and properties."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit import zones
from outfitter_tenants.scheduling.rules.time_spans import MAX_REPEATS, join, overlaps, repeat

NEW_YORK = "America/New_York"


def walls(spans: list[tuple[datetime, datetime]], zone: str = NEW_YORK) -> list[str]:
    return [f"{zones.to_local(begin, zone):%m-%d %H:%M}" for begin, _ in spans]


def local(day: date, hour: int, minute: int = 0, zone: str = NEW_YORK) -> datetime:
    return zones.to_instant(day, time(hour, minute), zone)


def test_every_day_keeps_its_wall_time_over_the_change_of_clocks() -> None:
    first = date(2026, 3, 7)
    found = repeat((local(first, 9), local(first, 17)), every="day", until=date(2026, 3, 9), zone=NEW_YORK)
    assert walls(found) == ["03-07 09:00", "03-08 09:00", "03-09 09:00"]
    assert found[0][0].hour == 14
    assert found[2][0].hour == 13


def test_every_week_to_the_last_day_included() -> None:
    first = date(2026, 6, 1)
    span = (local(first, 22), local(date(2026, 6, 2), 4))
    found = repeat(span, every="week", until=date(2026, 6, 15), zone=NEW_YORK)
    assert walls(found) == ["06-01 22:00", "06-08 22:00", "06-15 22:00"]
    assert {end - begin for begin, end in found} == {timedelta(hours=6)}


def test_a_span_inside_the_missing_hour_is_left_out() -> None:
    first = date(2026, 3, 7)
    found = repeat((local(first, 1, 30), local(first, 3)), every="day", until=date(2026, 3, 9), zone=NEW_YORK)
    assert len(found) == 3
    assert found[1][1] - found[1][0] == timedelta(minutes=30)


def test_too_many_are_told_by_one_more() -> None:
    first = date(2026, 1, 1)
    found = repeat((local(first, 9), local(first, 10)), every="day", until=date(2099, 1, 1), zone=NEW_YORK)
    assert len(found) == MAX_REPEATS + 1


BASE = datetime(2026, 6, 1, tzinfo=UTC)
spans = st.tuples(st.integers(0, 60), st.integers(1, 12)).map(
    lambda pair: (BASE + timedelta(hours=pair[0]), BASE + timedelta(hours=pair[0] + pair[1]))
)


@given(st.lists(spans, max_size=12))
def test_joined_spans_hold_the_same_instants_and_never_overlap(given_spans: Any) -> None:
    joined = join(given_spans)
    assert joined == join(joined) == sorted(joined)
    assert not any(overlaps(a, b) for a in joined for b in joined if a is not b)
    for hour in range(80):
        instant = BASE + timedelta(hours=hour, minutes=30)
        covered = any(begin <= instant < end for begin, end in given_spans)
        assert covered == any(begin <= instant < end for begin, end in joined)


@pytest.mark.parametrize(("gap", "cnt"), [(-1, 1), (0, 2), (1, 2)])
def test_neighbours_stay_two(gap: int, cnt: int) -> None:
    later = BASE + timedelta(hours=2 + gap)
    assert len(join([(BASE, BASE + timedelta(hours=2)), (later, later + timedelta(hours=2))])) == cnt
