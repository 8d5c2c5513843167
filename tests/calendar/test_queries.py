"""The counters of days in SQL, compared with the rule they stand for."""

import random
from datetime import date, timedelta
from typing import Any

import pytest

from outfitter_tenants.calendar import queries
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import operations
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot
from outfitter_tenants.scheduling.operations import blackout_projection
from outfitter_tenants.scheduling.rules.availability import day_counters
from tests.support.catalog import make_experience, make_price, price_ids
from tests.support.departures import NOW, TOMORROW, make_hold, make_pools, make_timeslot
from tests.support.resources import make_blackout

pytestmark = pytest.mark.usefixtures("reef")
LAST = TOMORROW + timedelta(days=3)


def by_rule(rows: list[catalog.ExperienceRow], at: Any, full: frozenset[int]) -> dict[Any, Any]:
    """Return what the pure rule says of every day."""
    found = {}
    for row in rows:
        slots = scheduling.list_timeslots(experience_id=row.id, first=TOMORROW, last=LAST, at=at)
        for day in {slot.date for slot in slots}:
            mine = [slot for slot in slots if slot.date == day]
            if all(slot.status == "cancelled" for slot in mine):
                continue
            found[day, row.id] = day_counters(
                [slot.slot for slot in mine],
                day=mine[0].day,
                min_party=row.min_pax,
                is_sold_online=bool(row.online_types),
                is_show_full=row.id in full,
                at=at,
            )
    return found


def by_sql(rows: list[catalog.ExperienceRow], at: Any, full: frozenset[int]) -> dict[Any, Any]:
    month = queries.Month(experiences=rows, first=TOMORROW, last=LAST, at=at)
    return {
        (TOMORROW + timedelta(days=day.day), rows[day.place].id): day.counters
        for day in queries.staff_days(month, full_ids=full)
    }


def scatter(rng: random.Random) -> None:
    """Make a few days of departures in all states, with seats sold, held and lapsed."""
    for number in range(3):
        experience = make_experience(
            prices=() if number == 2 and rng.random() < 0.5 else (4900, 2900),
            min_pax=rng.choice([1, 1, 2, 4]),
            is_allow_manual_overbooking=rng.random() < 0.5,
        )
        if not price_ids(experience):
            make_price(experience=experience, is_public=False)
        if rng.random() < 0.4:
            dark = NOW + timedelta(hours=rng.randint(12, 60))
            make_blackout(begin=dark, end=dark + timedelta(hours=rng.randint(1, 30)), experience=experience)
        for day in range(3):
            date_ = TOMORROW + timedelta(days=day)
            cap = rng.choice([None, None, 0, 3, 12])
            for hour in range(rng.randint(1, 4)):
                _departure(rng, experience, date_, cap, hour)
            if rng.random() < 0.15:
                rows = ExperienceDate.objects.filter(experience=experience, date=date_)
                rows.update(status="closed")
                Timeslot.objects.filter(experience_date__in=rows).update(is_day_limited=True)
        blackout_projection.mark(experience_ids=[experience.pk], first=TOMORROW, last=LAST)


def _departure(rng: random.Random, experience: Any, day: date, cap: int | None, hour: int) -> None:
    base = NOW + timedelta(days=(day - NOW.date()).days, hours=hour)
    slot = make_timeslot(
        experience=experience,
        day=day,
        start_at=base,
        day_capacity=cap,
        capacity=rng.choice([None, 0, 2, 5, 9]),
        online_allotment=rng.choice([None, None, 0, 2, 6]),
        status=rng.choice(["open", "open", "open", "closed_online", "closed", "cancelled"]),
        cutoff_at_online=rng.choice([base, NOW - timedelta(hours=1)]),
        presale_at_online=rng.choice([None, None, NOW, NOW + timedelta(minutes=10)]),
        smart_min_pax_online=rng.choice([None, 1, 4]),
        smart_cutoff_at_online=base,
    )
    if rng.random() < 0.4:
        make_pools(
            slot,
            types={pk: rng.choice([0, 1, 3, 6]) for pk in price_ids(experience)},
            methods=rng.choice([{}, {"ecommerce": rng.choice([0, 2, 5])}, {"ota": 1}]),
        )
    _holds(rng, experience, slot)


