"""The stand-ins for partners are one program with other options."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Final

import pytest

INFRA: Final = Path(__file__).resolve().parents[2] / "infra"
OPTIONS: Final = {
    "twilio_double": ["--account", "AC1", "--token", "secret"],
    "ses_double": ["--key", "AKIA1", "--product", "1"],
    "slack_double": [
        *("--product", "http://localhost:1", "--client-id", "a"),
        *("--client-secret", "b", "--signing-secret", "c"),
    ],
    "mailchimp_double": ["--client-id", "a", "--client-secret", "b"],
    "callrail_double": ["--account-id", "a", "--api-key", "b", "--signing-key", "c"],
    "dialpad_double": ["--api-key", "a", "--secret", "b"],
    "hubspot_double": ["--token", "a", "--client-secret", "b", "--product", "http://localhost:1"],
    "stripe_double": [],
}


def start(double: str, port: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", double, "--port", str(port), *OPTIONS[double]],
        env={**os.environ, "PYTHONPATH": str(INFRA)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("double", OPTIONS)
def test_one_says_where_it_is_and_ends_when_it_is_told_to(double: str) -> None:
    with start(double, 0) as running:
        assert running.stdout is not None
        said = running.stdout.readline()
        base = said.split(" on ")[1].strip()
        with urllib.request.urlopen(f"{base}/healthz", timeout=10) as answer:
            assert answer.status == 200
        running.send_signal(signal.SIGTERM)
        assert running.wait(timeout=15) == 0
    assert "a stand-in" in said


def test_a_taken_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start("twilio_double", port) as running:
            _, complaint = running.communicate(timeout=15)
    assert (running.returncode, complaint) == (1, f"twilio-double: port {port}: Address already in use\n")
