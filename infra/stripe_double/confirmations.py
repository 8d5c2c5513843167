"""Moves payment intents on to a charge: confirm, 3-D Secure, declines."""

from __future__ import annotations

from typing import Any

from stripe_double import cards, charges, payment_methods, saved_cards
from stripe_double.cards import Decline
from stripe_double.errors import ApiError, unexpected_state
from stripe_double.intent_fields import OPEN, check_secret, for_browser
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

CONFIRM = (
    "client_secret",
    "payment_method",
    "payment_method_data",
    "payment_method_types",
    "payment_method_options",
    "return_url",
    "use_stripe_sdk",
    "off_session",
    "error_on_requires_action",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "mandate_data",
    "capture_method",
    "radar_options",
    "expected_payment_method_type",
    "key",
    "_stripe_account",
    "expand",
)
CAPTURE_METHODS = ("automatic", "automatic_async", "manual")
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
            f"You cannot confirm this PaymentIntent because it has {why}: {intent['status']}.", intent
        )
    method = _method(world, call, intent)
    if method["type"] not in intent["payment_method_types"]:
        raise ApiError(
            400,
            f"The PaymentMethod provided ({method['type']}) is not allowed for this PaymentIntent. "
            f"It takes: {', '.join(intent['payment_method_types'])}.",
            code="payment_intent_invalid_parameter",
            param="payment_method",
        )
    saved_cards.check_usable(world, intent, method)
    intent["payment_method"] = method["id"]
    _note_details(call, intent)
    is_away = call.params.text("off_session") not in {None, "false"}
    if not is_away:
        _check_return_url(call, intent)
    intent["last_payment_error"], intent["next_action"] = None, None
    # A card read out over the telephone (`moto`) cannot be asked for 3-D Secure.
    is_told = (intent["payment_method_options"].get("card") or {}).get("moto") == "true"
    if is_told or not saved_cards.must_authenticate(world, method, is_away=is_away):
        return charge_now(world, call, intent, method)
    if is_away or call.params.flag("error_on_requires_action"):
        raise decline(world, call, intent, method, cards.AUTHENTICATION_REQUIRED)
    return _ask_for_authentication(world, call, intent)


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
    options = call.params.group("payment_method_options")
    if options is not None:
        intent["payment_method_options"] = dict(options)
    intent["capture_method"] = (
        call.params.choice("capture_method", CAPTURE_METHODS) or intent["capture_method"]
    )


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
        charge_now(world, call, intent, method)
    return for_browser(intent) if call.is_publishable else intent


def charge_now(world: World, call: Call, intent: Record, method: Record) -> Record:
    """
    Charge a payment method that needs no more questions, and return the intent.

    :raises ApiError: the card was declined (402)
    """
    card = payment_methods.card_of(world, method)
    if card.decline is not None:
        raise decline(world, call, intent, method, card.decline)
    charge = charges.make(world, call, intent, method)
    intent["latest_charge"] = charge["id"]
    if not charge["captured"]:
        intent["status"], intent["amount_capturable"] = "requires_capture", intent["amount"]
        world.later(charges.hold_ends(charge) - world.moment(), "hold_ends", intent["id"])
    else:
        intent["status"], intent["amount_received"] = "succeeded", intent["amount"]
    world.save(intent)
    saved_cards.note_use(world, call, intent, method)
    world.emit("charge.succeeded", charge, call)
    if intent["status"] == "succeeded":
        world.emit("payment_intent.succeeded", intent, call)
    else:
        world.emit("payment_intent.amount_capturable_updated", intent, call)
    if card.dispute:
        world.later(SECONDS_TO_DISPUTE, "dispute", charge["id"])
    return intent


def decline(world: World, call: Call, intent: Record, method: Record, reason: Decline) -> ApiError:
    """Note that the bank said no, and return the error to raise (402)."""
    charge = charges.make(world, call, intent, method, declined=reason)
    intent["latest_charge"] = charge["id"]
    world.emit("charge.failed", charge, call)
    error = _refused(world, call, intent, method, reason, charge["id"])
    view = for_browser(intent) if call.is_publishable else dict(intent)
    more = {k: v for k, v in error.items() if k in {"charge", "decline_code", "payment_method"}}
    return ApiError(
        402,
        reason.message,
        kind="card_error",
        code=reason.code,
        param="cvc" if reason.code == "incorrect_cvc" else None,
        more={**more, "payment_intent": view},
    )


def _refused(
    world: World, call: Call, intent: Record, method: Record, reason: Decline, charge_id: str | None
) -> dict[str, Any]:
    error = ApiError(
        402,
        reason.message,
        kind="card_error" if charge_id else "invalid_request_error",
        code=reason.code,
        more={"charge": charge_id, "decline_code": reason.decline_code, "payment_method": dict(method)},
    ).body()["error"]
    intent["status"], intent["payment_method"] = "requires_payment_method", None
    intent["last_payment_error"] = error
    world.save(intent)
    world.emit("payment_intent.payment_failed", intent, call)
    found: dict[str, Any] = error
    return found
