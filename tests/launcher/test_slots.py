"""Jobs side by side: the longest first, nobody before what it needs, nobody left behind."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from launcher import slots
from launcher.errors import Stopped
from launcher.paths import Var
from launcher.slots import Job, News, Slots
from launcher.steps import Steps
from launcher.supervisor import Stop

pytestmark = pytest.mark.rules
Work = Callable[[], bool]


class Diary:
    """Notes which jobs began and ended, and lets the test decide when they end."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.most = 0
        self.slots = 0
        self.lock = threading.Lock()
        self.gates: dict[str, threading.Event] = {}

    def job(self, name: str, *, is_well: bool = True, waits: bool = False, **more: object) -> Job:
        """Return a job that notes itself; one that waits ends when its gate opens."""
        gate = self.gates.setdefault(name, threading.Event())
        wide = int(str(more.get("slots", 1)))

        def work() -> bool:
            with self.lock:
                self.began.append(name)
                self.slots += wide
                self.most = max(self.most, self.slots)
            if waits:
                assert gate.wait(10)
            with self.lock:
                self.slots -= wide
            return is_well

        return Job(name, work, **more)  # type: ignore[arg-type]


@pytest.fixture
def diary() -> Diary:
    """Nothing has begun."""
    return Diary()


def run(jobs: list[Job], count: int, meanwhile: Callable[[], None] = lambda: None) -> Slots:
    """Run jobs to their end."""
    made = Slots(jobs, count=count, stop=Stop())
    made.run(meanwhile)
    return made


def test_the_longest_begins_first(diary: Diary) -> None:
    run([diary.job("a", seconds=1), diary.job("c", seconds=9), diary.job("b", seconds=5)], 1)
    assert diary.began == ["c", "b", "a"]


def test_what_others_wait_for_counts_with_them(diary: Diary) -> None:
    jobs = [
        diary.job("long", seconds=50),
        diary.job("browser", seconds=60, needs=("product",)),
        diary.job("product", seconds=4, needs=("build",)),
        diary.job("build", seconds=2),
    ]
    run(jobs, 1)
    assert diary.began == ["build", "product", "browser", "long"]


def test_nothing_begins_before_what_it_needs_and_never_more_than_fits(diary: Diary) -> None:
    jobs = [diary.job(f"j{n}", seconds=n, slots=1 + n % 2) for n in range(12)]
    jobs += [diary.job("last", seconds=99, needs=[f"j{n}" for n in range(12)])]
    run(jobs, 3)
    assert diary.began[-1] == "last"
    assert diary.most <= 3


def test_a_need_that_is_not_part_of_this_run_is_none(diary: Diary) -> None:
    run([diary.job("typecheck", needs=("build",))], 1)
    assert diary.began == ["typecheck"]


def test_one_that_fails_stops_only_what_needs_it(diary: Diary) -> None:
    jobs = [
        diary.job("cluster", is_well=False, seconds=9),
        diary.job("db", needs=("cluster",)),
        diary.job("routes", needs=("db",)),
        diary.job("lint"),
    ]
    made = run(jobs, 1)
    assert diary.began == ["cluster", "lint"]
    assert made.ended == {"cluster": False, "db": False, "routes": False, "lint": True}


def test_a_wide_job_is_overtaken_only_where_it_has_no_need(diary: Diary) -> None:
    """Beside `first` two small ones would fit, but then `wide` would wait for them as well."""
    names = [f"small{n}" for n in range(4)]
    jobs = [
        diary.job("first", seconds=99, slots=2, waits=True),
        diary.job("wide", seconds=50, slots=3),
        *(diary.job(name, seconds=1, waits=True) for name in names),
    ]

    def open_gates() -> None:
        if len(diary.began) > 1:
            diary.gates["first"].set()
        if "wide" in diary.began:
            for name in names:
                diary.gates[name].set()

    run(jobs, 4, open_gates)
    assert diary.began[:3] == ["first", "small0", "wide"]


def test_a_job_that_wants_more_than_there_is_takes_everything(diary: Diary) -> None:
    run([diary.job("db", slots=5), diary.job("lint")], 2)
    assert sorted(diary.began) == ["db", "lint"]


def test_stop_ends_every_program_and_nothing_more_begins(tmp_path: Path, diary: Diary) -> None:
    stop = Stop()
    asleep = [sys.executable, "-c", "import time; time.sleep(60)"]

    def sleeper(name: str) -> Work:
        def work() -> bool:
            Steps(Var(tmp_path), stop=stop, say=str, log=name).attempt(asleep)
            return True

        return work

    jobs = [Job(name, sleeper(name), seconds=9) for name in ("db", "mypy")]
    made = Slots([*jobs, diary.job("late")], count=2, stop=stop)

    def ask() -> None:
        if len(list((tmp_path / "run").glob("step-*.pid.json"))) == 2:
            stop.is_asked = True

    began = time.monotonic()
    with pytest.raises(Stopped):
        made.run(ask)
    assert time.monotonic() - began < 20
    assert diary.began == []
    assert list((tmp_path / "run").glob("*.pid.json")) == []


def test_a_fault_of_the_launcher_is_raised_and_the_others_are_ended(diary: Diary) -> None:
    stop = Stop()

    def broken() -> bool:
        raise ZeroDivisionError

    def patient() -> bool:
        while not stop.is_asked:
            time.sleep(0.01)
        raise Stopped

    with pytest.raises(ZeroDivisionError):
        Slots([Job("a", broken), Job("b", patient)], count=2, stop=stop).run()


def test_jobs_that_wait_for_each_other_are_told(diary: Diary) -> None:
    jobs = [diary.job("a"), diary.job("b", needs=("c",)), diary.job("c")]
    made = Slots(jobs, count=1, stop=Stop())
    made.names.add("elsewhere")
    made.waiting.append(diary.job("d", needs=("elsewhere",)))
    with pytest.raises(ValueError, match="wait for each other"):
        made.run()


def test_what_is_under_way_is_told_when_it_is_time(diary: Diary) -> None:
    said: list[str] = []
    early: list[str] = []
    at_once, later = News(said.append, 0.0), News(early.append, 60.0)
    made = Slots([diary.job("web", waits=True)], count=1, stop=Stop())

    def tell() -> None:
        at_once.tell(made)
        later.tell(made)
        diary.gates["web"].set()

    made.run(tell)
    told = len(said)
    at_once.tell(made)
    assert said == ["... web (0 s)"] * told
    assert early == []


def test_the_number_of_processors_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFITTER_SLOTS", "3")
    assert slots.processors() == 3
    monkeypatch.setenv("OUTFITTER_SLOTS", "many")
    assert 1 <= slots.processors() <= slots.MOST_WORKERS
    assert [slots.places(n) for n in (1, 2, 4, 8)] == [2, 3, 6, 12]
