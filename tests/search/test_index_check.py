"""The index is looked at every day, a part at a time, and put right."""

import itertools
import logging
from datetime import UTC, datetime

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.search import index_check, operations
from outfitter_tenants.search.queries.entity_types import KINDS
from tests.search.support import make_customer

AT = datetime(2026, 7, 1, 3, tzinfo=UTC)


def spoil(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


class TestSpans:
    @given(last=st.integers(0, 400_000), day=st.integers(0, 800_000))
    def test_bounded_disjoint_and_with_the_newest(self, last, day):
        found = index_check.spans(last=last, day=day)

        assert len(found) <= index_check.NEWEST + index_check.IN_TURN
        assert all(b[0] > a[1] for a, b in itertools.pairwise(found))
        assert last == 0 or found[-1][0] <= last <= found[-1][1]

    def test_everything_has_its_turn(self):
        last = 1_000_000
        seen = {span for day in range(25) for span in index_check.spans(last=last, day=day)}

        assert len(seen) == last // index_check.SIZE


@pytest.mark.usefixtures("reef")
class TestWatching:
    @pytest.mark.parametrize(
        "sql",
        [
            "DELETE FROM search_posting WHERE object_id = %s",
            "DELETE FROM search_entry WHERE object_id = %s",
            "UPDATE search_entry SET shelf = 101 WHERE object_id = %s",
        ],
    )
    def test_what_is_wrong_is_put_right_and_told(self, sql, caplog):
        key = make_customer("Zora", "Quill")
        spoil(sql, key)

        with caplog.at_level(logging.ERROR):
            assert index_check.watch({}, AT) is None
        told = [line for line in caplog.messages if "customer" in line]
        caplog.clear()
        index_check.watch({}, AT)

        assert len(told) == 1
        assert str(key) in told[0]
        assert caplog.messages == []
        # Postings of an entry that was lost belong to nothing; they are the rebuild's.
        operations.rebuild()
        assert operations.find_drift() == []

    def test_entries_of_what_is_gone_go(self):
        key = make_customer("Zora", "Quill")
        spoil("SET LOCAL session_replication_role = replica")  # no trigger runs
        spoil("DELETE FROM customers_customer WHERE id = %s", key)
        spoil("SET LOCAL session_replication_role = origin")

        index_check.watch({}, AT)

        assert operations.find_drift() == []

    def test_stops_after_a_while_and_goes_on_there(self, monkeypatch):
        keys = [make_customer("Zora", "Quill") for _ in range(3)]
        monkeypatch.setattr(index_check, "SIZE", 1)
        monkeypatch.setattr(index_check, "SLICE", -1.0)

        state = index_check.watch({}, AT)

        assert state is not None
        assert state["kind"] == 0
        assert state["after"] < keys[-1]
        monkeypatch.setattr(index_check, "SLICE", 60.0)
        assert index_check.watch(state, AT) is None

    def test_only_the_asked_ids_are_touched(self):
        keys = [make_customer("Zora", "Quill") for _ in range(2)]
        spoil("DELETE FROM search_entry WHERE kind = 1")

        assert operations.repair_span(kind=KINDS[0], first=keys[0], last=keys[0]) == [keys[0]]
        operations.rebuild()

    def test_reads_go_through_the_indexes(self):
        make_customer("Zora", "Quill")
        spoil("SET LOCAL enable_seqscan = off")
        for kind in KINDS:
            sql = operations._ENTRIES.format(slug=kind.slug, number=kind.number, span=operations._SPAN)
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {sql}", [1, 5, 1, 5])
                plan = "\n".join(row[0] for row in cursor.fetchall())
            assert "Seq Scan" not in plan
