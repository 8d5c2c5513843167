"""Cards kept for customers: attaching, using them later, and what banks change on their own."""

from __future__ import annotations

from stripe_double import payment_methods
from stripe_double.errors import ApiError
from stripe_double.store import Record
from stripe_double.world import Call, World

_SPENT = (
    "The provided PaymentMethod was previously used with a PaymentIntent without Customer "
    "attachment, or was detached from a Customer. It may not be used again. To use a "
    "PaymentMethod multiple times, attach it to a Customer first."
)


def _note(world: World, method: Record, fact: str) -> None:
    kept = world.store.get("card", method["id"]) or {}
    world.store.put("card", method["id"], {**kept, fact: True})


def _is(world: World, method: Record, fact: str) -> bool:
    return bool((world.store.get("card", method["id"]) or {}).get(fact))


def check_usable(world: World, intent: Record, method: Record) -> None:
    """
    Let a payment method be charged only for the customer who has it, or once.

    :raises ApiError: it belongs to another customer, or was spent
    """
    if method["customer"] is None and _is(world, method, "is_spent"):
        raise ApiError(400, _SPENT, param="payment_method")
    if method["customer"] is None or method["customer"] == intent["customer"]:
        return
    if intent["customer"] is None:
        raise ApiError(
            400,
            "The provided PaymentMethod belongs to a Customer. Please include the Customer in the "
            "`customer` parameter on the PaymentIntent.",
            param="payment_method",
        )
    raise ApiError(
        400,
        f"The provided PaymentMethod ({method['id']}) does not belong to the provided Customer "
        f"({intent['customer']}).",
        param="payment_method",
    )


def must_authenticate(world: World, method: Record, *, is_away: bool) -> bool:
    """Tell whether the bank asks for 3-D Secure; `is_away`: the customer is not there."""
    card = payment_methods.card_of(world, method)
    return card.challenge and not (is_away and card.once and _is(world, method, "is_set_up"))


def note_use(world: World, call: Call, intent: Record, method: Record) -> None:
    """Keep a charged payment method for its customer if that was asked, else it is spent."""
    is_online = method["type"] == "card"
    if is_online and intent["customer"] and intent["setup_future_usage"]:
        keep(world, call, method, intent["customer"])
    elif method["customer"] is None:
        _note(world, method, "is_spent")


def keep(world: World, call: Call, method: Record, customer: str) -> None:
    """Attach a payment method that its owner has agreed to have charged later."""
    _note(world, method, "is_set_up")
    if method["customer"] is None:
        method["customer"] = customer
        world.save(method)
        world.emit("payment_method.attached", method, call)


def attach(world: World, call: Call, key: str) -> Record:
    """
    Keep a payment method for a customer.

    :raises ApiError: it is another customer's, was spent, or the card was declined (402)
    """
    call.params.allow(("customer", "expand"))
    customer = world.find("customer", call.params.required("customer"), call, "customer")
    method = payment_methods.resolve(world, call, key)
    if method["customer"] not in {None, customer["id"]}:
        raise ApiError(400, "The payment method is attached to another customer already.")
    if method["customer"] is None and _is(world, method, "is_spent"):
        raise ApiError(400, _SPENT, param="payment_method")
    if method["type"] != "card":
        raise ApiError(400, "A card that was present cannot be attached; its generated card can.")
    card = payment_methods.card_of(world, method)
    if card.decline is not None and not card.is_kept:
        raise ApiError(
            402,
            card.decline.message,
            kind="card_error",
            code=card.decline.code,
            more={"decline_code": card.decline.decline_code},
        )
    method["customer"] = customer["id"]
    world.save(method)
    world.emit("payment_method.attached", method, call)
    return method


def detach(world: World, call: Call, key: str) -> Record:
    """
    Take a payment method from its customer; it cannot be used again.

    :raises ApiError: it has none
    """
    call.params.allow(("expand",))
    method = world.find("payment_method", key, call)
    if method["customer"] is None:
        raise ApiError(400, "The payment method is not attached to a customer.")
    previous, method["customer"] = {"customer": method["customer"]}, None
    _note(world, method, "is_spent")
    world.save(method)
    world.emit("payment_method.detached", method, call, previous)
    return method


def renew(world: World, call: Call, key: str, changes: Record) -> Record:
    """
    Have the bank send a new card: `exp_month`, `exp_year` or `last4` of a kept one change.

    :raises ApiError: it is not kept for a customer, or something else is to change
    """
    method = world.find("payment_method", key, call)
    if method["customer"] is None:
        raise ApiError(400, "Only a payment method that a customer has is updated.")
    if not changes or not changes.keys() <= {"exp_month", "exp_year", "last4"}:
        raise ApiError(400, "Only exp_month, exp_year and last4 can change.")
    previous = {"card": {name: method["card"][name] for name in changes}}
    method["card"] |= changes
    world.save(method)
    world.emit("payment_method.automatically_updated", method, call, previous)
    return method
