"""Walking a list page by page: every row once, in order, whatever happens meanwhile."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.db import lists
from outfitter.db.lists import pages
from outfitter.db.text_normalization import fold
from outfitter.kit.errors import Invalid
from outfitter_tenants.trips.lists import TRIPS
from outfitter_tenants.trips.models import Trip
from tests.support.example_count import how_many
from tests.support.trip_rows import ALL, BEGIN, make_trips

pytestmark = pytest.mark.usefixtures("reef")

SORTS = sorted(column.key for column in TRIPS.columns if column.is_sortable)
# Few values, so that most of them are shared; None where a column may have none.
DAYS = st.sampled_from([None, BEGIN, BEGIN + timedelta(microseconds=1), BEGIN + timedelta(days=1)])
ROW = st.fixed_dictionaries(
    {
        "first_start_at": DAYS,
        "reserved_at": DAYS,
        "created_at": DAYS.filter(lambda day: day is not None),
        "pax_cnt": st.integers(0, 2),
        "total_amount": st.sampled_from([-5, 0, 4900]),
        "paid_amount": st.sampled_from([0, 4900]),
        "contact_last_name": st.sampled_from(["", "Arzt", "Ärzte", "Bauer", "ZZ", "zz", "日本"]),
        "contact_first_name": st.sampled_from(["", "Ana"]),
    }
)
VALUES: dict[str, Any] = {
    "contact": lambda t: fold(f"{t.contact_last_name} {t.contact_first_name}").encode(),
    "balance_amount": lambda t: t.total_amount - t.paid_amount,
    "confirmation_code": lambda t: t.confirmation_code.encode(),
}


def in_order(trips: list[Trip], key: str, is_descending: bool) -> list[int]:
    """What the order is, said in another way: without a value comes last both ways."""
    value = VALUES.get(key, lambda trip: getattr(trip, key))
    having = sorted((t for t in trips if value(t) is not None), key=lambda t: (value(t), t.pk))
    lacking = sorted((t for t in trips if value(t) is None), key=lambda t: t.pk)
    if is_descending:
        having.reverse()
        lacking.reverse()
    return [trip.pk for trip in [*having, *lacking]]


def page(cursor: str = "", **asked: Any) -> lists.Page:
    wanted = lists.parse(TRIPS, ALL, cursor=cursor, **asked)
    return lists.read_page(TRIPS, wanted, ALL)


@settings(
    max_examples=how_many(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    rows=st.lists(ROW, max_size=12),
    more=st.lists(ROW, max_size=4),
    key=st.sampled_from(SORTS),
    is_descending=st.booleans(),
    limit=st.integers(1, 5),
)
def test_every_row_once_and_in_order(rows, more, key, is_descending, limit):
    Trip.objects.all().delete()
    made = make_trips(rows)
    waiting = list(more)
    sort, seen, cursor = f"{'-' if is_descending else ''}{key}", [], ""
    while True:
        found = page(cursor, sort=sort, limit=limit)
        seen += [row["id"] for row in found.data]
        assert (found.total, found.is_total_exact) == (len(rows), True)
        if found.next_cursor is None:
            break
        assert len(found.data) == limit
        cursor = found.next_cursor
        if waiting:
            make_trips([waiting.pop()])

    before = {trip.pk for trip in made}
    assert [pk for pk in seen if pk in before] == in_order(made, key, is_descending)
    assert len(seen) == len(set(seen))
    everything = list(Trip.objects.filter(pk__in=seen))
    assert seen == in_order(everything, key, is_descending)


def test_a_row_that_goes_away_hides_no_other():
    made = make_trips([{"pax_cnt": 1}] * 4)
    first = page(sort="pax_cnt", limit=2)
    Trip.objects.filter(pk=made[1].pk).delete()  # the very row the cursor names

    rest = page(first.next_cursor or "", sort="pax_cnt", limit=2)

    assert [row["id"] for row in rest.data] == [made[2].pk, made[3].pk]
    assert rest.next_cursor is None


class TestCursor:
    def test_belongs_to_one_question(self):
        make_trips([{}] * 3)
        cursor = page(limit=1).next_cursor or ""
        for other in (
            {"sort": "pax_cnt"},
            {"sort": "created_at"},
            {"search": "x"},
            {"filters": [{"field": "pax_cnt", "op": "eq", "value": 1}]},
        ):
            with pytest.raises(Invalid) as refused:
                page(cursor, limit=1, **other)
            assert set(refused.value.detail["fields"]) == {"cursor"}
        assert page(cursor, limit=2).data

    @pytest.mark.parametrize("forged", ["x", "a:b:c", "W10:1v0000:aaaa", "é" * 40])
    def test_cannot_be_made_up(self, forged):
        with pytest.raises(Invalid):
            page(forged)

    def test_holds_at_one_operator_only(self, monkeypatch):
        make_trips([{}] * 2)
        cursor = page(limit=1).next_cursor or ""
        monkeypatch.setattr("outfitter.db.lists.keyset.current_schema", lambda: "t_other")
        with pytest.raises(Invalid):
            page(cursor, limit=1)


class TestTotals:
    def test_exact_up_to_a_bound_then_estimated(self, monkeypatch):
        make_trips([{}] * 6)
        assert (page().total, page().is_total_exact) == (6, True)
        monkeypatch.setattr(pages, "EXACT_UP_TO", 3)
        found = page(limit=2)
        assert found.total >= 4
        assert found.is_total_exact is False
        following = page(found.next_cursor or "", limit=2)
        assert (following.total, following.is_total_exact) == (found.total, False)

    def test_a_page_takes_a_fixed_number_of_statements(self, django_assert_max_num_queries):
        make_trips([{}] * 3)
        with django_assert_max_num_queries(9):
            page(sort="first_start_at", limit=200, group_by="status")
        make_trips([{"first_start_at": BEGIN}] * 60)
        with django_assert_max_num_queries(9):
            page(sort="first_start_at", limit=200, group_by="status")


class TestGroups:
    def test_counts_of_a_choice_the_greatest_first(self):
        make_trips([{}, {}, {"status": "reserved", "reserved_at": BEGIN}])
        groups = page(group_by="status", limit=1).groups
        assert [(g.value, g.label, g.cnt) for g in groups or []] == [
            ("draft", "Draft", 2),
            ("reserved", "Reserved", 1),
        ]

    def test_days_are_the_operators_and_none_comes_last(self):
        # Reef is in New York: 03:00 UTC is still the day before.
        night = datetime(2026, 7, 2, 3, tzinfo=UTC)
        make_trips([{"first_start_at": night}, {"first_start_at": night + timedelta(hours=2)}, {}])
        groups = page(group_by="first_start_at").groups
        assert [(g.value, g.cnt) for g in groups or []] == [("2026-07-01", 1), ("2026-07-02", 1), (None, 1)]

    def test_come_with_the_first_page_only(self):
        make_trips([{}] * 3)
        first = page(group_by="status", limit=1)
        assert first.groups
        assert page(first.next_cursor or "", group_by="status", limit=1).groups is None


def test_chunks_hold_everything_once():
    made = make_trips([{"pax_cnt": n % 3} for n in range(11)])
    wanted = lists.parse(TRIPS, ALL, sort="-pax_cnt")
    found = [trip.pk for part in lists.chunks(TRIPS, wanted, ALL, size=4) for trip in part]
    assert found == in_order(made, "pax_cnt", True)
