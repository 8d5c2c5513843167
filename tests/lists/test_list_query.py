"""What may be asked of a list, and what every mistake is called."""

import json
from datetime import UTC, date, datetime

import pytest

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.db.text_normalization import fold
from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.trips.lists import TRIPS
from outfitter_tenants.trips.models import TripMethod
from tests.support.trip_rows import ALL, make_trips

pytestmark = pytest.mark.usefixtures("reef")


def problems(**asked):
    with pytest.raises(Invalid) as refused:
        lists.parse(TRIPS, ALL, **asked)
    return set(refused.value.detail["fields"])


def one(field, op, value=None):
    return [{"field": field, "op": op, "value": value}]


def found(**asked) -> list[int]:
    wanted = lists.parse(TRIPS, ALL, limit=200, sort="pax_cnt", **asked)
    return [row["pax_cnt"] for row in lists.read_page(TRIPS, wanted, ALL).data]


class TestMistakes:
    @pytest.mark.parametrize("sort", ["hash", "email", "-nothing", "pax_cnt; drop", "ip"])
    def test_a_sort_that_is_not_offered(self, sort):
        assert problems(sort=sort) == {"sort"}

    @pytest.mark.parametrize("group_by", ["contact", "visitor", "total_amount"])
    def test_a_group_that_is_not_offered(self, group_by):
        assert problems(group_by=group_by) == {"group_by"}

    @pytest.mark.parametrize("limit", [0, -1, 201])
    def test_limits(self, limit):
        assert problems(limit=limit) == {"limit"}

    @pytest.mark.parametrize("text", ["{", "1", '{"field":1}', "null", "[" * 4000, json.dumps([{}] * 21)])
    def test_filters_that_are_none(self, text):
        assert problems(filters=text) == {"filters"}

    @pytest.mark.parametrize(
        ("row", "where"),
        [
            ("x", "filters.0"),
            ({"field": "pax_cnt", "op": "eq", "value": 1, "more": 1}, "filters.0"),
            ({"field": "ip", "op": "eq", "value": "1"}, "filters.0.field"),
            ({"field": ["a"], "op": "eq", "value": "1"}, "filters.0.field"),
            ({"field": "pax_cnt", "op": "contains", "value": "1"}, "filters.0.value"),
            ({"field": "pax_cnt", "op": ["eq"], "value": 1}, "filters.0.value"),
            ({"field": "pax_cnt", "op": "eq", "value": True}, "filters.0.value"),
            ({"field": "pax_cnt", "op": "eq", "value": 1.5}, "filters.0.value"),
            ({"field": "pax_cnt", "op": "eq", "value": 10**30}, "filters.0.value"),
            ({"field": "pax_cnt", "op": "between", "value": [2, 1]}, "filters.0.value"),
            ({"field": "pax_cnt", "op": "between", "value": [None, None]}, "filters.0.value"),
            ({"field": "status", "op": "eq", "value": "gone"}, "filters.0.value"),
            ({"field": "status", "op": "in", "value": []}, "filters.0.value"),
            ({"field": "trip_method", "op": "in", "value": [0]}, "filters.0.value"),
            ({"field": "created_at", "op": "eq", "value": "2026-13-01"}, "filters.0.value"),
            ({"field": "created_at", "op": "gte", "value": "0001-01-01"}, "filters.0.value"),
            ({"field": "is_flagged", "op": "eq", "value": "yes"}, "filters.0.value"),
            ({"field": "contact", "op": "contains", "value": "\x00"}, "filters.0.value"),
        ],
    )
    def test_each_filter_is_named(self, row, where):
        assert problems(filters=json.dumps([row])) == {where}

    def test_all_of_them_at_once(self):
        rows = [*one("pax_cnt", "eq", 1), *one("no", "eq", 1), *one("status", "eq", "x")]
        assert problems(filters=rows, sort="x", limit=0) == {
            "filters.1.field",
            "filters.2.value",
            "sort",
            "limit",
        }

    def test_who_may_not_read_the_list(self):
        with pytest.raises(Forbidden):
            lists.parse(TRIPS, ListReader(frozenset({"export"}), "UTC", ALL.at))


