"""The texts of the stand-in, and what it refuses."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

TOO_MANY = 20429
NUMBER = re.compile(r"\+[1-9][0-9]{6,14}")
STOP = frozenset({"STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"})
START = frozenset({"START", "YES", "UNSTOP"})


class Refused(Exception):
    """Twilio's error: `code` in the body, always with status 400, or 429."""

    def __init__(self, code: int, message: str) -> None:
        """Carry Twilio's number and words."""
        super().__init__(message)
        self.code, self.message = code, message


@dataclass(slots=True)
class Text:
    """One text, from the operator ("out") or from a guest ("in")."""

    sid: str
    direction: str
    sender: str
    to: str
    body: str
    status: str
    callback: str = ""
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Phones:
    """Everything that was texted, and who wants no more of it; safe between threads."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lock = threading.Lock()
        self._texts: list[Text] = []
        self._stopped: set[str] = set()

    def take(self, form: Mapping[str, str]) -> Text:
        """
        Keep a text that is to go out.

        :raises Refused: as Twilio would
        """
        to, sender, body = form.get("To", ""), form.get("From", ""), form.get("Body", "")
        self._check(to, sender or form.get("MessagingServiceSid", ""), body)
        made = Text(
            f"SM{secrets.token_hex(16)}", "out", sender, to, body, "queued", form.get("StatusCallback", "")
        )
        with self._lock:
            self._texts.append(made)
        return made

    def _check(self, to: str, sender: str, body: str) -> None:
        if not sender:
            raise Refused(21603, "A 'From' phone number is required.")
        if not body:
            raise Refused(21602, "Message body is required.")
        if len(body) > 1600:
            raise Refused(21617, "The concatenated message body exceeds the 1600 character limit.")
        if not NUMBER.fullmatch(to) or to.endswith("0001"):
            raise Refused(21211, f"Invalid 'To' Phone Number: {to}")
        if to.endswith("0009"):
            raise Refused(21614, f"'To' number is not a valid mobile number: {to}")
        if to.endswith("0005"):
            raise Refused(TOO_MANY, "Too Many Requests")
        with self._lock:
            is_stopped = to in self._stopped or to.endswith("0004")
        if is_stopped:
            raise Refused(21610, "Attempt to send to unsubscribed recipient")

    def write_back(self, sid: str, body: str) -> Text | None:
        """Keep what a guest answers to a text, and whether they want more; None: there is no such text."""
        with self._lock:
            found = next((one for one in self._texts if one.sid == sid), None)
            if found is None:
                return None
            made = Text(
                f"SM{secrets.token_hex(16)}", "in", found.to, found.sender, body, "received", found.callback
            )
            self._texts.append(made)
            word = body.strip().upper()
            if word in STOP:
                self._stopped.add(found.to)
            elif word in START:
                self._stopped.discard(found.to)
        return made

    def mark(self, sid: str, status: str) -> None:
        """Note how far a text has come."""
        with self._lock:
            for one in self._texts:
                if one.sid == sid:
                    one.status = status

    def newest_first(self) -> list[Text]:
        """Return everything, the newest first."""
        with self._lock:
            return list(reversed(self._texts))
