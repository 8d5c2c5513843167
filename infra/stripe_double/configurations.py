"""How readers behave at a place: above all which tips they suggest."""

from __future__ import annotations

from typing import Any

from stripe_double import currencies, lists
from stripe_double.errors import ApiError
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

KIND = "terminal.configuration"
# Kept as they come: nothing of a simulated reader depends on them.
_DEVICES = (
    "bbpos_wisepad3",
    "bbpos_wisepos_e",
    "cellular",
    "offline",
    "reader_security",
    "reboot_window",
    "stripe_s700",
    "stripe_s710",
    "stripe_t600",
    "verifone_m425",
    "verifone_p400",
    "verifone_p630",
    "verifone_ux700",
    "verifone_v660p",
    "wifi",
)
FIELDS = ("name", "tipping", *_DEVICES, "expand")
MOST_SUGGESTIONS = 3


def create(world: World, call: Call) -> Record:
    """
    Make a configuration.

    :raises ApiError: more than three tips, or ones that are no numbers
    """
    call.params.allow(FIELDS)
    configuration: Record = {
        "id": new_id("tmc", 14),
        "object": KIND,
        "is_account_default": False,
        "livemode": False,
        "name": None,
    }
    _fill(configuration, call.params)
    return world.add(configuration, call)


def _fill(configuration: Record, params: Params) -> None:
    if "name" in params:
        configuration["name"] = params.text("name")
    for name in _DEVICES:
        if name in params:
            configuration[name] = params[name] or None
    if "tipping" in params:
        tipping = params.group("tipping")
        configuration.pop("tipping", None)
        if tipping is not None:
            configuration["tipping"] = {
                currencies.check(code): _suggestions(tipping.group(code) or Params({})) for code in tipping
            }


def _suggestions(given: Params) -> dict[str, Any]:
    given.allow(("percentages", "fixed_amounts", "smart_tip_threshold"))
    found: dict[str, Any] = {}
    for name in ("percentages", "fixed_amounts"):
        words = given.words(name)
        if len(words) > MOST_SUGGESTIONS or not all(word.isdigit() for word in words):
            raise ApiError(400, f"{name} takes up to three whole numbers.", param="tipping")
        if words:
            found[name] = [int(word) for word in words]
    threshold = given.integer("smart_tip_threshold")
    return found if threshold is None else {**found, "smart_tip_threshold": threshold}


def offers_tip(world: World, reader: Record, currency: str) -> bool:
    """
    Tell whether a reader suggests tips.

    Where a place has no configuration of its own the account's counts, which suggests them.
    """
    place = world.store.get("terminal.location", reader["location"] or "") or {}
    configuration = world.store.get(KIND, place.get("configuration_overrides") or "")
    return configuration is None or bool((configuration.get("tipping") or {}).get(currency))


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a configuration."""
    call.params.allow(("expand",))
    return world.find(KIND, key, call)


def update(world: World, call: Call, key: str) -> Record:
    """
    Change a configuration; what is given empty is removed.

    :raises ApiError: more than three tips, or ones that are no numbers
    """
    call.params.allow(FIELDS)
    configuration = world.find(KIND, key, call)
    _fill(configuration, call.params)
    return world.save(configuration)


def delete(world: World, call: Call, key: str) -> Record:
    """Forget a configuration; places that had it fall back to the account's."""
    world.find(KIND, key, call)
    for place in lists.owned(world, call, "terminal.location"):
        if place.get("configuration_overrides") == key:
            place.pop("configuration_overrides")
            world.save(place)
    world.store.remove(KIND, key)
    return {"id": key, "object": KIND, "deleted": True}


def find_all(world: World, call: Call) -> Record:
    """List configurations."""
    return lists.find_all(world, call, KIND)
