"""Idempotency keys: the same key with the same parameters gets the first answer again."""

from __future__ import annotations

import hashlib
import json

from stripe_double.errors import ApiError
from stripe_double.store import Record
from stripe_double.world import Call, World

KEPT_SECONDS = 24 * 3600
_TABLE = "idempotency"


def fingerprint(method: str, path: str, call: Call) -> str:
    """Return what two requests must have in common to be the same."""
    text = json.dumps([method, path, dict(call.params)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def name(call: Call) -> str:
    """Return under what a call's key is kept: each account has keys of its own."""
    return f"{call.account or ''}:{call.idempotency_key}"


def recall(world: World, call: Call, method: str, path: str) -> Record | None:
    """
    Return the first answer (`status`, `body`, `request_id`), None when this is the first call.

    :raises ApiError: the key is too long, or was used for something else
    """
    if call.idempotency_key is None or method != "POST":
        return None
    if not 0 < len(call.idempotency_key) <= 255:
        raise ApiError(400, "The idempotency key must have 1 to 255 characters.")
    kept = world.store.get(_TABLE, name(call))
    if kept is None or kept["at"] < world.now() - KEPT_SECONDS:
        return None
    if kept["fingerprint"] != fingerprint(method, path, call):
        raise ApiError(
            400,
            "Keys for idempotent requests can only be used with the endpoint and the parameters "
            f"they were first used with. Use a key other than '{call.idempotency_key}' for a "
            "different request.",
            kind="idempotency_error",
        )
    return kept


def remember(world: World, call: Call, method: str, path: str, status: int, body: Record) -> None:
    """Keep an answer for 24 hours. Refusals before anything was done are not kept."""
    if call.idempotency_key is None or method != "POST" or (status >= 400 and status != 402):
        return
    world.store.put(
        _TABLE,
        name(call),
        {
            "at": world.now(),
            "fingerprint": fingerprint(method, path, call),
            "status": status,
            "body": body,
            "request_id": call.request_id,
        },
    )
    for key, kept in world.store.rows(_TABLE):
        if kept["at"] >= world.now() - KEPT_SECONDS:
            break
        world.store.remove(_TABLE, key)
