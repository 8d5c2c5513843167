from datetime import UTC, date, datetime, time

import pytest

from outfitter.kit import zones

pytestmark = pytest.mark.rules
NEW_YORK = "America/New_York"


@pytest.mark.parametrize(
    ("_case", "day", "at", "zone", "instant"),
    [
        ("winter", date(2026, 1, 5), time(9), NEW_YORK, datetime(2026, 1, 5, 14, tzinfo=UTC)),
        ("summer", date(2026, 7, 5), time(9), NEW_YORK, datetime(2026, 7, 5, 13, tzinfo=UTC)),
        (
            "a time that does not exist moves forward",
            date(2026, 3, 8),
            time(2, 30),
            NEW_YORK,
            datetime(2026, 3, 8, 7, 30, tzinfo=UTC),
        ),
        (
            "a time that exists twice takes the first",
            date(2026, 11, 1),
            time(1, 30),
            NEW_YORK,
            datetime(2026, 11, 1, 5, 30, tzinfo=UTC),
        ),
        ("half hours", date(2026, 6, 1), time(6), "Asia/Kolkata", datetime(2026, 6, 1, 0, 30, tzinfo=UTC)),
    ],
)
def test_to_instant(_case, day, at, zone, instant):
    assert zones.to_instant(day, at, zone) == instant


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 8), 23), (date(2026, 11, 1), 25), (date(2026, 6, 1), 24)]
)
def test_day_bounds_span_the_local_day(day, hours):
    start, end = zones.day_bounds(day, NEW_YORK)

    assert (end - start).total_seconds() == hours * 3600
    assert zones.local_day(start, NEW_YORK) == day


def test_local_day_of_an_instant_late_in_utc():
    assert zones.local_day(datetime(2026, 6, 2, 1, tzinfo=UTC), NEW_YORK) == date(2026, 6, 1)


def test_an_unknown_zone_is_refused():
    with pytest.raises(zones.UnknownZone):
        zones.zone("Atlantis/Capital")
