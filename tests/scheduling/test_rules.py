"""Availability rules: made once, kept ahead, edited without touching what is sold."""

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from outfitter.kit.errors import Invalid, StaleVersion
from outfitter.plugins.models import DueJob
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Location, Season
from outfitter_tenants.scheduling import operations, queries, tasks
from outfitter_tenants.scheduling.models import ExperienceDate, ExperienceTimeslot, Timeslot
from outfitter_tenants.scheduling.operations import (
    RuleDraft,
    availability_rules,
    rule_validation,
    timeslot_generation,
)
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import NOW, TOMORROW, make_hold, make_rule

pytestmark = pytest.mark.usefixtures("reef")
NINE, TEN = time(9), time(10)


def draft(**given: Any) -> RuleDraft:
    values = {"date_from": TOMORROW, "date_to": TOMORROW + timedelta(days=6), "times": (NINE,)}
    return RuleDraft(**{**values, **given})


def starts(experience: Any) -> list[tuple[int, int]]:
    rows = Timeslot.objects.filter(experience=experience).exclude(status="cancelled")
    return [(row.date.day, row.start_time.hour) for row in rows.order_by("start_at")]


def test_a_rule_makes_its_timeslots() -> None:
    experience = make_experience(default_capacity=12, cutoff_minutes_online=90)
    made = make_rule(experience=experience, weekdays=(2, 4), online_allotment=5, note="Bring hats")
    assert made.created_cnt == 2
    assert starts(experience) == [(2, 9), (4, 9)]
    slot = Timeslot.objects.filter(experience=experience).order_by("start_at")[0]
    assert (slot.capacity, slot.online_allotment, slot.min_price) == (12, 5, 2900)
    assert slot.start_at.hour == 13
    assert slot.start_at - slot.cutoff_at_online == timedelta(minutes=90)
    assert slot.end_at - slot.start_at == timedelta(minutes=60)
    assert slot.note == "Bring hats"
    assert made.rule is not None
    assert made.rule.weekdays == (2, 4)
    assert made.rule.generated_until == date(2026, 6, 1) + timeslot_generation.AHEAD
    assert AuditLog.objects.filter(action="availability.created").count() == 1


def test_a_preview_changes_nothing() -> None:
    experience = make_experience()
    found = operations.create_rule(experience_id=experience.pk, draft=draft(), is_dry_run=True, at=NOW)
    assert (found.rule, found.created_cnt, len(found.timeslots)) == (None, 7, 7)
    assert not ExperienceTimeslot.objects.exists()
    assert not Timeslot.objects.exists()
    assert not ExperienceDate.objects.exists()


def test_what_is_there_already_is_a_conflict() -> None:
    experience = make_experience()
    make_rule(experience=experience, date_to=TOMORROW)
    found = make_rule(experience=experience, times=(NINE, TEN), date_to=TOMORROW)
    assert found.created_cnt == 1
    assert [(c.date.day, c.start_time, c.reason) for c in found.conflicts] == [(2, NINE, "exists")]
    assert starts(experience) == [(2, 9), (2, 10)]


def test_only_the_future_is_made() -> None:
    experience = make_experience()
    # It is eight o'clock in New York.
    made = make_rule(
        experience=experience,
        date_from=date(2026, 5, 1),
        date_to=date(2026, 6, 1),
        times=(time(7), time(8), NINE),
    )
    assert made.created_cnt == 1
    assert starts(experience) == [(1, 9)]


def test_the_zone_of_the_location_counts() -> None:
    denver = Location.objects.create(name="Boulder", time_zone="America/Denver")
    experience = make_experience(location=denver)
    make_rule(experience=experience, date_to=TOMORROW)
    assert Timeslot.objects.get(experience=experience).start_at.hour == 15


