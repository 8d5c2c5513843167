"""The list of events, and connection tokens for card readers."""

from __future__ import annotations

from stripe_double.store import Record
from stripe_double.world import Call, World, listing, new_id


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return an event."""
    call.params.allow(("expand",))
    return world.find("event", key, call)


def find_all(world: World, call: Call) -> Record:
    """List events, or those of some kinds (`type`, `types`)."""
    params = call.params
    params.allow(("type", "types", "limit", "starting_after", "ending_before", "created", "expand"))
    one = params.text("type")
    kinds = {*params.words("types"), *([one] if one else [])}
    found = [
        event
        for key, event in world.store.rows("event")
        if world.owner(key) == call.account and (not kinds or event["type"] in kinds)
    ]
    return listing("/v1/events", found, params)


def connection_token(world: World, call: Call) -> Record:
    """Return a secret with which a card reader's software may sign in once."""
    call.params.allow(("location", "expand"))
    location = call.params.text("location")
    token: Record = {"object": "terminal.connection_token", "secret": new_id("pst_test")}
    return token | ({"location": location} if location else {})
