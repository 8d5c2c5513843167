"""What the stand-in remembers: calls, and where an operator wants to hear of them."""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

EVENTS = ("precall", "postcall", "webhook")
TRACKING = "+13055550100"


@dataclass
class TrackedCall:
    """One call; `seconds` is None while it goes on."""

    id: str
    caller: str
    called: str
    name: str
    source: str
    direction: str
    started_at: datetime
    seconds: int | None = None
    is_answered: bool = False
    is_voicemail: bool = False
    is_recorded: bool = True
    tags: list[str] = field(default_factory=list)
    note: str = ""

    @property
    def is_over(self) -> bool:
        """Return whether somebody hung up."""
        return self.seconds is not None

    def kind(self) -> str:
        """Return CallRail's word for what became of a call."""
        if self.direction == "outbound":
            return "outbound"
        if self.is_voicemail:
            return "voicemail"
        return "answered" if self.is_answered else "missed"

    def told(self, base: str) -> dict[str, Any]:
        """Return the call as CallRail tells it; what is known at its end is there from then on."""
        start = self.started_at.isoformat(timespec="milliseconds")
        found: dict[str, Any] = {
            "resource_id": self.id,
            "answered": self.is_answered,
            "call_type": self.kind(),
            "direction": self.direction,
            "customer_name": self.name,
            "customer_phone_number": self.caller,
            "tracking_phone_number": self.called,
            "source_name": self.source,
            "created_at": start,
            "start_time": start,
            "duration": str(self.seconds or 0),
            "voicemail": self.is_voicemail,
            "company_resource_id": "COM0000000000000000000000000000000a",
            "timestamp": start,
        }
        if not self.is_over:
            return found
        has_recording = self.is_recorded and (self.is_answered or self.is_voicemail)
        recording = f"{base}/calls/{self.id}/recording/redirect?access_key=stand-in"
        return {
            **found,
            "recording": recording if has_recording else None,
            "recording_duration": self.seconds if has_recording else None,
            "formatted_tracking_source": self.source,
            "transcription": "Guest: Do you have seats tomorrow?" if self.is_answered else "",
            "tags": list(self.tags),
            "note": self.note,
        }


class CallBook:
    """Calls in the order they came, and the addresses that are told of them."""

    def __init__(self) -> None:
        """Begin with no calls and no addresses."""
        self.calls: dict[str, TrackedCall] = {}
        self.addresses: dict[str, str] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def begin(self, asked: dict[str, str]) -> TrackedCall:
        """Let a phone ring."""
        with self._lock:
            key = f"CAL{next(self._numbers):032x}"
            self.calls[key] = TrackedCall(
                id=key,
                caller=asked.get("from", ""),
                called=asked.get("to") or TRACKING,
                name=asked.get("name", ""),
                source=asked.get("source") or "Google Ads",
                direction="outbound" if asked.get("direction") == "outbound" else "inbound",
                started_at=datetime.now(UTC),
            )
            return self.calls[key]

    def end(self, call: TrackedCall, asked: dict[str, str]) -> None:
        """Hang up: answered after so many seconds, or not."""
        how = asked.get("how", "answered")
        call.is_answered, call.is_voicemail = how == "answered", how == "voicemail"
        spent = int((datetime.now(UTC) - call.started_at) / timedelta(seconds=1))
        call.seconds = int(asked.get("seconds") or spent)

    def newest_first(self) -> list[TrackedCall]:
        """Return the calls, the newest first."""
        return list(reversed(self.calls.values()))
