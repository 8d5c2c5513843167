"""What a program tells a card reader to do: take a payment, give one back, show a cart."""

from __future__ import annotations

from typing import Any

from stripe_double import currencies, refunds
from stripe_double.errors import ApiError, missing, unexpected_state
from stripe_double.intent_fields import OPEN
from stripe_double.parameters import Params
from stripe_double.readers import KIND
from stripe_double.store import Record
from stripe_double.world import Call, World

IN_PERSON = ("card_present", "interac_present")
CONFIG = ("allow_redisplay", "enable_customer_cancellation", "return_url", "skip_tipping", "tipping")


def process_payment_intent(world: World, call: Call, key: str) -> Record:
    """
    Have a reader collect a payment. The card comes with `present.present_payment_method`.

    :raises ApiError: the reader is away or busy, or the payment is not one in person
    """
    params = call.params
    params.allow(("payment_intent", "process_config", "expand"))
    reader = _ready(world, call, key)
    intent = world.find("payment_intent", params.required("payment_intent"), call, "payment_intent")
    if intent["status"] not in OPEN:
        raise unexpected_state(
            f"This PaymentIntent has a status of {intent['status']} and cannot be processed.", intent
        )
    if not set(IN_PERSON) & set(intent["payment_method_types"]):
        raise ApiError(
            400,
            "The PaymentIntent must have card_present among its payment_method_types.",
            param="payment_intent",
        )
    wanted = {"payment_intent": intent["id"], "process_config": _config(params)}
    return _begin(world, reader, "process_payment_intent", wanted)


def _config(params: Params) -> Record:
    given = params.group("process_config") or Params({})
    given.allow(CONFIG)
    found: Record = {}
    for name in ("enable_customer_cancellation", "skip_tipping"):
        if name in given:
            found[name] = given.flag(name)
    tipping = given.group("tipping")
    if tipping is not None:
        tipping.allow(("amount_eligible",))
        found["tipping"] = {"amount_eligible": tipping.integer("amount_eligible")}
    if "return_url" in given:
        found["return_url"] = given.text("return_url")
    return found


def refund_payment(world: World, call: Call, key: str) -> Record:
    """
    Have a reader ask for the card again to give money back to it; only Interac needs that.

    :raises ApiError: the reader is away or busy, or the payment can be refunded online
    """
    params = call.params
    params.allow(
        (
            "amount",
            "charge",
            "payment_intent",
            "metadata",
            "refund_application_fee",
            "refund_payment_config",
            "reverse_transfer",
            "expand",
        )
    )
    reader = _ready(world, call, key)
    charge = refunds.charge_of(world, call)
    if charge["payment_method_details"]["type"] != "interac_present":
        raise ApiError(
            400,
            "Only Interac payments are refunded with the card present. Use the Refunds API.",
            param="charge" if "charge" in params else "payment_intent",
        )
    wanted: Record = {name: params.text(name) for name in ("charge", "payment_intent") if name in params}
    wanted["amount"] = refunds.amount_of(call, charge)
    wanted["metadata"] = params.metadata({})
    for name in ("refund_application_fee", "reverse_transfer"):
        wanted[name] = params.flag(name)
    return _begin(world, reader, "refund_payment", wanted)


def set_reader_display(world: World, call: Call, key: str) -> Record:
    """
    Show a cart on a reader.

    :raises ApiError: the reader is away or busy, or the cart is incomplete
    """
    call.params.allow(("type", "cart", "expand"))
    reader = _ready(world, call, key)
    call.params.choice("type", ("cart",))
    call.params.required("type")
    cart = _cart(call.params)
    shown = _begin(world, reader, "set_reader_display", {"cart": cart, "type": "cart"})
    shown["action"]["status"] = "succeeded"
    return world.save(shown)


def _cart(params: Params) -> Record:
    given = params.group("cart")
    if given is None:
        raise missing("cart")
    given.allow(("currency", "line_items", "tax", "total"))
    total, items = given.integer("total"), given.get("line_items")
    if total is None:
        raise missing("cart[total]")
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise missing("cart[line_items]")
    return {
        "currency": currencies.check(given.required("currency")),
        "line_items": [_line(Params(item, "cart[line_items]")) for item in items],
        "tax": given.integer("tax"),
        "total": total,
    }


def _line(item: Params) -> Record:
    item.allow(("amount", "description", "quantity"))
    amount, quantity = item.integer("amount"), item.integer("quantity")
    if amount is None or quantity is None or quantity < 1:
        raise missing("cart[line_items][amount]")
    return {"amount": amount, "description": item.required("description"), "quantity": quantity}


def cancel_action(world: World, call: Call, key: str) -> Record:
    """
    Stop what a reader is doing; the payment stays as it was.

    :raises ApiError: the reader is away
    """
    call.params.allow(("expand",))
    reader = _online(world, call, key)
    reader["action"] = None
    return world.save(reader)


def _online(world: World, call: Call, key: str) -> Record:
    reader = world.find(KIND, key, call)
    if reader["status"] != "online":
        raise ApiError(400, "Reader is currently offline. Turn it on.", code="terminal_reader_offline")
    return reader


def _ready(world: World, call: Call, key: str) -> Record:
    reader = _online(world, call, key)
    action = reader["action"]
    if action is not None and action["status"] == "in_progress":
        raise ApiError(400, "Reader is currently processing another request.", code="terminal_reader_busy")
    return reader


def _begin(world: World, reader: Record, kind: str, wanted: Record) -> Record:
    reader["action"] = {
        "failure_code": None,
        "failure_message": None,
        "status": "in_progress",
        "type": kind,
        kind: wanted,
    }
    world.save(reader)
    if world.store.get("reader_silence", reader["id"]) is not None:
        world.store.remove("reader_silence", reader["id"])
        raise ApiError(
            400,
            "The reader did not answer in time. It may have received the command.",
            code="terminal_reader_timeout",
        )
    return reader


def finish(world: World, call: Call, reader: Record, problem: dict[str, Any] | None = None) -> Record:
    """End what a reader is doing, well or with a problem (`code`, `message`), and tell."""
    action = reader["action"]
    action["status"] = "failed" if problem else "succeeded"
    if problem:
        action["failure_code"] = problem["code"]
        action["failure_message"] = problem["message"]
    world.save(reader)
    world.emit(f"terminal.reader.action_{action['status']}", reader, call)
    return reader
