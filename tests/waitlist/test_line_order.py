"""Whose turn it is, in plain rules."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.waitlist.rules.line_order import (
    Departure,
    WaitingParty,
    days_of,
    in_new_order,
    line_for,
    offer_ends_at,
    smallest_party,
)

pytestmark = pytest.mark.rules
DAY = date(2026, 7, 10)
NOON = datetime(2026, 7, 10, 12, tzinfo=UTC)


def party(pk: int, *, position: int = 0, pax: int = 1, slot: int = 1, flexibility: str = "departure"):
    first, last = days_of(DAY, flexibility)  # type: ignore[arg-type]
    return WaitingParty(pk, position or pk, pax, slot, first, last, flexibility)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("flexibility", "departure", "wants"),
    [
        ("departure", Departure(1, DAY), True),
        ("departure", Departure(2, DAY), False),
        ("day", Departure(2, DAY), True),
        ("day", Departure(2, DAY + timedelta(days=1)), False),
        ("days", Departure(2, DAY + timedelta(days=3)), True),
        ("days", Departure(2, DAY - timedelta(days=3)), True),
        ("days", Departure(2, DAY + timedelta(days=4)), False),
    ],
)
def test_who_would_go(flexibility: str, departure: Departure, wants: bool) -> None:
    assert party(1, flexibility=flexibility).wants(departure) is wants


def test_the_line_is_by_place_and_then_by_who_came_first() -> None:
    parties = [party(1, position=9), party(3, position=2), party(2, position=2), party(4, slot=7)]
    assert [one.id for one in line_for(Departure(1, DAY), parties)] == [2, 3, 1]
    assert smallest_party(Departure(1, DAY), [party(1, pax=4), party(2, pax=3)]) == 3
    assert smallest_party(Departure(8, DAY), parties) is None


@pytest.mark.parametrize(
    ("minutes", "closes", "ends"), [(60, 300, 60), (60, 20, 20), (5, 5, 5), (1440, 60, 60)]
)
def test_an_offer_ends_with_sales_at_the_latest(minutes: int, closes: int, ends: int) -> None:
    closes_at = NOON + timedelta(minutes=closes)
    assert offer_ends_at(at=NOON, minutes=minutes, closes_at=closes_at) == NOON + timedelta(minutes=ends)


@given(st.lists(st.integers(1, 30), unique=True, min_size=1), st.data())
def test_a_new_order_uses_the_places_there_are(ids: list[int], data: st.DataObject) -> None:
    current = [(pk, 100 - pk) for pk in ids]
    wanted = data.draw(st.lists(st.sampled_from([*ids, 99])))
    places = in_new_order(current, wanted)
    known = dict(current)
    assert sorted(places.values()) == sorted(known[pk] for pk in places)
    named = [pk for pk in dict.fromkeys(wanted) if pk in known]
    assert sorted(places, key=places.__getitem__) == named
