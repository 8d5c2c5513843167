"""Every refusal of Stripe has one stable name, and what passes is not taken for a refusal."""

from typing import Any, get_args

import pytest
import stripe

from outfitter.sdk import FailureCode, GatewayUnavailable, PaymentFailed
from outfitter_stripe.errors import CODES, DECLINES, PASSING, REFUSED, WORDS, translated

pytestmark = pytest.mark.rules


def error(kind: type[stripe.StripeError], status: int, code: str | None, **more: Any) -> stripe.StripeError:
    """Return what the library raises for an answer of Stripe."""
    told = {"type": "x", "message": "Request req_1: details of pi_1", "code": code, **more}
    if issubclass(kind, stripe.CardError | stripe.InvalidRequestError):
        return kind(told["message"], None, code, None, status, {"error": told})  # type: ignore[call-arg]
    return kind(told["message"], None, status, {"error": told}, None, code)


def refusal(problem: stripe.StripeError) -> PaymentFailed:
    """Translate, and be told no."""
    found = translated(problem)
    assert isinstance(found, PaymentFailed)
    return found


def invalid(code: str | None, **more: Any) -> PaymentFailed:
    """Translate an invalid request."""
    return refusal(error(stripe.InvalidRequestError, 400, code, **more))


def declined(code: str, **more: Any) -> PaymentFailed:
    """Translate a declined card."""
    return refusal(error(stripe.CardError, 402, code, **more))


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("amount_too_large", "amount_too_large"),
        ("amount_too_small", "amount_too_small"),
        ("authentication_required", "authentication_required"),
        ("balance_insufficient", "insufficient_gateway_balance"),
        ("capture_charge_authorization_expired", "authorisation_expired"),
        ("charge_already_captured", "unexpected_state"),
        ("charge_already_refunded", "charge_already_refunded"),
        ("charge_disputed", "charge_disputed"),
        ("charge_expired_for_capture", "authorisation_expired"),
        ("expired_card", "expired_card"),
        ("livemode_mismatch", "not_configured"),
        ("payment_intent_authentication_failure", "authentication_failed"),
        ("payment_intent_unexpected_state", "unexpected_state"),
        ("platform_api_key_expired", "keys_refused"),
        ("refund_disputed_payment", "charge_disputed"),
        ("resource_missing", "not_found"),
        ("terminal_reader_busy", "reader_busy"),
        ("terminal_reader_offline", "reader_offline"),
        ("terminal_reader_timeout", "reader_timeout"),
        ("testmode_charges_only", "account_not_ready"),
        ("transfers_not_allowed", "account_not_ready"),
        ("parameter_unknown", "gateway_refused"),
        ("something_new", "gateway_refused"),
        (None, "gateway_refused"),
    ],
)
def test_requests_that_are_refused(theirs: str | None, ours: str) -> None:
    found = invalid(theirs)
    assert (found.code, found.decline_code) == (ours, theirs)
    # Ids and parameters are for the log.
    assert "pi_1" not in found.message
    assert found.message == WORDS.get(ours, REFUSED)


@pytest.mark.parametrize(
    ("code", "decline_code", "ours"),
    [
        ("card_declined", "insufficient_funds", "card_declined"),
        ("card_declined", "do_not_honor", "card_declined"),
        ("card_declined", "authentication_required", "authentication_required"),
        ("card_declined", "expired_card", "expired_card"),
        ("authentication_required", None, "authentication_required"),
        ("expired_card", None, "expired_card"),
        ("incorrect_cvc", "incorrect_cvc", "card_declined"),
        ("processing_error", None, "card_declined"),
        ("a_new_reason", None, "card_declined"),
    ],
)
def test_declined_cards(code: str, decline_code: str | None, ours: str) -> None:
    found = declined(code, decline_code=decline_code)
    assert (found.code, found.decline_code) == (ours, decline_code or code)
    # The issuer's own words are meant for the customer.
    assert found.message == "Request req_1: details of pi_1"


def test_a_declined_charge_brings_its_intent() -> None:
    thing = {
        "id": "pi_1",
        "object": "payment_intent",
        "status": "requires_payment_method",
        "amount": 4500,
        "currency": "usd",
    }
    found = declined("card_declined", payment_intent=thing)
    assert found.intent is not None
    assert (found.intent.gateway_id, found.intent.status) == ("pi_1", "requires_method")
    assert declined("card_declined").intent is None


def test_a_refund_of_more_than_is_left_has_no_code_at_stripe() -> None:
    words = "Refund amount ($50.00) is greater than unrefunded amount on charge ($45.00)"
    assert invalid(None, message=words).code == "amount_too_large"


@pytest.mark.parametrize(
    ("kind", "status", "code", "ours"),
    [
        (stripe.AuthenticationError, 401, None, "keys_refused"),
        (stripe.AuthenticationError, 401, "api_key_expired", "keys_refused"),
        (stripe.PermissionError, 403, None, "account_not_ready"),
        (stripe.PermissionError, 403, "account_invalid", "account_not_ready"),
        (stripe.IdempotencyError, 400, None, "key_reused"),
    ],
)
def test_refusals_of_other_kinds(
    kind: type[stripe.StripeError], status: int, code: str | None, ours: str
) -> None:
    assert refusal(error(kind, status, code)).code == ours


@pytest.mark.parametrize(
    "problem",
    [
        error(stripe.APIConnectionError, 0, None),
        error(stripe.APIError, 500, None),
        error(stripe.RateLimitError, 429, "rate_limit"),
        error(stripe.InvalidRequestError, 429, "lock_timeout"),
        error(stripe.IdempotencyError, 409, "idempotency_key_in_use"),
        error(stripe.StripeError, 503, None),
    ],
)
def test_what_passes_may_be_repeated(problem: stripe.StripeError) -> None:
    assert isinstance(translated(problem), GatewayUnavailable)


def test_every_name_is_one_of_the_contract() -> None:
    contract = set(get_args(FailureCode))
    assert set(CODES.values()) | set(DECLINES.values()) | set(WORDS) <= contract
    assert not PASSING & set(CODES)
    # What a caller meets has words of its own.
    assert set(CODES.values()) | set(DECLINES.values()) <= set(WORDS)
