"""Texts wait for the morning of whoever reads them (docs/adr/0097)."""

from datetime import UTC, datetime, timedelta

import pytest

from outfitter_tenants.messaging import quiet_hours
from outfitter_tenants.messaging.text_requests import request_of

HOME = "America/New_York"
BERLIN, NEW_YORK, MOSCOW = "+4915112345678", "+12125550123", "+79161234567"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("phone", "at", "expected"),
    [
        # Berlin in winter is an hour ahead of UTC, in summer two.
        (BERLIN, "2026-12-01T06:59", "2026-12-01T07:00"),
        (BERLIN, "2026-12-01T07:00", "2026-12-01T07:00"),
        (BERLIN, "2026-12-01T19:59", "2026-12-01T19:59"),
        (BERLIN, "2026-12-01T20:00", "2026-12-02T07:00"),
        (BERLIN, "2026-12-01T23:30", "2026-12-02T07:00"),
        (BERLIN, "2026-07-01T05:59", "2026-07-01T06:00"),
        # The night in which clocks change.
        (BERLIN, "2026-10-24T20:00", "2026-10-25T07:00"),
        (BERLIN, "2026-03-28T21:00", "2026-03-29T06:00"),
        # The area code says New York, and so does the operator.
        (NEW_YORK, "2026-12-01T02:30", "2026-12-01T13:00"),
        # Somewhere between the Baltic and the Pacific: three hours a day suit all of it.
        (MOSCOW, "2026-12-01T08:59", "2026-12-01T08:59"),
        (MOSCOW, "2026-12-01T15:00", "2026-12-02T06:00"),
        (MOSCOW, "2026-12-01T02:30", "2026-12-01T06:00"),
        ("nonsense", "2026-12-01T02:30", "2026-12-01T13:00"),
    ],
)
def test_from_when_on_a_text_may_go(phone: str, at: str, expected: str) -> None:
    found = quiet_hours.decide(utc(at), phone=phone, home=HOME, is_urgent=False, until=None)

    assert found == utc(expected)


@pytest.mark.parametrize(
    ("is_urgent", "until", "expected"),
    [
        # It would come when nobody needs it any more.
        (False, "2026-12-02T06:30", "too_late"),
        (False, "2026-12-02T07:00", "too_late"),
        (False, "2026-12-02T09:00", "2026-12-02T07:00"),
        # Seats that are gone by the morning are worth a text at night; others can wait.
        (True, "2026-12-02T06:30", "2026-12-01T22:00"),
        (True, "2026-12-02T07:59", "2026-12-01T22:00"),
        (True, "2026-12-02T08:00", "2026-12-02T07:00"),
        (True, None, "2026-12-01T22:00"),
        # Over already.
        (True, "2026-12-01T22:00", "too_late"),
        (False, "2026-12-01T21:00", "too_late"),
    ],
)
def test_at_ten_in_the_evening_in_berlin(is_urgent: bool, until: str | None, expected: str) -> None:
    found = quiet_hours.decide(
        utc("2026-12-01T22:00"),
        phone=BERLIN,
        home=HOME,
        is_urgent=is_urgent,
        until=utc(until) if until else None,
    )

    assert found == (expected if expected == "too_late" else utc(expected))


def test_no_instant_falls_into_a_night() -> None:
    for hour in range(24 * 8):
        at = utc("2026-10-20T00:17") + timedelta(hours=hour)
        found = quiet_hours.decide(at, phone=BERLIN, home=HOME, is_urgent=False, until=None)
        assert found != "too_late"
        assert found >= at
        [zone] = quiet_hours.zones_of(BERLIN, home=HOME)
        assert quiet_hours.waking_time(found, zones=[zone], home=HOME) == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("STOP", "stop"),
        (" stop.\n", "stop"),
        ("Unsubscribe", "stop"),
        ("arrêt", "stop"),
        ("стоп", "stop"),
        ("START", "start"),
        ("unstop", "start"),
        ("Please stop at the hotel", None),
        ("Can we start at 9?", None),
        ("yes", None),
        ("", None),
    ],
)
def test_only_the_word_alone_is_a_request(text: str, expected: str | None) -> None:
    assert request_of(text) == expected