def test_how_many_fit_comes_from_rule_then_experience() -> None:
    experience = make_experience(default_capacity=12)
    make_rule(experience=experience, date_to=TOMORROW, capacity=4)
    assert Timeslot.objects.get().capacity == 4
    unlimited = make_experience(capacity_type="unlimited", default_capacity=None)
    make_rule(experience=unlimited, date_to=TOMORROW, capacity=4)
    assert Timeslot.objects.get(experience=unlimited).capacity is None
    by_day = make_experience(capacity_type="experience_date", default_capacity=20)
    make_rule(experience=by_day, date_to=TOMORROW, times=(NINE, TEN))
    slots = Timeslot.objects.filter(experience=by_day)
    assert {(slot.capacity, slot.is_day_limited) for slot in slots} == {(None, True)}
    assert ExperienceDate.objects.get(experience=by_day).capacity == 20


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"times": ()}, "times"),
        ({"weekdays": ()}, "weekdays"),
        ({"date_to": TOMORROW - timedelta(days=1)}, "date_to"),
        ({"price_override": {"999": 1}}, "price_override"),
        ({"capacity": None}, "capacity"),
    ],
)
def test_rules_that_make_no_sense(given: dict[str, Any], field: str) -> None:
    default = None if field == "capacity" else 10
    experience = make_experience(default_capacity=default)
    with pytest.raises(Invalid) as refused:
        make_rule(experience=experience, **given)
    assert list(refused.value.detail["fields"]) == [field]  # type: ignore[call-overload]
    assert not Timeslot.objects.exists()


def test_a_rule_without_end_is_made_eighteen_months_ahead_and_extended() -> None:
    experience = make_experience()
    made = make_rule(experience=experience, date_to=None, weekdays=(1,))
    first = made.created_cnt
    assert 77 <= first <= 79
    assert operations.extend_rules(at=NOW) == 0
    assert operations.extend_rules(at=NOW + timedelta(days=14)) == 2
    assert operations.extend_rules(at=NOW + timedelta(days=14)) == 0
    assert Timeslot.objects.count() == first + 2


def test_extension_is_due_every_night_while_rules_are_live() -> None:
    make_rule(date_to=None, weekdays=(1,))
    job = DueJob.objects.get(kind=availability_rules.EXTEND)
    assert job.next_at == datetime(2026, 6, 2, 3, 30, tzinfo=NOW.tzinfo)
    tasks.extend_availability({}, NOW + timedelta(days=1))
    job.refresh_from_db()
    assert job.next_at == datetime(2026, 6, 3, 3, 30, tzinfo=NOW.tzinfo)
    DueJob.objects.all().delete()
    ExperienceTimeslot.objects.update(status="ended")
    tasks.extend_availability({}, NOW + timedelta(days=2))
    assert not DueJob.objects.filter(kind=availability_rules.EXTEND).exists()


def test_a_rule_that_makes_no_sense_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = make_rule(date_to=None, weekdays=(1,)).rule
    make_rule(experience=make_experience(name="Other"), date_to=None, weekdays=(2,))
    occurrences = rule_validation.occurrences

    def breaks(plan: Any, row: Any) -> Any:
        if broken is not None and row.pk == broken.id:
            raise Invalid({"weekdays": ["No such day."]})
        return occurrences(plan, row)

    monkeypatch.setattr(rule_validation, "occurrences", breaks)

    assert operations.extend_rules(at=NOW + timedelta(days=14)) == 2


def test_a_torn_chain_of_nights_is_begun_anew() -> None:
    make_rule(date_to=None, weekdays=(1,))
    DueJob.objects.filter(kind=availability_rules.EXTEND).update(done_at=NOW)  # given up

    tasks.revive_extension({}, NOW)

    job = DueJob.objects.get(kind=availability_rules.EXTEND)
    assert (job.done_at, job.next_at > NOW) == (None, True)
    due_at = job.next_at
    tasks.revive_extension({}, NOW + timedelta(hours=1))
    job.refresh_from_db()
    assert job.next_at == due_at


def test_an_override_makes_its_price() -> None:
    experience = make_experience()
    child = price_ids(experience)[1]
    make_rule(experience=experience, date_to=TOMORROW, price_override={str(child): 1500})
    slot = Timeslot.objects.get()
    assert slot.min_price == 1500
    row = queries.get_timeslot(timeslot_id=slot.pk, at=NOW)
    assert row.price_override == {str(child): 1500}


