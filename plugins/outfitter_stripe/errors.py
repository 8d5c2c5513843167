"""Stripe's refusals in the platform's words: every code that our calls can meet, in one table."""

import logging
from collections.abc import Mapping
from typing import Any, Final

import stripe

from outfitter.sdk import GatewayUnavailable, PaymentFailed

log = logging.getLogger(__name__)

# Stripe's code -> ours. Whatever is missing here is `gateway_refused`.
CODES: Final[Mapping[str, str]] = {
    "account_closed": "account_not_ready",
    "account_invalid": "account_not_ready",
    "amount_too_large": "amount_too_large",
    "amount_too_small": "amount_too_small",
    "api_key_expired": "keys_refused",
    "application_fees_not_allowed": "account_not_ready",
    "authentication_failure": "authentication_failed",
    "authentication_required": "authentication_required",
    "balance_insufficient": "insufficient_gateway_balance",
    "capability_not_active": "account_not_ready",
    "capture_charge_authorization_expired": "authorisation_expired",
    "capture_unauthorized_payment": "unexpected_state",
    "card_decline_rate_limit_exceeded": "card_declined",
    "card_declined": "card_declined",
    "charge_already_captured": "unexpected_state",
    "charge_already_refunded": "charge_already_refunded",
    "charge_disputed": "charge_disputed",
    "charge_exceeds_source_limit": "amount_too_large",
    "charge_exceeds_transaction_limit": "amount_too_large",
    "charge_expired_for_capture": "authorisation_expired",
    "charge_not_refundable": "unexpected_state",
    "country_unsupported": "account_not_ready",
    "expired_card": "expired_card",
    "expired_payment_method": "expired_card",
    "idempotency_error": "key_reused",
    "incorrect_address": "card_declined",
    "incorrect_cvc": "card_declined",
    "incorrect_number": "card_declined",
    "incorrect_zip": "card_declined",
    "insufficient_capabilities_for_transfer": "account_not_ready",
    "insufficient_funds": "card_declined",
    "intent_invalid_state": "unexpected_state",
    "invalid_card_type": "card_declined",
    "invalid_charge_amount": "amount_too_small",
    "invalid_cvc": "card_declined",
    "invalid_expiry_month": "card_declined",
    "invalid_expiry_year": "card_declined",
    "invalid_number": "card_declined",
    "livemode_mismatch": "not_configured",
    "no_account": "account_not_ready",
    "payment_intent_action_required": "authentication_required",
    "payment_intent_authentication_failure": "authentication_failed",
    "payment_intent_payment_attempt_expired": "authorisation_expired",
    "payment_intent_payment_attempt_failed": "card_declined",
    "payment_intent_unexpected_state": "unexpected_state",
    "payment_method_customer_decline": "card_declined",
    "payment_method_not_available": "card_declined",
    "payment_method_provider_decline": "card_declined",
    "payment_method_unactivated": "account_not_ready",
    "payment_method_unexpected_state": "card_declined",
    "platform_account_required": "account_not_ready",
    "platform_api_key_expired": "keys_refused",
    "postal_code_invalid": "card_declined",
    "processing_error": "card_declined",
    "refer_to_customer": "card_declined",
    "refund_disputed_payment": "charge_disputed",
    "resource_missing": "not_found",
    "return_intent_already_processed": "charge_already_refunded",
    "secret_key_required": "not_configured",
    "setup_intent_authentication_failure": "authentication_failed",
    "setup_intent_unexpected_state": "unexpected_state",
    "terminal_reader_busy": "reader_busy",
    "terminal_reader_hardware_fault": "reader_offline",
    "terminal_reader_offline": "reader_offline",
    "terminal_reader_timeout": "reader_timeout",
    "testmode_charges_only": "account_not_ready",
    "token_already_used": "card_declined",
    "transfers_not_allowed": "account_not_ready",
}

# The bank's own word decides where Stripe only says that the card was declined.
DECLINES: Final[Mapping[str, str]] = {
    "authentication_required": "authentication_required",
    "expired_card": "expired_card",
    "online_or_offline_pin_required": "authentication_required",
    "offline_pin_required": "authentication_required",
    "mobile_device_authentication_required": "authentication_required",
}

