"""What tests may have go wrong with deliveries, below /_control. Bodies are JSON.

POST webhooks/pause, webhooks/resume {reversed}
                                          hold deliveries back; send them now, or the last first
POST webhooks/duplicate {count}           deliver each of the next events twice
POST webhooks/drop {count, type}          never deliver the next events, or those of a type
POST webhooks/delay {seconds}             deliver later, from now on
POST webhooks/reorder {count}             collect the next events, then deliver the last first
POST events/<id>/resend {times, age, spoiled}
                                          deliver an event again, signed `age` seconds ago or with
                                          a secret that is not the receiver's
POST endpoints/<we>/roll {forget}         sign with a new secret too, or (`forget`) with it only;
                                          `we_default` is the address given at the start
"""

from __future__ import annotations

from collections.abc import Callable

from stripe_double import webhook_queue
from stripe_double.control_bank import number
from stripe_double.errors import ApiError, not_found
from stripe_double.store import Record
from stripe_double.world import World, new_id


def _pause(world: World, _body: Record) -> Record:
    world.faults.is_paused = True
    return {"is_paused": True}


def _resume(world: World, body: Record) -> Record:
    world.faults.is_paused = False
    is_reversed = body.get("reversed") is True
    rows = [(k, r) for k, r in world.store.rows("delivery") if r["state"] in {"waiting", "held"}]
    for key, row in rows:
        state = "held" if is_reversed or row["state"] == "held" else "waiting"
        world.store.put("delivery", key, {**row, "state": state, "next_at": world.clock()})
    webhook_queue.release(world)
    world.faults.reorder_cnt = 0
    return {"is_paused": False}


def _duplicate(world: World, body: Record) -> Record:
    world.faults.duplicate_cnt = int(number(body, "count", 1, 1000))
    return {"duplicate_cnt": world.faults.duplicate_cnt}


def _drop(world: World, body: Record) -> Record:
    world.faults.drop_cnt = int(number(body, "count", 1, 1000))
    world.faults.drop_type = str(body.get("type", ""))
    return {"drop_cnt": world.faults.drop_cnt}


def _delay(world: World, body: Record) -> Record:
    world.faults.delay_seconds = number(body, "seconds", 0, 86400)
    return {"delay_seconds": world.faults.delay_seconds}


def _reorder(world: World, body: Record) -> Record:
    world.faults.reorder_cnt = int(number(body, "count", 2, 1000))
    return {"reorder_cnt": world.faults.reorder_cnt}


def _resend(world: World, body: Record, key: str) -> Record:
    if world.store.get("event", key) is None:
        raise not_found("event", key)
    for endpoint in webhook_queue.endpoints(world):
        row = webhook_queue.put(world, key, endpoint.key, copies=int(number(body, "times", 1, 20)))
        row["age"] = number(body, "age", 0, 10 * 86400)
        row["is_spoiled"] = body.get("spoiled") is True
    return {"resent": key}


def _roll(world: World, body: Record, key: str) -> Record:
    found = {endpoint.key for endpoint in webhook_queue.endpoints(world)}
    if key not in found:
        raise not_found("webhook_endpoint", key)
    before = webhook_queue.secrets(world, key)
    own = world.own_endpoint
    first = own.secrets[0] if own is not None and own.key == key else None
    kept = world.store.get("endpoint_secret", key) or {}
    if body.get("forget") is True:
        if len(before) < 2:
            raise ApiError(400, "There is only one secret.")
        rolled = [before[0]]
    else:
        rolled = [new_id("whsec", 32), before[0]]
    world.store.put("endpoint_secret", key, {**kept, "secrets": rolled, "first": first})
    return {"secret": rolled[0]}


ROUTES: list[tuple[str, str, Callable[..., Record]]] = [
    ("POST", "webhooks/pause", _pause),
    ("POST", "webhooks/resume", _resume),
    ("POST", "webhooks/duplicate", _duplicate),
    ("POST", "webhooks/drop", _drop),
    ("POST", "webhooks/delay", _delay),
    ("POST", "webhooks/reorder", _reorder),
    ("POST", r"events/([^/]+)/resend", _resend),
    ("POST", r"endpoints/([^/]+)/roll", _roll),
]
