"""Moves payment intents on: confirm, 3-D Secure, capture, cancel."""

from __future__ import annotations

from typing import Any

from stripe_double import cards, charges, payment_methods
from stripe_double.cards import Decline
from stripe_double.errors import ApiError, unexpected_state
from stripe_double.intent_shapes import OPEN, check_secret, for_browser
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

CONFIRM = ("client_secret", "payment_method", "payment_method_data", "payment_method_types",
           "payment_method_options", "return_url", "use_stripe_sdk", "off_session",
           "error_on_requires_action", "receipt_email", "setup_future_usage", "shipping",
           "mandate_data", "capture_method", "radar_options", "expected_payment_method_type",
           "key", "_stripe_account", "expand")  # fmt: skip
REASONS = ("abandoned", "duplicate", "fraudulent", "requested_by_customer")
SECONDS_TO_DISPUTE = 1.0
_NOT_AUTHENTICATED = Decline(
    "payment_intent_authentication_failure",
    None,
    "The payment could not be authenticated. Choose another payment method and try again.",
)


def confirm(world: World, call: Call, key: str) -> Record:
    """
    Try to charge.

    :raises ApiError: the state forbids it, or the card was declined (402)
    """
    call.params.allow(CONFIRM)
    intent = world.find("payment_intent", key, call)
    check_secret(call, intent)
    done = confirm_intent(world, call, intent)
    return for_browser(done) if call.is_publishable else done


def confirm_intent(world: World, call: Call, intent: Record) -> Record:
    """Try to charge `intent` with the payment method it has or is now given."""
    if intent["status"] not in OPEN:
        why = "already succeeded" if intent["status"] == "succeeded" else "a later status already"
        raise unexpected_state(
            f"You cannot confirm this PaymentIntent because it has {why}: {intent['status']}.",
            intent,
        )
    method = _method(world, call, intent)
    intent["payment_method"] = method["id"]
    _note_details(call, intent)
    _check_return_url(call, intent)
    card = payment_methods.card_of(world, method)
    intent["last_payment_error"], intent["next_action"] = None, None
    if card.challenge and not call.params.flag("off_session"):
        return _ask_for_authentication(world, call, intent)
    if card.challenge:
        return _decline(world, call, intent, method, cards.AUTHENTICATION_REQUIRED)
    return _charge(world, call, intent, method)


def _method(world: World, call: Call, intent: Record) -> Record:
    name, data = call.params.text("payment_method"), call.params.group("payment_method_data")
    if data is not None:
        return payment_methods.from_data(world, call, data)
    chosen = name or intent["payment_method"]
    if chosen is None:
        raise unexpected_state(
            "You cannot confirm this PaymentIntent because it's missing a payment method.", intent
        )
    return payment_methods.resolve(world, call, chosen)


def _note_details(call: Call, intent: Record) -> None:
    for name in ("receipt_email", "setup_future_usage"):
        if name in call.params:
            intent[name] = call.params.text(name)


def _check_return_url(call: Call, intent: Record) -> None:
    automatic = intent["automatic_payment_methods"] or {}
    needs = automatic.get("enabled") and automatic.get("allow_redirects") == "always"
    if needs and not call.params.text("return_url"):
        raise ApiError(
            400,
            "This PaymentIntent allows payment methods that leave the page, so `return_url` must "
            "be given. To do without, set automatic_payment_methods[allow_redirects] to never.",
            param="return_url",
        )


def _ask_for_authentication(world: World, call: Call, intent: Record) -> Record:
    intent["status"] = "requires_action"
    intent["next_action"] = {
        "type": "use_stripe_sdk",
        "use_stripe_sdk": {"type": "three_d_secure_redirect", "source": new_id("src")},
    }
    world.save(intent)
    world.emit("payment_intent.requires_action", intent, call)
    return intent


def answer_challenge(world: World, call: Call, key: str) -> Record:
    """
    End 3-D Secure with `outcome` complete or fail; what the bank's page would do.

    :raises ApiError: nothing is asked, or the card was declined afterwards (402)
    """
    call.params.allow(("client_secret", "outcome", "key", "_stripe_account", "expand"))
    outcome = call.params.choice("outcome", ("complete", "fail")) or "complete"
    intent = world.find("payment_intent", key, call)
    check_secret(call, intent)
    if intent["status"] != "requires_action":
        raise unexpected_state("Nothing has to be authenticated.", intent)
    method = payment_methods.resolve(world, call, intent["payment_method"])
    intent["next_action"] = None
    if outcome == "fail":
        _refused(world, call, intent, method, _NOT_AUTHENTICATED, None)
    else:
        _charge(world, call, intent, method)
    return for_browser(intent) if call.is_publishable else intent


