"""Translation between Stripe's objects and ours."""

from typing import Any

import pytest

from outfitter_stripe import serializers

pytestmark = pytest.mark.rules

INTENT: dict[str, Any] = {
    "id": "pi_1",
    "status": "succeeded",
    "amount": 4500,
    "amount_received": 4500,
    "currency": "usd",
    "client_secret": "pi_1_secret_x",
    "latest_charge": {
        "id": "ch_1",
        "payment_method_details": {
            "card": {"brand": "visa", "last4": "4242", "exp_month": 3, "exp_year": 2031}
        },
    },
    "last_payment_error": None,
    "next_action": None,
    "metadata": {"schema": "reef", "trip": "abc"},
}


def test_a_paid_intent() -> None:
    found = serializers.read_intent(INTENT)
    assert (found.gateway_id, found.status, found.currency) == ("pi_1", "succeeded", "USD")
    assert (found.amount, found.amount_received, found.charge_id) == (4500, 4500, "ch_1")
    assert (found.card_brand, found.card_last4, found.card_exp) == ("visa", "4242", "03/2031")
    assert found.metadata == {"schema": "reef", "trip": "abc"}
    assert found.client_secret == "pi_1_secret_x"


def test_an_intent_of_a_webhook_names_the_charge_only() -> None:
    found = serializers.read_intent({**INTENT, "latest_charge": "ch_1"})
    assert (found.charge_id, found.card_brand, found.card_exp) == ("ch_1", None, None)


def test_a_declined_intent() -> None:
    error = {
        "code": "card_declined",
        "decline_code": "insufficient_funds",
        "message": "Your card has insufficient funds.",
        "payment_method": {"card": {"brand": "visa", "last4": "9995"}},
    }
    found = serializers.read_intent(
        {
            **INTENT,
            "status": "requires_payment_method",
            "amount_received": 0,
            "latest_charge": "ch_2",
            "last_payment_error": error,
        }
    )
    assert (found.status, found.error_code) == ("requires_method", "card_declined")
    assert found.decline_code == "insufficient_funds"
    assert (found.card_last4, found.error_message) == ("9995", "Your card has insufficient funds.")


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("requires_payment_method", "requires_method"),
        ("requires_confirmation", "requires_method"),
        ("requires_action", "requires_action"),
        ("processing", "processing"),
        ("requires_capture", "requires_capture"),
        ("succeeded", "succeeded"),
        ("canceled", "canceled"),
    ],
)
def test_statuses(theirs: str, ours: str) -> None:
    assert serializers.read_intent({**INTENT, "status": theirs}).status == ours


def test_an_unknown_status_is_not_guessed() -> None:
    with pytest.raises(ValueError, match="unknown"):
        serializers.read_intent({**INTENT, "status": "napping"})


def test_the_least_that_an_intent_needs() -> None:
    found = serializers.read_intent({"id": "pi", "status": "processing", "amount": 5, "currency": "jpy"})
    assert (found.amount, found.amount_received, found.metadata) == (5, 0, {})
    assert (found.charge_id, found.client_secret, found.card_last4) == (None, None, None)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("succeeded", "succeeded"),
        ("pending", "pending"),
        ("requires_action", "pending"),
        ("failed", "failed"),
        ("canceled", "failed"),
        ("something_new", "pending"),
    ],
)
def test_refunds(theirs: str, ours: str) -> None:
    found = serializers.refund({"id": "re_1", "status": theirs, "amount": 700_00, "currency": "ugx"})
    assert (found.gateway_id, found.status, found.amount) == ("re_1", ours, 700)


def test_metadata_always_names_schema_trip_and_intent() -> None:
    given = {"trip": "abc", "intent": "7", "schema": "forged", "note": "n" * 900}
    found = serializers.metadata_of("reef", given)
    assert (found["schema"], found["trip"], found["intent"]) == ("reef", "abc", "7")
    assert len(found["note"]) == 500
    assert serializers.metadata_of("reef", {"invoice": "INV-1", "intent": "7"})["invoice"] == "INV-1"
    for missing in ({"trip": "abc"}, {"intent": "7"}, {"trip": "", "intent": "7"}):
        with pytest.raises(ValueError, match="metadata must name"):
            serializers.metadata_of("reef", missing)


@pytest.mark.parametrize(
    ("thing", "schema"),
    [
        ({"metadata": {"schema": "reef"}}, "reef"),
        ({"metadata": {"schema": ""}}, None),
        ({"metadata": {"schema": 7}}, None),
        ({"metadata": {}}, None),
        ({"metadata": None}, None),
        ({}, None),
    ],
)
def test_schema_of(thing: dict[str, Any], schema: str | None) -> None:
    assert serializers.schema_of(thing) == schema