def test_editing_regenerates_what_nobody_bought() -> None:
    experience = make_experience()
    made = make_rule(experience=experience)
    assert made.rule is not None
    changed = operations.edit_rule(
        rule_id=made.rule.id, version=1, at=NOW, draft=draft(times=(NINE, TEN), weekdays=(2, 3), capacity=3)
    )
    assert starts(experience) == [(2, 9), (2, 10), (3, 9), (3, 10)]
    assert {slot.capacity for slot in Timeslot.objects.all()} == {3}
    assert (changed.created_cnt, changed.kept) == (2, ())


def test_editing_keeps_what_is_sold_and_says_so() -> None:
    experience = make_experience()
    made = make_rule(experience=experience)
    assert made.rule is not None
    slots = list(Timeslot.objects.order_by("start_at"))
    operations.convert_hold(hold_id=make_hold(timeslot=slots[0], qty=2).id, at=NOW)
    make_hold(timeslot=slots[1])
    released = make_hold(timeslot=slots[2])
    operations.release_hold(hold_id=released.id, at=NOW)
    operations.set_timeslot_status(timeslot_id=slots[3].pk, status="closed", at=NOW)
    changed = operations.edit_rule(
        rule_id=made.rule.id, version=None, at=NOW, draft=draft(times=(TEN,), capacity=1)
    )
    assert [(kept.date.day, kept.reason) for kept in changed.kept] == [
        (2, "sold"),
        (3, "held"),
        (5, "edited"),
    ]
    slots[0].refresh_from_db()
    assert (slots[0].capacity, slots[0].start_time) == (10, NINE)
    # A hold's history points at the third: it cannot go, so it is cancelled.
    slots[2].refresh_from_db()
    assert slots[2].status == "cancelled"
    assert starts(experience) == sorted([(2, 9), (3, 9), (5, 9), *[(day, 10) for day in range(2, 9)]])


def test_ending_a_rule_removes_its_future() -> None:
    experience = make_experience()
    made = make_rule(experience=experience)
    assert made.rule is not None
    operations.edit_rule(rule_id=made.rule.id, version=1, at=NOW, draft=draft(status="ended"))
    assert starts(experience) == []


def test_two_who_edit_at_once() -> None:
    made = make_rule()
    assert made.rule is not None
    operations.edit_rule(rule_id=made.rule.id, version=1, at=NOW, draft=draft(capacity=3))
    with pytest.raises(StaleVersion):
        operations.edit_rule(rule_id=made.rule.id, version=1, at=NOW, draft=draft(capacity=4))


def test_one_departure_by_hand() -> None:
    experience = make_experience()
    row = operations.add_timeslot(
        experience_id=experience.pk, day=TOMORROW, start_time=time(18), at=NOW, capacity=2
    )
    assert (row.capacity, row.start_at.hour, row.experience_timeslot_id) == (2, 22, None)
    with pytest.raises(Invalid):
        operations.add_timeslot(experience_id=experience.pk, day=TOMORROW, start_time=time(18), at=NOW)


def test_making_eighteen_months_takes_a_fixed_number_of_queries(django_assert_max_num_queries: Any) -> None:
    experience = make_experience()
    with django_assert_max_num_queries(40):
        make_rule(experience=experience, date_to=None, times=(NINE, TEN, time(11)))
    assert Timeslot.objects.count() > 1600