def _charge(world: World, call: Call, intent: Record, method: Record) -> Record:
    card = payment_methods.card_of(world, method)
    if card.decline is not None:
        return _decline(world, call, intent, method, card.decline)
    charge = charges.make(world, call, intent, method)
    intent["latest_charge"] = charge["id"]
    if intent["capture_method"] == "manual":
        intent["status"], intent["amount_capturable"] = "requires_capture", intent["amount"]
    else:
        intent["status"], intent["amount_received"] = "succeeded", intent["amount"]
    world.save(intent)
    world.emit("charge.succeeded", charge, call)
    if intent["status"] == "succeeded":
        world.emit("payment_intent.succeeded", intent, call)
    else:
        world.emit("payment_intent.amount_capturable_updated", intent, call)
    if card.dispute:
        world.later(SECONDS_TO_DISPUTE, "dispute", charge["id"])
    return intent


def _decline(world: World, call: Call, intent: Record, method: Record, decline: Decline) -> Record:
    charge = charges.make(world, call, intent, method, declined=decline)
    intent["latest_charge"] = charge["id"]
    world.emit("charge.failed", charge, call)
    error = _refused(world, call, intent, method, decline, charge["id"])
    view = for_browser(intent) if call.is_publishable else dict(intent)
    more = {k: v for k, v in error.items() if k in {"charge", "decline_code", "payment_method"}}
    raise ApiError(
        402,
        decline.message,
        kind="card_error",
        code=decline.code,
        param="cvc" if decline.code == "incorrect_cvc" else None,
        more={**more, "payment_intent": view},
    )


def _refused(
    world: World,
    call: Call,
    intent: Record,
    method: Record,
    decline: Decline,
    charge_id: str | None,
) -> dict[str, Any]:
    error = ApiError(
        402,
        decline.message,
        kind="card_error" if charge_id else "invalid_request_error",
        code=decline.code,
        more={
            "charge": charge_id,
            "decline_code": decline.decline_code,
            "payment_method": dict(method),
        },
    ).body()["error"]
    intent["status"], intent["payment_method"] = "requires_payment_method", None
    intent["last_payment_error"] = error
    world.save(intent)
    world.emit("payment_intent.payment_failed", intent, call)
    found: dict[str, Any] = error
    return found


def capture(world: World, call: Call, key: str) -> Record:
    """
    Take an authorised amount, or a part of it; the rest is released.

    :raises ApiError: nothing is authorised, or not that much
    """
    call.params.allow(("amount_to_capture", "final_capture", "application_fee_amount", "metadata",
                       "statement_descriptor", "statement_descriptor_suffix", "transfer_data",
                       "expand"))  # fmt: skip
    intent = world.find("payment_intent", key, call)
    if intent["status"] != "requires_capture":
        raise unexpected_state(
            "This PaymentIntent could not be captured because it has a status of "
            f"{intent['status']}. Only one in status requires_capture can be captured.",
            intent,
        )
    amount = call.params.integer("amount_to_capture") or intent["amount_capturable"]
    if not 0 < amount <= intent["amount_capturable"]:
        raise ApiError(
            400,
            f"The amount to capture must be between 1 and {intent['amount_capturable']}.",
            code="amount_too_large" if amount > 0 else "parameter_invalid_integer",
            param="amount_to_capture",
        )
    charge = world.find("charge", intent["latest_charge"], call)
    charge["captured"], charge["amount_captured"] = True, amount
    charge["amount_refunded"] = charge["amount"] - amount
    charges.settle(world, call, charge)
    intent["metadata"] = call.params.metadata(intent["metadata"])
    intent.update(status="succeeded", amount_capturable=0, amount_received=amount)
    world.save(intent)
    world.emit("charge.captured", charge, call, {"captured": False, "amount_captured": 0})
    world.emit("payment_intent.succeeded", intent, call)
    return intent


def cancel(world: World, call: Call, key: str) -> Record:
    """
    Give up an intent, releasing what was authorised.

    :raises ApiError: it is paid or canceled
    """
    call.params.allow(("cancellation_reason", "expand"))
    intent = world.find("payment_intent", key, call)
    if intent["status"] not in (*OPEN, "requires_capture"):
        raise unexpected_state(
            f"You cannot cancel this PaymentIntent because it has a status of {intent['status']}.",
            intent,
        )
    reason = call.params.choice("cancellation_reason", REASONS)
    if intent["status"] == "requires_capture":
        charge = world.find("charge", intent["latest_charge"], call)
        charge.update(refunded=True, amount_refunded=charge["amount"])
        world.save(charge)
        world.emit("charge.refunded", charge, call, {"amount_refunded": 0, "refunded": False})
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
