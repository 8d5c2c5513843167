"""Rate sheets: which one applies, and what it makes of a price (domain.md 4.5)."""

from dataclasses import replace
from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.catalog.queries import SeasonRow
from outfitter_tenants.pricing.rules.rate_sheets import RateSheet, Sale, changed, in_order, rated

ADULT, CHILD = 1, 2


def season(first: date, last: date, **more: object) -> SeasonRow:
    whole = {"weekdays": 127, "time_from": None, "time_to": None, **more}
    return SeasonRow(1, "", ((first, last),), is_archived=False, version=1, **whole)  # type: ignore[arg-type]


SUMMER = season(date(2026, 6, 1), date(2026, 8, 31))
SATURDAYS, SUNDAYS = 1 << 6, 1
SALE = Sale(
    method="ecommerce",
    reseller_id=None,
    day=date(2026, 7, 4),  # a Saturday
    start=time(10),
    remaining=8,
    advance_minutes=3 * 24 * 60,
    booked_on=date(2026, 7, 1),
    pax_by_type={ADULT: 2, CHILD: 1},
)


def sheet(number: int = 1, amount: int = 4000, **criteria: object) -> RateSheet:
    return RateSheet(id=number, prices={ADULT: ("absolute", amount)}, **criteria)  # type: ignore[arg-type]


def price_of(*sheets: RateSheet, sale: Sale = SALE, kind: int = ADULT) -> int:
    return rated(sheets=sheets, sale=sale, kind_id=kind, amount=4900).amount


@pytest.mark.parametrize(
    "criteria",
    [
        {},
        {"channels": frozenset({"ecommerce", "phone"})},
        {"seasons": (SUMMER,)},
        {"weekdays": SATURDAYS},
        {"time_from": time(10), "time_to": time(10)},
        {"pax_min": 3, "pax_max": 3},
        {"pax_max": 2, "is_same_type_only": True},
        {"remaining_min": 8, "remaining_max": 8},
        {"advance_min_minutes": 3 * 24 * 60},
        {"valid_from": date(2026, 7, 1), "valid_to": date(2026, 7, 1)},
        {"seasons": (season(date(2020, 1, 1), date(2020, 1, 2)), SUMMER)},
    ],
)
def test_a_sheet_that_matches_sets_the_price(criteria):
    assert price_of(sheet(**criteria)) == 4000


@pytest.mark.parametrize(
    "criteria",
    [
        {"channels": frozenset({"phone"})},
        {"reseller_ids": frozenset({7})},
        {"seasons": (season(date(2026, 6, 1), date(2026, 7, 3)),)},
        {"seasons": (replace(SUMMER, weekdays=SUNDAYS),)},
        {"seasons": (replace(SUMMER, time_from=time(10, 1), time_to=time(23)),)},
        {"weekdays": SUNDAYS},
        {"time_to": time(9, 59)},
        {"pax_min": 4},
        {"pax_min": 3, "is_same_type_only": True},
        {"remaining_max": 7},
        {"advance_max_minutes": 3 * 24 * 60 - 1},
        {"valid_from": date(2026, 7, 2)},
        {"valid_to": date(2026, 6, 30)},
    ],
)
def test_one_criterion_that_fails_is_enough(criteria):
    assert price_of(sheet(**criteria)) == 4900


def test_a_sheet_says_nothing_about_types_it_does_not_name():
    assert price_of(sheet(), kind=CHILD) == 4900


def test_what_has_no_limit_has_more_left_than_any_bound():
    unlimited = replace(SALE, remaining=None)
    assert price_of(sheet(remaining_min=100), sale=unlimited) == 4000
    assert price_of(sheet(remaining_max=100), sale=unlimited) == 4900


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        (sheet(1, 1, reseller_ids=frozenset({7})), sheet(2, 2, channels=frozenset({"ecommerce"}))),
        (sheet(1, 1, channels=frozenset({"ecommerce"})), sheet(2, 2, priority=9)),
        (sheet(1, 1, priority=2), sheet(2, 2, priority=1, weekdays=SATURDAYS, pax_min=1)),
        (sheet(1, 1, weekdays=SATURDAYS, pax_min=1), sheet(2, 2, weekdays=SATURDAYS)),
        (sheet(1, 1, seasons=(season(date(2026, 7, 4), date(2026, 7, 4)),)), sheet(2, 2, seasons=(SUMMER,))),
        (sheet(2, 2), sheet(1, 1)),
    ],
    ids=["reseller", "method", "priority", "criteria", "narrowest", "newest"],
)
def test_the_more_particular_sheet_wins(winner, loser):
    sale = replace(SALE, reseller_id=7)
    for sheets in ([winner, loser], [loser, winner]):
        found = rated(sheets=sheets, sale=sale, kind_id=ADULT, amount=4900)
        assert found.rate_sheet_id == winner.id
    assert [one.id for one in in_order([loser, winner])] == [winner.id, loser.id]


@pytest.mark.parametrize(
    ("mode", "value", "amount", "price"),
    [
        ("absolute", 0, 4900, 0),
        ("add", -500, 4900, 4400),
        ("add", -5000, 4900, 0),
        ("percent", 100_000, 4905, 5396),
        ("percent", -100_000, 4905, 4414),
        ("percent", -2_000_000, 4905, 0),
        ("percent", 0, 4905, 4905),
    ],
)
def test_what_a_sheet_makes_of_a_price(mode, value, amount, price):
    assert changed(RateSheet(1, {ADULT: (mode, value)}), ADULT, amount) == price


@given(amounts=st.lists(st.integers(0, 10**9), min_size=1, max_size=4), value=st.integers(-(10**6), 10**6))
def test_taking_off_and_putting_on_round_alike(amounts, value):
    for amount in amounts:
        up = changed(RateSheet(1, {1: ("percent", abs(value))}), 1, amount) - amount
        down = amount - changed(RateSheet(1, {1: ("percent", -abs(value))}), 1, amount)
        assert up == down


@given(priorities=st.lists(st.integers(-5, 5), min_size=1, max_size=6), seed=st.randoms())
def test_the_order_of_sheets_changes_nothing(priorities, seed):
    sheets = [sheet(n, n * 100, priority=p) for n, p in enumerate(priorities, start=1)]
    shuffled = list(sheets)
    seed.shuffle(shuffled)
    found = [rated(sheets=s, sale=SALE, kind_id=ADULT, amount=1) for s in (sheets, shuffled)]
    assert found[0] == found[1]
