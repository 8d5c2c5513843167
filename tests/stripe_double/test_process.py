"""The stand-in as the launcher runs it: a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import stripe

from tests.stripe_double.local_double import eventually

INFRA = Path(__file__).resolve().parents[2] / "infra"


def _start(*arguments: str, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "stripe_double", *arguments],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(INFRA), **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize(
    "env", [{"OUTFITTER_ENV": "prod"}, {"DJANGO_SETTINGS_MODULE": "outfitter.settings.prod"}]
)
def test_production_is_refused(env: dict[str, str]) -> None:
    process = _start(**env)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 1
    assert "these are production settings" in output


def test_nothing_of_it_can_be_imported_in_production() -> None:
    process = subprocess.run(
        [sys.executable, "-c", "import stripe_double.api"],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(INFRA), "OUTFITTER_ENV": "production"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "ImportError" in process.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--webhook-url", "https://example.com/x", "--webhook-secret", "whsec_x"],
        ["--webhook-url", "http://localhost:1/x", "--webhook-secret", "nonsense"],
    ],
)
def test_events_stay_on_this_machine(arguments: list[str]) -> None:
    process = _start(*arguments)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 2
    assert "--webhook" in output


def test_kill_and_restart_lose_nothing(tmp_path: Path) -> None:
    port, state = _free_port(), tmp_path / "stripe.json"
    base = f"http://127.0.0.1:{port}"
    arguments = ("--port", str(port), "--state", str(state))

    def is_up() -> bool:
        try:
            with urllib.request.urlopen(f"{base}/healthz") as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    first = _start(*arguments)
    eventually(is_up)
    library = stripe.StripeClient("sk_test_x", base_addresses={"api": base}).v1
    intent = library.payment_intents.create({"amount": 2000, "currency": "usd"})
    busy = _start(*arguments)
    assert f"port {port}" in busy.communicate(timeout=20)[0]
    first.kill()
    first.communicate()
    second = _start(*arguments)
    eventually(is_up)
    assert library.payment_intents.retrieve(intent.id).amount == 2000
    second.send_signal(signal.SIGTERM)
    output, _ = second.communicate(timeout=20)
    assert second.returncode == 0
    assert "no money moves" in output.splitlines()[0]
