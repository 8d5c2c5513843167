"""Long work: in chunks, once each, whatever happens to whoever works."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from outfitter.db.lists import ListReader
from outfitter.kit.errors import DomainError, Forbidden
from outfitter.plugins import outbox
from outfitter.plugins.models import DueJob
from outfitter_tenants.jobs import operations, queries
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, handles
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.jobs.operations import creation, worker
from outfitter_tenants.people.models import Role, UserAvatar
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
AT = datetime(2026, 7, 1, 12, tzinfo=UTC)


class Broken(DomainError):
    code = "broken"


@pytest.fixture
def world():
    """A kind of work that counts to ten in threes and can be told to fail."""
    told = SimpleNamespace(seen=[], fail_at=None, problem=RuntimeError("away"), tidied=[])

    def step(work):
        begin = work.state.get("at", 0)
        if begin == told.fail_at:
            raise told.problem
        rows = list(range(begin, min(10, begin + 3)))
        told.seen += rows
        failures = [Failure("7", "seven refuses")] if 7 in rows else []
        state = {"at": begin + 3} if begin + 3 < 10 else None
        return Chunk(state, done_cnt=len(rows) - len(failures), failures=failures)

    handles(JobType("test.count", "trip.edit", step, lambda work: told.tidied.append(work.job_id)))
    return told


def rita() -> ListReader:
    avatar = UserAvatar.objects.select_related("role").get(email=database.REEF.owner_email)
    return ListReader(frozenset(avatar.role.permissions), "America/New_York", AT, avatar.pk)


def start(reader=None) -> Job:
    return operations.start(
        kind="test.count", params={}, title={}, reader=reader or rita(), name="Rita", at=AT, total_cnt=10
    )


def work(job: Job, *, after: float = 0) -> Job:
    operations.work_on({"job_id": job.pk}, AT + timedelta(seconds=after))
    return Job.objects.get(pk=job.pk)


def test_counts_and_ends_with_an_event(world, monkeypatch):
    told = []
    monkeypatch.setattr(outbox, "publish", lambda name, *, at, **facts: told.append((name, facts)))
    job = start()
    assert (job.status, DueJob.objects.get(kind="jobs.work").key) == ("queued", str(job.pk))

    done = work(job)

    assert (done.status, done.done_cnt, done.failed_cnt) == ("done_with_errors", 9, 1)
    assert done.errors == [{"ref": "7", "message": "seven refuses"}]
    assert (done.started_at, done.finished_at) == (AT, AT)
    assert world.seen == list(range(10))
    assert [name for name, _ in told] == ["job.finished"]
    assert told[0][1]["job_id"] == job.pk
    assert told[0][1]["requested_by"] == job.requested_by
    assert not DueJob.objects.filter(kind="jobs.work").exists()


def test_asked_twice_it_does_everything_once(world):
    job = start()
    work(job)
    again = work(job, after=300)

    assert again.finished_at == AT
    assert world.seen == list(range(10))


def test_two_workers_at_once_count_once(world):
    job = start()
    Job.objects.filter(pk=job.pk).update(
        status="running",
        lease="00000000-0000-0000-0000-000000000001",
        leased_until=AT + timedelta(seconds=60),
    )

    second = work(job, after=30)

    assert (second.done_cnt, world.seen) == (0, [])
    assert DueJob.objects.get(kind="jobs.work").next_at == AT + timedelta(seconds=90)


def test_goes_on_where_a_dead_worker_stopped(world):
    world.fail_at, world.problem = 6, SystemExit()
    job = start()
    with pytest.raises(SystemExit):
        work(job)
    died = Job.objects.get(pk=job.pk)
    assert (died.status, died.done_cnt, died.state) == ("running", 6, {"at": 6})

    world.fail_at = None
    assert work(job, after=30).done_cnt == 6  # the lease still holds
    done = work(job, after=61)

    assert (done.status, done.done_cnt) == ("done_with_errors", 9)
    assert world.seen == list(range(10))


def test_what_fails_is_tried_again_and_given_up_at_the_fifth_time(world):
    world.fail_at = 3
    job = start()
    for number in range(1, 5):
        failed = work(job, after=1000 * number)
        assert (failed.status, failed.failure_cnt, failed.done_cnt) == ("running", number, 3)
    over = work(job, after=9000)

    assert (over.status, over.done_cnt) == ("failed", 3)
    assert over.errors == [{"ref": "", "message": "Something went wrong on our side."}]
    assert world.tidied == [job.pk]


def test_a_refusal_is_final_and_in_its_own_words(world):
    world.fail_at, world.problem = 3, Broken("The boat sank.")
    over = work(start())

    assert (over.status, over.errors) == ("failed", [{"ref": "", "message": "The boat sank."}])


def test_a_role_that_lost_the_permission_ends_it(world):
    job = start()
    Role.objects.filter(slug="owner").update(permissions=["trip.view"])

    over = work(job)

    assert (over.status, over.done_cnt, world.seen) == ("failed", 0, [])


def test_a_person_who_was_disabled_does_nothing_more(world):
    job = start()
    UserAvatar.objects.filter(pk=job.requested_by).update(status="disabled")

    assert work(job).status == "failed"
    assert world.seen == []


class TestCancel:
    def test_waiting_work_at_once(self, world):
        job = start()
        row = operations.cancel(job_id=job.pk, reader=rita(), at=AT)

        assert (row.status, row.finished_at) == ("cancelled", AT)
        assert work(job).done_cnt == 0
        assert not DueJob.objects.filter(kind="jobs.work").exists()

    def test_running_work_behind_its_chunk(self, world, monkeypatch):
        job = start()
        monkeypatch.setattr(worker, "SLICE", -1)
        assert work(job).done_cnt == 3
        operations.cancel(job_id=job.pk, reader=rita(), at=AT)
        again = operations.cancel(job_id=job.pk, reader=rita(), at=AT)
        assert (again.status, again.is_cancel_asked) == ("running", True)

        over = work(job, after=1)

        assert (over.status, over.done_cnt) == ("cancelled", 3)
        assert world.tidied == [job.pk]

    def test_what_is_over_stays(self, world):
        job = start()
        work(job)
        with pytest.raises(creation.Ended):
            operations.cancel(job_id=job.pk, reader=rita(), at=AT)

    def test_somebody_elses_is_not_there(self, world):
        job = start()
        other = ListReader(frozenset({"trip.edit"}), "UTC", AT, 999)
        with pytest.raises(queries.JobNotFound):
            operations.cancel(job_id=job.pk, reader=other, at=AT)


def test_makes_room_after_a_slice_and_comes_back_at_once(world, monkeypatch):
    monkeypatch.setattr(worker, "SLICE", -1)
    job = start()
    first = work(job)

    assert (first.done_cnt, first.lease) == (3, None)
    assert DueJob.objects.get(kind="jobs.work").next_at == AT


def test_not_more_than_five_at_once(world):
    for _ in range(5):
        start()
    with pytest.raises(operations.TooMany):
        start()


def test_starting_needs_the_permission_of_the_kind(world):
    with pytest.raises(Forbidden):
        start(ListReader(frozenset({"trip.view"}), "UTC", AT, rita().avatar_id))


class TestOverHttp:
    def test_looked_at_and_cancelled(self, world, client_for):
        job, staff = start(), owner_of(client_for)
        assert [row["id"] for row in staff.get("/api/jobs/get").json()["data"]] == [job.pk]
        answer = staff.get(f"/api/job/{job.pk}/get")
        assert answer.json()["status"] == "queued"
        fresh = staff.get(f"/api/job/{job.pk}/get", HTTP_IF_NONE_MATCH=answer["ETag"])
        assert fresh.status_code == 304

        ended = staff.post(f"/api/job/{job.pk}/cancel")

        assert ended.json()["status"] == "cancelled"
        assert_error(staff.post(f"/api/job/{job.pk}/cancel"), 409, "already_done")
        assert_error(staff.get("/api/job/999999/get"), 404, "not_found")
        assert_error(client_for("reef").get("/api/jobs/get"), 401, "unauthenticated")
        assert_error(owner_of(client_for, "peak").get(f"/api/job/{job.pk}/get"), 404, "not_found")


def test_work_that_kills_its_worker_ends(world):
    world.fail_at, world.problem = 3, SystemExit()
    job = start()
    for minute in range(worker.MAX_FAILURES):
        with pytest.raises(SystemExit):
            work(job, after=61 * minute)

    done = work(job, after=61 * worker.MAX_FAILURES)

    assert (done.status, done.done_cnt) == ("failed", 3)
    assert world.tidied == [job.pk]
    assert not DueJob.objects.filter(kind="jobs.work").exists()


def test_a_worker_that_died_once_is_forgiven(world):
    world.fail_at, world.problem = 3, SystemExit()
    job = start()
    with pytest.raises(SystemExit):
        work(job)
    world.fail_at = None

    assert work(job, after=61).failure_cnt == 0


def test_a_cancelled_job_that_waited_leaves_nothing_behind(world):
    job = start()

    operations.cancel(job_id=job.pk, reader=rita(), at=AT)

    assert world.tidied == [job.pk]
