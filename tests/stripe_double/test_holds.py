"""Authorised amounts: captured in part, released, given up by time."""

from typing import Any

import pytest
import stripe

from tests.stripe_double.conftest import Clock
from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
DAY = 86400
HELD: Any = {
    "amount": 2000,
    "currency": "usd",
    "capture_method": "manual",
    "confirm": True,
    "payment_method": "pm_card_visa",
    "payment_method_types": ["card"],
}


def _held(inside: Inside, **more: Any) -> Any:
    return inside.library().v1.payment_intents.create({**HELD, **more, "expand": ["latest_charge"]})


def test_a_hold_says_until_when_it_can_be_captured(inside: Inside, clock: Clock) -> None:
    intent = _held(inside)
    assert (intent.status, intent.amount_capturable, intent.amount_received) == ("requires_capture", 2000, 0)
    charge = intent.latest_charge
    assert (charge.captured, charge.balance_transaction) == (False, None)
    assert charge.payment_method_details.card.capture_before == int(clock.now) + 7 * DAY
    assert inside.kinds()[-1] == "payment_intent.amount_capturable_updated"


def test_a_part_is_captured_and_the_rest_released(inside: Inside) -> None:
    v1 = inside.library().v1
    intent = v1.payment_intents.capture(_held(inside).id, {"amount_to_capture": 1500})
    assert (intent.status, intent.amount, intent.amount_received) == ("succeeded", 2000, 1500)
    assert intent.amount_capturable == 0
    charge = v1.charges.retrieve(str(intent.latest_charge), {"expand": ["balance_transaction"]})
    entry: Any = charge.balance_transaction
    assert (charge.amount_captured, entry.amount, entry.fee, entry.net) == (1500, 1500, 73, 1427)
    assert inside.kinds()[-2:] == ["charge.captured", "payment_intent.succeeded"]


@pytest.mark.parametrize(
    ("form", "code", "param"),
    [
        ({"amount_to_capture": 2001}, "amount_too_large", "amount_to_capture"),
        ({"amount_to_capture": 0}, "parameter_invalid_integer", "amount_to_capture"),
        ({"final_capture": False}, None, "final_capture"),
    ],
)
def test_captures_that_are_refused(inside: Inside, form: Any, code: str | None, param: str) -> None:
    v1, intent = inside.library().v1, _held(inside)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        v1.payment_intents.capture(intent.id, form)
    assert (refused.value.code, refused.value.param) == (code, param)
    assert v1.payment_intents.retrieve(intent.id).status == "requires_capture"


def test_a_hold_lapses_after_a_week(inside: Inside, clock: Clock) -> None:
    v1, intent = inside.library().v1, _held(inside)
    clock.now += 7 * DAY - 1
    assert v1.payment_intents.retrieve(intent.id).status == "requires_capture"
    clock.now += 1
    with pytest.raises(stripe.InvalidRequestError) as refused:
        v1.payment_intents.capture(intent.id)
    assert refused.value.code == "payment_intent_unexpected_state"
    gone = v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    charge: Any = gone.latest_charge
    assert (gone.status, gone.cancellation_reason) == ("canceled", "automatic")
    assert (gone.amount_capturable, charge.refunded, charge.captured) == (0, True, False)
    assert inside.kinds()[-2:] == ["charge.expired", "payment_intent.canceled"]


def test_a_captured_hold_does_not_lapse(inside: Inside) -> None:
    v1, intent = inside.library().v1, _held(inside)
    v1.payment_intents.capture(intent.id)
    inside.control("clock", advance=8 * DAY)
    assert v1.payment_intents.retrieve(intent.id).status == "succeeded"


def test_tests_move_time_and_end_holds(inside: Inside) -> None:
    v1 = inside.library().v1
    early, quiet, late = _held(inside), _held(inside), _held(inside)
    assert inside.control(f"authorizations/{early.id}/expire")["status"] == "canceled"
    assert inside.refused(f"authorizations/{early.id}/expire") == 400
    inside.control(f"authorizations/{quiet.id}/expire", quietly=True)
    assert v1.payment_intents.retrieve(quiet.id).status == "requires_capture"
    with pytest.raises(stripe.InvalidRequestError) as refused:
        v1.payment_intents.capture(quiet.id)
    assert refused.value.code == "charge_expired_for_capture"
    assert v1.payment_intents.retrieve(quiet.id).status == "canceled"
    before = inside.control("clock")["now"]
    assert inside.control("clock", advance=8 * DAY)["now"] == before + 8 * DAY
    assert v1.payment_intents.retrieve(late.id).status == "canceled"
    assert inside.refused("clock", advance=-1) == 400


def test_a_hold_is_canceled(inside: Inside) -> None:
    v1, intent = inside.library().v1, _held(inside)
    gone = v1.payment_intents.cancel(intent.id, {"cancellation_reason": "requested_by_customer"})
    assert (gone.status, gone.amount_capturable) == ("canceled", 0)
    assert gone.cancellation_reason == "requested_by_customer"
    assert v1.balance_transactions.list().data == []
    with pytest.raises(stripe.InvalidRequestError):
        v1.payment_intents.cancel(intent.id)
