"""Jobs side by side, within the processors there are: the longest way to the end begins first."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from launcher.errors import Stopped
from launcher.supervisor import Stop

MOST_WORKERS = 8
PAUSE = 0.05
NEWS_SECONDS = 30.0


def processors() -> int:
    """Return how many processors this process may use: 1 to 8, or what OUTFITTER_SLOTS says."""
    asked = os.environ.get("OUTFITTER_SLOTS", "")
    if asked.isdigit() and int(asked):
        return int(asked)
    mine = getattr(os, "sched_getaffinity", None)
    found = len(mine(0)) if mine else os.cpu_count() or 1
    return min(found, MOST_WORKERS)


def places(workers: int) -> int:
    """Return how many slots there are: some more than processors, for tests wait now and then."""
    return workers + max(1, workers // 2)


@dataclass(frozen=True)
class Job:
    """Something to do.

    :param work: does it; False when what needs it cannot be done.
    :param slots: how many of the slots it takes.
    :param seconds: how long it took the last time, or may take.
    :param needs: names of jobs that must have been done well before it, where they are there.
    """

    name: str
    work: Callable[[], bool]
    slots: int = 1
    seconds: float = 1.0
    needs: Sequence[str] = ()


@dataclass
class _Running:
    job: Job
    thread: threading.Thread
    since: float
    has_overtaken: bool


class Slots:
    """Runs jobs, each in a thread of its own; a job that fails stops only what needs it."""

    def __init__(self, jobs: Sequence[Job], *, count: int, stop: Stop) -> None:
        """Prepare; nothing starts yet.

        :param count: how many slots there are.
        :param stop: once somebody asked, nothing more begins; jobs look at it themselves.
        """
        self.count = count
        self.asked = stop
        self.names = {job.name for job in jobs}
        self.waiting = sorted(jobs, key=lambda job: -_way(job, jobs))
        self.running: dict[str, _Running] = {}
        self.ended: dict[str, bool] = {}
        self.problem: BaseException | None = None
        self.news = threading.Event()

    def run(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Run everything to its end.

        :param meanwhile: called again and again in the calling thread.
        :raises Stopped: somebody asked to stop; every job has ended by then.
        """
        try:
            self._go_on(meanwhile)
        except BaseException:
            self.asked.is_asked = True
            for one in self.running.values():
                one.thread.join()
            raise
        if self.problem is not None:
            raise self.problem
        if self.asked.is_asked:
            raise Stopped

    def _go_on(self, meanwhile: Callable[[], None]) -> None:
        while self.waiting or self.running:
            self._collect()
            if self.asked.is_asked:
                self.waiting.clear()
            self._begin()
            if self.waiting and not self.running:
                raise ValueError(f"Jobs wait for each other: {[job.name for job in self.waiting]}")
            meanwhile()
            self.news.wait(PAUSE)
            self.news.clear()

    def under_way(self) -> list[tuple[str, float]]:
        """Return what runs and for how many seconds, the oldest first."""
        now = time.monotonic()
        return [(one.job.name, now - one.since) for one in self.running.values()]

    def _collect(self) -> None:
        for name, one in list(self.running.items()):
            if name in self.ended:
                one.thread.join()
                del self.running[name]
        while lost := [job for job in self.waiting if self._is_lost(job)]:
            for job in lost:
                self.waiting.remove(job)
                self.ended[job.name] = False

    def _begin(self) -> None:
        """Start what fits, the longest way first.

        A job that waits for room is overtaken only in slots that it will not need itself.
        """
        free = self.count - sum(self._slots(one.job) for one in self.running.values())
        spare = self.count
        for job in [job for job in self.waiting if self._is_ready(job)]:
            slots = self._slots(job)
            if slots > free or slots > spare:
                taken = sum(self._slots(o.job) for o in self.running.values() if o.has_overtaken)
                spare = min(spare, self.count - slots - taken)
                continue
            free -= slots
            has_overtaken = spare < self.count
            spare -= slots if has_overtaken else 0
            self.waiting.remove(job)
            self._start(job, has_overtaken=has_overtaken)

    def _slots(self, job: Job) -> int:
        return min(job.slots, self.count)

    def _is_ready(self, job: Job) -> bool:
        needed = self.names.intersection(job.needs)
        return all(self.ended.get(name) and name not in self.running for name in needed)

    def _is_lost(self, job: Job) -> bool:
        return any(self.ended.get(name) is False for name in job.needs)

    def _start(self, job: Job, *, has_overtaken: bool) -> None:
        thread = threading.Thread(target=self._work, args=(job,), name=job.name)
        self.running[job.name] = _Running(job, thread, time.monotonic(), has_overtaken)
        thread.start()

    def _work(self, job: Job) -> None:
        is_well = False
        try:
            is_well = job.work()
        except Stopped:
            pass
        except BaseException as problem:
            # A fault of ours: everything ends, and it is raised where people see it.
            self.problem = self.problem or problem
            self.asked.is_asked = True
        self.ended[job.name] = is_well
        self.news.set()


class News:
    """Tells now and then what is under way, so that nobody takes a long wait for a fault."""

    def __init__(self, say: Callable[[str], None], seconds: float = NEWS_SECONDS) -> None:
        """Begin to count; nothing is told before that many seconds have passed."""
        self.say = say
        self.seconds = seconds
        self.told_at = time.monotonic()

    def tell(self, slots: Slots) -> None:
        """Tell, where it is time and something runs."""
        if time.monotonic() - self.told_at < self.seconds:
            return
        self.told_at = time.monotonic()
        if told := ", ".join(f"{name} ({seconds:.0f} s)" for name, seconds in slots.under_way()):
            self.say(f"... {told}")


def _way(job: Job, jobs: Sequence[Job]) -> float:
    """Return the seconds from the beginning of a job to the end of what waits for it."""
    return job.seconds + max((_way(one, jobs) for one in jobs if job.name in one.needs), default=0)
