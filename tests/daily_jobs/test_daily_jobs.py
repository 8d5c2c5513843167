"""The daily work of operators: once a day, each in its hour, to the end."""

from datetime import UTC, datetime

import pytest

from outfitter.accounts import daily_jobs
from outfitter.celery import app
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.models import DueJob
from tests.support import database

AT = datetime(2026, 7, 1, tzinfo=UTC)


def hour(schema_name):
    return AT.replace(hour=daily_jobs.hour_of(schema_name))


@pytest.fixture
def steps(monkeypatch):
    """One step that needs three calls; gives the states it was called with."""
    seen = []

    def step(state, at):
        seen.append(dict(state))
        done = state.get("done", 0) + 1
        return {"done": done} if done < 3 else None

    monkeypatch.setattr(daily_jobs, "_steps", {"count": step})
    sent = []
    monkeypatch.setattr(scheduled_jobs.run, "apply_async", lambda **job: sent.append(job["kwargs"]))

    def work(at):
        while scheduled_jobs.start_due(at=at):
            while sent:
                scheduled_jobs.run.run(**sent.pop())
        return seen

    return work


@pytest.mark.usefixtures("db")
class TestUpkeep:
    def test_everybody_has_one_hour(self):
        mine = database.REEF.schema_name

        started = [daily_jobs.start_daily_jobs(at=AT.replace(hour=number)) for number in range(24)]

        assert sum(started) == 2
        jobs = DueJob.objects.filter(kind=daily_jobs.KIND, schema_name=mine)
        assert jobs.count() == len(daily_jobs._steps)
        assert set(jobs.values_list("next_at", flat=True)) == {hour(mine)}

    def test_a_step_is_called_until_nothing_is_left(self, steps, monkeypatch):
        monkeypatch.setattr(scheduled_jobs, "utc_now", lambda: hour(database.REEF.schema_name))
        at = hour(database.REEF.schema_name)
        operators = daily_jobs.start_daily_jobs(at=at)

        assert steps(at) == [{}, {"done": 1}, {"done": 2}] * operators
        assert not DueJob.objects.filter(kind=daily_jobs.KIND).exists()

    def test_twice_in_an_hour_is_once(self, steps):
        at = hour(database.REEF.schema_name)
        daily_jobs.start_daily_jobs(at=at)
        daily_jobs.start_daily_jobs(at=at)

        kept = DueJob.objects.filter(kind=daily_jobs.KIND, schema_name=database.REEF.schema_name)
        assert kept.count() == 1

    def test_a_step_that_is_gone_is_no_error(self):
        daily_jobs.run({"name": "gone"}, AT)


def test_beat_starts_it_every_hour():
    entry = app.conf.beat_schedule["upkeep"]

    assert entry["schedule"].minute == {17}
    assert entry["schedule"].hour == set(range(24))


def test_the_parts_that_work_daily_are_named():
    named = set(daily_jobs._steps)

    assert named >= {
        "jobs.forget",
        "notifications.forget",
        "transfer.forget",
        "customers.forget_merges",
        "trips.forget_carts",
        "search.watch",
        "scheduling.revive",
    }
