"""Customers."""

from __future__ import annotations

from dataclasses import replace

from stripe_double import lists, saved_cards
from stripe_double.errors import ApiError
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

_TEXTS = ("description", "email", "name", "phone")
_NOTHING = (
    "address",
    "currency",
    "default_source",
    "description",
    "discount",
    "email",
    "name",
    "phone",
    "shipping",
    "test_clock",
)
FIELDS = (
    *_TEXTS,
    "address",
    "shipping",
    "metadata",
    "payment_method",
    "invoice_settings",
    "preferred_locales",
    "expand",
)


def create(world: World, call: Call) -> Record:
    """Make a customer."""
    call.params.allow(FIELDS)
    email = call.params.text("email")
    if email is not None and "@" not in email:
        raise ApiError(400, f"Invalid email address: {email[:80]}", code="email_invalid", param="email")
    customer: Record = {
        "id": new_id("cus", 14),
        "object": "customer",
        **dict.fromkeys(_NOTHING),
        "balance": 0,
        "created": world.now(),
        "delinquent": False,
        "invoice_prefix": new_id("", 8)[1:].upper(),
        "invoice_settings": {
            "custom_fields": None,
            "default_payment_method": None,
            "footer": None,
            "rendering_options": None,
        },
        "livemode": False,
        "metadata": {},
        "next_invoice_sequence": 1,
        "preferred_locales": call.params.words("preferred_locales"),
        "tax_exempt": "none",
    }
    _fill(customer, call)
    world.add(customer, call)
    world.emit("customer.created", customer, call)
    return customer


def _fill(customer: Record, call: Call) -> None:
    for name in _TEXTS:
        if name in call.params:
            customer[name] = call.params.text(name)
    for name in ("address", "shipping"):
        group = call.params.group(name)
        if group is not None:
            customer[name] = dict(group)
    customer["metadata"] = call.params.metadata(customer["metadata"])


def _choose_card(world: World, call: Call, customer: Record) -> None:
    """
    Note the payment method that is charged when none is named.

    :raises ApiError: the customer does not have it
    """
    chosen = (call.params.group("invoice_settings") or Params({})).text("default_payment_method")
    if chosen is None:
        return
    if world.find("payment_method", chosen, call)["customer"] != customer["id"]:
        raise ApiError(
            400,
            "The customer does not have a payment method with the ID "
            f"{chosen}. The payment method must be attached to the customer.",
            code="resource_missing",
            param="invoice_settings[default_payment_method]",
        )
    customer["invoice_settings"]["default_payment_method"] = chosen


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a customer."""
    call.params.allow(("expand",))
    return world.find("customer", key, call)


def update(world: World, call: Call, key: str) -> Record:
    """Change a customer."""
    call.params.allow(FIELDS)
    customer = world.find("customer", key, call)
    _fill(customer, call)
    _choose_card(world, call, customer)
    world.save(customer)
    world.emit("customer.updated", customer, call, {})
    return customer


def delete(world: World, call: Call, key: str) -> Record:
    """Forget a customer."""
    customer = world.find("customer", key, call)
    for method in lists.owned(world, call, "payment_method"):
        if method["customer"] == key:
            saved_cards.detach(world, replace(call, params=Params({})), method["id"])
    world.emit("customer.deleted", customer, call)
    world.store.remove("customer", key)
    return {"id": key, "object": "customer", "deleted": True}


def find_all(world: World, call: Call) -> Record:
    """List customers, or those with an e-mail address."""
    return lists.find_all(world, call, "customer", ("email",))
