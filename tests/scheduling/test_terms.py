"""Restrictions on departures: cut-offs in local time, presale, the smart cut-off."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from outfitter_tenants.catalog.models import Restriction, RestrictionRow
from outfitter_tenants.catalog.queries import SmartCutoff, Terms
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import NotBookable
from outfitter_tenants.scheduling.rules import cutoffs
from tests.support.catalog import make_experience
from tests.support.departures import NOW, TOMORROW, make_hold, make_rule, make_timeslot


def terms(**given: Any) -> Terms:
    values = {
        "audience": "online",
        "min_pax": 1,
        "max_pax": 9,
        "cutoff_mode": "before_start",
        "cutoff_minutes": 60,
        "cutoff_clock": None,
        "days_before": None,
        "presale_days": None,
        "smart_cutoff": None,
        "countdown_from": None,
        "sold_out_display": "show",
    }
    return Terms(**{**values, **given})


def by_clock(day: date, clock: time, zone: str, days_before: int = 0) -> datetime:
    found = cutoffs.window(
        terms(cutoff_mode="clock_time_before", cutoff_clock=clock, days_before=days_before),
        day=day,
        start_at=NOW,
        clock=cutoffs.Clock(zone),
    )
    return found.cutoff_at


@pytest.mark.rules
@pytest.mark.parametrize(
    ("zone", "day", "clock", "expected"),
    [
        ("America/New_York", date(2026, 6, 1), time(18), datetime(2026, 6, 1, 22, tzinfo=UTC)),
        # Clocks go forward at two: half past two does not exist and becomes half past three.
        ("America/New_York", date(2026, 3, 8), time(2, 30), datetime(2026, 3, 8, 7, 30, tzinfo=UTC)),
        # They go back at two: half past one exists twice, the first counts.
        ("America/New_York", date(2026, 11, 1), time(1, 30), datetime(2026, 11, 1, 5, 30, tzinfo=UTC)),
        # Lord Howe moves by half an hour only.
        ("Australia/Lord_Howe", date(2026, 10, 4), time(2, 15), datetime(2026, 10, 3, 15, 45, tzinfo=UTC)),
        ("Australia/Lord_Howe", date(2026, 4, 5), time(1, 45), datetime(2026, 4, 4, 14, 45, tzinfo=UTC)),
        # Kathmandu is three quarters of an hour off.
        ("Asia/Kathmandu", date(2026, 6, 1), time(18), datetime(2026, 6, 1, 12, 15, tzinfo=UTC)),
    ],
)
def test_a_clock_time_is_local(zone: str, day: date, clock: time, expected: datetime) -> None:
    assert by_clock(day, clock, zone) == expected
    assert by_clock(day + timedelta(days=1), clock, zone, days_before=1) == expected


@pytest.mark.rules
def test_a_window_of_all_terms() -> None:
    start = datetime(2026, 6, 1, 14, tzinfo=UTC)
    found = cutoffs.window(
        terms(presale_days=7, smart_cutoff=SmartCutoff(4, 15)),
        day=date(2026, 6, 1),
        start_at=start,
        clock=cutoffs.Clock("America/New_York"),
    )
    assert found.cutoff_at == start - timedelta(hours=1)
    assert found.presale_at == datetime(2026, 5, 25, 4, tzinfo=UTC)
    assert (found.closes_at(3), found.closes_at(4)) == (
        start - timedelta(hours=1),
        start - timedelta(minutes=15),
    )


def restricted(**rows: Any) -> Any:
    restriction = Restriction.objects.create(name="Tight")
    for audience, values in rows.items():
        RestrictionRow.objects.create(restriction=restriction, audience=audience, **values)
    return make_experience(restriction=restriction, cutoff_minutes_online=60)


@pytest.mark.usefixtures("reef")
class TestDepartures:
    def test_a_rule_makes_them(self) -> None:
        experience = restricted(
            online={"cutoff_mode": "clock_time_before", "cutoff_clock": time(18), "days_before": 1},
            reseller={"cutoff_minutes": 1440, "presale_days": 2},
            direct={"smart_min_booked_pax": 2, "smart_cutoff_minutes": -10},
        )
        make_rule(experience=experience, date_to=TOMORROW)
        slot = Timeslot.objects.get()
        start = slot.start_at
        assert slot.cutoff_at_online == datetime(2026, 6, 1, 22, tzinfo=UTC)
        assert slot.cutoff_at_reseller == start - timedelta(days=1)
        assert slot.presale_at_reseller == datetime(2026, 5, 31, 4, tzinfo=UTC)
        assert (slot.smart_min_pax_direct, slot.smart_cutoff_at_direct) == (2, start + timedelta(minutes=10))
        row = operations.add_timeslot(experience_id=experience.pk, day=TOMORROW, start_time=time(18), at=NOW)
        assert row.windows["online"].cutoff_at == slot.cutoff_at_online

    def test_they_follow_and_only_what_changes_is_written(self) -> None:
        experience = restricted(online={"cutoff_minutes": 30})
        make_rule(experience=experience)
        past = make_timeslot(experience=experience, start_at=NOW - timedelta(hours=2))
        follow = {"experience_ids": [experience.pk], "at": NOW}
        assert operations.follow_terms(**follow) == 0
        RestrictionRow.objects.update(cutoff_minutes=45, presale_days=3)
        assert operations.follow_terms(**follow) == 7
        assert operations.follow_terms(**follow) == 0
        slot = Timeslot.objects.filter(start_at__gt=NOW).first()
        assert slot is not None
        assert (slot.cutoff_at_online, slot.version) == (slot.start_at - timedelta(minutes=45), 2)
        past.refresh_from_db()
        assert past.version == 1
        operations.save_experience(values={"cutoff_minutes_direct": 20}, experience_id=experience.pk, at=NOW)
        slot.refresh_from_db()
        assert slot.cutoff_at_direct == slot.start_at - timedelta(minutes=20)

    def test_presale_and_the_smart_cut_off_bind_who_takes_seats(self) -> None:
        start = NOW + timedelta(minutes=30)
        slot = make_timeslot(
            start_at=start,
            smart_min_pax_online=2,
            smart_cutoff_at_online=start,
            presale_at_reseller=NOW + timedelta(minutes=1),
        )
        with pytest.raises(NotBookable) as refused:
            make_hold(timeslot=slot)
        assert refused.value.reason == "cutoff"
        hold = make_hold(timeslot=slot, qty=2, audience="direct", kind="staff")
        operations.convert_hold(hold_id=hold.id, at=NOW)
        make_hold(timeslot=slot)
        Timeslot.objects.update(cutoff_at_reseller=start)
        with pytest.raises(NotBookable) as refused:
            make_hold(timeslot=slot, audience="reseller", kind="channel")
        assert refused.value.reason == "presale"

    def test_the_party_of_the_audience_counts(self) -> None:
        experience = restricted(online={"min_pax": 3}, reseller={"max_pax": 1})
        slot = make_timeslot(experience=experience)
        for audience, reason in (("online", "min_party"), ("reseller", "max_party")):
            with pytest.raises(NotBookable) as refused:
                make_hold(timeslot=slot, qty=2, audience=audience, kind="channel")
            assert refused.value.reason == reason
        staff = make_hold(timeslot=slot, qty=2, audience="direct", kind="staff")
        assert staff.warnings == ()
        assert queries.next_available_dates(experience_ids=[experience.pk], at=NOW)

    def test_staff_with_permission_book_late(self) -> None:
        start = NOW - timedelta(hours=3)
        slot = make_timeslot(start_at=start)
        late = {"timeslot": slot, "audience": "direct", "kind": "staff"}
        with pytest.raises(NotBookable) as refused:
            make_hold(**late)
        assert refused.value.reason == "past"
        make_hold(**late, may_book_past=True)
        with pytest.raises(NotBookable):
            make_hold(**late, may_book_past=True, at=slot.end_at + timedelta(hours=24))
        with pytest.raises(NotBookable):
            make_hold(timeslot=slot, may_book_past=True)

    @pytest.mark.parametrize("hours", [0, 2, 168])
    def test_the_operator_sets_how_late(self, hours: int) -> None:
        Properties.objects.update_or_create(pk=1, defaults={"book_past_hours": hours})
        slot = make_timeslot(start_at=NOW - timedelta(hours=3))
        late = {"timeslot": slot, "audience": "direct", "kind": "staff", "may_book_past": True}
        until = slot.end_at + timedelta(hours=hours)

        make_hold(**late, at=until - timedelta(seconds=1))
        with pytest.raises(NotBookable) as refused:
            make_hold(**late, at=until)
        assert refused.value.reason == "past"
