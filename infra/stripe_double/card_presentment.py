"""Somebody holds a card to a simulated reader."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from stripe_double import (
    cards,
    configurations,
    confirmations,
    payment_methods,
    reader_actions,
    refunds,
    saved_cards,
)
from stripe_double.errors import ApiError
from stripe_double.intent_fields import OPEN
from stripe_double.parameters import Params
from stripe_double.readers import KIND
from stripe_double.store import Record
from stripe_double.world import Call, World

NUMBERS = {"card_present": "4242424242424242", "interac_present": "4506445006931933"}


def present_payment_method(world: World, call: Call, key: str) -> Record:
    """
    Hold a card to a reader that waits for one, and choose a tip when it asks for one.

    Parameters: `type` (`card_present`, `interac_present`), its `[number]`, `amount_tip`. A card
    that is declined is no error of this call: the reader's action fails.

    :raises ApiError: the reader waits for no card, or offers no tip
    """
    params = call.params
    params.allow(("type", "card_present", "interac_present", "amount_tip", "expand"))
    kind = params.choice("type", tuple(NUMBERS)) or "card_present"
    reader, action = _waiting(world, call, key)
    group = params.group(kind) or Params({})
    group.allow(("number",))
    number = group.text("number") or NUMBERS[kind]
    if number not in cards.CARDS:
        raise ApiError(400, "Only test cards can be presented.", param=f"{kind}[number]")
    tip = params.integer("amount_tip")
    method = _method(world, call, reader, kind, number)
    silent = replace(call, params=Params({}))
    if action["type"] == "refund_payment":
        return _refund(world, call, reader, method)
    return _charge(world, silent, reader, method, tip)


def _waiting(world: World, call: Call, key: str) -> tuple[Record, Record]:
    reader = world.find(KIND, key, call)
    action: Record = reader["action"] or {}
    if action.get("status") != "in_progress" or reader["status"] != "online":
        raise ApiError(400, "The reader is not waiting for a card.", param="reader")
    return reader, action


def _method(world: World, call: Call, reader: Record, kind: str, number: str) -> Record:
    place = {"location": reader["location"], "reader": reader["id"]}
    return payment_methods.in_person(world, call, kind, cards.CARDS[number], place)


def _charge(world: World, call: Call, reader: Record, method: Record, tip: int | None) -> Record:
    wanted = reader["action"]["process_payment_intent"]
    intent = world.find("payment_intent", wanted["payment_intent"], call)
    if method["type"] not in intent["payment_method_types"]:
        raise ApiError(400, f"This payment does not take {method['type']}.", param="type")
    if intent["status"] not in OPEN:
        problem = {
            "code": "payment_intent_unexpected_state",
            "message": f"The PaymentIntent has a status of {intent['status']}.",
        }
        return reader_actions.finish(world, call, reader, problem)
    amount = intent["amount"]
    if tip is not None:
        _add_tip(world, call, reader, intent, tip)
    intent["payment_method"], intent["last_payment_error"] = method["id"], None
    try:
        confirmations.charge_now(world, call, intent, method)
    except ApiError as declined:
        # The tip was for this attempt; the next card is asked again.
        intent.update(amount=amount, amount_details={"tip": {}})
        world.save(intent)
        problem = {"code": str(declined.code), "message": declined.message}
        return reader_actions.finish(world, call, reader, problem)
    _keep_card(world, call, intent, method)
    return reader_actions.finish(world, call, reader)


def _add_tip(world: World, call: Call, reader: Record, intent: Record, tip: int) -> None:
    config = reader["action"]["process_payment_intent"]["process_config"]
    eligible = (config.get("tipping") or {}).get("amount_eligible")
    is_offered = configurations.offers_tip(world, reader, intent["currency"])
    if config.get("skip_tipping") or eligible == 0 or not is_offered:
        raise ApiError(400, "The reader offers no tip.", param="amount_tip")
    if tip < 0:
        raise ApiError(400, "Invalid positive integer", param="amount_tip")
    intent["amount"] += tip
    intent["amount_details"] = {"tip": {"amount": tip}}
    world.save(intent)
    world.emit("terminal.reader.action_updated", reader, call)


def _keep_card(world: World, call: Call, intent: Record, method: Record) -> None:
    """Make the online card that stands for a presented one, when later charges were agreed to."""
    if method["type"] != "card_present" or not (intent["setup_future_usage"] and intent["customer"]):
        return
    card = payment_methods.card_of(world, method)
    online = payment_methods.of_card(world, call, card)
    saved_cards.keep(world, call, online, intent["customer"])
    charge = world.find("charge", intent["latest_charge"], call)
    charge["payment_method_details"]["card_present"]["generated_card"] = online["id"]
    world.save(charge)


def _refund(world: World, call: Call, reader: Record, method: Record) -> Record:
    wanted: dict[str, Any] = reader["action"]["refund_payment"]
    if method["type"] != "interac_present":
        raise ApiError(400, "The refund asks for the Interac card.", param="type")
    given = {name: wanted[name] for name in ("charge", "payment_intent") if wanted.get(name)}
    flags = {name: "true" for name in ("refund_application_fee", "reverse_transfer") if wanted[name]}
    inner = replace(call, params=Params({**given, **flags, "metadata": wanted["metadata"]}))
    try:
        charge = refunds.charge_of(world, inner)
        refund = refunds.make(world, inner, charge, wanted["amount"])
    except ApiError as refused:
        problem = {"code": refused.code or "refund_failed", "message": refused.message}
        return reader_actions.finish(world, call, reader, problem)
    wanted["refund"] = refund["id"]
    return reader_actions.finish(world, call, reader)
