"""
How fast a hundred thousand departures are changed at once: the difference first, then the job.

Every rule reaches eighteen months ahead with twelve departures a day. The job is worked on as a
worker does it, chunk after chunk, each in a transaction of its own.
"""

import resource
import time
from typing import Any, Final

from bench._bench_database import analyze, make_experiences, make_times, stage
from bench._report import Row, main, sized

# Twelve departures a day for 548 days each: a little more than a hundred thousand. Below 20,000 a change is
# made at once, without a job.
RULES: Final = sized(16, quick=4)


def run() -> list[Row]:
    """Measure a bulk edit: its preview, the change, and the same change again."""
    with stage():
        began = time.perf_counter()
        cnt = sum(make_times(each, days=None) for each in make_experiences(RULES))
        made = time.perf_counter() - began
        analyze()
        rows = [Row(f"{cnt:,} departures of {RULES} rules, made", made, "s")]
        rows += _measure("the difference, as a job", is_dry_run=True, capacity=9)
        rows += _measure("fewer seats and a note on each", capacity=9, note="Bring a hat")
        rows += _measure("the same again: nothing to write", capacity=9, note="Bring a hat")
        rows += _measure("other times: all made anew", times=_later())
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return [*rows, Row("most memory", peak, "MB")]


def _later() -> list[Any]:
    from datetime import time as clock

    return [clock(8 + number, 30) for number in range(12)]


def _measure(name: str, *, is_dry_run: bool = False, **changes: Any) -> list[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.jobs import operations as jobs
    from outfitter_tenants.jobs import queries
    from outfitter_tenants.scheduling.operations import bulk_edits

    reader = _manager()
    call = bulk_edits.preview if is_dry_run else bulk_edits.start
    began = time.perf_counter()
    found = call(wanted=bulk_edits.RuleFilter(), changes=changes, reader=reader, name="Bench", at=utc_now())  # type: ignore[arg-type]
    answered = time.perf_counter() - began
    job, slices = found.job, 0
    while job is not None and job.status in queries.OPEN:
        jobs.work_on({"job_id": job.id}, utc_now(), clock=utc_now)
        job = queries.get_job(job_id=job.id, reader=reader)
        slices += 1
    took = time.perf_counter() - began
    if job is None or (job.status, job.done_cnt) != ("done", job.total_cnt):
        raise RuntimeError(f"the job did not end well: {job}")
    return [
        Row(f"{name}: asked", answered * 1000, "ms"),
        Row(f"{name}: done in {slices} turns of a worker", took, "s"),
        Row(f"{name}: departures", job.done_cnt / took, "a second"),
    ]


def _manager() -> Any:
    """Return somebody who may set experiences up: the job asks their role at every chunk."""
    from outfitter.db.lists import ListReader
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.people.models import Role, UserAvatar

    role = Role.objects.get(slug="manager")
    person, _ = UserAvatar.objects.get_or_create(
        email="bench@example.com", defaults={"name": "Bench", "role": role}
    )
    return ListReader(frozenset(role.permissions), "America/New_York", utc_now(), person.pk)


if __name__ == "__main__":
    main(run)
