"""The agent itself: one job after the other, each step on disk before it is taken."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Mapping

from print_agent.journal import ENDINGS, Entry, Journal
from print_agent.network_printer import NetworkPrinter, PrinterAway, PrinterLost, send
from print_agent.office import Away, Job, Office, Refused

# Seconds between two questions, and while the office is away.
EVERY = 1.0
REST = 5.0
BEAT = 30.0


class Agent:
    """Takes jobs of one device and sends them to printers by name."""

    def __init__(
        self,
        office: Office,
        printers: Mapping[str, NetworkPrinter],
        journal: Journal,
        say: Callable[[str], None] = print,
    ) -> None:
        self.office, self.printers, self.journal, self.say = office, printers, journal, say
        self.beaten_at: float | None = None

    def run(self) -> None:
        """Print until somebody ends the program.

        :raises Refused: the device was revoked, or is another machine's
        """
        while True:
            try:
                time.sleep(0 if self.step() else EVERY)
            except Away as problem:
                self.say(f"The office can't be reached ({problem}). Trying again.")
                time.sleep(REST)

    def step(self) -> bool:
        """Do one thing: end what a crash left, say that we are here, or print a job; tell whether one was.

        :raises Refused: the device was revoked, or is another machine's
        :raises Away: the office can't be reached
        """
        left = self.journal.read()
        if left is not None:
            self._end(left.job_id, left.claim, ENDINGS.get(left.step, "unclear"), "agent_restarted")
            return True
        now = time.monotonic()
        if self.beaten_at is None or now - self.beaten_at > BEAT:
            self.office.beat()
            self.beaten_at = now
        job = self.office.claim()
        if job is None:
            return False
        self._print(job)
        return True

    def _print(self, job: Job) -> None:
        self._note(job, "taken")
        printer = self._printer(job.printer_name)
        if printer is None:
            self.say(f"{job.title}: no printer is called {job.printer_name!r} here.")
            self._end(job.id, job.claim, "failed", "unknown_printer")
            return
        try:
            connection = printer.connect()
        except PrinterAway as problem:
            self.say(f"{job.title}: the printer doesn't answer ({problem}).")
            self._end(job.id, job.claim, "not_sent", "printer_away")
            return
        self._note(job, "sending")
        try:
            send(connection, base64.b64decode(job.data_base64))
        except PrinterLost as problem:
            self.say(f"{job.title}: the connection broke ({problem}). Check the printer.")
            self._end(job.id, job.claim, "unclear", "connection_lost")
            return
        self._note(job, "sent")
        self.say(f"{job.title}: printed.")
        self._end(job.id, job.claim, "printed", "")

    def _printer(self, name: str) -> NetworkPrinter | None:
        if not name and len(self.printers) == 1:
            return next(iter(self.printers.values()))
        return self.printers.get(name)

    def _note(self, job: Job, step: str) -> None:
        self.journal.write(Entry(job.id, job.claim, step))

    def _end(self, job_id: int, claim: str, ending: str, error: str) -> None:
        try:
            self.office.end(job_id, claim, ending, error)
        except Refused as problem:
            # Somebody decided meanwhile, or it is forgotten: nothing is left to say.
            if problem.code not in {"print_job_taken", "not_found"}:
                raise
        self.journal.clear()
