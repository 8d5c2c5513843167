"""What all parts of the stand-in share: the objects, the clock, one call, events to send."""

from __future__ import annotations

import copy
import secrets
import string
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Event, RLock

from stripe_double.errors import not_found
from stripe_double.parameters import Params
from stripe_double.store import Record, Store

API_VERSION = "2026-10-28.endive"
_LETTERS = string.ascii_letters + string.digits


def new_id(prefix: str, length: int = 24) -> str:
    """Return an id such as `pi_3Q...`."""
    return f"{prefix}_" + "".join(secrets.choice(_LETTERS) for _ in range(length))


@dataclass
class Call:
    """One request: who asks, with which parameters."""

    params: Params
    account: str | None = None
    is_publishable: bool = False
    request_id: str = ""
    idempotency_key: str | None = None
    host: str = "127.0.0.1"


@dataclass
class Faults:
    """What tests have asked to go wrong (see `control.py`). Not kept over a restart."""

    latency_seconds: float = 0.0
    is_latency_after: bool = False
    fail_cnt: int = 0
    fail_path: str = ""
    fail_method: str = ""
    fail_status: int = 500
    is_after: bool = False
    is_lost: bool = False
    is_paused: bool = False
    duplicate_cnt: int = 0
    drop_cnt: int = 0
    drop_type: str = ""
    delay_seconds: float = 0.0
    reorder_cnt: int = 0
    refund_cnt: int = 0
    refund_then: str | None = None


@dataclass(frozen=True)
class Endpoint:
    """
    A webhook address.

    `secrets`: the newest first; while one is replaced, deliveries are signed with both.
    `kinds`: the events it wants, None for all. `connect`: True for events of connected accounts,
    False for the platform's own, None for both.
    """

    key: str
    url: str
    secrets: tuple[str, ...]
    kinds: frozenset[str] | None = None
    connect: bool | None = None

    def hears(self, event: Record) -> bool:
        """Tell whether an event is to be sent here."""
        is_fitting = self.connect in {None, "account" in event}
        return is_fitting and (self.kinds is None or event["type"] in self.kinds)


@dataclass
class World:
    """The state of the stand-in. Hold `lock` while you touch it."""

    store: Store
    # What has a new event sent to whoever wants it (`webhook_queue.schedule`).
    schedule: Callable[[World, Record], None]
    clock: Callable[[], float] = time.time
    lock: RLock = field(default_factory=RLock)
    faults: Faults = field(default_factory=Faults)
    changed: Event = field(default_factory=Event)
    # Set while answers are not to wait; setting it also ends waits that are under way.
    calm: Event = field(default_factory=Event)
    own_endpoint: Endpoint | None = None
    # Idempotency keys whose call has been done but not answered yet.
    in_flight: set[str] = field(default_factory=set)

    def commit(self) -> None:
        """Make changes durable and wake whoever waits for something to send."""
        self.store.commit()
        self.changed.set()

    def moment(self) -> float:
        """Return the time in the stand-in's world: the real one, moved by what tests asked for."""
        moved = self.store.get("clock", "shift")
        return self.clock() + (moved["seconds"] if moved else 0)

    def now(self) -> int:
        """Return the time in the stand-in's world in whole seconds since 1970."""
        return int(self.moment())

    def advance(self, seconds: float) -> None:
        """Move the stand-in's time on; deliveries keep to the real time."""
        moved = self.store.get("clock", "shift") or {"seconds": 0}
        self.store.put("clock", "shift", {"seconds": moved["seconds"] + seconds})

    def month(self) -> tuple[int, int]:
        """Return the current year and month in UTC."""
        today = datetime.fromtimestamp(self.moment(), UTC)
        return today.year, today.month

    def add(self, record: Record, call: Call) -> Record:
        """Keep a new object for the account that asked for it, and return it."""
        if call.account:
            self.store.put("owner", record["id"], {"account": call.account})
        return self.save(record)

    def save(self, record: Record) -> Record:
        """Keep a changed object, and return it."""
        return self.store.put(record["object"], record["id"], record)

    def owner(self, key: str) -> str | None:
        """Return the connected account an object belongs to, None for the platform's own."""
        found = self.store.get("owner", key)
        return found["account"] if found else None

    def find(self, kind: str, key: str, call: Call, param: str = "id") -> Record:
        """
        Return a copy of an object of the account that asks; `save` makes changes count.

        :raises ApiError: there is none
        """
        record = self.store.get(kind, key)
        if record is None or self.owner(key) != call.account:
            raise not_found(kind, key, param)
        return copy.deepcopy(record)

    def emit(self, kind: str, record: Record, call: Call, previous: Record | None = None) -> Record:
        """Record that something happened, to be told to the webhook address."""
        data: Record = {"object": copy.deepcopy(record)}
        if previous is not None:
            data["previous_attributes"] = previous
        event: Record = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now(),
            "data": data,
            "livemode": False,
            "pending_webhooks": 0,
            "request": {"id": call.request_id or None, "idempotency_key": call.idempotency_key},
            "type": kind,
        }
        if call.account:
            event["account"] = call.account
        self.add(event, call)
        self.schedule(self, event)
        return event

    def later(self, seconds: float, what: str, key: str) -> None:
        """Have a step of the bank's side done after a while (see `due.py`)."""
        self.store.put("due", new_id("due"), {"at": self.moment() + seconds, "what": what, "of": key})
