"""Calls that break: no answer, no server, a key that is being used."""

import threading
from typing import Any

import pytest
import stripe

from tests.stripe_double.inside import Inside
from tests.stripe_double.local_double import Running, eventually

PAID: Any = {
    "amount": 2000,
    "currency": "usd",
    "confirm": True,
    "payment_method": "pm_card_visa",
    "payment_method_types": ["card"],
}


def _cnt(inside: Inside, kind: str) -> int:
    return len(inside.world.store.tables.get(kind, {}))


def test_an_answer_is_lost_and_asked_for_again(inside: Inside) -> None:
    v1, key = inside.library().v1, {"idempotency_key": "k"}
    inside.control("lose", path="/v1/payment_intents")
    with pytest.raises(stripe.APIConnectionError):
        v1.payment_intents.create(PAID, key)
    assert _cnt(inside, "charge") == 1
    again = v1.payment_intents.create(PAID, key)
    assert (again.status, _cnt(inside, "charge")) == ("succeeded", 1)
    assert again.last_response is not None
    assert again.last_response.headers["Idempotent-Replayed"] == "true"


def test_a_connection_breaks_over_the_wire(double: Running) -> None:
    double.control("lose", count=1)
    with pytest.raises(stripe.APIConnectionError):
        double.library().v1.payment_intents.create(PAID, {"idempotency_key": "k"})
    assert len(double.state()["objects"]["charge"]) == 1
    retrying = double.library(max_network_retries=1).v1
    assert retrying.payment_intents.create(PAID, {"idempotency_key": "k"}).status == "succeeded"
    assert len(double.state()["objects"]["charge"]) == 1


@pytest.mark.parametrize(
    ("status", "error"), [(500, stripe.APIError), (503, stripe.APIError), (429, stripe.RateLimitError)]
)
def test_a_server_is_down_for_some_calls(inside: Inside, status: int, error: Any) -> None:
    v1 = inside.library().v1
    inside.control("fail", count=2, status=status, method="POST")
    for _ in range(2):
        with pytest.raises(error):
            v1.payment_intents.create(PAID)
    assert v1.balance.retrieve().object == "balance"
    assert _cnt(inside, "payment_intent") == 0
    assert v1.payment_intents.create(PAID).status == "succeeded"
    inside.control("fail", count=2, status=status)
    patient = inside.library(max_network_retries=2).v1
    if status >= 500:
        assert patient.payment_intents.create(PAID).status == "succeeded"
    assert inside.refused("fail", status=200) == 400


def test_a_key_is_bound_to_its_parameters(inside: Inside) -> None:
    v1, key = inside.library().v1, {"idempotency_key": "k"}
    declined: Any = {**PAID, "payment_method": "pm_card_chargeDeclined"}
    for _ in range(2):
        with pytest.raises(stripe.CardError):
            v1.payment_intents.create(declined, key)
    assert _cnt(inside, "charge") == 1
    with pytest.raises(stripe.IdempotencyError):
        v1.payment_intents.create({**declined, "amount": 2001}, key)
    inside.control("clock", advance=24 * 3600 + 1)
    with pytest.raises(stripe.CardError):
        v1.payment_intents.create({**declined, "amount": 2001}, key)


def test_a_key_that_another_call_uses(inside: Inside) -> None:
    v1, key = inside.library().v1, {"idempotency_key": "k"}
    inside.control("conflict", path="/v1/payment_intents")
    with pytest.raises(stripe.APIError) as refused:
        v1.payment_intents.create(PAID, key)
    body: Any = refused.value.json_body
    assert refused.value.http_status == 409
    assert body["error"]["code"] == "idempotency_key_in_use"
    inside.control("conflict")
    patient = inside.library(max_network_retries=1).v1
    patient.payment_intents.create(PAID, key)
    assert _cnt(inside, "charge") == 1


def test_events_come_before_a_slow_answer_and_a_second_call_is_refused(double: Running) -> None:
    double.control("latency", ms=60_000, after=True)
    answers: list[Any] = []
    slow = double.library().v1

    def call() -> None:
        answers.append(slow.payment_intents.create(PAID, {"idempotency_key": "k"}))

    first = threading.Thread(target=call)
    first.start()
    eventually(lambda: len(double.inbox.got) == 3)
    assert answers == []
    with pytest.raises(stripe.APIError) as refused:
        double.library().v1.payment_intents.create(PAID, {"idempotency_key": "k"})
    assert refused.value.http_status == 409
    double.control("latency", ms=0)
    first.join(timeout=10)
    assert answers[0].status == "succeeded"
    again = slow.payment_intents.create(PAID, {"idempotency_key": "k"})
    assert again.id == answers[0].id
