"""Web addresses on which wallets may be offered."""

from __future__ import annotations

import re

from stripe_double import lists
from stripe_double.errors import ApiError
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

KIND = "payment_method_domain"
_NAME = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}")
_WALLETS = ("amazon_pay", "apple_pay", "google_pay", "klarna", "link", "paypal")


def create(world: World, call: Call) -> Record:
    """
    Register an address.

    :raises ApiError: it is no public name, or registered already
    """
    call.params.allow(("domain_name", "enabled", "expand"))
    name = call.params.required("domain_name").lower()
    if not _NAME.fullmatch(name):
        raise ApiError(400, f"Invalid domain name: {name[:80]}", param="domain_name")
    if any(row["domain_name"] == name for row in lists.owned(world, call, KIND)):
        raise ApiError(
            400, "This domain is registered already.", code="resource_already_exists", param="domain_name"
        )
    enabled = call.params.flag("enabled") is not False
    domain: Record = {
        "id": new_id("pmd"),
        "object": KIND,
        **{wallet: {"status": "active"} for wallet in _WALLETS},
        "created": world.now(),
        "domain_name": name,
        "enabled": enabled,
        "livemode": False,
    }
    return world.add(domain, call)


def update(world: World, call: Call, key: str) -> Record:
    """Offer wallets on an address, or no longer."""
    call.params.allow(("enabled", "expand"))
    domain = world.find(KIND, key, call)
    enabled = call.params.flag("enabled")
    domain["enabled"] = domain["enabled"] if enabled is None else enabled
    return world.save(domain)


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return an address."""
    call.params.allow(("expand",))
    return world.find(KIND, key, call)


def find_all(world: World, call: Call) -> Record:
    """List addresses, or one by its name."""
    return lists.find_all(world, call, KIND, ("domain_name",))
