"""The list of events."""

from __future__ import annotations

from stripe_double import lists
from stripe_double.store import Record
from stripe_double.world import Call, World

KEPT_SECONDS = 30 * 86400


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return an event."""
    call.params.allow(("expand",))
    return world.find("event", key, call)


def find_all(world: World, call: Call) -> Record:
    """List events, or those of some kinds (`type`, `types`), or those that were not delivered."""
    params = call.params
    params.allow(("type", "types", "delivery_success", *lists.PAGE))
    one, is_delivered = params.text("type"), params.flag("delivery_success")
    kinds = {*params.words("types"), *([one] if one else [])}
    found = [
        event
        for event in lists.owned(world, call, "event")
        if event["created"] > world.now() - KEPT_SECONDS
        and (not kinds or event["type"] in kinds)
        and is_delivered in {None, event["pending_webhooks"] == 0}
    ]
    return lists.listing("/v1/events", found, params)
