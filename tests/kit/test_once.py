"""A read that is marked is asked once a use case, and never remembered beyond it."""

import pytest

from outfitter.db.read_cache import cached_read, read_cache

pytestmark = pytest.mark.rules


def counting():
    asked = []

    @cached_read
    def read(*, ids, name="x"):
        asked.append((list(ids), name))
        return len(asked)

    return read, asked


class TestOnce:
    def test_outside_a_use_case_every_call_asks(self):
        read, asked = counting()
        assert (read(ids=[1]), read(ids=[1])) == (1, 2)
        assert len(asked) == 2

    def test_inside_the_same_question_is_asked_once(self):
        read, asked = counting()
        with read_cache():
            assert [read(ids=[1, 2]), read(ids={2, 1}), read(ids=iter([1, 2]))] == [1, 1, 1]
            assert read(ids={1: "a", 2: "b"}) == 1
            assert read(ids=[1]) == 2
            assert read(ids=[1, 2], name="y") == 3
        assert len(asked) == 3

    def test_a_block_inside_another_shares_and_the_end_forgets(self):
        read, _ = counting()
        with read_cache():
            read(ids=[1])
            with read_cache():
                assert read(ids=[1]) == 1
            assert read(ids=[1]) == 1
        with read_cache():
            assert read(ids=[1]) == 2
