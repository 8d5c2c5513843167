"""Sends events to the webhook address, signed as Stripe signs, until they are accepted."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException

from stripe_double import due
from stripe_double.store import Record
from stripe_double.world import World

FIRST_WAIT, LONGEST_WAIT = 0.25, 10.0
GIVE_UP_SECONDS = 3 * 86400
TIMEOUT_SECONDS = 10.0
# A development machine's proxy settings must not carry deliveries elsewhere.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def sign(payload: bytes, secret: str, timestamp: int) -> str:
    """Return the `Stripe-Signature` header of a body."""
    signed = hmac.new(secret.encode(), b"%d." % timestamp + payload, hashlib.sha256)
    return f"t={timestamp},v1={signed.hexdigest()}"


@dataclass
class Receiver:
    """Where events go, and what both sides sign with."""

    url: str
    secret: str

    def send(self, event: Record, timestamp: int) -> str:
        """Deliver one event; return "" when it was accepted, else what was wrong."""
        payload = json.dumps(event, indent=2).encode()
        request = urllib.request.Request(
            self.url,
            data=payload,
            headers={
                "Content-Type": "application/json; charset=utf-8",
                "User-Agent": "Stripe/1.0 (stand-in; no money moves)",
                "Stripe-Signature": sign(payload, self.secret, timestamp),
            },
        )
        try:
            with _OPENER.open(request, timeout=TIMEOUT_SECONDS) as answer:
                answer.read(4096)
        except urllib.error.HTTPError as problem:
            return f"answered {problem.code}"
        except (OSError, HTTPException) as problem:
            return f"not reachable: {getattr(problem, 'reason', problem)}"
        return ""


class Courier(threading.Thread):
    """Delivers what is waiting and does the bank's own steps, in the background."""

    def __init__(self, world: World, receiver: Receiver | None) -> None:
        """Prepare. Without a receiver, events can only be listed."""
        super().__init__(name="courier", daemon=True)
        self.world, self.receiver = world, receiver
        self._is_ending = False

    def end(self) -> None:
        """Stop after the delivery that is under way."""
        self._is_ending = True
        self.world.changed.set()

    def run(self) -> None:
        """Work until told to end."""
        while not self._is_ending:
            self.world.changed.clear()
            try:
                self._round()
            except OSError as problem:
                # A full disk keeps us from noting what was delivered; it will be delivered again.
                print(f"stripe-double: {problem}", flush=True)
            self.world.changed.wait(self._pause())

    def _round(self) -> None:
        self._do_steps()
        for key, event, copies in self._take():
            if self._is_ending:
                return
            self._deliver(key, event, copies)

    def _do_steps(self) -> None:
        with self.world.lock:
            due.run(self.world)
            self.world.store.commit()

    def _take(self) -> list[tuple[str, Record, int]]:
        if self.receiver is None:
            return []
        with self.world.lock:
            if self.world.faults.is_paused:
                return []
            ready = [
                (key, self.world.store.get("event", key), row["copies"])
                for key, row in self.world.store.rows("delivery")
                if row["state"] == "waiting" and row["next_at"] <= self.world.clock()
            ]
        return [(key, event, copies) for key, event, copies in ready if event is not None]

    def _deliver(self, key: str, event: Record, copies: int) -> None:
        if self.receiver is None or self.world.faults.is_paused:
            return
        problem = ""
        for _ in range(copies):
            problem = problem or self.receiver.send(event, int(self.world.clock()))
        with self.world.lock:
            row = self.world.store.get("delivery", key)
            if row is not None:
                self._note(key, dict(row), event, problem)
                self.world.store.commit()

    def _note(self, key: str, row: Record, event: Record, problem: str) -> None:
        now = self.world.clock()
        row |= {"attempts": row["attempts"] + 1, "problem": problem}
        if not problem:
            row |= {"state": "delivered", "copies": 1}
            event["pending_webhooks"] = 0
            self.world.store.put("event", key, event)
        elif now - row["since"] > GIVE_UP_SECONDS:
            row["state"] = "failed"
        else:
            wait = min(FIRST_WAIT * 2 ** min(row["attempts"] - 1, 10), LONGEST_WAIT)
            row["next_at"] = now + wait
        self.world.store.put("delivery", key, row)

    def _pause(self) -> float:
        with self.world.lock:
            waiting = [
                row["next_at"]
                for _, row in self.world.store.rows("delivery")
                if row["state"] == "waiting" and not self.world.faults.is_paused
            ]
            step = due.next_at(self.world)
            waits = [moment - self.world.clock() for moment in waiting if self.receiver]
            if step is not None:
                waits.append(step - self.world.moment())
        return min(max(min(waits, default=1.0), 0.0), 1.0)
