"""Refunds, whole and partial."""

from __future__ import annotations

from typing import Any

from stripe_double import balance, charge_split, currencies, lists, payment_methods
from stripe_double.errors import ApiError, missing, unexpected_state
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

REASONS = ("duplicate", "fraudulent", "requested_by_customer")
CREATE = (
    "amount",
    "charge",
    "payment_intent",
    "reason",
    "metadata",
    "refund_application_fee",
    "reverse_transfer",
    "instructions_email",
    "expand",
)
SECONDS_TO_SETTLE = 2.0


def create(world: World, call: Call) -> Record:
    """
    Give money back, all that is left unless `amount` is given.

    :raises ApiError: nothing was paid, nothing is left, or not that much
    """
    call.params.allow(CREATE)
    charge = charge_of(world, call)
    if charge["payment_method_details"]["type"] == "interac_present":
        raise ApiError(
            400,
            "Interac payments can be refunded only in person, with the card that paid.",
            param="charge" if "charge" in call.params else "payment_intent",
        )
    return make(world, call, charge, amount_of(call, charge))


def make(world: World, call: Call, charge: Record, amount: int) -> Record:
    """Give an amount of a charge back; `call.params` holds the reason and metadata."""
    fee = charge_split.fee_to_return(world, call, charge, amount)
    refund = _blank(world, call, charge, amount)
    charge_split.give_back(world, call, charge, refund, fee)
    refund["status"], then = _course(world, call, charge)
    fees = {"application_fee": -fee if call.account else 0}
    entry = balance.book(world, call, refund["id"], "refund", charge["currency"], -amount, fees)
    refund["balance_transaction"] = entry["id"]
    world.add(refund, call)
    previous = {"amount_refunded": charge["amount_refunded"], "refunded": False}
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    world.save(charge)
    world.emit("refund.created", refund, call)
    world.emit("charge.refunded", charge, call, previous)
    if then is not None:
        world.later(SECONDS_TO_SETTLE, f"refund_{then}", refund["id"])
    return refund


def _course(world: World, call: Call, charge: Record) -> tuple[str, str | None]:
    """Return the first status of a refund, and which later step of the bank it waits for."""
    faults = world.faults
    if faults.refund_cnt > 0:
        faults.refund_cnt -= 1
        return "pending", faults.refund_then
    method = world.find("payment_method", charge["payment_method"], call)
    card = payment_methods.card_of(world, method)
    return ("pending" if card.refund == "pending" else "succeeded"), card.refund


def settle(
    world: World, call: Call, key: str, outcome: str, reason: str = "expired_or_canceled_card"
) -> Record:
    """
    Have the bank take a refund on, or send it back (`succeeded`, `failed`).

    :raises ApiError: it failed already, or has succeeded and is to succeed again
    """
    refund = world.find("refund", key, call)
    if refund["status"] in {"failed", "canceled", outcome}:
        raise ApiError(400, f"The refund has {refund['status']} already.")
    previous = {"status": refund["status"]}
    refund["status"] = outcome
    if outcome == "failed":
        refund["failure_reason"] = reason
        _return(world, call, refund)
    world.save(refund)
    world.emit("refund.updated", refund, call, previous)
    world.emit("charge.refund.updated", refund, call, previous)
    if outcome == "failed":
        world.emit("refund.failed", refund, call, previous)
    return refund


def _return(world: World, call: Call, refund: Record) -> None:
    entry = balance.book(world, call, refund["id"], "refund_failure", refund["currency"], refund["amount"])
    refund["failure_balance_transaction"] = entry["id"]
    charge = world.find("charge", refund["charge"], call)
    charge["amount_refunded"] -= refund["amount"]
    charge["refunded"] = False
    world.save(charge)


def charge_of(world: World, call: Call) -> Record:
    """
    Return the charge that `charge` or `payment_intent` asks to refund.

    :raises ApiError: neither is given, or nothing of it can be refunded
    """
    given, intent_id = call.params.text("charge"), call.params.text("payment_intent")
    if given is None and intent_id is None:
        raise missing("payment_intent")
    if given is None:
        intent = world.find("payment_intent", str(intent_id), call, "payment_intent")
        if intent["status"] != "succeeded":
            raise unexpected_state(
                f"This PaymentIntent ({intent_id}) does not have a successful charge to refund."
            )
        given = str(intent["latest_charge"])
    charge = world.find("charge", given, call, "charge")
    if charge["status"] != "succeeded":
        raise ApiError(400, f"Charge {given} did not succeed, nothing to refund.", param="charge")
    if not charge["captured"]:
        raise ApiError(
            400, f"Charge {given} has not been captured. Cancel the PaymentIntent instead.", param="charge"
        )
    if charge["disputed"]:
        raise ApiError(400, f"Charge {given} has been charged back.", code="charge_disputed", param="charge")
    return charge


def amount_of(call: Call, charge: Record) -> int:
    """
    Return how much `amount` asks to refund, all that is left when it says nothing.

    :raises ApiError: nothing is left, or not that much
    """
    left = charge["amount"] - charge["amount_refunded"]
    if left == 0:
        raise ApiError(
            400, f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded"
        )
    amount = call.params.integer("amount")
    amount = left if amount is None else amount
    if amount < 1:
        raise ApiError(400, "Invalid positive integer", code="parameter_invalid_integer", param="amount")
    if amount > left:
        show = currencies.show
        raise ApiError(
            400,
            f"Refund amount ({show(amount, charge['currency'])}) is greater than unrefunded "
            f"amount on charge ({show(left, charge['currency'])})",
            param="amount",
        )
    return amount


def _blank(world: World, call: Call, charge: Record, amount: int) -> Record:
    card = {"reference_status": "pending", "reference_type": "acquirer_reference_number", "type": "refund"}
    details: dict[str, Any] = {"card": card, "type": "card"}
    return {
        "id": new_id("re"),
        "object": "refund",
        "amount": amount,
        "balance_transaction": None,
        "charge": charge["id"],
        "created": world.now(),
        "currency": charge["currency"],
        "customer": charge["customer"],
        "customer_account": None,
        "destination_details": details,
        "metadata": call.params.metadata({}),
        "payment_intent": charge["payment_intent"],
        "payment_method": charge["payment_method"],
        "reason": call.params.choice("reason", REASONS),
        "receipt_number": None,
        "source_transfer_reversal": None,
        "status": "succeeded",
        "transfer_reversal": None,
    }


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a refund."""
    call.params.allow(("expand",))
    return world.find("refund", key, call)


def update(world: World, call: Call, key: str) -> Record:
    """Change a refund's metadata."""
    call.params.allow(("metadata", "expand"))
    refund = world.find("refund", key, call)
    refund["metadata"] = call.params.metadata(refund["metadata"])
    world.save(refund)
    world.emit("refund.updated", refund, call, {})
    return refund


def cancel(world: World, call: Call, key: str) -> Record:
    """
    Give a refund up that waits for its receiver to do something; cards never do.

    :raises ApiError: always, for cards
    """
    call.params.allow(("expand",))
    refund = world.find("refund", key, call)
    raise ApiError(400, f"A refund with a status of {refund['status']} cannot be canceled.")


def find_all(world: World, call: Call) -> Record:
    """List refunds, or those of a charge or payment intent."""
    return lists.find_all(world, call, "refund", ("charge", "payment_intent"))
