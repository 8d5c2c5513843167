"""The real server, told to end: it says so first, finishes what it has, and then ends by itself."""

import json
import signal
import subprocess
import time
import urllib.error
import urllib.request

from bench._slow_clients import HOST, free_port
from bench._slow_clients import shielded as command
from tests.shield.test_server import server_environment


def ask(port: int, path: str) -> tuple[int, dict[str, object]]:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}{path}", timeout=5) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.loads(refusal.read())
    except OSError:
        return 0, {}


def wait_until(port: int, path: str, status: int, seconds: float) -> dict[str, object]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found, said = ask(port, path)
        if found == status:
            return said
        time.sleep(0.1)
    raise AssertionError(f"{path} did not answer {status} within {seconds} seconds")


def test_it_serves_on_while_it_is_said_not_to_be_ready(django_db_setup: None) -> None:
    port = free_port()
    env = server_environment() | {"OUTFITTER_DRAIN_SECONDS": "4"}
    with subprocess.Popen(
        command(port), env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            wait_until(port, "/livez", 200, 60)
            server.send_signal(signal.SIGTERM)
            assert wait_until(port, "/readyz", 503, 3)["reason"] == "draining"
            assert ask(port, "/healthz")[0] == 200
            assert server.wait(30) == 0
            assert ask(port, "/livez")[0] == 0
        finally:
            if server.poll() is None:
                server.kill()
