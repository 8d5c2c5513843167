"""Places where card readers stand, and the secrets with which readers' software signs in."""

from __future__ import annotations

from stripe_double import lists
from stripe_double.errors import ApiError, missing
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

KIND = "terminal.location"
FIELDS = ("display_name", "address", "metadata", "phone", "configuration_overrides", "expand")
_ADDRESS = ("city", "country", "line1", "line2", "postal_code", "state")


def create(world: World, call: Call) -> Record:
    """
    Make a place.

    :raises ApiError: it has no name, or no address with a country
    """
    call.params.allow(FIELDS)
    location: Record = {
        "id": new_id("tml"),
        "object": KIND,
        "address": _address(call.params, dict.fromkeys(_ADDRESS)),
        "display_name": call.params.required("display_name"),
        "livemode": False,
        "metadata": call.params.metadata({}),
    }
    _configure(world, call, location)
    return world.add(location, call)


def _configure(world: World, call: Call, location: Record) -> None:
    if "configuration_overrides" not in call.params:
        return
    location.pop("configuration_overrides", None)
    key = call.params.text("configuration_overrides")
    if key is not None:
        found = world.find("terminal.configuration", key, call, "configuration_overrides")
        location["configuration_overrides"] = found["id"]


def _address(params: Params, before: Record) -> Record:
    given = params.group("address")
    if given is None:
        raise missing("address")
    given.allow(_ADDRESS)
    found = before | {name: given.text(name) for name in given}
    for name in ("country", "line1"):
        if not found[name]:
            raise missing(f"address[{name}]")
    if len(str(found["country"])) != 2:
        raise ApiError(400, "Country must be two letters.", code="country_code_invalid", param="address")
    return found


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a place."""
    call.params.allow(("expand",))
    return world.find(KIND, key, call)


def update(world: World, call: Call, key: str) -> Record:
    """
    Change a place; its country stays.

    :raises ApiError: the country would change
    """
    call.params.allow(FIELDS)
    location = world.find(KIND, key, call)
    if "address" in call.params:
        address = _address(call.params, location["address"])
        if address["country"] != location["address"]["country"]:
            raise ApiError(400, "The country of a location cannot change.", param="address")
        location["address"] = address
    location["display_name"] = call.params.text("display_name") or location["display_name"]
    location["metadata"] = call.params.metadata(location["metadata"])
    _configure(world, call, location)
    return world.save(location)


def delete(world: World, call: Call, key: str) -> Record:
    """
    Forget a place.

    :raises ApiError: readers are registered there
    """
    world.find(KIND, key, call)
    if any(row["location"] == key for row in lists.owned(world, call, "terminal.reader")):
        raise ApiError(400, "Readers are registered to this location. Delete them first.")
    world.store.remove(KIND, key)
    return {"id": key, "object": KIND, "deleted": True}


def find_all(world: World, call: Call) -> Record:
    """List places."""
    return lists.find_all(world, call, KIND)


def connection_token(world: World, call: Call) -> Record:
    """
    Return a secret with which a card reader's software may sign in once.

    :raises ApiError: the location does not exist, or not in this account
    """
    call.params.allow(("location", "expand"))
    location = call.params.text("location")
    token: Record = {"object": "terminal.connection_token", "secret": new_id("pst_test")}
    if location is not None:
        token["location"] = world.find(KIND, location, call, "location")["id"]
    return token
