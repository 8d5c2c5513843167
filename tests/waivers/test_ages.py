"""How old somebody is counts on the day of the activity, wherever it is and on leap days too."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outfitter.kit.errors import Invalid
from outfitter.kit.zones import local_day
from outfitter_tenants.waivers.rules import checks
from outfitter_tenants.waivers.rules.ages import age_on, is_minor, retain_until, years_later
from outfitter_tenants.waivers.types import Circumstances, Minor, Signer, SignRequest
from tests.support.example_count import how_many

DAYS = st.dates(date(1930, 1, 1), date(2060, 12, 31))
SETTINGS = settings(max_examples=how_many(200), deadline=None)


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        (date(2008, 6, 1), date(2026, 5, 31), 17),
        (date(2008, 6, 1), date(2026, 6, 1), 18),
        # Born on a leap day: a year older on March 1 where the year has no February 29.
        (date(2008, 2, 29), date(2026, 2, 28), 17),
        (date(2008, 2, 29), date(2026, 3, 1), 18),
        (date(2008, 2, 29), date(2028, 2, 28), 19),
        (date(2008, 2, 29), date(2028, 2, 29), 20),
        # 2100 is no leap year.
        (date(2096, 2, 29), date(2100, 2, 28), 3),
        (date(2096, 2, 29), date(2100, 3, 1), 4),
        (date(2026, 12, 31), date(2027, 1, 1), 0),
    ],
)
def test_birthdays(born, day, age):
    assert age_on(born, day) == age


@SETTINGS
@given(born=DAYS, days=st.integers(0, 40_000))
def test_nobody_gets_younger_and_each_birthday_counts_once(born, days):
    day = born + timedelta(days=days)

    age = age_on(born, day)

    assert 0 <= age_on(born, day + timedelta(days=1)) - age <= 1
    assert years_later(born, age) <= day < years_later(born, age + 1)


@SETTINGS
@given(born=DAYS, day=DAYS, majority=st.integers(14, 21))
def test_of_age_from_that_birthday_on(born, day, majority):
    assert is_minor(born, day, majority=majority) == (day < years_later(born, majority))


@SETTINGS
@given(signed=DAYS, born=st.none() | DAYS, years=st.integers(1, 30), majority=st.integers(14, 21))
def test_a_minors_waiver_is_kept_from_their_majority(signed, born, years, majority):
    until = retain_until(signed, born=born, years=years, majority=majority)

    assert until >= years_later(signed, years)
    if born is not None:
        assert until >= years_later(years_later(born, majority), years)
        assert until == max(until, years_later(signed, years))


def signed_at(at: datetime, zone: str, born: date) -> None:
    """Have a parent sign for a child born on a day, at a moment, for what happens there that day."""
    request = SignRequest(
        template_id=1,
        template_version=1,
        locale="en",
        signer=Signer(first_name="Ana", last_name="Ruiz", relation="parent", is_participant=False),
        minors=[Minor(first_name="Leo", last_name="Ruiz", birth_date=born)],
        consent_at=at,
        typed_name="Ana Ruiz",
    )
    where = Circumstances(at=at, day=local_day(at, zone), majority=18, retention_years=7)
    checks.check(request, kind="any", requires=(), questions=(), where=where)


@pytest.mark.parametrize(
    ("zone", "eighteen"),
    [
        # The same moment: still the 14th in Honolulu, already the 15th in Berlin and Kiritimati.
        ("Pacific/Honolulu", date(2026, 3, 14)),
        ("America/New_York", date(2026, 3, 14)),
        ("Europe/Berlin", date(2026, 3, 15)),
        ("Pacific/Kiritimati", date(2026, 3, 15)),
    ],
)
def test_the_operators_day_decides(zone, eighteen):
    at = datetime(2026, 3, 15, 2, 30, tzinfo=UTC)
    grown_up = years_later(eighteen, -18)

    signed_at(at, zone, grown_up + timedelta(days=1))
    with pytest.raises(Invalid) as refused:
        signed_at(at, zone, grown_up)

    assert "minors.0.birth_date" in str(refused.value.detail)


@SETTINGS
@given(
    at=st.datetimes(datetime(2024, 1, 1), datetime(2032, 12, 31), timezones=st.just(UTC)),
    zone=st.sampled_from(["Pacific/Niue", "America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati"]),
)
def test_born_on_the_day_it_is_there_is_never_in_the_future(at, zone):
    signed_at(at, zone, at.astimezone(ZoneInfo(zone)).date())
    # Tomorrow even where the day begins first.
    tomorrow = at.astimezone(ZoneInfo("Pacific/Kiritimati")).date() + timedelta(days=1)
    with pytest.raises(Invalid):
        signed_at(at, zone, tomorrow)
