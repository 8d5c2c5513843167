"""Many rules at once: the difference, the job, its failures, and where it goes on."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.scheduling.models import ExperienceTimeslot, Timeslot
from outfitter_tenants.scheduling.operations import bulk_edits
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import make_hold, make_rule
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
NOW = utc_now().replace(microsecond=0)
DAY = (NOW + timedelta(days=3)).date()
PATH = "/setup/experiences/availabilities/bulkEdit"


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


def ask(client: Any, *, wanted: Any = None, dry_run: bool = True, **changes: Any) -> Any:
    body = {"filter": wanted or {}, "changes": changes, "dry_run": dry_run}
    return client.post(PATH, body, content_type="application/json")


def three_rules() -> list[int]:
    """Return three rules of a week each; somebody wants the second's first departure."""
    week = {"date_from": DAY, "date_to": DAY + timedelta(days=6), "at": NOW}
    made = [make_rule(experience=make_experience(), **week).rule for _ in range(3)]
    ids = [rule.id for rule in made if rule]
    first = Timeslot.objects.filter(experience_timeslot_id=ids[1]).order_by("start_at")[0]
    make_hold(timeslot=first, qty=3, at=utc_now())
    return ids


def work(job_id: int) -> Job:
    jobs.work_on({"job_id": job_id}, utc_now())
    return Job.objects.get(pk=job_id)


def test_the_difference_comes_first_and_the_job_does_it(staff: Any) -> None:
    ids = three_rules()
    wanted = {"rule_ids": ids[:2]}
    seen = ask(staff, wanted=wanted, capacity=4, date_to=str(DAY + timedelta(days=4))).json()
    assert [rule["id"] for rule in seen["rules"]] == ids[:2]
    assert (seen["timeslot_cnt"], seen["updated_cnt"], seen["removed_cnt"]) == (14, 9, 4)
    assert (seen["kept_cnt"], seen["kept"][0]["reason"], seen["job"]) == (1, "held", None)
    assert {slot.version for slot in Timeslot.objects.all()} == {1}
    given = {"capacity": 4, "date_to": str(DAY + timedelta(days=4))}
    began = ask(staff, wanted=wanted, dry_run=False, **given).json()
    assert (began["job"]["total_cnt"], began["job"]["status"]) == (14, "queued")
    job = work(began["job"]["id"])
    assert (job.status, job.done_cnt) == ("done", 14)
    assert job.result == {"created_cnt": 0, "updated_cnt": 9, "removed_cnt": 4, "kept_cnt": 1}
    assert set(ExperienceTimeslot.objects.values_list("pk", "capacity")) == {
        (ids[0], 4),
        (ids[1], 4),
        (ids[2], None),
    }
    assert Timeslot.objects.filter(capacity=4).count() == 10


def test_the_difference_of_each_rule_and_of_each_day(staff: Any) -> None:
    ids = three_rules()
    ExperienceTimeslot.objects.filter(pk=ids[2]).update(date_to=DAY, date_from=DAY)
    seen = ask(staff, wanted={"rule_ids": ids}, date_to=str(DAY + timedelta(days=1))).json()
    assert [(one["rule_id"], one["removed_cnt"], one["message"]) for one in seen["outcomes"]] == [
        (ids[0], 5, None),
        (ids[1], 5, None),
        (ids[2], 5, None),
    ]
    first = seen["days"][0]
    assert (first["date"], first["kept_cnt"], first["unchanged_cnt"]) == (str(DAY), 1, 2)
    assert seen["days"][2]["removed_cnt"] == 3
    bad = ask(staff, wanted={"rule_ids": ids[:1]}, date_to="2020-01-01").json()
    assert bad["outcomes"][0]["message"] == bad["failures"][0]["message"]


def test_without_changes_it_only_says_which(staff: Any) -> None:
    ids = three_rules()
    seen = ask(staff).json()
    assert [rule["id"] for rule in seen["rules"]] == ids
    assert (seen["timeslot_cnt"], seen["outcomes"], seen["days"]) == (21, [], [])


