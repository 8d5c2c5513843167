"""The account of the stand-in: its rows, pipeline and articles, and what the next calls answer instead."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

PORTAL = 8675309
APP = 54321
# HubSpot's own pipeline of sales: (id, label, probability).
STAGES = (
    ("appointmentscheduled", "Appointment Scheduled", "0.2"),
    ("qualifiedtobuy", "Qualified To Buy", "0.4"),
    ("presentationscheduled", "Presentation Scheduled", "0.6"),
    ("decisionmakerboughtin", "Decision Maker Bought-In", "0.8"),
    ("contractsent", "Contract Sent", "0.9"),
    ("closedwon", "Closed Won", "1.0"),
    ("closedlost", "Closed Lost", "0.0"),
)
KINDS = ("companies", "deals")
BUILT_IN = {
    "companies": {"name", "domain"},
    "deals": {"dealname", "pipeline", "dealstage", "amount", "closedate", "closed_lost_reason"},
}
ARTICLES = (
    ("501", "Set up <span class='hs-search-highlight'>refunds</span> &amp; credits", "Money", "https"),
    ("502", "Refunds for partners", "Money", "javascript"),
)


class Refused(Exception):
    """HubSpot's error document."""

    def __init__(
        self, status: int, message: str, category: str, headers: Mapping[str, str] | None = None
    ) -> None:
        """Carry what the document says."""
        super().__init__(message)
        self.status, self.message, self.category = status, message, category
        self.headers = dict(headers or {})


@dataclass(slots=True)
class Row:
    """One company or deal."""

    id: str
    properties: dict[str, str]
    created_at: datetime
    updated_at: datetime
    companies: set[str] = field(default_factory=set)
    is_archived: bool = False

    def shown(self) -> dict[str, Any]:
        """Return the row as HubSpot shows it."""
        return {
            "id": self.id,
            "properties": dict(self.properties),
            "createdAt": moment(self.created_at),
            "updatedAt": moment(self.updated_at),
            "archived": self.is_archived,
        }


class Portal:
    """Everything there is; safe between threads."""

    def __init__(self, token: str) -> None:
        """Begin with no rows and no properties but HubSpot's own."""
        self.lock = threading.RLock()
        self.token = token
        self.rows: dict[str, dict[str, Row]] = {kind: {} for kind in KINDS}
        self.properties = {kind: set(names) for kind, names in BUILT_IN.items()}
        self.stages: Sequence[tuple[str, str, str]] = STAGES
        # What the next calls answer instead: (status, Retry-After or "").
        self.moods: list[tuple[int, str]] = []
        # How long each answer takes.
        self.delay_seconds = 0.0
        self._next = 100

    def require(self, token: str) -> None:
        """
        Check a token.

        :raises Refused: it is none, or as the mood is
        """
        if self.delay_seconds:
            time.sleep(self.delay_seconds)
        with self.lock:
            mood = self.moods.pop(0) if self.moods else None
        if mood is not None:
            headers = {"Retry-After": mood[1]} if mood[1] else {}
            raise Refused(mood[0], "You have reached your limit.", "RATE_LIMITS", headers)
        if token != self.token:
            raise Refused(401, "Authentication credentials not found.", "INVALID_AUTHENTICATION")

    def add_property(self, kind: str, name: str) -> None:
        """
        Make a property.

        :raises Refused: there is one of that name
        """
        with self.lock:
            if name in self.properties[kind]:
                raise Refused(409, f"Property {name} already exists.", "OBJECT_ALREADY_EXISTS")
            self.properties[kind].add(name)

    def upsert(self, kind: str, inputs: Sequence[Mapping[str, Any]]) -> list[tuple[Row, bool, str]]:
        """
        Create or change rows by a unique property, all or none; returns (row, is new, stage before).

        :raises Refused: a property is unknown or a value is refused
        """
        with self.lock:
            for one in inputs:
                self._check(kind, one["idProperty"], one["properties"])
            return [
                self._put(kind, str(one["idProperty"]), str(one["id"]), one["properties"]) for one in inputs
            ]

    def change(self, kind: str, row_id: str, properties: Mapping[str, str]) -> Row:
        """
        Change a row.

        :raises Refused: there is none
        """
        with self.lock:
            found = self.find(kind, row_id)
            found.properties |= dict(properties)
            found.updated_at = datetime.now(UTC)
        return found

    def find(self, kind: str, row_id: str) -> Row:
        """
        Return a row.

        :raises Refused: there is none
        """
        found = self.rows[kind].get(row_id)
        if found is None or found.is_archived:
            raise Refused(404, "resource not found", "OBJECT_NOT_FOUND")
        return found

    def search(self, kind: str, text: str) -> list[Row]:
        """Return rows in which a text stands."""
        name = "dealname" if kind == "deals" else "name"
        with self.lock:
            rows = [one for one in self.rows[kind].values() if not one.is_archived]
        return [one for one in rows if text.casefold() in one.properties.get(name, "").casefold()]

    def _check(self, kind: str, key: str, properties: Mapping[str, str]) -> None:
        unknown = set(properties) - self.properties[kind] | ({key} - self.properties[kind])
        if unknown:
            raise Refused(400, f"Property {sorted(unknown)[0]} does not exist", "VALIDATION_ERROR")
        if any(str(value).startswith("wrong") for value in properties.values()):
            raise Refused(400, "Property values were not valid", "VALIDATION_ERROR")
        stages = {one[0] for one in self.stages}
        if kind == "deals" and properties.get("dealstage", next(iter(stages))) not in stages:
            raise Refused(400, "There is no such stage.", "VALIDATION_ERROR")

    def _put(self, kind: str, key: str, value: str, properties: Mapping[str, str]) -> tuple[Row, bool, str]:
        at = datetime.now(UTC)
        rows = self.rows[kind].values()
        known = next((one for one in rows if one.properties.get(key) == value and not one.is_archived), None)
        if known is None:
            self._next += 1
            known = Row(str(self._next), {key: value, **properties}, at, at)
            self.rows[kind][known.id] = known
            return known, True, ""
        before = known.properties.get("dealstage", "")
        known.properties |= dict(properties)
        known.updated_at = at
        return known, False, before


def moment(at: datetime) -> str:
    """Return a time as HubSpot writes it."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
