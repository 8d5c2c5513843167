"""What speaks against a guide, and who is suggested: tables."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.scheduling.rules.guide_conflicts import (
    Ability,
    Conflict,
    Demand,
    Duty,
    conflicts,
    day_minutes,
    deal,
    load,
    rank_key,
)
from outfitter_tenants.scheduling.rules.time_spans import join, overlaps

DAY = datetime(2026, 6, 2, tzinfo=UTC)


def at(hour: float) -> datetime:
    return DAY + timedelta(hours=hour)


def duty(slot: int, begin: float, end: float, **given: Any) -> Duty:
    values = {"experience_id": 1, "experience_name": "Tour", "date": at(begin).date(), **given}
    return Duty(timeslot_id=slot, start_at=at(begin), end_at=at(end), **values)


def kinds(demand: Demand, ability: Ability | None = None, **more: Any) -> list[str]:
    found = conflicts(demand, ability or Ability(), more.get("duties", ()), more.get("blackouts", ()))
    return [item.kind for item in found]


@pytest.mark.parametrize(
    ("begin", "end", "buffer", "clash"),
    [
        (8, 9, 0, False),
        (8, 9.01, 0, True),
        (11, 12, 0, False),
        (10, 10.5, 0, True),
        (8, 9, 30, True),
        (8, 8.4, 30, False),
    ],
)
def test_departures_overlap_with_their_buffers(begin: float, end: float, buffer: int, clash: bool) -> None:
    around = timedelta(minutes=buffer / 2)
    other = duty(2, begin, end, before=around, after=around)
    found = kinds(Demand(duty(1, 9, 11, before=around, after=around)), duties=[other])
    assert (found == ["overlap"]) is clash


def test_the_departure_itself_is_no_conflict() -> None:
    assert kinds(Demand(duty(1, 9, 11)), duties=[duty(1, 9, 11)]) == []


def test_away() -> None:
    demand = Demand(duty(1, 9, 11))
    assert kinds(demand, blackouts=[(at(10), at(20))]) == ["blackout"]
    assert kinds(demand, blackouts=[(at(11), at(20)), (at(1), at(9))]) == []


def test_skills_all_and_languages_one() -> None:
    demand = Demand(duty(1, 9, 11), ("Rescue", "Skipper"), ("en", "de"))
    found = conflicts(demand, Ability(("rescue ",), ("fr",)), (), ())
    assert [(item.kind, item.missing) for item in found] == [
        ("skills", ("Skipper",)),
        ("languages", ("en", "de")),
    ]
    assert kinds(demand, Ability(("skipper", "RESCUE"), ("de",))) == []


def test_the_day_has_a_limit() -> None:
    demand = Demand(duty(1, 9, 11))
    ability = Ability(max_minutes_per_day=180)
    assert kinds(demand, ability, duties=[duty(2, 12, 13)]) == []
    [found] = conflicts(demand, ability, [duty(2, 12, 13.5)], ())
    assert found == Conflict("daily_limit", minutes=210, limit=180)
    assert kinds(demand, ability, duties=[duty(2, 36, 38)]) == []


def test_load_counts_each_departure_once_in_two_weeks() -> None:
    duties = [duty(1, 9, 10), duty(1, 9, 10), duty(2, 24 * 7, 24 * 7 + 2), duty(3, 24 * 9, 218)]
    assert load(duties, date(2026, 6, 2)) == 180
    assert day_minutes(duties, date(2026, 6, 2)) == 60


def test_suggestions_go_free_skilled_rested_used_to_it() -> None:
    def key(name: str, *found: str, load_minutes: int = 0, pairing_cnt: int = 0) -> Any:
        rows = [Conflict(kind) for kind in found]  # type: ignore[arg-type]
        return (
            rank_key(rows, load_minutes=load_minutes, pairing_cnt=pairing_cnt, name=name, guide_id=1),
            name,
        )

    rows = [
        key("busy", "overlap"),
        key("unskilled", "skills"),
        key("tired", load_minutes=90),
        key("zoe"),
        key("used", pairing_cnt=3),
        key("Adam"),
        key("both", "blackout", "languages"),
    ]
    order = [name for _, name in sorted(rows)]
    assert order == ["used", "Adam", "zoe", "tired", "unskilled", "busy", "both"]


def test_default_guides_are_dealt_to_what_they_are_free_for() -> None:
    span = {key: (at(begin), at(begin + 1)) for key, begin in ((1, 9), (2, 9.5), (3, 10), (4, 12))}
    busy = {7: [(at(12), at(12.25))], 8: [(at(8), at(9)), (at(9.25), at(9.3))]}
    assert deal(reversed(span.items()), [7, 8], busy) == [
        (1, 7, True),
        (2, 8, True),
        (3, 7, True),
        (4, 8, True),
    ]
    assert deal(span.items(), [], {}) == []
    assert deal([(4, span[4])], [8, 7], {}) == [(4, 8, True), (4, 7, False)]


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=12),
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=6),
)
def test_nobody_is_dealt_two_things_at_once(wanted: Any, taken: Any) -> None:
    def spans(rows: Any) -> list[Any]:
        return [(at(begin / 4), at((begin + length) / 4)) for begin, length in rows]

    slots = dict(enumerate(spans(wanted)))
    busy = join(spans(taken))
    dealt = [slots[slot] for slot, _, leads in deal(slots.items(), [1], {1: busy}) if leads]
    everything = sorted([*dealt, *busy])
    assert all(one[1] <= other[0] for one, other in pairwise(everything))
    # First come, first served: who got nothing meets something that was there before.
    for span in slots.values():
        assert span in dealt or any(overlaps(span, other) for other in everything)
