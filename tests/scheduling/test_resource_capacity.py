"""What resources can take, and who gets which: tables, golden E7, and properties."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outfitter_tenants.scheduling.rules.resource_assignment import assign, place, sub_parties
from outfitter_tenants.scheduling.rules.resource_capacity import (
    SCOPES,
    Claim,
    Fleet,
    Need,
    Supply,
    free,
    is_concurrent,
    max_fit,
    may_share,
    why_not,
)

DAY = datetime(2026, 6, 2, tzinfo=UTC)


def at(hour: float) -> datetime:
    return DAY + timedelta(hours=hour)


def van(number: int = 1, capacity: int = 8, **given: Any) -> Supply:
    return Supply(**{"id": number, "group_id": 1, "capacity": capacity, **given})


def claim(resource: int, begin: float, end: float, units: int, **given: Any) -> Claim:
    values = {
        "id": 1,
        "resource_id": resource,
        "start_at": at(begin),
        "end_at": at(end),
        "units": units,
        "scope": "any",
        "experience_id": 1,
        "timeslot_id": 1,
        "owner": "order 1",
        "usage_id": 1,
    }
    return Claim(**{**values, **given})


def need(begin: float, end: float, units: int = 1, **given: Any) -> Need:
    values = {
        "usage_id": 2,
        "group_id": 1,
        "start_at": at(begin),
        "end_at": at(end),
        "scope": "any",
        "experience_id": 2,
        "timeslot_id": 2,
        "owner": "order 2",
        "parties": ((1,),) * units,
    }
    return Need(**{**values, **given})


def placed(fleet: Fleet, wanted: Need) -> dict[int, int] | None:
    found = place(fleet, wanted)
    return None if found is None else {item.resource_id: item.units for item in found}


@pytest.mark.parametrize(("scope", "fits", "where"), [("timeslot", 8, None), ("any", 11, {1: 1, 2: 8})])
def test_golden_shared_vans(scope: Any, fits: int, where: dict[int, int] | None) -> None:
    """domain.md 4.31, E7."""
    fleet = Fleet([van(1), van(2)], [claim(1, 9, 12, 5, scope=scope)])
    assert max_fit(fleet, [need(10, 11, scope=scope)]) == fits
    assert placed(fleet, need(10, 11, 9, scope=scope)) == where


@pytest.mark.parametrize(
    ("buffer", "begin", "end", "left"),
    [
        (0, 12, 13, 8),
        (0, 11.99, 13, 3),
        (0, 8, 9, 8),
        (30, 12, 13, 3),
        (30, 12.5, 13, 8),
        (30, 8, 8.5, 8),
        (30, 8, 8.51, 3),
    ],
)
def test_a_buffer_lies_between_two_claims(buffer: int, begin: float, end: float, left: int) -> None:
    supply = van(buffer=timedelta(minutes=buffer))
    assert free(Fleet([supply], [claim(1, 9, 12, 5)]), supply, need(begin, end)) == left


def test_what_is_not_there_at_the_same_time_is_not_added_up() -> None:
    fleet = Fleet([van()], [claim(1, 9, 10, 5), claim(1, 10, 11, 6), claim(1, 13, 14, 7)])
    assert free(fleet, van(), need(9, 12)) == 2
    assert free(fleet, van(), need(9, 18)) == 1


@pytest.mark.parametrize(
    ("scope", "same", "shares"),
    [
        ("any", "", True),
        ("experience", "", False),
        ("experience", "experience", True),
        ("timeslot", "experience", False),
        ("timeslot", "timeslot", True),
        ("trip_order", "timeslot", False),
        ("trip_order", "order", True),
        ("exclusive", "order", False),
        ("exclusive", "usage", True),
    ],
)
def test_scopes(scope: Any, same: str, shares: bool) -> None:
    steps = ("experience", "timeslot", "order", "usage")
    alike = steps[: steps.index(same) + 1] if same else ()
    other = claim(1, 9, 12, 1, scope=scope)
    mine = need(
        9,
        12,
        scope="any",
        experience_id=1 if "experience" in alike else 2,
        timeslot_id=1 if "timeslot" in alike else 2,
        owner="order 1" if "order" in alike else "order 2",
        usage_id=1 if "usage" in alike else 2,
    )
    assert may_share(mine, other) is shares
    # The stricter of the two binds, whoever brought it.
    assert may_share(replace(mine, scope=scope), replace(other, scope="any")) is shares


@pytest.mark.parametrize(
    ("supply", "reason"),
    [
        (van(is_active=False), "retired"),
        (van(blackouts=((at(9), at(10.5)),)), "blackout"),
        (van(blackouts=((at(9), at(10)), (at(11), at(12)))), None),
        (van(capacity=5), "full"),
    ],
)
def test_why_a_resource_has_no_room(supply: Supply, reason: str | None) -> None:
    fleet = Fleet([supply], [claim(1, 9, 12, 5)])
    assert why_not(fleet, supply, need(10, 11), 1) == reason
    assert (free(fleet, supply, need(10, 11)) == 0) is (reason is not None)


def test_a_barred_resource_says_so() -> None:
    fleet = Fleet([van()], [claim(1, 9, 12, 5, scope="timeslot")])
    assert why_not(fleet, van(), need(10, 11), 1) == "shared"


def test_a_booking_stays_whole_where_it_can() -> None:
    fleet = Fleet([van(1, 3), van(2, 3)])
    couple = need(9, 10, parties=((2,),))
    assert max_fit(fleet, [couple]) == 2
    assert placed(fleet, need(9, 10, parties=((2,), (2,)))) == {1: 2, 2: 2}
    assert placed(fleet, need(9, 10, parties=((2,), (2,), (2,)))) is None
    # Nothing takes seven at once: then the boat is made up of two.
    charter = need(9, 10, parties=((5,),))
    assert max_fit(fleet, [charter]) == 1
    assert placed(fleet, charter) == {1: 3, 2: 2}


def test_the_least_usage_decides() -> None:
    fleet = Fleet([van(1, 8), van(2, 3, group_id=2)])
    assert max_fit(fleet, [need(9, 10), need(9, 10, group_id=2)]) == 3
    assert max_fit(fleet, []) is None
    assert max_fit(fleet, [need(9, 10, group_id=3)]) == 0


@pytest.mark.parametrize(
    ("strategy", "where"), [("best_fit", 3), ("fill_first", 2), ("balance", 1), ("priority", 4)]
)
def test_strategies(strategy: Any, where: int) -> None:
    supplies = [van(1, 12), van(2, 12), van(3, 4), van(4, 12, priority=9)]
    taken = [claim(2, 9, 12, 6), claim(4, 9, 12, 1), claim(3, 7, 8, 3), claim(4, 7, 8, 3)]
    wanted = need(10, 11, 4, strategy=strategy, day=(at(0), at(24)))
    assert placed(Fleet(supplies, taken), wanted) == {where: 4}


def test_families_stay_together() -> None:
    family = ((1, 1, 1), (1, 1, 1))
    fleet = Fleet([van(1, 4), van(2, 5)])
    assert placed(fleet, need(9, 10, parties=family)) == {1: 3, 2: 3}
    # Only where they cannot does a booking ride elsewhere.
    tight = Fleet([van(1, 2), van(2, 5)])
    assert placed(tight, need(9, 10, parties=family)) == {1: 1, 2: 5}


def test_sub_parties_give_every_child_company() -> None:
    adult, child = 7, 8
    parties = sub_parties(
        units={adult: 1, child: 1}, quantities={adult: 2, child: 3}, accompanied_by={child: (adult,)}
    )
    assert parties == ((1, 1, 1), (1, 1))
    alone = sub_parties(units={child: 1}, quantities={child: 2}, accompanied_by={child: (adult,)})
    assert alone == ((1,), (1,))
    lookers = sub_parties(units={adult: 0, child: 2}, quantities={adult: 1, child: 1}, accompanied_by={})
    assert lookers == ((2,),)


def test_who_is_there_already_is_joined() -> None:
    fleet = Fleet([van(1, 8), van(2, 3)], [claim(1, 9, 10, 2, owner="order 2")])
    assert placed(fleet, need(9, 10, 2)) == {1: 2}


def small_party_on_the_big_boat(**given: Any) -> Fleet:
    taken = claim(1, 9, 10, 2, scope="trip_order", timeslot_id=2, experience_id=2, **given)
    return Fleet([van(1, 8), van(2, 2)], [taken])


def test_repair_moves_the_small_party() -> None:
    wanted = need(9, 10, 8, scope="trip_order")
    made = assign(small_party_on_the_big_boat(), [wanted])
    assert [(move.claim.id, move.resource_id) for move in made.moves] == [(1, 2)]
    assert [(item.resource_id, item.units) for item in made.placements] == [(1, 8)]


def test_repair_leaves_locked_rows_and_other_timeslots() -> None:
    wanted = need(9, 10, 8, scope="trip_order")
    locked = assign(small_party_on_the_big_boat(is_locked=True), [wanted])
    assert (locked.lacking, locked.moves, locked.placements) == ((wanted,), (), ())
    elsewhere = replace(small_party_on_the_big_boat().claims[0], timeslot_id=3)
    assert assign(Fleet([van(1, 8), van(2, 2)], [elsewhere]), [wanted]).lacking == (wanted,)


def test_repair_goes_two_moves_deep_and_no_deeper() -> None:
    def chain(steps: int) -> Fleet:
        sizes = [8, 4, 2, 1, 1][: steps + 2]
        rows = [
            claim(n + 1, 9, 10, sizes[n + 1], id=n + 1, timeslot_id=2, scope="trip_order", owner=f"other {n}")
            for n in range(steps)
        ]
        return Fleet([van(n + 1, size) for n, size in enumerate(sizes)], rows)

    wanted = need(9, 10, 8, scope="trip_order")
    two = assign(chain(2), [wanted])
    assert sorted((move.claim.id, move.resource_id) for move in two.moves) == [(1, 2), (2, 3)]
    assert assign(chain(3), [wanted]).lacking == (wanted,)


def test_the_scarcest_group_is_asked_first() -> None:
    fleet = Fleet([van(1, 8), van(2, 2, group_id=2)])
    first, second = need(9, 10, 2, usage_id=1), need(9, 10, 2, usage_id=9, group_id=2)
    made = assign(fleet, [first, second])
    assert [item.need.usage_id for item in made.placements] == [9, 1]


# --- properties ---------------------------------------------------------------------------------

spans = st.tuples(st.integers(0, 20), st.integers(1, 8))
supplies = st.lists(
    st.builds(
        lambda capacity, priority, buffer, dark: (capacity, priority, buffer, dark),
        st.integers(0, 8),
        st.integers(-1, 1),
        st.sampled_from([0, 30, 60]),
        st.none() | spans,
    ),
    min_size=1,
    max_size=4,
)
orders = st.lists(
    st.tuples(
        spans,
        st.sampled_from(SCOPES),
        st.integers(1, 2),
        st.integers(1, 2),
        st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(
            tuple
        ),
        st.sampled_from(["best_fit", "fill_first", "balance", "priority"]),
        st.booleans(),
    ),
    max_size=8,
)


def fleet_of(rows: Sequence[Any]) -> list[Supply]:
    return [
        van(
            number + 1,
            capacity,
            priority=priority,
            buffer=timedelta(minutes=buffer),
            blackouts=((at(dark[0]), at(sum(dark))),) if dark else (),
        )
        for number, (capacity, priority, buffer, dark) in enumerate(rows)
    ]


def broken(fleet: Fleet) -> list[str]:
    """Return what is wrong at any instant, found without the code under test."""
    found = []
    for supply in fleet.supplies.values():
        rows = [row for row in fleet.claims if row.resource_id == supply.id]
        for instant in [row.start_at for row in rows]:
            here = [r for r in rows if r.start_at <= instant < r.end_at + supply.buffer]
            if sum(row.units for row in here) > supply.capacity:
                found.append(f"{supply.id} over at {instant}")
        found += [
            f"{one.id} with {other.id}"
            for one in rows
            for other in rows
            if one.id < other.id and is_concurrent(one, other, supply.buffer) and not may_share(one, other)
        ]
    return found


def grow(fleet: Fleet, asked: Sequence[Any]) -> Fleet:
    """Give orders their places one after another, as sales do."""
    for number, (span, scope, experience, slot, parties, strategy, locked) in enumerate(asked):
        wanted = need(
            span[0],
            sum(span),
            scope=scope,
            experience_id=experience,
            owner=f"order {number}",
            timeslot_id=experience * 10 + slot,
            usage_id=experience,
            parties=parties,
            strategy=strategy,
            day=(at(0), at(24)),
        )
        made = assign(fleet, [wanted])
        assert made == assign(fleet, [wanted])
        assert not any(move.claim.is_locked for move in made.moves)
        assert sum(item.units for item in made.placements) in {0, wanted.units}
        if made.lacking:
            assert (made.moves, made.placements) == ((), ())
            continue
        for move in made.moves:
            assert move.claim.timeslot_id == wanted.timeslot_id
            current = next(row for row in fleet.claims if row.id == move.claim.id)
            fleet = fleet.moved(current, move.resource_id)
        new = [
            replace(
                wanted.claim(resource_id=item.resource_id, units=item.units),
                id=number * 100 + place_no + 1,
                is_locked=locked,
            )
            for place_no, item in enumerate(made.placements)
        ]
        fleet = fleet.with_claims(new)
    return fleet


@settings(max_examples=200, deadline=None)
@given(supplies, orders)
def test_no_instant_is_over_and_no_scope_is_broken(rows: Any, asked: Any) -> None:
    fleet = grow(Fleet(fleet_of(rows)), asked)
    assert broken(fleet) == []
    for row in fleet.claims:
        supply = fleet.supplies[row.resource_id]
        assert not supply.is_blacked_out(row.start_at, row.end_at)


@settings(max_examples=100, deadline=None)
@given(supplies, orders, spans, st.sampled_from(SCOPES), st.integers(1, 3))
def test_what_max_fit_promises_can_be_placed(
    rows: Any, asked: Any, span: Any, scope: Any, units: int
) -> None:
    fleet = grow(Fleet(fleet_of(rows)), asked)
    one = need(span[0], sum(span), scope=scope, owner="new", parties=((units,),))
    cnt = max_fit(fleet, [one])
    assert cnt is not None
    if cnt:
        assert place(fleet, replace(one, parties=((units,),) * cnt)) is not None
    assert place(fleet, replace(one, parties=((units,),) * (cnt + 1))) is None
