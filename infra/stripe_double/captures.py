"""What becomes of an authorised amount: taken, released, or given up by time."""

from __future__ import annotations

from stripe_double import charges
from stripe_double.errors import ApiError, unexpected_state
from stripe_double.intent_fields import OPEN
from stripe_double.store import Record
from stripe_double.world import Call, World

CAPTURE = (
    "amount_to_capture",
    "final_capture",
    "application_fee_amount",
    "metadata",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "transfer_data",
    "expand",
)
REASONS = ("abandoned", "duplicate", "fraudulent", "requested_by_customer")


def capture(world: World, call: Call, key: str) -> Record:
    """
    Take an authorised amount, or a part of it; the rest is released.

    :raises ApiError: nothing is authorised, or not that much, or no longer
    """
    call.params.allow(CAPTURE)
    intent = world.find("payment_intent", key, call)
    _check_can_capture(call, intent)
    charge = world.find("charge", intent["latest_charge"], call)
    if charges.hold_ends(charge) <= world.now():
        lapse(world, call, key)
        raise ApiError(
            400,
            "The charge cannot be captured as the authorization has expired.",
            code="charge_expired_for_capture",
        )
    amount = _amount(call, intent)
    _note_shares(call, charge, amount)
    charge["captured"], charge["amount_captured"] = True, amount
    charge["amount_refunded"] = charge["amount"] - amount
    for name in ("statement_descriptor", "statement_descriptor_suffix"):
        if name in call.params:
            charge[name] = intent[name] = call.params.text(name)
    charges.settle(world, call, charge)
    intent["metadata"] = call.params.metadata(intent["metadata"])
    intent["application_fee_amount"] = charge["application_fee_amount"]
    intent.update(status="succeeded", amount_capturable=0, amount_received=amount)
    world.save(intent)
    world.emit("charge.captured", charge, call, {"captured": False, "amount_captured": 0})
    world.emit("payment_intent.succeeded", intent, call)
    return intent


def _check_can_capture(call: Call, intent: Record) -> None:
    if intent["status"] != "requires_capture":
        raise unexpected_state(
            "This PaymentIntent could not be captured because it has a status of "
            f"{intent['status']}. Only one in status requires_capture can be captured.",
            intent,
        )
    if call.params.flag("final_capture") is False:
        raise ApiError(400, "This PaymentIntent can be captured only once.", param="final_capture")


def _amount(call: Call, intent: Record) -> int:
    given = call.params.integer("amount_to_capture")
    amount = int(intent["amount_capturable"]) if given is None else given
    if not 0 < amount <= intent["amount_capturable"]:
        raise ApiError(
            400,
            f"The amount to capture must be between 1 and {intent['amount_capturable']}.",
            code="amount_too_large" if amount > 0 else "parameter_invalid_integer",
            param="amount_to_capture",
        )
    return amount


def _note_shares(call: Call, charge: Record, amount: int) -> None:
    fee = call.params.integer("application_fee_amount")
    fee = charge["application_fee_amount"] if fee is None else fee
    # Stripe caps the platform's fee at what is captured.
    charge["application_fee_amount"] = None if fee is None else min(fee, amount)
    share = call.params.group("transfer_data")
    if share is not None and charge["transfer_data"]:
        share.allow(("amount",))
        charge["transfer_data"] = {**charge["transfer_data"], "amount": share.integer("amount")}


def cancel(world: World, call: Call, key: str) -> Record:
    """
    Give up an intent, releasing what was authorised.

    :raises ApiError: it is paid or canceled
    """
    call.params.allow(("cancellation_reason", "expand"))
    intent = world.find("payment_intent", key, call)
    if intent["status"] not in (*OPEN, "requires_capture"):
        raise unexpected_state(
            f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}.", intent
        )
    reason = call.params.choice("cancellation_reason", REASONS)
    if intent["status"] == "requires_capture":
        _release(world, call, intent, "charge.refunded")
    return _end(world, call, intent, reason)


def lapse(world: World, call: Call, key: str) -> Record:
    """Give an authorisation up because its time is over; without effect on any other intent."""
    intent = world.find("payment_intent", key, call)
    if intent["status"] != "requires_capture":
        return intent
    _release(world, call, intent, "charge.expired")
    return _end(world, call, intent, "automatic")


def _release(world: World, call: Call, intent: Record, event: str) -> None:
    charge = world.find("charge", intent["latest_charge"], call)
    charge.update(refunded=True, amount_refunded=charge["amount"])
    world.save(charge)
    world.emit(event, charge, call, {"amount_refunded": 0, "refunded": False})


def _end(world: World, call: Call, intent: Record, reason: str | None) -> Record:
    intent.update(
        status="canceled",
        amount_capturable=0,
        canceled_at=world.now(),
        cancellation_reason=reason,
        next_action=None,
    )
    world.save(intent)
    world.emit("payment_intent.canceled", intent, call)
    return intent
