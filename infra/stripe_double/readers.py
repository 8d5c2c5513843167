"""Card readers: registering, reading, what they are doing. No reader is real: all are simulated."""

from __future__ import annotations

import secrets

from stripe_double import lists
from stripe_double.errors import ApiError
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

KIND = "terminal.reader"
# What to type instead of the code that a real reader shows.
CODES = {
    "simulated-wpe": "simulated_wisepos_e",
    "simulated-s700": "simulated_stripe_s700",
    "simulated-s710": "simulated_stripe_s710",
    "simulated-v660p": "simulated_verifone_v660p",
}


def create(world: World, call: Call) -> Record:
    """
    Register a reader at a place.

    :raises ApiError: the code is none of a simulated reader, or the place does not exist
    """
    params = call.params
    params.allow(("registration_code", "label", "location", "metadata", "expand"))
    code = params.required("registration_code")
    if code not in CODES:
        raise ApiError(
            400,
            f"No reader shows the registration code {code[:40]}. Simulated ones are: {', '.join(CODES)}.",
            code="resource_missing",
            param="registration_code",
        )
    location = params.text("location")
    if location is not None:
        world.find("terminal.location", location, call, "location")
    serial = f"{secrets.randbelow(10**9):09d}"
    reader: Record = {
        "id": new_id("tmr"),
        "object": KIND,
        "action": None,
        "device_sw_version": "2.37.2.0",
        "device_type": CODES[code],
        "ip_address": "127.0.0.1",
        "label": params.text("label") or f"Simulated {serial[-4:]}",
        "last_seen_at": world.now() * 1000,
        "livemode": False,
        "location": location,
        "metadata": params.metadata({}),
        "serial_number": serial,
        "status": "online",
    }
    return world.add(reader, call)


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a reader together with what it is doing."""
    call.params.allow(("expand",))
    reader = world.find(KIND, key, call)
    if reader["status"] == "online":
        reader["last_seen_at"] = world.now() * 1000
        world.save(reader)
    return reader


def update(world: World, call: Call, key: str) -> Record:
    """Change a reader's label or metadata."""
    call.params.allow(("label", "metadata", "expand"))
    reader = world.find(KIND, key, call)
    reader["label"] = call.params.text("label") or reader["label"]
    reader["metadata"] = call.params.metadata(reader["metadata"])
    return world.save(reader)


def delete(world: World, call: Call, key: str) -> Record:
    """Forget a reader."""
    reader = world.find(KIND, key, call)
    world.store.remove(KIND, key)
    return {
        "id": key,
        "object": KIND,
        "deleted": True,
        "device_type": reader["device_type"],
        "serial_number": reader["serial_number"],
    }


def find_all(world: World, call: Call) -> Record:
    """List readers, or those at a place, of a status, type or serial number."""
    filters = ("location", "status", "device_type", "serial_number")
    return lists.find_all(world, call, KIND, filters)
