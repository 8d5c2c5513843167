"""The state machine of payment intents: every status and every step."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from stripe_double import captures, confirmations, payment_intents
from stripe_double.errors import ApiError
from stripe_double.world import World
from tests.stripe_double.conftest import ask

pytestmark = pytest.mark.rules
NEW = "amount=2000&currency=usd&automatic_payment_methods[allow_redirects]=never"
UNEXPECTED = "payment_intent_unexpected_state"


def _create(world: World, form: str = "") -> str:
    return str(payment_intents.create(world, ask(f"{NEW}&{form}"))["id"])


def _confirmed(world: World, card: str, form: str = "") -> str:
    key = _create(world, form)
    with suppress(ApiError):
        confirmations.confirm(world, ask(f"payment_method={card}"), key)
    return key


def _canceled(world: World) -> str:
    key = _create(world)
    captures.cancel(world, ask(), key)
    return key


STARTS: dict[str, Callable[[World], str]] = {
    "requires_payment_method": _create,
    "requires_confirmation": lambda w: _create(w, "payment_method=pm_card_visa"),
    "requires_action": lambda w: _confirmed(w, "pm_card_threeDSecure2Required"),
    "requires_capture": lambda w: _confirmed(w, "pm_card_visa", "capture_method=manual"),
    "succeeded": lambda w: _confirmed(w, "pm_card_visa"),
    "canceled": _canceled,
}
STEPS: dict[str, Callable[[World, str], Any]] = {
    "confirm": lambda w, k: confirmations.confirm(w, ask("payment_method=pm_card_visa"), k),
    "confirm bare": lambda w, k: confirmations.confirm(w, ask(), k),
    "capture": lambda w, k: captures.capture(w, ask(), k),
    "cancel": lambda w, k: captures.cancel(w, ask(), k),
    "amount": lambda w, k: payment_intents.update(w, ask("amount=2500"), k),
    "note": lambda w, k: payment_intents.update(w, ask("metadata[x]=1"), k),
    "challenge": lambda w, k: confirmations.answer_challenge(w, ask("outcome=complete"), k),
}
ROWS = {
    "requires_payment_method": "succeeded ! ! canceled same same !",
    "requires_confirmation": "succeeded succeeded ! canceled same same !",
    "requires_action": "succeeded requires_action ! canceled requires_confirmation same succeeded",
    "requires_capture": "! ! succeeded canceled ! same !",
    "succeeded": "! ! ! ! ! same !",
    "canceled": "! ! ! ! ! same !",
}


@pytest.mark.parametrize(
    ("start", "step", "end"),
    [(start, step, end) for start, row in ROWS.items() for step, end in zip(STEPS, row.split(), strict=True)],
)
def test_step(world: World, start: str, step: str, end: str) -> None:
    key = STARTS[start](world)
    assert payment_intents.retrieve(world, ask(), key)["status"] == start
    if end == "!":
        with pytest.raises(ApiError) as refused:
            STEPS[step](world, key)
        assert (refused.value.status, refused.value.code) == (400, UNEXPECTED)
        end = "same"
    else:
        STEPS[step](world, key)
    now = payment_intents.retrieve(world, ask(), key)
    assert now["status"] == (start if end == "same" else end)


@pytest.mark.parametrize(
    ("card", "code", "decline_code"),
    [
        ("pm_card_chargeDeclined", "card_declined", "generic_decline"),
        ("pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
        ("pm_card_visa_chargeDeclinedLostCard", "card_declined", "lost_card"),
        ("pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"),
        ("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"),
        ("pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error"),
        ("pm_card_chargeCustomerFail", "card_declined", "generic_decline"),
    ],
)
def test_declines(world: World, card: str, code: str, decline_code: str) -> None:
    key = _create(world)
    with pytest.raises(ApiError) as declined:
        confirmations.confirm(world, ask(f"payment_method={card}"), key)
    error = declined.value.body()["error"]
    assert (declined.value.status, error["type"]) == (402, "card_error")
    assert (error["code"], error["decline_code"]) == (code, decline_code)
    now = payment_intents.retrieve(world, ask(), key)
    assert now["status"] == "requires_payment_method"
    assert now["payment_method"] is None
    assert now["last_payment_error"]["decline_code"] == decline_code
    assert now["latest_charge"] == error["charge"]
    confirmations.confirm(world, ask("payment_method=pm_card_visa"), key)
    assert payment_intents.retrieve(world, ask(), key)["last_payment_error"] is None


def test_partial_capture_releases_the_rest(world: World) -> None:
    key = STARTS["requires_capture"](world)
    with pytest.raises(ApiError) as refused:
        captures.capture(world, ask("amount_to_capture=2001"), key)
    assert refused.value.code == "amount_too_large"
    now = captures.capture(world, ask("amount_to_capture=1500"), key)
    assert (now["amount_received"], now["amount_capturable"]) == (1500, 0)
    charge = world.find("charge", now["latest_charge"], ask())
    assert (charge["amount_captured"], charge["amount_refunded"]) == (1500, 500)


def test_failed_authentication(world: World) -> None:
    key = STARTS["requires_action"](world)
    now = confirmations.answer_challenge(world, ask("outcome=fail"), key)
    assert now["status"] == "requires_payment_method"
    assert now["last_payment_error"]["code"] == "payment_intent_authentication_failure"


def test_declined_after_authentication(world: World) -> None:
    key = _confirmed(world, "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds")
    with pytest.raises(ApiError) as declined:
        confirmations.answer_challenge(world, ask("outcome=complete"), key)
    assert declined.value.more["decline_code"] == "insufficient_funds"


def test_off_session_payments_cannot_be_authenticated(world: World) -> None:
    key = _create(world)
    form = "payment_method=pm_card_threeDSecure2Required&off_session=true"
    with pytest.raises(ApiError) as declined:
        confirmations.confirm(world, ask(form), key)
    assert declined.value.code == "authentication_required"


def test_redirects_want_a_return_url(world: World) -> None:
    intent = payment_intents.create(world, ask("amount=2000&currency=usd"))
    with pytest.raises(ApiError) as refused:
        confirmations.confirm(world, ask("payment_method=pm_card_visa"), intent["id"])
    assert refused.value.param == "return_url"
    form = "payment_method=pm_card_visa&return_url=https://example.com"
    assert confirmations.confirm(world, ask(form), intent["id"])["status"] == "succeeded"


def test_a_refused_step_leaves_no_trace(world: World) -> None:
    key = _create(world)
    before = payment_intents.retrieve(world, ask(), key)
    for form in ("amount=1", "currency=xxx", "metadata[a]=b&amount=x", "customer=cus_none"):
        with pytest.raises(ApiError):
            payment_intents.update(world, ask(form), key)
    assert payment_intents.retrieve(world, ask(), key) == before


@pytest.mark.parametrize(
    ("form", "param"),
    [
        ("currency=usd", "amount"),
        ("amount=2000", "currency"),
        ("amount=2000&currency=usd&colour=red", "colour"),
        ("amount=2000&currency=usd&receipt_email=nobody", "receipt_email"),
        ("amount=2000&currency=usd&capture_method=later", "capture_method"),
        ("amount=2000&currency=usd&customer=cus_none", "customer"),
        (f"{NEW}&payment_method_types[]=card", "payment_method_types"),
    ],
)
def test_wrong_parameters(world: World, form: str, param: str) -> None:
    with pytest.raises(ApiError) as refused:
        payment_intents.create(world, ask(form))
    assert refused.value.param == param


def test_events_of_a_payment(world: World) -> None:
    key = _confirmed(world, "pm_card_chargeDeclined")
    confirmations.confirm(world, ask("payment_method=pm_card_visa"), key)
    kinds = [event["type"] for _, event in world.store.rows("event")]
    assert kinds == [
        "payment_intent.created",
        "charge.failed",
        "payment_intent.payment_failed",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]
