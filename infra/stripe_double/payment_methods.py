"""Payment methods: cards by number or by test name, kept with how they behave."""

from __future__ import annotations

from typing import Any

from stripe_double import cards, lists
from stripe_double.cards import Card
from stripe_double.errors import ApiError, missing, not_found
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

CREATE = (
    "type",
    "card",
    "billing_details",
    "metadata",
    "allow_redisplay",
    "expand",
    "guid",
    "muid",
    "sid",
    "payment_user_agent",
    "referrer",
    "time_on_page",
    "client_attribution_metadata",
)
_ADDRESS = ("city", "country", "line1", "line2", "postal_code", "state")


def create(world: World, call: Call) -> Record:
    """Make a payment method from `type=card` and `card[number]...`."""
    call.params.allow(CREATE)
    return from_data(world, call, call.params)


def from_data(world: World, call: Call, data: Params) -> Record:
    """
    Make a payment method from its parameters, also when they came inside of a confirmation.

    :raises ApiError: not a card, or a wrong one
    """
    if data.required("type") != "card":
        raise ApiError(400, "Only payment methods of type card are supported.", param="type")
    given = data.group("card")
    if given is None:
        raise missing("card")
    token = given.text("token")
    if token is not None:
        name = token.replace("tok_", "pm_card_", 1)
        if name not in cards.TOKENS:
            raise not_found("token", token, "card[token]")
        return _make(world, call, cards.CARDS[cards.TOKENS[name]], _next_year(world), data)
    card, month, year = cards.read(given, world.month())
    return _make(world, call, card, (year, month), data)


def resolve(world: World, call: Call, name: str) -> Record:
    """
    Return the payment method of an id; a test name such as `pm_card_visa` makes a new one.

    :raises ApiError: there is none
    """
    if name in cards.TOKENS:
        return of_card(world, call, cards.CARDS[cards.TOKENS[name]])
    return world.find("payment_method", name, call, "payment_method")


def card_of(world: World, method: Record) -> Card:
    """Return the test card behind a payment method."""
    kept = world.store.get("card", method["id"])
    return cards.find(kept["number"]) if kept else cards.find("4242424242424242")


def _next_year(world: World) -> tuple[int, int]:
    year, month = world.month()
    return year + 1, month


def billing(data: Params) -> dict[str, Any]:
    """Return billing details with every field there."""
    given = data.group("billing_details") or Params({})
    address = given.group("address") or Params({})
    return {
        "address": {name: address.text(name) for name in _ADDRESS},
        "email": given.text("email"),
        "name": given.text("name"),
        "phone": given.text("phone"),
        "tax_id": given.text("tax_id"),
    }


def of_card(world: World, call: Call, card: Card) -> Record:
    """Make an online payment method of a card."""
    return _make(world, call, card, _next_year(world), Params({}))


def in_person(world: World, call: Call, kind: str, card: Card, place: Record) -> Record:
    """
    Make the payment method of a card that is held to a reader.

    :param kind: `card_present` or `interac_present`
    :param place: the `location` and `reader`
    """
    year, month = _next_year(world)
    brief: Record = {
        "brand": card.brand,
        "cardholder_name": None,
        "country": "CA" if kind == "interac_present" else "US",
        "exp_month": month,
        "exp_year": year,
        "fingerprint": _fingerprint(card),
        "funding": card.funding,
        "last4": card.last4,
        "networks": {"available": [card.brand], "preferred": None},
        "preferred_locales": ["en"],
        "read_method": "contact_emv" if kind == "interac_present" else "contactless_emv",
        **place,
    }
    return _keep(world, call, card, Params({}), kind, brief)


def _make(world: World, call: Call, card: Card, expiry: tuple[int, int], data: Params) -> Record:
    return _keep(world, call, card, data, "card", _card(card, expiry, data))


def _keep(world: World, call: Call, card: Card, data: Params, kind: str, brief: Record) -> Record:
    method: Record = {
        "id": new_id("pm"),
        "object": "payment_method",
        "allow_redisplay": data.text("allow_redisplay") or "unspecified",
        "billing_details": billing(data),
        kind: brief,
        "created": world.now(),
        "customer": None,
        "customer_account": None,
        "livemode": False,
        "metadata": data.metadata({}),
        "type": kind,
    }
    # Only test numbers get here, so the whole number may be kept: it says how the card behaves.
    world.store.put("card", method["id"], {"number": card.number})
    return world.add(method, call)


def _fingerprint(card: Card) -> str:
    return f"double{int(card.number) % 10**10:010d}"


def _card(card: Card, expiry: tuple[int, int], data: Params) -> dict[str, Any]:
    address = (data.group("billing_details") or Params({})).group("address") or Params({})
    return {
        "brand": card.brand,
        "checks": {
            "address_line1_check": "pass" if address.text("line1") else None,
            "address_postal_code_check": "pass" if address.text("postal_code") else None,
            "cvc_check": "unchecked",
        },
        "country": "US",
        "display_brand": card.brand,
        "exp_month": expiry[1],
        "exp_year": expiry[0],
        "fingerprint": _fingerprint(card),
        "funding": card.funding,
        "generated_from": None,
        "last4": card.last4,
        "networks": {"available": [card.brand], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": True},
        "wallet": None,
    }


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a payment method."""
    call.params.allow(("expand",))
    return world.find("payment_method", key, call)


def update(world: World, call: Call, key: str) -> Record:
    """Change metadata and billing details."""
    call.params.allow(("metadata", "billing_details", "allow_redisplay", "expand"))
    method = world.find("payment_method", key, call)
    method["metadata"] = call.params.metadata(method["metadata"])
    if call.params.group("billing_details"):
        method["billing_details"] = billing(call.params)
    return world.save(method)


def find_all(world: World, call: Call) -> Record:
    """List a customer's payment methods."""
    call.params.allow(("customer", "type", *lists.PAGE))
    customer, kind = call.params.text("customer"), call.params.text("type")
    found = [
        method
        for method in lists.owned(world, call, "payment_method")
        if method["customer"] and customer in {None, method["customer"]} and kind in {None, method["type"]}
    ]
    return lists.listing("/v1/payment_methods", found, call.params)
