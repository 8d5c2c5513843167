"""What the stand-in remembers: calls, webhooks, and which states each webhook is told of."""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

LINE = "+13055550101"


def now_ms() -> int:
    """Return Dialpad's clock: milliseconds since 1970."""
    return int(datetime.now(UTC).timestamp() * 1000)


@dataclass
class DialpadCall:
    """One call; instants are milliseconds, 0 until they are known."""

    id: int
    direction: str
    external: str
    internal: str
    name: str
    started: int
    connected: int = 0
    ended: int = 0
    is_voicemail: bool = False

    def event(self, state: str, base: str) -> dict[str, Any]:
        """Return the event of a state, as Dialpad tells it."""
        found: dict[str, Any] = {
            "call_id": self.id,
            "state": state,
            "direction": self.direction,
            "external_number": self.external,
            "internal_number": self.internal,
            "date_started": self.started,
            "date_rang": self.started,
            "date_connected": self.connected or None,
            "date_ended": self.ended or None,
            "talk_time": float(self.ended - self.connected) if self.ended and self.connected else 0.0,
            "event_timestamp": now_ms(),
            "contact": {"type": "local", "name": self.name or self.external, "phone": self.external},
            "target": {"type": "office", "name": "Front desk"},
            "entry_point_call_id": None,
            "master_call_id": None,
            "labels": [],
        }
        if self.is_voicemail:
            found["voicemail_link"] = f"{base}/recordings/{self.id}.wav"
        elif self.ended and self.connected:
            url = f"{base}/recordings/{self.id}.wav"
            found["recording_details"] = [{"id": str(self.id), "recording_type": "callrecording", "url": url}]
        return found


class Switchboard:
    """Calls and who is told of them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.calls: dict[int, DialpadCall] = {}
        self.webhooks: dict[int, dict[str, Any]] = {}
        self.subscriptions: list[dict[str, Any]] = []
        self._numbers = itertools.count(4_923_740_001)
        self._lock = threading.Lock()

    def begin(self, asked: dict[str, str]) -> DialpadCall:
        """Let a phone ring."""
        with self._lock:
            key = next(self._numbers)
        direction = "outbound" if asked.get("direction") == "outbound" else "inbound"
        made = DialpadCall(
            key, direction, asked.get("from", ""), asked.get("to") or LINE, asked.get("name", ""), now_ms()
        )
        self.calls[key] = made
        return made

    def add_webhook(self, url: str, secret: str) -> dict[str, Any]:
        """Remember where to post, and what with."""
        with self._lock:
            key = next(self._numbers)
        signature = {"algo": "HS256", "secret": secret, "type": "jwt"}
        self.webhooks[key] = {"id": str(key), "hook_url": url, "signature": signature}
        return self.webhooks[key]

    def subscribe(self, endpoint: int, states: list[str]) -> dict[str, Any] | None:
        """Tell a webhook of these states from now on; None when there is no such webhook."""
        if endpoint not in self.webhooks:
            return None
        with self._lock:
            key = next(self._numbers)
        made = {"id": str(key), "call_states": states, "enabled": True, "webhook": self.webhooks[endpoint]}
        self.subscriptions.append(made)
        return made

    def endpoints(self, state: str) -> list[dict[str, Any]]:
        """Return the webhooks that are told of a state."""
        return [one["webhook"] for one in self.subscriptions if state in one["call_states"]]