def test_weekdays_and_days_that_run_again(staff: Any) -> None:
    ids = three_rules()[:1]
    day = DAY + timedelta(days=2)
    ask_ids = {"wanted": {"rule_ids": ids}, "dry_run": False}
    out = ask(staff, **ask_ids, add_exclude_dates=[str(day)]).json()
    assert work(out["job"]["id"]).result["removed_cnt"] == 1
    back = ask(staff, **ask_ids, drop_exclude_dates=[str(day)]).json()
    assert work(back["job"]["id"]).result["created_cnt"] == 1
    weekday = DAY.isoweekday() % 7
    fewer = ask(staff, **ask_ids, weekdays=[weekday]).json()
    assert work(fewer["job"]["id"]).result["removed_cnt"] == 6
    rule = ExperienceTimeslot.objects.get(pk=ids[0])
    assert (rule.weekdays, rule.exclude_dates) == (1 << weekday, [])


def test_a_job_goes_on_where_the_last_worker_died(staff: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    three_rules()
    began = ask(staff, dry_run=False, note="Bring a hat").json()
    edit, calls = bulk_edits.edit_rule, []

    def dies_at_the_second(**given: Any) -> Any:
        calls.append(given["rule_id"])
        if len(calls) == 2:
            raise RuntimeError("the worker died")
        return edit(**given)

    monkeypatch.setattr(bulk_edits, "edit_rule", dies_at_the_second)
    job = work(began["job"]["id"])
    assert (job.status, job.state["place"], job.done_cnt) == ("running", 1, 7)
    job = work(began["job"]["id"])
    assert (job.status, job.done_cnt, len(calls)) == ("done", 21, 4)
    assert Timeslot.objects.filter(note="Bring a hat").count() == 21


def test_a_rule_that_was_changed_meanwhile_is_left_and_told(staff: Any) -> None:
    ids = three_rules()
    began = ask(staff, dry_run=False, capacity=9).json()
    ExperienceTimeslot.objects.filter(pk=ids[0]).update(version=7)
    job = work(began["job"]["id"])
    assert (job.status, job.failed_cnt, job.done_cnt) == ("done_with_errors", 1, 14)
    assert job.errors[0]["ref"] == f"#{ids[0]}"
    assert ExperienceTimeslot.objects.get(pk=ids[0]).capacity is None


def test_prices_and_dates_reach_whom_they_are_for(staff: Any) -> None:
    ids = three_rules()
    adult = price_ids(ExperienceTimeslot.objects.get(pk=ids[0]).experience)[0]
    began = ask(
        staff, dry_run=False, price_override={str(adult): 100}, times=["08:30"], add_exclude_dates=[str(DAY)]
    ).json()
    assert work(began["job"]["id"]).status == "done"
    prices = dict(ExperienceTimeslot.objects.values_list("pk", "price_override"))
    assert prices == {ids[0]: {str(adult): 100}, ids[1]: None, ids[2]: None}
    assert not Timeslot.objects.filter(date=DAY, held_pax_cnt=0).exists()
    assert Timeslot.objects.filter(start_time="08:30").count() == 18


def test_very_many_are_previewed_by_a_job(staff: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    three_rules()
    monkeypatch.setattr(bulk_edits, "MAX_AT_ONCE", 20)
    seen = ask(staff, capacity=2).json()
    assert (seen["timeslot_cnt"], seen["updated_cnt"]) == (21, 0)
    job = work(seen["job"]["id"])
    assert job.result["updated_cnt"] == 20
    assert not Timeslot.objects.filter(capacity=2).exists()


def test_what_cannot_be_done(staff: Any, client_for: Any) -> None:
    three_rules()
    for body, field in (
        ({"wanted": {"rule_ids": [999_999]}}, "filter"),
        ({"wanted": {"weekdays": [9]}}, "filter.weekdays.0"),
        ({"times": []}, "changes.times"),
        ({"capacity": 10**9}, "changes.capacity"),
        ({"nonsense": 1}, "changes.nonsense"),
    ):
        problem = assert_error(ask(staff, **body), 422, "validation_failed")
        assert field in problem["detail"]["fields"], body
    # A rule that would make no sense is told and left.
    seen = ask(staff, date_to="2020-01-01").json()
    assert len(seen["failures"]) == 3
    assert_error(ask(client_for("reef"), capacity=3), 401, "unauthenticated")
    assert_error(ask(owner_of(client_for, "peak"), capacity=3), 422, "validation_failed")
