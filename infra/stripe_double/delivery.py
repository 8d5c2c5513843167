"""Sends events to the webhook addresses, signed as Stripe signs, until they are accepted."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException

from stripe_double import scheduled_steps, webhook_queue
from stripe_double.store import Record
from stripe_double.world import Endpoint, World

FIRST_WAIT, LONGEST_WAIT = 0.25, 10.0
GIVE_UP_SECONDS = 3 * 86400
TIMEOUT_SECONDS = 10.0
# A development machine's proxy settings must not carry deliveries elsewhere.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def sign(payload: bytes, timestamp: int, *secrets: str) -> str:
    """Return the `Stripe-Signature` header of a body; several secrets while one is replaced."""
    signed = b"%d." % timestamp + payload
    marks = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets]
    return ",".join([f"t={timestamp}", *(f"v1={mark}" for mark in marks)])


@dataclass
class Receiver:
    """The address that the stand-in is started with, and what both sides sign with."""

    url: str
    secret: str


def send(endpoint: Endpoint, event: Record, timestamp: int, *, is_spoiled: bool = False) -> str:
    """Deliver one event; return "" when it was accepted, else what was wrong."""
    payload = json.dumps(event, indent=2).encode()
    secrets = ("whsec_of_somebody_else",) if is_spoiled else endpoint.secrets
    request = urllib.request.Request(
        endpoint.url,
        data=payload,
        headers={
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": "Stripe/1.0 (stand-in; no money moves)",
            "Stripe-Signature": sign(payload, timestamp, *secrets),
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
        """Prepare. Without any address, events can only be listed."""
        super().__init__(name="courier", daemon=True)
        self.world = world
        if receiver is not None:
            world.own_endpoint = Endpoint(webhook_queue.OWN, receiver.url, (receiver.secret,))
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
                self.round()
            except OSError as problem:
                # A full disk keeps us from noting what was delivered; it will be delivered again.
                print(f"stripe-double: {problem}", flush=True)
            self.world.changed.wait(self._pause())

    def round(self) -> None:
        """Do what is due, then deliver what is waiting, once."""
        with self.world.lock:
            scheduled_steps.run_due_steps(self.world)
            self.world.store.commit()
            rows = [] if self.world.faults.is_paused else webhook_queue.ready(self.world)
        for key, row in rows:
            if self._is_ending or self.world.faults.is_paused:
                return
            self._deliver(key, row)

    def _deliver(self, key: str, row: Record) -> None:
        with self.world.lock:
            event = self.world.store.get("event", row["event"])
            found = {endpoint.key: endpoint for endpoint in webhook_queue.endpoints(self.world)}
            endpoint = found.get(row["endpoint"])
        if event is None or endpoint is None:
            with self.world.lock:
                self.world.store.remove("delivery", key)
            return
        moment = int(self.world.clock()) - int(row.get("age", 0))
        problem = ""
        for _ in range(row["copies"]):
            spoiled = bool(row.get("is_spoiled"))
            problem = problem or send(endpoint, event, moment, is_spoiled=spoiled)
        with self.world.lock:
            kept = self.world.store.get("delivery", key)
            if kept is not None:
                self._note(key, dict(kept), event, problem)
                self.world.store.commit()

    def _note(self, key: str, row: Record, event: Record, problem: str) -> None:
        now = self.world.clock()
        row |= {"attempts": row["attempts"] + 1, "problem": problem}
        is_forged = bool(row.get("is_spoiled") or row.get("age"))
        if not problem:
            row |= {"state": "delivered", "copies": 1}
        elif is_forged or now - row["since"] > GIVE_UP_SECONDS:
            row["state"] = "failed"
        else:
            wait = min(FIRST_WAIT * 2 ** min(row["attempts"] - 1, 10), LONGEST_WAIT)
            row["next_at"] = now + wait
        self.world.store.put("delivery", key, row)
        open_rows = webhook_queue.of_event(self.world, event["id"])
        event["pending_webhooks"] = sum(r["state"] != "delivered" for _, r in open_rows)
        self.world.store.put("event", event["id"], event)

    def _pause(self) -> float:
        with self.world.lock:
            waits = [
                row["next_at"] - self.world.clock()
                for _, row in self.world.store.rows("delivery")
                if row["state"] == "waiting" and "event" in row and not self.world.faults.is_paused
            ]
            step = scheduled_steps.next_at(self.world)
            if step is not None:
                waits.append(step - self.world.moment())
        return min(max(min(waits, default=1.0), 0.0), 1.0)
