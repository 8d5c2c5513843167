"""The account of the stand-in: its audiences, who is in them, and who is told of what happens there."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

NAME = "Harbor newsletter"
AUDIENCES = {"a1b2c3d4e5": "Guests", "f6a7b8c9d0": "Locals"}


class Refused(Exception):
    """Mailchimp's problem document."""

    def __init__(self, status: int, title: str, detail: str = "", errors: tuple[Any, ...] = ()) -> None:
        """Carry what the document says."""
        super().__init__(title)
        self.status, self.title, self.detail, self.errors = status, title, detail, errors


@dataclass(slots=True)
class Member:
    """One address in an audience."""

    email: str
    status: str
    merge_fields: dict[str, Any] = field(default_factory=dict)
    language: str = ""
    tags: list[str] = field(default_factory=list)


class Account:
    """Everything there is; safe between threads."""

    def __init__(self) -> None:
        """Begin with two empty audiences."""
        self._lock = threading.RLock()
        self._codes: dict[str, str] = {}
        self._tokens: set[str] = set()
        self.members: dict[str, dict[str, Member]] = {one: {} for one in AUDIENCES}
        self.webhooks: dict[str, dict[str, dict[str, Any]]] = {one: {} for one in AUDIENCES}
        # What the next calls answer instead: a status.
        self.moods: list[int] = []

    def grant(self, redirect_uri: str) -> str:
        """Return a code for somebody who said yes."""
        code = secrets.token_hex(12)
        with self._lock:
            self._codes[code] = redirect_uri
        return code

    def exchange(self, code: str, redirect_uri: str) -> str | None:
        """Return a token for a code, once; None when it is none."""
        with self._lock:
            if self._codes.pop(code, None) != redirect_uri:
                return None
            token = secrets.token_hex(16)
            self._tokens.add(token)
        return token

    def is_known(self, token: str) -> bool:
        """Return whether a token is good."""
        with self._lock:
            return token in self._tokens

    def end_tokens(self) -> None:
        """Accept no token any more, as when the owner takes the app out."""
        with self._lock:
            self._tokens.clear()

    def require(self, token: str) -> None:
        """
        Check a token.

        :raises Refused: it is none, or as the mood is
        """
        with self._lock:
            mood = self.moods.pop(0) if self.moods else 0
        if mood:
            raise Refused(mood, "Mood")
        if not self.is_known(token):
            raise Refused(401, "API Key Invalid")

    def audience(self, list_id: str) -> dict[str, Member]:
        """
        Return who is in an audience, by hash.

        :raises Refused: there is no such audience
        """
        if list_id not in self.members:
            raise Refused(404, "Resource Not Found")
        return self.members[list_id]

    def put(self, list_id: str, member: str, body: Mapping[str, Any]) -> Member:
        """
        Add somebody, or bring them up to date.

        :raises Refused: as Mailchimp would
        """
        email = str(body.get("email_address") or "")
        if email.startswith("gone"):
            raise Refused(400, "Forgotten Email Not Subscribed", f"{email} was permanently deleted")
        if email.startswith("wrong"):
            problem = ({"field": "FNAME", "message": "This value is too odd."},)
            raise Refused(400, "Invalid Resource", "Your merge fields were invalid.", problem)
        with self._lock:
            found = self.audience(list_id)
            known = found.get(member)
            if known is None or known.status == "archived":
                known = found[member] = Member(email, str(body["status_if_new"]))
            elif known.status in {"unsubscribed", "cleaned"} and body.get("status") == "subscribed":
                raise Refused(400, "Member In Compliance State", f"{email} is in a compliance state")
            known.merge_fields |= dict(body.get("merge_fields") or {})
            known.language = str(body.get("language") or known.language)
        return known

    def change(self, list_id: str, member: str, status: str) -> Member:
        """
        Set somebody's status.

        :raises Refused: they are not there
        """
        with self._lock:
            found = self.audience(list_id).get(member)
            if found is None or found.status == "archived":
                raise Refused(404, "Resource Not Found")
            found.status = status
        return found

    def tag(self, list_id: str, member: str, tags: list[Mapping[str, str]]) -> None:
        """
        Give and take tags.

        :raises Refused: they are not there
        """
        with self._lock:
            found = self.audience(list_id).get(member)
            if found is None:
                raise Refused(404, "Resource Not Found")
            for one in tags:
                if one["status"] == "active" and one["name"] not in found.tags:
                    found.tags.append(one["name"])
                elif one["status"] == "inactive" and one["name"] in found.tags:
                    found.tags.remove(one["name"])
