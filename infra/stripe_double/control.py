"""
What tests may ask of the stand-in itself, below /_control. Bodies are JSON. What the bank's side
does is in `control_bank`, what connected accounts do in `control_accounts`.

    GET  state                                all objects, deliveries and faults
    POST reset                                forget everything
    POST webhooks/pause, webhooks/resume      hold deliveries back, send them now
    POST webhooks/duplicate {count}           deliver each of the next events twice
    POST events/<id>/resend {times}           deliver an event again
    POST latency {ms}                         let every answer wait
    POST fail {count, path, after}            answer the next calls below `path` with 500; `after`
                                              does the work first, so that only the answer is lost
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from stripe_double import control_accounts, control_bank
from stripe_double.control_bank import number
from stripe_double.errors import ApiError, not_found
from stripe_double.world import Faults, World

Body = dict[str, Any]
HIDDEN = ("owner", "card", "idempotency", "due", "delivery", "clock", "paid_out",
          "reader_silence", "deauthorized", "onboarding_link", "onboarding_session")  # fmt: skip


def _state(world: World, _body: Body) -> Body:
    tables = {name: list(rows.values()) for name, rows in world.store.tables.items()}
    return {
        "objects": {name: rows for name, rows in tables.items() if name not in HIDDEN},
        "deliveries": {key: row for key, row in world.store.rows("delivery")},
        "faults": vars(world.faults),
    }


def _reset(world: World, _body: Body) -> Body:
    world.store.clear()
    world.faults = Faults()
    return {"reset": True}


def _pause(world: World, _body: Body) -> Body:
    world.faults.is_paused = True
    return {"is_paused": True}


def _resume(world: World, _body: Body) -> Body:
    world.faults.is_paused = False
    for key, row in world.store.rows("delivery"):
        if row["state"] == "waiting":
            world.store.put("delivery", key, {**row, "next_at": world.clock()})
    return {"is_paused": False}


def _resend(world: World, body: Body, key: str) -> Body:
    if world.store.get("event", key) is None:
        raise not_found("event", key)
    world.schedule_delivery(key, copies=int(number(body, "times", 1, 20)))
    return {"resent": key}


def _duplicate(world: World, body: Body) -> Body:
    world.faults.duplicate_cnt = int(number(body, "count", 1, 1000))
    return {"duplicate_cnt": world.faults.duplicate_cnt}


def _latency(world: World, body: Body) -> Body:
    world.faults.latency_seconds = number(body, "ms", 0, 120_000) / 1000
    return {"latency_seconds": world.faults.latency_seconds}


def _fail(world: World, body: Body) -> Body:
    world.faults.fail_cnt = int(number(body, "count", 1, 1000))
    world.faults.fail_path = str(body.get("path", ""))
    world.faults.is_after = body.get("after") is True
    return {"fail_cnt": world.faults.fail_cnt, "after": world.faults.is_after}


_ROUTES: list[tuple[str, str, Callable[..., Body]]] = [
    ("GET", "state", _state),
    ("POST", "reset", _reset),
    ("POST", "webhooks/pause", _pause),
    ("POST", "webhooks/resume", _resume),
    ("POST", "webhooks/duplicate", _duplicate),
    ("POST", r"events/([^/]+)/resend", _resend),
    ("POST", "latency", _latency),
    ("POST", "fail", _fail),
    *control_bank.ROUTES,
    *control_accounts.ROUTES,
]


def handle(world: World, method: str, path: str, body: Body) -> tuple[int, Body]:
    """Do one thing and return status and body."""
    for verb, pattern, function in _ROUTES:
        match = re.fullmatch(f"/_control/{pattern}", path)
        if match and verb == method:
            try:
                with world.lock:
                    answer = function(world, body, *match.groups())
                    world.commit()
            except ApiError as problem:
                return problem.status, problem.body()
            return 200, answer
    return 404, {"error": {"message": f"No such control: {method} {path[:200]}"}}
