"""What each audience may book, and when: restrictions over the experience's own terms."""

from datetime import date, time
from typing import Any

import pytest

from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import Restriction, RestrictionRow
from outfitter_tenants.catalog.queries import SeasonRow, SmartCutoff
from tests.support.catalog import make_experience

YEAR_END = ((date(2026, 12, 20), date(2027, 1, 6)), (date(2027, 7, 1), date(2027, 8, 31)))


def season(**given: Any) -> SeasonRow:
    values: dict[str, Any] = {
        "id": 1,
        "name": "High",
        "ranges": YEAR_END,
        "weekdays": 127,
        "time_from": None,
        "time_to": None,
        "is_archived": False,
        "version": 1,
        **given,
    }
    return SeasonRow(**values)


@pytest.mark.rules
class TestSeasons:
    @pytest.mark.parametrize(
        ("day", "at", "given", "is_in"),
        [
            (date(2026, 12, 20), None, {}, True),
            (date(2027, 1, 6), None, {}, True),
            (date(2027, 1, 7), None, {}, False),
            (date(2027, 8, 1), time(9), {"weekdays": 0b0000001}, True),
            (date(2027, 8, 2), time(9), {"weekdays": 0b0000001}, False),
            (date(2027, 8, 7), time(9), {"weekdays": 0b1000000}, True),
            (date(2027, 8, 1), time(9), {"time_from": time(10), "time_to": time(12)}, False),
            (date(2027, 8, 1), time(12), {"time_from": time(10), "time_to": time(12)}, True),
            (date(2027, 8, 1), None, {"time_from": time(10), "time_to": time(12)}, True),
        ],
    )
    def test_a_season_covers(self, day: date, at: Any, given: Any, is_in: bool) -> None:
        assert season(**given).covers(day, at) is is_in


def read(experience: Any) -> queries.ExperienceRow:
    return queries.get_experience(experience_id=experience.pk)


@pytest.mark.usefixtures("reef")
class TestTermsOf:
    def test_without_a_restriction_the_experience_speaks(self, django_assert_num_queries: Any) -> None:
        row = read(make_experience(cutoff_minutes_online=120, cutoff_minutes_direct=-30, max_pax=8))
        with django_assert_num_queries(0):
            terms = queries.terms_of(row)
        assert list(terms) == ["online", "direct", "reseller"]
        assert [t.cutoff_minutes for t in terms.values()] == [120, -30, 120]
        assert {(t.min_pax, t.max_pax, t.cutoff_mode) for t in terms.values()} == {(1, 8, "before_start")}
        assert terms["direct"].smart_cutoff is None

    def test_a_row_overrides_what_it_names(self, django_assert_num_queries: Any) -> None:
        shared = Restriction.objects.create(name="Groups")
        RestrictionRow.objects.create(
            restriction=shared,
            audience="online",
            min_pax=4,
            cutoff_mode="clock_time_before",
            cutoff_clock=time(18),
            days_before=1,
            presale_days=90,
            smart_min_booked_pax=6,
            smart_cutoff_minutes=15,
            countdown_from=5,
            sold_out_display="call_to_book",
        )
        RestrictionRow.objects.create(restriction=shared, audience="reseller", cutoff_minutes=1440)
        one = read(make_experience(restriction=shared, max_pax=12))
        other = read(make_experience())
        with django_assert_num_queries(1):
            terms = queries.terms_by_experience([one, other])
        online = terms[one.id]["online"]
        assert (online.min_pax, online.max_pax) == (4, 12)
        assert (online.cutoff_mode, online.cutoff_clock, online.days_before) == (
            "clock_time_before",
            time(18),
            1,
        )
        assert online.smart_cutoff == SmartCutoff(6, 15)
        assert (online.presale_days, online.countdown_from) == (90, 5)
        assert online.sold_out_display == "call_to_book"
        assert terms[one.id]["reseller"].cutoff_minutes == 1440
        assert terms[one.id]["direct"] == queries.terms_of(one)["direct"]
        assert terms[other.id]["online"].min_pax == 1

    def test_what_is_not_there_is_not_found(self) -> None:
        with pytest.raises(queries.RestrictionNotFound):
            queries.get_restriction(restriction_id=9_999)
        with pytest.raises(queries.SeasonNotFound):
            queries.get_season(season_id=9_999)