class TestFilters:
    """Six trips of 1 to 6 guests; each filter names the guests of those it keeps."""

    @pytest.fixture(autouse=True)
    def _six(self, reef):
        phone = TripMethod.objects.get(slug="phone")
        day = datetime(2026, 7, 2, 3, tzinfo=UTC)  # 1 July, 23:00 in New York
        make_trips(
            [
                {"pax_cnt": 1, "contact_last_name": "Müller", "contact_first_name": "Änne"},
                {"pax_cnt": 2, "total_amount": 5000, "paid_amount": 1000, "group_name": "Club"},
                {"pax_cnt": 3, "first_start_at": day, "trip_method": phone},
                {"pax_cnt": 4, "contact_email": "ana@example.com", "total_amount": 100, "paid_amount": 100},
                {"pax_cnt": 5, "status": "deleted", "confirmation_code": "GONE1"},
                {"pax_cnt": 6, "total_amount": 10, "paid_amount": 30, "refunded_amount": 5},
            ]
        )

    @pytest.mark.parametrize(
        ("field", "op", "value", "kept"),
        [
            ("pax_cnt", "eq", 2, [2]),
            ("pax_cnt", "ne", 2, [1, 3, 4, 6]),
            ("pax_cnt", "between", [2, 3], [2, 3]),
            ("pax_cnt", "between", [None, 2], [1, 2]),
            ("pax_cnt", "gt", 3, [4, 6]),
            ("contact", "contains", "MULLER", [1]),
            ("contact", "contains", "änne m", [1]),
            ("contact", "eq", "anne muller", [1]),
            ("contact", "nin", ["Änne Müller"], [2, 3, 4, 6]),
            ("contact", "empty", None, [2, 3, 6]),
            ("email", "notEmpty", None, [4]),
            ("group_name", "empty", None, [1, 3, 4, 6]),
            ("group_name", "ne", "Club", [1, 3, 4, 6]),
            ("status", "in", ["deleted"], [5]),
            ("status", "in", ["deleted", "draft"], [1, 2, 3, 4, 5, 6]),
            ("balance_amount", "gt", 0, [2]),
            ("balance_amount", "lt", 0, [6]),
            ("paid_amount", "eq", 25, [6]),
            ("paid_state", "in", ["deposit_paid"], [2]),
            ("paid_state", "in", ["paid"], [1, 3, 4]),
            ("paid_state", "eq", "overpaid", [6]),
            ("first_start_at", "eq", "2026-07-01", [3]),
            ("first_start_at", "eq", "2026-07-02", []),
            ("first_start_at", "between", ["today", "today+1"], [3]),
            ("first_start_at", "gt", "2026-07-01", []),
            ("first_start_at", "gte", "2026-07-01", [3]),
            ("first_start_at", "lte", "2026-07-01", [3]),
            ("first_start_at", "lt", "2026-07-01", []),
            ("first_start_at", "ne", "2026-07-01", [1, 2, 4, 6]),
            ("first_start_at", "empty", None, [1, 2, 4, 6]),
            ("experiences", "empty", None, [1, 2, 3, 4, 6]),
            ("experiences", "in", [1], []),
            ("is_flagged", "eq", True, []),
            ("is_flagged", "ne", True, [1, 2, 3, 4, 6]),
            ("schedule_state", "in", ["unscheduled"], []),
            ("flag_reason", "empty", None, [1, 2, 3, 4, 6]),
        ],
    )
    def test_keeps(self, field, op, value, kept):
        assert found(filters=one(field, op, value)) == kept

    def test_a_lookup(self):
        phone = TripMethod.objects.get(slug="phone").pk
        assert found(filters=one("trip_method", "in", [phone])) == [3]
        assert found(filters=one("trip_method", "nin", [phone])) == [1, 2, 4, 6]

    @pytest.mark.parametrize(
        ("text", "kept"),
        [
            ("muller", [1]),
            ("ÄNNE", [1]),
            ("ana@exam", [4]),
            ("club", [2]),
            ("mul ann", [1]),
            ("mul club", []),
            ("gone", []),
            ("100%", []),
            ("_", []),
        ],
    )
    def test_search(self, text, kept):
        assert found(search=text) == kept

    def test_days_count_from_the_operators_today(self):
        assert ALL.today == date(2026, 7, 1)
        assert found(filters=one("first_start_at", "eq", "today")) == [3]
        assert found(filters=one("first_start_at", "eq", "today-1")) == []


@pytest.mark.parametrize(
    ("text", "folded"), [("Ærø Müller", "ærø muller"), ("ÉCOLE", "ecole"), ("日本", "日本")]
)
def test_folding_is_the_same_on_both_sides(text, folded):
    assert fold(text) == folded
    make_trips([{"contact_last_name": text}])
    wanted = lists.parse(TRIPS, ALL, search=folded)
    assert len(lists.read_page(TRIPS, wanted, ALL).data) == 1
