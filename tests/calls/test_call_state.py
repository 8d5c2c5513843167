"""Notices of a call, put together by pure rules: any order and any repetition come to the same."""

from datetime import UTC, datetime, timedelta
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.calls.rules import call_state
from outfitter_tenants.calls.rules.call_state import Progress, join

pytestmark = pytest.mark.rules
START = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)


def at(seconds: int) -> datetime:
    return START + timedelta(seconds=seconds)


instants = st.none() | st.integers(0, 600).map(at)
progresses = st.builds(
    Progress,
    started_at=st.integers(0, 60).map(at),
    answered_at=instants,
    alive_at=instants,
    hung_up_at=instants,
    is_over=st.booleans(),
    ending=st.sampled_from(["", "failed", "missed", "voicemail"]),
    duration_s=st.integers(0, 600),
)


@given(st.lists(progresses, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_any_order_and_repetition_come_to_the_same(said, random):
    again = [*said, *random.choices(said, k=3)]
    random.shuffle(again)
    assert reduce(join, again) == reduce(join, said)


@given(progresses)
def test_nothing_ends_before_it_begins(progress):
    ended = progress.ended_at
    assert ended is None or ended >= progress.started_at
    assert (ended is None) == progress.is_live
    assert progress.seconds >= 0


RINGS = Progress(START, alive_at=at(0))
TALKS = Progress(START, alive_at=at(8), answered_at=at(8))
LEG_ENDS = Progress(START, hung_up_at=at(20))
OVER = Progress(START, hung_up_at=at(60), is_over=True)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ([RINGS], "ringing"),
        ([RINGS, TALKS], "answered"),
        ([RINGS, TALKS, OVER], "completed"),
        ([RINGS, OVER], "missed"),
        ([RINGS, Progress(START, hung_up_at=at(30), ending="voicemail")], "voicemail"),
        ([RINGS, Progress(START, hung_up_at=at(30), ending="failed")], "failed"),
        # One leg rang in vain, the next is still spoken in.
        ([RINGS, LEG_ENDS, Progress(START, alive_at=at(25), answered_at=at(25))], "answered"),
        # It was over; what rang before comes in late.
        ([OVER, RINGS], "missed"),
        ([OVER, Progress(START, alive_at=at(90))], "missed"),
        # Only a recording was told of: that is no end.
        ([Progress(START)], "ringing"),
    ],
)
def test_how_a_call_stands(said, status):
    assert reduce(join, said).status(is_inbound=True) == status


def test_nobody_misses_a_call_out():
    assert reduce(join, [RINGS, OVER]).status(is_inbound=False) == "failed"


def test_what_is_older_is_no_news():
    clocks = {"note": at(10).isoformat()}
    told = {"note": "old", "summary": "new", "tags": None}
    assert call_state.newer(told, clocks, at(5)) == {"summary": "new"}
    assert call_state.newer(told, clocks, at(10)) == {"note": "old", "summary": "new"}


@pytest.mark.parametrize(
    ("mine", "before", "after", "expected"),
    [
        ([], [], ["a"], ["a"]),
        (["a", "ours"], ["a"], ["b"], ["ours", "b"]),
        # Staff took it off; that it is still there at the provider brings it back for nobody.
        (["ours"], ["a"], ["a"], ["ours"]),
        (["a"], ["a"], [], []),
    ],
)
def test_tags_of_staff_stay(mine, before, after, expected):
    assert call_state.tags_after(mine, before=before, after=after) == expected
