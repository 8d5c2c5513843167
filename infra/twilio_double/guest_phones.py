"""The texts of the stand-in, and what it refuses."""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

TOO_MANY = 20429
NUMBER = re.compile(r"(?:whatsapp:)?\+[1-9][0-9]{6,14}")
WHATSAPP = "whatsapp:"
CONTENT = re.compile(r"HX[0-9a-f]{32}")
WINDOW = timedelta(hours=24)
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
    content: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def is_whatsapp(self) -> bool:
        """Tell whether it goes by WhatsApp."""
        return self.to.startswith(WHATSAPP)


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
        content = form.get("ContentSid", "")
        self._check(to, sender or form.get("MessagingServiceSid", ""), body or content)
        made = Text(
            f"{'MM' if content else 'SM'}{secrets.token_hex(16)}",
            "out",
            sender,
            to,
            body,
            "queued",
            form.get("StatusCallback", ""),
            content,
            _variables(content, form.get("ContentVariables", "")),
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
        if to.startswith(WHATSAPP) != sender.startswith(WHATSAPP):
            raise Refused(21910, "Invalid From and To pair. From and To should be of the same channel")
        if to.endswith("0005"):
            raise Refused(TOO_MANY, "Too Many Requests")
        with self._lock:
            is_stopped = to in self._stopped or to.endswith("0004")
        if is_stopped:
            raise Refused(21610, "Attempt to send to unsubscribed recipient")

    def trouble_of(self, text: Text) -> int:
        """Return Twilio's number for why a text that was taken does not arrive; 0: it does."""
        if not text.is_whatsapp:
            return 30003 if text.to.endswith("0007") else 0
        if text.to.endswith("0003"):
            return 63003
        if text.to.endswith("0008"):
            return 63018
        if text.content:
            return 63027 if text.content.endswith("0000") else 0
        with self._lock:
            wrote = [one.at for one in self._texts if one.direction == "in" and one.sender == text.to]
        return 0 if wrote and max(wrote) > text.at - WINDOW else 63016

    def find(self, sid: str) -> Text | None:
        """Return one text."""
        with self._lock:
            return next((one for one in self._texts if one.sid == sid), None)

    def write_back(self, sid: str, body: str, *, whatsapp: str = "") -> Text | None:
        """
        Keep what a guest answers to a text, and whether they want more; None: there is no such text.

        `whatsapp` is the operator's number there, for who answers an SMS by WhatsApp.
        """
        with self._lock:
            found = next((one for one in self._texts if one.sid == sid), None)
            if found is None:
                return None
            sender, to = found.to, found.sender
            if whatsapp and not found.is_whatsapp:
                sender, to = f"{WHATSAPP}{sender}", f"{WHATSAPP}{whatsapp}"
            made = Text(f"SM{secrets.token_hex(16)}", "in", sender, to, body, "received", found.callback)
            self._texts.append(made)
            word = body.strip().upper()
            if word in STOP:
                self._stopped.add(sender)
            elif word in START:
                self._stopped.discard(sender)
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


def _variables(content: str, text: str) -> dict[str, str]:
    if content and not CONTENT.fullmatch(content):
        raise Refused(21655, f"The ContentSid {content} is invalid")
    if text and not content:
        raise Refused(21654, "ContentSid is required")
    try:
        found = json.loads(text or "{}")
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(found.values()):
        raise Refused(21656, "The ContentVariables parameter is invalid")
    return {str(name): str(value) for name, value in found.items()}
