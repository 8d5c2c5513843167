"""
The whole running product: web server, worker, beat, database, broker and the Stripe stand-in.

`./outfitter test e2e` starts one and names its folder in OUTFITTER_E2E_VAR. A plain `pytest
tests/e2e` starts its own with `./outfitter up`, in a folder of its own, and ends it.
"""

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from tests.e2e.support.client import Client
from tests.e2e.support.commands import Commands
from tests.e2e.support.wait_conditions import wait_for

ROOT = Path(__file__).resolve().parents[3]
LAUNCHER = ROOT / "outfitter"
OUT = ROOT / "web" / "out"
COMPLAINT = re.compile(r'\b(ERROR|CRITICAL|Traceback)\b|failed \(attempt|" 5\d\d ')


class Stack:
    """A running product, found by its state folder."""

    def __init__(self, var: Path) -> None:
        self.var = var
        state = json.loads((var / "run" / "state.json").read_text())
        self.env: dict[str, str] = state["environment"]
        self.port = int(self.env["OUTFITTER_PORT"])
        self.pid = int(state["pid"])
        self.commands = Commands(self.env)
        self.apex_url = f"http://localhost:{self.port}"
        logs = [var / "log" / f"{name}.log" for name in ("web", "worker", "beat")]
        # Logs of earlier runs in the same folder are none of our business.
        self.logs = {log: log.stat().st_size for log in logs}

    def tenant_url(self, slug: str) -> str:
        """Return where an operator's screens and widget are."""
        return f"http://{slug}.localhost:{self.port}"

    def client(self, slug: str = "") -> Client:
        """Return a visitor of an operator's host, or of the platform's own."""
        return Client(f"{slug}.localhost" if slug else "localhost", self.port)

    @property
    def stripe(self) -> Client:
        """Return the control interface of the Stripe stand-in."""
        return Client("127.0.0.1", int(self.env["STRIPE_API_BASE"].rpartition(":")[2]))

    def pay_at_gateway(self, client_secret: str) -> None:
        """Pay an intent with a good card at the Stripe stand-in, as its own page would."""
        gateway_id = client_secret.partition("_secret_")[0]
        url = f"{self.env['STRIPE_API_BASE']}/v1/payment_intents/{gateway_id}/confirm"
        request = urllib.request.Request(
            url,
            data=b"payment_method=pm_card_visa",
            headers={"Authorization": f"Bearer {self.env['STRIPE_SECRET_KEY']}"},
        )
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            assert json.load(answer)["status"] == "succeeded"

    @property
    def logins(self) -> dict[str, Any]:
        """Return the logins of the demonstration operator, by name."""
        found: dict[str, Any] = json.loads((self.var / "seed.json").read_text())
        return found

    def mailbox(self, to: str = "") -> list[dict[str, Any]]:
        """Return the mails that were sent, newest last; to one address when it is given."""
        mails: list[dict[str, Any]] = self.client().get("/_dev/mail/messages")
        mails = [mail for mail in mails if to in json.dumps(mail["to"])]
        return sorted(mails, key=lambda mail: str(mail["sent_at"]))

    def sql(self, query: str, *values: Any, schema: str = "public") -> list[dict[str, Any]]:
        """Run one statement in a schema of the product's database and return its rows."""
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True, row_factory=dict_row) as connection:
            connection.execute("SELECT set_config('search_path', %s, false)", [schema])
            cursor = connection.execute(query, values)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []

    def schema_of(self, slug: str) -> str:
        """Return the schema of an operator."""
        query = "SELECT schema_name FROM accounts_account WHERE slug = %s"
        return str(self.sql(query, slug)[0]["schema_name"])

    def _process(self, name: str) -> dict[str, Any] | None:
        try:
            found: dict[str, Any] = json.loads((self.var / "run" / f"{name}.pid.json").read_text())
        except (OSError, ValueError):
            return None
        return found

    def kill_worker(self) -> int:
        """Kill the worker and its children at once (kill -9); return its process id."""
        process = self._process("worker")
        assert process is not None, "no worker runs"
        os.killpg(int(process["pid"]), signal.SIGKILL)
        return int(process["pid"])

    def wait_for_new_worker(self, old: int) -> None:
        """Wait until the supervisor has started another worker."""

        def is_new() -> bool:
            process = self._process("worker")
            return process is not None and int(process["pid"]) != old

        wait_for(is_new, "a new worker")

    def complaints(self) -> list[str]:
        """Return what the processes wrote about errors of theirs since we look."""
        found: list[str] = []
        for log, before in self.logs.items():
            lines = log.read_bytes()[before:].decode(errors="replace").splitlines()
            found += [f"{log.name}: {line[:400]}" for line in lines if COMPLAINT.search(line)]
        return found

    def processes(self) -> list[int]:
        """Return the ids of all processes that belong to this product, launcher included."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                found += [int(entry.name)] if self._owns(entry) else []
        return found

    def _owns(self, entry: Path) -> bool:
        wanted = f"OUTFITTER_VAR={self.var}".encode()
        try:
            if entry.joinpath("stat").read_text().rpartition(")")[2].split()[0] in "ZX":
                return False
            words = entry.joinpath("cmdline").read_bytes()
            if str(self.var).encode() in words:
                return True
            return wanted in entry.joinpath("environ").read_bytes().split(b"\0")
        except OSError:
            return False


class Launch:
    """`./outfitter up` as a person would start it, in a folder of its own."""

    def __init__(self, var: Path, port: int | None = None) -> None:
        self.var = var
        self.port = port or free_port()
        self.output = var.parent / f"{var.name}-launcher.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.seconds = 0.0

    def start(self, seconds: float = 400.0) -> Stack:
        """Start everything and wait until it is ready; `seconds` tells how long that took."""
        began = time.monotonic()
        env = {key: text for key, text in os.environ.items() if not key.startswith(NOT_PASSED_ON)}
        env |= {"OUTFITTER_VAR": str(self.var), "OUTFITTER_PORT": str(self.port)}
        with self.output.open("ab") as log:
            self.process = subprocess.Popen(
                [str(LAUNCHER), "up"],
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for(self._is_ready, f"./outfitter up (see {self.output})", seconds)
        self.seconds = time.monotonic() - began
        return Stack(self.var)

    def _is_ready(self) -> bool:
        assert self.process is not None
        said = self.output.read_text(errors="replace")
        assert self.process.poll() is None, f"./outfitter up ended:\n{said[-3000:]}"
        try:
            state = json.loads((self.var / "run" / "state.json").read_text())
        except (OSError, ValueError):
            return False
        return self._is_of_this_run(int(state["pid"])) and "Outfitter is running" in said

    def _is_of_this_run(self, pid: int) -> bool:
        assert self.process is not None
        try:
            return os.getpgid(pid) == os.getpgid(self.process.pid)
        except ProcessLookupError:
            return False

    def signal(self, number: int) -> int:
        """Send a signal to the launcher alone, wait for its end and return its exit code."""
        assert self.process is not None
        os.kill(self.process.pid, number)
        return self.process.wait(60)

    def end(self) -> None:
        """End it in good order, whatever state it is in."""
        if self.process is not None and self.process.poll() is None:
            self.signal(signal.SIGINT)


NOT_PASSED_ON = ("OUTFITTER_", "STRIPE_", "DATABASE_URL", "REDIS_URL", "DJANGO_", "PYTEST_")


def free_port() -> int:
    """Return a port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
