"""The workspace of the stand-in: who may speak in it, its channels, and what was posted."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

TEAM = {"id": "T0HARBOR", "name": "Harbor workspace"}
USER = {"id": "U0KIM", "username": "kim", "name": "kim", "team_id": TEAM["id"]}
CHANNELS = (
    {"id": "C0BOOKINGS", "name": "bookings", "is_private": False, "is_archived": False},
    {"id": "C0CREW", "name": "crew", "is_private": False, "is_archived": False},
    {"id": "G0OFFICE", "name": "office", "is_private": True, "is_archived": False},
)
# So that paging is needed, as in a workspace of any size.
PAGE = 2


class Refused(Exception):
    """Slack's `ok: false`, or a 429 with `seconds` to wait."""

    def __init__(self, error: str, seconds: int = 0) -> None:
        """Carry Slack's word."""
        super().__init__(error)
        self.error, self.seconds = error, seconds


@dataclass(slots=True)
class Posted:
    """One message in a channel."""

    channel: str
    ts: str
    text: str
    blocks: list[Any] = field(default_factory=list)


class Workspace:
    """Everything the app may do and did here; safe between threads."""

    def __init__(self) -> None:
        """Begin empty."""
        self._lock = threading.Lock()
        self._codes: dict[str, str] = {}
        self._tokens: set[str] = set()
        self._posted: list[Posted] = []
        # What the next calls answer instead: an error's word, or "429".
        self.moods: list[str] = []
        # For how many seconds a "429" asks to wait.
        self.wait = 1

    def grant(self, redirect_uri: str) -> str:
        """Return a code for somebody who said yes."""
        code = secrets.token_hex(12)
        with self._lock:
            self._codes[code] = redirect_uri
        return code

    def exchange(self, code: str, redirect_uri: str) -> str:
        """
        Return a bot's token for a code, once.

        :raises Refused: it is none, was used, or is for another address
        """
        with self._lock:
            wanted = self._codes.pop(code, None)
            if wanted is None:
                raise Refused("invalid_code")
            if wanted != redirect_uri:
                raise Refused("bad_redirect_uri")
            token = f"xoxb-{secrets.token_hex(16)}"
            self._tokens.add(token)
        return token

    def require(self, token: str) -> None:
        """
        Check a token.

        :raises Refused: it is none, or as the mood is
        """
        with self._lock:
            mood = self.moods.pop(0) if self.moods else ""
            is_known = token in self._tokens
        if mood == "429":
            raise Refused("ratelimited", self.wait)
        if mood:
            raise Refused(mood)
        if not is_known:
            raise Refused("invalid_auth" if token else "not_authed")

    def revoke(self, token: str) -> None:
        """Accept a token no longer."""
        with self._lock:
            self._tokens.discard(token)

    def post(self, body: Mapping[str, Any]) -> Posted:
        """
        Keep a message.

        :raises Refused: there is no such channel, or nothing in it
        """
        channel, text = str(body.get("channel") or ""), str(body.get("text") or "")
        if channel not in {one["id"] for one in CHANNELS}:
            raise Refused("channel_not_found")
        if not text and not body.get("blocks"):
            raise Refused("no_text")
        if len(text) > 40_000:
            raise Refused("msg_too_long")
        with self._lock:
            ts = f"{int(time.time())}.{len(self._posted):06d}"
            made = Posted(channel, ts, text, list(body.get("blocks") or []))
            self._posted.append(made)
        return made

    def update(self, body: Mapping[str, Any]) -> Posted:
        """
        Replace a message.

        :raises Refused: there is none
        """
        with self._lock:
            for one in self._posted:
                if (one.channel, one.ts) == (body.get("channel"), body.get("ts")):
                    one.text, one.blocks = str(body.get("text") or ""), list(body.get("blocks") or [])
                    return one
        raise Refused("message_not_found")

    def newest_first(self) -> list[Posted]:
        """Return everything, the newest first."""
        with self._lock:
            return list(reversed(self._posted))