def test_a_rule_keeps_to_its_seasons_and_follows_them() -> None:
    summer = Season.objects.create(
        name="Summer", ranges=[{"from": "2026-06-03", "to": "2026-06-04"}], time_to=NINE, time_from=time(8)
    )
    experience = make_experience()
    make_rule(
        experience=experience, times=(NINE, TEN), season_ids=(summer.pk,), include_dates=(date(2026, 6, 20),)
    )
    assert starts(experience) == [(3, 9), (4, 9), (20, 9), (20, 10)]
    make_hold(timeslot=Timeslot.objects.order_by("start_at")[0])
    summer.ranges = [{"from": "2026-06-05", "to": "2026-06-05"}]
    summer.save()
    assert operations.follow_season(season_id=summer.pk, at=NOW) == 1
    assert starts(experience) == [(3, 9), (5, 9), (20, 9), (20, 10)]
    with pytest.raises(Invalid) as refused:
        make_rule(experience=experience, season_ids=(summer.pk,), times=(time(12),))
    assert "season_ids" in refused.value.detail["fields"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"date_from": date(2026, 5, 1), "date_to": date(2026, 5, 9)}, "date_to"),
        ({"weekdays": (0,), "date_to": TOMORROW}, "weekdays"),
        ({"date_to": None, "times": tuple(time(n // 60, n % 60) for n in range(200))}, "times"),
        (
            {
                "times": (),
                "date_to": None,
                "time_from": time(0),
                "time_to": time(23, 59),
                "interval_minutes": 5,
            },
            "interval_minutes",
        ),
        ({"capacity_by_type": {"1": 2}}, "capacity_by_type"),
        ({"season_ids": (999_999,)}, "season_ids"),
    ],
)
def test_rules_that_make_nothing_or_far_too_much(given: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        make_rule(**given)
    assert list(refused.value.detail["fields"]) == [field]  # type: ignore[call-overload]
    assert not ExperienceTimeslot.objects.exists()


def test_a_preview_of_an_edit_writes_nothing() -> None:
    experience = make_experience()
    made = make_rule(experience=experience)
    assert made.rule is not None
    slots = list(Timeslot.objects.order_by("start_at"))
    make_hold(timeslot=slots[0])
    wanted = {"times": (NINE, TEN), "capacity": 4, "date_to": TOMORROW + timedelta(days=2)}
    edit = {"rule_id": made.rule.id, "version": 1, "at": NOW, "draft": draft(**wanted)}
    seen = operations.edit_rule(**edit, is_dry_run=True)
    assert (seen.created_cnt, seen.updated_cnt, seen.removed_cnt) == (3, 2, 4)
    assert [(k.timeslot_id, k.is_wanted, k.taken_pax_cnt) for k in seen.kept] == [(slots[0].pk, True, 1)]
    assert seen.kept_cnt == 1
    assert {slot.version for slot in Timeslot.objects.all()} == {1}
    done = operations.edit_rule(**edit)
    assert (done.created_cnt, done.updated_cnt, done.removed_cnt) == (3, 2, 4)
    slots[0].refresh_from_db()
    assert slots[0].capacity == 4  # more than it has given: it follows


def test_a_preview_tells_each_day_what_becomes_of_it() -> None:
    experience = make_experience()
    made = make_rule(experience=experience, date_to=TOMORROW + timedelta(days=3))
    assert made.rule is not None
    assert [(day.date.day, day.created) for day in made.days] == [(n, [NINE]) for n in range(2, 6)]
    make_hold(timeslot=Timeslot.objects.order_by("start_at")[0])
    other = make_rule(experience=experience, times=(TEN,), date_to=TOMORROW)
    assert other.rule is not None
    seen = operations.edit_rule(
        rule_id=made.rule.id,
        version=1,
        at=NOW,
        is_dry_run=True,
        draft=draft(times=(NINE, TEN), date_to=TOMORROW + timedelta(days=1)),
    )
    first, second, third, _ = seen.days
    assert (first.kept, first.taken, first.created) == ([NINE], [TEN], [])
    assert (second.unchanged, second.created) == ([NINE], [TEN])
    assert (third.removed, third.unchanged) == ([NINE], [])
    ended = draft(status="ended")
    gone = operations.edit_rule(rule_id=made.rule.id, version=1, at=NOW, draft=ended, is_dry_run=True)
    assert [kept.is_wanted for kept in gone.kept] == [False]


def test_a_rule_goes_unless_it_has_sold() -> None:
    experience = make_experience()
    made = make_rule(experience=experience)
    assert made.rule is not None
    gone = operations.delete_rule(rule_id=made.rule.id, version=1, at=NOW)
    assert (gone.rule, gone.removed_cnt) == (None, 7)
    assert not ExperienceTimeslot.objects.exists()
    again = make_rule(experience=experience)
    assert again.rule is not None
    make_hold(timeslot=Timeslot.objects.order_by("start_at")[0])
    kept = operations.delete_rule(rule_id=again.rule.id, version=None, at=NOW)
    assert kept.rule is not None
    assert (kept.rule.status, len(kept.kept), Timeslot.objects.count()) == ("ended", 1, 1)