def _holds(rng: random.Random, experience: Any, slot: Any) -> None:
    for _ in range(rng.randint(0, 4)):
        at = rng.choice([NOW, NOW - timedelta(minutes=20)])
        try:
            hold = make_hold(timeslot=slot, qty=rng.randint(1, 2), kind="staff", audience="direct", at=at)
        except (operations.SoldOut, operations.NotBookable):
            continue
        if rng.random() < 0.4:
            operations.convert_hold(hold_id=hold.id, at=at)


@pytest.mark.parametrize("seed", range(12))
def test_sql_counts_what_the_rule_counts(seed: int) -> None:
    scatter(random.Random(seed))
    rows = catalog.list_all()
    full = frozenset(row.id for row in rows if row.is_allow_manual_overbooking)
    for at in (NOW, NOW + timedelta(minutes=16)):
        for shown in (frozenset[int](), full):
            assert by_sql(rows, at, shown) == by_rule(rows, at, shown)


@pytest.mark.parametrize("seed", range(6))
def test_the_next_date_is_the_first_that_strangers_can_book(seed: int) -> None:
    scatter(random.Random(100 + seed))
    rows = [row for row in catalog.list_all() if row.online_types]
    ids = [row.id for row in rows]
    for at in (NOW, NOW + timedelta(minutes=16)):
        found = scheduling.next_available_dates(experience_ids=ids, at=at)
        counted = by_rule(rows, at, frozenset())
        for row in rows:
            days = sorted(
                day for (day, pk), c in counted.items() if pk == row.id and c.open_online_timeslot_cnt
            )
            assert found.get(row.id) == (days[0] if days else None)


def test_the_next_date_passes_over_what_is_full() -> None:
    experience = make_experience()
    full = make_timeslot(experience=experience, capacity=1)
    free = make_timeslot(experience=experience, day=TOMORROW + timedelta(days=1))
    make_hold(timeslot=full)

    def next_date(at: Any) -> Any:
        return scheduling.next_available_dates(experience_ids=[experience.pk], at=at)

    assert next_date(NOW) == {experience.pk: free.date}
    assert next_date(NOW + timedelta(minutes=16)) == {experience.pk: full.date}
    assert next_date(free.start_at) == {}


def test_a_month_is_one_query(django_assert_num_queries: Any) -> None:
    scatter(random.Random(1))
    rows = catalog.list_all()
    with django_assert_num_queries(1):
        by_sql(rows, NOW, frozenset())
    assert by_sql([], NOW, frozenset()) == {}


def test_the_widget_gets_live_experiences(django_assert_num_queries: Any) -> None:
    first = make_experience(name="B", position=1)
    make_experience(name="A", position=2, status="hidden")
    make_timeslot(experience=first)
    with django_assert_num_queries(5):
        (seen,) = queries.widget_experiences(at=NOW, languages=())
    assert (seen["name"], seen["next_available_date"], seen["min_price"]) == ("B", TOMORROW.isoformat(), 2900)
    assert seen["capacity_type"]["slug"] == "timeslot"


@pytest.mark.parametrize(
    ("sold", "whose"),
    [
        ([("adult", 4900), ("child", 2900)], "Child"),
        ([("adult", 4900), ("child", 4900)], None),
        ([("adult", 4900)], None),
        ([("child", 2900)], None),
        ([("unit", 54_000)], "Unit"),
    ],
)
def test_whose_the_lowest_price_is_where_it_is_no_adults(
    sold: list[tuple[str, int]], whose: str | None
) -> None:
    experience = make_experience(prices=())
    for slug, price in sold:
        make_price(experience=experience, slug=slug, base_price=price)
    (seen,) = queries.widget_experiences(at=NOW, languages=())
    assert seen["min_price_for"] == whose


def test_a_ticket_that_is_left_out_of_from_prices_names_none() -> None:
    experience = make_experience(prices=(4900,))
    make_price(experience=experience, slug="infant", base_price=0, is_exclude_from_min_price=True)
    (seen,) = queries.widget_experiences(at=NOW, languages=())
    assert seen["min_price_for"] is None
