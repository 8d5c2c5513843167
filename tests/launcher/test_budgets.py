"""A section that takes far more than its share fails the run; a slow machine has larger shares."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from launcher import budgets, processes
from launcher.budgets import CORE_SECONDS, Scale
from launcher.paths import Var
from launcher.sections import ALL, Result
from launcher.steps import Steps
from launcher.supervisor import Stop

pytestmark = pytest.mark.rules


def spent(section: str, *seconds: float) -> list[Result]:
    """Return checks of a section that took so many core seconds."""
    return [Result(section, f"check {n}", 1, 0, 1.0, core_seconds=s) for n, s in enumerate(seconds)]


@pytest.mark.parametrize(("percent", "is_held"), [(99, True), (149, True), (151, False)])
def test_a_wide_margin_is_allowed_and_no_more(percent: int, is_held: bool) -> None:
    whole = CORE_SECONDS["db"] * percent / 100
    lines, problems = budgets.held(spent("db", whole * 0.4, whole * 0.6), Scale())
    assert f"({percent}%)" in lines[-1]
    assert (problems == {}) is is_held
    if not is_held:
        assert list(problems) == ["db"]
        assert "core seconds" in problems["db"]
        assert "infra/launcher/budgets.py" in problems["db"]


def test_a_slow_machine_has_more_and_a_fast_one_less() -> None:
    twice = spent("web", CORE_SECONDS["web"] * 2.0)
    assert budgets.held(twice, Scale(1.0))[1]
    assert not budgets.held(twice, Scale(2.0))[1]
    same = spent("web", float(CORE_SECONDS["web"]))
    assert budgets.held(same, Scale(0.5))[1]


def test_part_of_a_run_is_held_against_nothing() -> None:
    assert budgets.held(spent("db", 1e6), None) == ([], {})


def test_every_section_of_a_whole_run_has_a_budget() -> None:
    assert set(CORE_SECONDS) == set(ALL)


def test_the_pace_is_measured_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "_round", lambda: 0.5)
    assert budgets.pace() == pytest.approx(0.5 / budgets.REFERENCE_SECONDS)
    monkeypatch.setattr(budgets, "_round", lambda: 100.0)
    assert budgets.pace() == max(budgets.PACES)
    monkeypatch.setattr(budgets, "_round", lambda: 0.0)
    assert budgets.pace() == min(budgets.PACES)


def test_a_program_is_charged_with_what_its_children_took(tmp_path: Path) -> None:
    steps = Steps(Var(tmp_path), stop=Stop(), say=str)
    inner = "while __import__('time').process_time() < 0.4: pass"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    assert steps.attempt([sys.executable, "-c", outer])[0] == 0
    assert 0.4 <= steps.core_seconds < 5


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not tell")
def test_servers_are_charged_with_everything_below_them() -> None:
    inner = "while __import__('time').process_time() < 0.4: pass"
    outer = (
        "import subprocess, sys, time\n"
        f"subprocess.run([sys.executable, '-c', {inner!r}])\n"
        "print('on', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", outer], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        server.stdout.readline()
        assert 0.39 <= processes.core_seconds([server.pid]) < 5
        server.kill()
    assert processes.core_seconds([]) == 0
    assert processes.core_seconds([os.getpid()]) > time.process_time() / 2