# Faults that pass: the call is repeated with its key.
PASSING: Final = frozenset(
    {
        "idempotency_key_in_use",
        "lock_timeout",
        "rate_limit",
        "payment_method_provider_timeout",
        "payment_intent_rate_limit_exceeded",
        "three_d_secure_authentication_upstream_error",
    }
)

WORDS: Final[Mapping[str, str]] = {
    "account_not_ready": "This Stripe account cannot do that yet.",
    "amount_too_large": "This amount is more than can be charged or refunded.",
    "amount_too_small": "This amount is less than can be charged.",
    "authentication_failed": "The payment could not be authenticated.",
    "authentication_required": "The bank wants the cardholder to authenticate this payment.",
    "authorisation_expired": "The card authorization has expired.",
    "card_declined": "The card was declined.",
    "charge_already_refunded": "This payment has already been refunded.",
    "charge_disputed": "The cardholder's bank is already taking this payment back.",
    "expired_card": "The card has expired.",
    "insufficient_gateway_balance": "The Stripe balance does not cover this refund yet.",
    "key_reused": "The payment could not be processed.",
    "keys_refused": "Stripe does not accept the keys that are set up here.",
    "not_configured": "Card payments are not set up here.",
    "not_found": "Stripe does not know this payment.",
    "reader_busy": "The card reader is busy.",
    "reader_offline": "The card reader is not reachable.",
    "reader_timeout": "The card reader did not answer in time.",
    "terminal_refund_required": "This card has to be refunded at a card reader.",
    "unexpected_state": "This payment is not in a state that allows that.",
}
REFUSED: Final = "The payment could not be processed."


def translated(problem: stripe.StripeError) -> PaymentFailed | GatewayUnavailable:
    """Return what to raise for a library's error; a failed intent travels with it."""
    if is_passing(problem):
        log.warning("Stripe did not answer as it should: %r code=%s", problem, problem.code)
        return GatewayUnavailable("Stripe is not reachable right now.")
    told = _body(problem)
    decline = told.get("decline_code")
    code = code_of(problem, decline)
    if not isinstance(problem, stripe.CardError):
        # What is wrong with the request or the keys is for the log, not for a customer's eyes.
        # What is not there may lie elsewhere; whoever asked decides.
        level = logging.WARNING if code == "not_found" else logging.ERROR
        log.log(level, "Stripe refused a request: %r code=%s", problem, problem.code)
    words = problem.user_message if isinstance(problem, stripe.CardError) else None
    failed = PaymentFailed(code, words or WORDS.get(code, REFUSED), decline or problem.code)
    failed.intent = _intent(told)
    return failed


def is_passing(problem: stripe.StripeError) -> bool:
    """Tell whether the same call may succeed later."""
    if problem.code in PASSING:
        return True
    if isinstance(problem, stripe.CardError | stripe.InvalidRequestError | stripe.IdempotencyError):
        return False
    return (
        isinstance(problem, stripe.RateLimitError | stripe.APIConnectionError | stripe.APIError)
        or (problem.http_status or 0) >= 500
    )


def code_of(problem: stripe.StripeError, decline_code: str | None) -> str:
    """Return the platform's code for a refusal."""
    if isinstance(problem, stripe.AuthenticationError):
        return "keys_refused"
    if isinstance(problem, stripe.IdempotencyError):
        return "key_reused"
    if isinstance(problem, stripe.CardError):
        return DECLINES.get(decline_code or "") or CODES.get(problem.code or "", "card_declined")
    if isinstance(problem, stripe.PermissionError):
        return CODES.get(problem.code or "", "account_not_ready")
    if problem.code is None and "greater than" in str(problem.user_message).lower():
        # "Refund amount ($5.00) is greater than unrefunded amount on charge": it has no code.
        return "amount_too_large"
    return CODES.get(problem.code or "", "gateway_refused")


def _body(problem: stripe.StripeError) -> Mapping[str, Any]:
    body = problem.json_body
    found = body.get("error") if isinstance(body, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _intent(told: Mapping[str, Any]) -> Any:
    from outfitter_stripe import serializers

    thing = told.get("payment_intent")
    return serializers.read_intent(thing) if isinstance(thing, Mapping) and "status" in thing else None
