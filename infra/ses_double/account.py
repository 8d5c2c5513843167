"""The account of the stand-in: what it was given to send, what it refuses, and whom it knows as bounced."""

from __future__ import annotations

import base64
import binascii
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

MOST_BYTES = 40_000_000
VERIFIED = "outfitter.example"


class Refused(Exception):
    """Amazon's error: `code` in a header, `message` in the body."""

    def __init__(self, status: int, code: str, message: str) -> None:
        """Carry the status, Amazon's name and its words."""
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass(slots=True)
class Mail:
    """One mail; `host` is the operator's, whom news of it go to."""

    id: str
    sender: str
    to: str
    raw: bytes
    reference: str
    host: str
    status: str = "sent"
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def name(self) -> str:
        """Return what stands before the @, in lower case."""
        return self.to.partition("@")[0].lower()


class Account:
    """Everything that was sent, and the suppression list; safe between threads."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lock = threading.Lock()
        self._mails: list[Mail] = []
        self._suppressed: dict[str, tuple[str, datetime]] = {}

    def take(self, body: Mapping[str, Any]) -> Mail:
        """
        Keep a mail that is to go out.

        :raises Refused: as SES would
        """
        sender = str(body.get("FromEmailAddress", ""))
        to = [str(one) for one in body.get("Destination", {}).get("ToAddresses", [])]
        try:
            raw = base64.b64decode(body["Content"]["Raw"]["Data"], validate=True)
        except (KeyError, TypeError, binascii.Error):
            raise Refused(400, "BadRequestException", "Only raw content is known here.") from None
        if len(to) != 1:
            raise Refused(400, "BadRequestException", "One recipient is known here.")
        tags = {str(one.get("Name")): str(one.get("Value")) for one in body.get("EmailTags", [])}
        made = Mail(secrets.token_hex(20), sender, to[0], raw, tags.get("message", ""), tags.get("host", ""))
        self._check(made)
        with self._lock:
            self._mails.append(made)
        return made

    def _check(self, mail: Mail) -> None:
        if len(mail.raw) > MOST_BYTES:
            raise Refused(400, "MessageRejected", "Message too large.")
        if mail.name.startswith("throttle"):
            raise Refused(429, "TooManyRequestsException", "Maximum sending rate exceeded.")
        if mail.name.startswith("reject"):
            raise Refused(400, "MessageRejected", "Bad content")
        if not mail.sender.endswith(f"@{VERIFIED}") or mail.name.startswith("unverified"):
            raise Refused(400, "MessageRejected", f"Email address is not verified: {mail.sender}")

    def mark(self, mail: Mail, status: str) -> None:
        """Note what became of a mail."""
        with self._lock:
            mail.status = status

    def newest_first(self) -> list[Mail]:
        """Return every mail, the newest first."""
        with self._lock:
            return list(reversed(self._mails))

    def suppress(self, address: str, reason: str) -> None:
        """Put an address on the list: `reason` is BOUNCE or COMPLAINT."""
        with self._lock:
            self._suppressed[address.lower()] = (reason, datetime.now(UTC))

    def find_suppressed(self, address: str) -> dict[str, Any] | None:
        """Return an address as the list has it, None when it isn't there."""
        with self._lock:
            found = self._suppressed.get(address.lower())
        return None if found is None else _listed(address.lower(), *found)

    def forget(self, address: str) -> bool:
        """Take an address off the list; returns whether it was there."""
        with self._lock:
            return self._suppressed.pop(address.lower(), None) is not None

    def suppressed(self) -> list[dict[str, Any]]:
        """Return the whole list."""
        with self._lock:
            return [_listed(address, *found) for address, found in sorted(self._suppressed.items())]


def _listed(address: str, reason: str, at: datetime) -> dict[str, Any]:
    return {"EmailAddress": address, "Reason": reason, "LastUpdateTime": at.timestamp()}
