"""
What tests may ask of the stand-in itself, below /_control. Bodies are JSON. What the bank's side
does is in `control_bank`, what connected accounts do in `control_accounts`, what happens to
deliveries in `control_webhooks`.

    GET  state                                all objects, deliveries and faults
    POST reset                                forget everything
    POST latency {ms, after}                  let every answer wait; `after`: once the work is done,
                                              so that events arrive first and a second call with
                                              the same key is told of the first (409); 0 ends
                                              also the waits that are under way
    POST fail {count, path, method, after, status}
                                              answer the next calls below `path` with 500 or
                                              `status`; `after` does the work first
    POST lose {count, path, method}           do what the next calls ask, then break the connection
    POST conflict {count, path}               tell the next calls that their idempotency key is
                                              being used by another call (409)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from stripe_double import control_accounts, control_bank, control_webhooks
from stripe_double.control_bank import choice, number
from stripe_double.errors import ApiError
from stripe_double.world import Faults, World

Body = dict[str, Any]
HIDDEN = (
    "owner",
    "card",
    "idempotency",
    "due",
    "delivery",
    "clock",
    "paid_out",
    "reader_silence",
    "deauthorized",
    "onboarding_link",
    "onboarding_session",
    "endpoint_secret",
    "file_mark",
)
STATUSES = (500, 502, 503, 504, 429)


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
    world.in_flight.clear()
    world.calm.set()
    return {"reset": True}


def _latency(world: World, body: Body) -> Body:
    world.faults.latency_seconds = number(body, "ms", 0, 120_000) / 1000
    world.faults.is_latency_after = body.get("after") is True
    if world.faults.latency_seconds:
        world.calm.clear()
    else:
        world.calm.set()
    return {"latency_seconds": world.faults.latency_seconds}


def _break(world: World, body: Body, status: int, *, is_after: bool, is_lost: bool) -> Body:
    faults = world.faults
    faults.fail_cnt = int(number(body, "count", 1, 1000))
    faults.fail_path = str(body.get("path", ""))
    faults.fail_method = choice(body, "method", ("", "GET", "POST", "DELETE"))
    faults.fail_status, faults.is_after, faults.is_lost = status, is_after, is_lost
    return {"fail_cnt": faults.fail_cnt, "after": is_after}


def _fail(world: World, body: Body) -> Body:
    status = body.get("status", STATUSES[0])
    if status not in STATUSES:
        raise ApiError(400, f"status must be one of {STATUSES}.", param="status")
    return _break(world, body, status, is_after=body.get("after") is True, is_lost=False)


def _lose(world: World, body: Body) -> Body:
    return _break(world, body, STATUSES[0], is_after=True, is_lost=True)


def _conflict(world: World, body: Body) -> Body:
    return _break(world, {**body, "method": "POST"}, 409, is_after=False, is_lost=False)


_ROUTES: list[tuple[str, str, Callable[..., Body]]] = [
    ("GET", "state", _state),
    ("POST", "reset", _reset),
    ("POST", "latency", _latency),
    ("POST", "fail", _fail),
    ("POST", "lose", _lose),
    ("POST", "conflict", _conflict),
    *control_webhooks.ROUTES,
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
