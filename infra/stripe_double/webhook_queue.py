"""What is to be delivered, where to and when: endpoints, and what tests asked to go wrong."""

from __future__ import annotations

from dataclasses import replace

from stripe_double.store import Record
from stripe_double.world import Endpoint, World

OWN = "we_default"
KEPT_EVENTS = 5000


def endpoints(world: World) -> list[Endpoint]:
    """Return all addresses: the one that the stand-in was started with, and those made later."""
    own = world.own_endpoint
    found = [replace(own, secrets=secrets(world, own.key))] if own is not None else []
    for key, row in world.store.rows("webhook_endpoint"):
        kinds = None if "*" in row["enabled_events"] else frozenset(row["enabled_events"])
        if row["status"] == "enabled":
            connect = (world.store.get("endpoint_secret", key) or {}).get("connect", False)
            found.append(Endpoint(key, row["url"], secrets(world, key), kinds, connect))
    return found


def secrets(world: World, key: str) -> tuple[str, ...]:
    """Return what an endpoint's deliveries are signed with, the newest first."""
    kept = world.store.get("endpoint_secret", key)
    own = world.own_endpoint
    # What was rolled counts only as long as the program is started with the same first secret.
    if own is not None and key == own.key and (kept is None or kept["first"] != own.secrets[0]):
        return own.secrets
    return tuple(kept["secrets"]) if kept else ()


def schedule(world: World, event: Record) -> None:
    """Have a new event delivered everywhere it is wanted, unless tests asked for its loss."""
    faults = world.faults
    wanted = [endpoint for endpoint in endpoints(world) if endpoint.hears(event)]
    is_lost = faults.drop_cnt > 0 and event["type"].startswith(faults.drop_type)
    faults.drop_cnt -= int(is_lost)
    is_doubled = not is_lost and faults.duplicate_cnt > 0
    faults.duplicate_cnt -= int(is_doubled)
    is_held = not is_lost and faults.reorder_cnt > 0
    for endpoint in wanted:
        row = put(world, event["id"], endpoint.key, copies=1 + int(is_doubled))
        row["next_at"] += faults.delay_seconds
        row["state"] = "lost" if is_lost else "held" if is_held else "waiting"
    event["pending_webhooks"] = len(wanted)
    if is_held:
        faults.reorder_cnt -= 1
        if faults.reorder_cnt == 0:
            release(world)
    _forget_old_events(world)


def _forget_old_events(world: World) -> None:
    events = world.store.tables.get("event", {})
    for key in list(events)[: max(0, len(events) - KEPT_EVENTS)]:
        rows = of_event(world, key)
        if any(row["state"] in {"waiting", "held"} for _, row in rows):
            continue
        for name, _ in rows:
            world.store.remove("delivery", name)
        for table in ("event", "owner"):
            world.store.remove(table, key)


def put(world: World, event_id: str, endpoint: str, *, copies: int = 1) -> Record:
    """Have an event sent to an endpoint, `copies` times."""
    now = world.clock()
    row: Record = {
        "event": event_id,
        "endpoint": endpoint,
        "state": "waiting",
        "attempts": 0,
        "next_at": now,
        "since": now,
        "copies": copies,
        "place": 0,
    }
    return world.store.put("delivery", f"{event_id}:{endpoint}", row)


def release(world: World) -> None:
    """Send what was held back now, the last first."""
    held = [(key, row) for key, row in world.store.rows("delivery") if row["state"] == "held"]
    for place, (key, row) in enumerate(reversed(held)):
        next_at = max(world.clock(), row["next_at"])
        freed = {**row, "state": "waiting", "next_at": next_at, "place": place}
        world.store.put("delivery", key, freed)


def of_event(world: World, event_id: str) -> list[tuple[str, Record]]:
    """Return the deliveries of an event."""
    return [
        (key, row)
        for endpoint in endpoints(world)
        if (row := world.store.get("delivery", key := f"{event_id}:{endpoint.key}")) is not None
    ]


def ready(world: World) -> list[tuple[str, Record]]:
    """Return the deliveries whose time has come, the first due first."""
    now = world.clock()
    found = [
        (key, row)
        for key, row in world.store.rows("delivery")
        if row["state"] == "waiting" and row["next_at"] <= now and "event" in row
    ]
    return sorted(found, key=lambda item: (item[1]["next_at"], item[1]["place"]))
