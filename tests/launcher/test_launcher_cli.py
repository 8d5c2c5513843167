"""The commands inside the virtual environment, as the launcher calls them."""

import json
import os
import subprocess
import sys

import pytest

from outfitter import cli, diagnostics


def run(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command with nothing in the environment but what is given."""
    return subprocess.run(
        [sys.executable, "-m", "outfitter.cli", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.defpath, **env},
    )


@pytest.mark.rules
def test_a_missing_setting_is_one_clear_line() -> None:
    ended = run("migrate")
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "is not set" in ended.stderr
    assert "./outfitter --help" in ended.stderr


@pytest.mark.rules
@pytest.mark.parametrize("arguments", [[], ["dance"]])
def test_an_unknown_command_is_answered_with_the_list(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    shown = capsys.readouterr().err
    for name in ("migrate", "seed", "openapi", "plugin", "shell", "doctor", "bench"):
        assert name in shown


@pytest.mark.rules
def test_an_unknown_measurement_is_answered_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.bench(["nothing-like-this"]) == 2
    assert capsys.readouterr().err.startswith("usage: ./outfitter bench {")


@pytest.mark.usefixtures("db")
def test_the_doctor_finds_a_sound_database() -> None:
    rows = {row["subject"]: row for row in diagnostics.look()}
    for subject in ("Database", "Pooler", "Timeouts", "Migrations"):
        assert rows[subject]["state"] == diagnostics.OK, rows[subject]
    assert rows["Queues"]["finding"].startswith("more than a minute late: 0 ")
    assert rows["Shield"]["finding"].startswith("bodies: 5 s and 8192 bytes/s, 120 s and 12 MB")
    assert set(rows) == {
        "Database",
        "Pooler",
        "Timeouts",
        "Broker",
        "Migrations",
        "Queues",
        "Webhooks",
        "Audit log",
        "Shield",
    }


@pytest.mark.rules
def test_the_doctor_tells_of_a_limit_that_makes_no_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFITTER_WEB_THREADS", "some")
    told = diagnostics.row(diagnostics.PROBLEM, "Shield", "OUTFITTER_WEB_THREADS must be a whole number")
    assert diagnostics.shield() == [told]


@pytest.mark.rules
def test_the_doctor_asks_for_the_proxy_in_production(settings: object) -> None:
    settings.IS_DEVELOPMENT = False  # type: ignore[attr-defined]
    assert [row["subject"] for row in diagnostics.shield()] == ["Shield", "Proxy"]
    settings.TRUSTED_PROXIES = ["10.0.0.1"]  # type: ignore[attr-defined]
    assert [row["subject"] for row in diagnostics.shield()] == ["Shield"]


@pytest.mark.usefixtures("db")
def test_the_doctor_tells_of_a_broker_that_does_not_answer(
    settings: object, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"  # type: ignore[attr-defined]
    assert cli.doctor(["--json"]) == 1
    rows = {row["subject"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["Broker"]["state"] == diagnostics.PROBLEM


@pytest.mark.usefixtures("db")
def test_a_shell_for_nobody_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.shell(["--account", "nobody-here"]) == 1
    assert capsys.readouterr().err == "There is no operator 'nobody-here'.\n"


@pytest.mark.usefixtures("reef")
def test_a_shell_works_inside_the_operators_schema(capsys: pytest.CaptureFixture[str]) -> None:
    code = "from django.db import connection; print(connection.schema_name)"
    assert cli.shell(["--account", "reef", "-c", code]) == 0
    assert capsys.readouterr().out.strip() == "t_reef"
