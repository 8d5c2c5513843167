"""Webhook addresses that a program registers itself; on this machine only."""

from __future__ import annotations

from urllib.parse import urlsplit

from stripe_double import lists
from stripe_double.errors import ApiError, missing
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

KIND = "webhook_endpoint"
LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
FIELDS = ("url", "enabled_events", "description", "metadata", "expand")


def is_local(url: str) -> bool:
    """Tell whether an address is on this machine."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return parts.scheme in {"http", "https"} and (host in LOCAL_NAMES or host.endswith(".localhost"))


def create(world: World, call: Call) -> Record:
    """
    Register an address; only this answer has its signing secret.

    :raises ApiError: it is not on this machine, or wants no events
    """
    params = call.params
    params.allow((*FIELDS, "api_version", "connect"))
    endpoint: Record = {
        "id": new_id("we"),
        "object": KIND,
        "api_version": params.text("api_version"),
        "application": None,
        "created": world.now(),
        "description": None,
        "enabled_events": [],
        "livemode": False,
        "metadata": {},
        "status": "enabled",
        "url": _url(params.required("url")),
    }
    if not params.words("enabled_events"):
        raise missing("enabled_events")
    _fill(endpoint, call)
    secret = new_id("whsec", 32)
    kept = {"secrets": [secret], "connect": params.flag("connect") is True}
    world.store.put("endpoint_secret", endpoint["id"], kept)
    world.add(endpoint, call)
    return {**endpoint, "secret": secret}


def _url(url: str) -> str:
    if not is_local(url):
        raise ApiError(400, "Invalid URL: it must be on this machine.", param="url")
    return url


def _fill(endpoint: Record, call: Call) -> None:
    params = call.params
    if "url" in params:
        endpoint["url"] = _url(params.required("url"))
    endpoint["enabled_events"] = params.words("enabled_events") or endpoint["enabled_events"]
    if "description" in params:
        endpoint["description"] = params.text("description")
    endpoint["metadata"] = params.metadata(endpoint["metadata"])


def update(world: World, call: Call, key: str) -> Record:
    """Change an address, what it wants, or switch it off (`disabled`)."""
    call.params.allow((*FIELDS, "disabled"))
    endpoint = world.find(KIND, key, call)
    _fill(endpoint, call)
    if "disabled" in call.params:
        endpoint["status"] = "disabled" if call.params.flag("disabled") else "enabled"
    return world.save(endpoint)


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return an address, without its secret."""
    call.params.allow(("expand",))
    return world.find(KIND, key, call)


def delete(world: World, call: Call, key: str) -> Record:
    """Forget an address."""
    world.find(KIND, key, call)
    for table in (KIND, "endpoint_secret"):
        world.store.remove(table, key)
    for name, row in world.store.rows("delivery"):
        if row.get("endpoint") == key:
            world.store.remove("delivery", name)
    return {"id": key, "object": KIND, "deleted": True}


def find_all(world: World, call: Call) -> Record:
    """List addresses."""
    return lists.find_all(world, call, KIND)
