"""Times at Viator: start times of the place, instants in UTC, holds as lengths."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_viator import times

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("text", "start"),
    [("09:00", time(9)), ("17:15", time(17, 15)), ("09:00:00", time(9)), ("23:59:59", time(23, 59, 59))],
)
def test_a_start_time_is_read_in_both_spellings(text, start):
    assert times.read_start(text) == start


@pytest.mark.parametrize("text", ["", "9:00", "24:00", "09:60", "09.00", "٠٩:٠٠", "09:00Z", "noon"])
def test_what_is_no_start_time_is_refused(text):
    with pytest.raises(times.NotATime):
        times.read_start(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("PT300S", 300), ("PT15M", 900), ("PT1H30M", 5400), ("P1DT1S", 86401), ("PT0.5S", 0)],
)
def test_the_length_of_a_hold_is_read(text, seconds):
    assert times.read_duration(text).total_seconds() == seconds


@pytest.mark.parametrize("text", ["", "P", "PT", "15M", "P1Y", "P1M", "-PT5M", "PT5M "])
def test_what_is_no_length_is_refused(text):
    with pytest.raises(times.NotATime):
        times.read_duration(text)


@given(st.integers(0, 10**6))
def test_a_length_that_is_written_is_read_as_the_same(seconds):
    length = timedelta(seconds=seconds)

    assert times.read_duration(times.duration(length)) == length


def test_a_cutoff_is_told_in_utc():
    moment = datetime(2027, 6, 12, 9, tzinfo=ZoneInfo("Europe/Lisbon"))

    assert times.instant(moment) == "2027-06-12T08:00:00Z"


def test_a_stamp_has_milliseconds_and_the_offset_of_the_operator():
    moment = datetime(2027, 1, 2, 3, 4, 5, 678900, tzinfo=UTC)

    assert times.stamp(moment, ZoneInfo("Australia/Sydney")) == "2027-01-02T14:04:05.678+11:00"


@given(st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1)), st.sampled_from(["Europe/Lisbon", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Chatham"]))  # fmt: skip  # noqa: E501
def test_an_instant_is_the_same_from_every_zone(naive, zone):
    moment = naive.replace(tzinfo=UTC, microsecond=0)
    told = times.instant(moment.astimezone(ZoneInfo(zone)))

    assert datetime.fromisoformat(told) == moment
