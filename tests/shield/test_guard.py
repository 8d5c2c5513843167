"""Production starts behind the shield or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from launcher import application
from outfitter.db import pooler
from outfitter.shield import server

pytestmark = pytest.mark.rules
ROOT = Path(__file__).parents[2]
PLAIN = "from django.core.wsgi import get_wsgi_application; get_wsgi_application()"
ASYNC = "from django.core.asgi import get_asgi_application; get_asgi_application()"
OURS = "from outfitter.shield.server import application; print(type(application()).__name__)"


def start(code: str, settings: str) -> subprocess.CompletedProcess[str]:
    """Load an application in a process of its own."""
    env = {
        "PATH": os.defpath,
        "DJANGO_SETTINGS_MODULE": f"outfitter.settings.{settings}",
        "OUTFITTER_SECRET_KEY": "k" * 50,
        "DATABASE_URL": "postgresql:///x?host=/nonexistent",
        "OUTFITTER_FIELD_KEYS": "dGVzdC1vbmx5LWtleS10aGF0LXByb3RlY3RzLW5vdGg=",
        "REDIS_URL": "redis://127.0.0.1:1",
    }
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("code", [PLAIN, ASYNC])
def test_no_other_server_serves_production(code: str) -> None:
    ended = start(code, "prod")
    assert ended.returncode == 1
    assert "./outfitter serve" in ended.stderr.splitlines()[-1]


def test_the_shield_serves_production() -> None:
    ended = start(OURS, "prod")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "Shield\n"


def test_a_wrong_limit_stops_the_server_in_one_line() -> None:
    env = {"PATH": os.defpath, "OUTFITTER_BODIES": "many"}
    ended = subprocess.run(
        [sys.executable, "-m", "outfitter.shield"], env=env, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr == "OUTFITTER_BODIES must be a whole number\n"


def test_nothing_exports_an_application_without_the_shield() -> None:
    """Only the guarded loader and what measures the shield's cost may make Django's own."""
    made = [
        str(path.relative_to(ROOT))
        for top in ("platform", "tenants", "signup", "plugins", "infra")
        for path in sorted((ROOT / top).rglob("*.py"))
        if "get_wsgi_application" in path.read_text(encoding="utf-8")
        or "get_asgi_application" in path.read_text(encoding="utf-8")
    ]
    assert made == [
        "platform/outfitter/shield/startup_check.py",
        "infra/bench/_calls.py",
        "infra/bench/_plain_server.py",
        "infra/bench/_site.py",
    ]


def test_the_launcher_starts_nothing_else() -> None:
    web = application._web({"OUTFITTER_PORT": "8000"})
    assert list(web.argv[1:3]) == ["-m", "outfitter.shield"]


def test_a_pooler_that_leaks_stops_the_server_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> None:
        raise pooler.LeakingPooler("Set track_extra_parameters.")

    monkeypatch.setattr(pooler, "require_safe", refuse)
    assert server.main(["--port", "1"]) == 1
    assert capsys.readouterr().err == "Not started. Set track_extra_parameters.\n"
