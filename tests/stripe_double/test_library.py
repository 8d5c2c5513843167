"""The official library talks to the stand-in as it talks to Stripe."""

import json
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import stripe

from tests.stripe_double.local_double import Running

NEW: Any = {
    "amount": 2000,
    "currency": "usd",
    "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
    "metadata": {"schema": "reef", "trip": "abc"},
}


def test_a_payment_with_a_decline_first(double: Running) -> None:
    v1 = double.library().v1
    intent = v1.payment_intents.create(NEW)
    with pytest.raises(stripe.CardError) as declined:
        v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_chargeDeclined"})
    assert declined.value.code == "card_declined"
    assert declined.value.error is not None
    assert declined.value.error.decline_code == "generic_decline"
    v1.payment_intents.update(intent.id, {"amount": 2500, "metadata": {"trip": "xyz"}})
    done = v1.payment_intents.confirm(
        intent.id, {"payment_method": "pm_card_visa", "expand": ["latest_charge"]}
    )
    assert (done.status, done.amount_received) == ("succeeded", 2500)
    assert done.metadata.to_dict() == {"schema": "reef", "trip": "xyz"}
    assert isinstance(done.latest_charge, stripe.Charge)
    assert done.latest_charge.payment_method_details is not None
    assert done.latest_charge.payment_method_details["card"]["last4"] == "4242"


def test_idempotency_keys(double: Running) -> None:
    v1 = double.library().v1
    first = v1.payment_intents.create(NEW, {"idempotency_key": "one"})
    again = v1.payment_intents.create(NEW, {"idempotency_key": "one"})
    assert again.id == first.id
    assert again.last_response is not None
    assert again.last_response.headers["Idempotent-Replayed"] == "true"
    assert v1.payment_intents.create(NEW, {"idempotency_key": "two"}).id != first.id
    with pytest.raises(stripe.IdempotencyError):
        v1.payment_intents.create({**NEW, "amount": 2001}, {"idempotency_key": "one"})
    with pytest.raises(stripe.IdempotencyError):
        v1.refunds.create({"payment_intent": first.id}, {"idempotency_key": "one"})
    with pytest.raises(stripe.InvalidRequestError):
        v1.payment_intents.create(NEW, {"idempotency_key": "k" * 256})


def test_impatient_clicks_make_one_payment(double: Running) -> None:
    def click(_: int) -> str:
        return str(double.library().v1.payment_intents.create(NEW, {"idempotency_key": "k"}).id)

    with ThreadPoolExecutor(8) as people:
        assert len(set(people.map(click, range(24)))) == 1
    assert len(double.state()["objects"]["payment_intent"]) == 1


def test_refusals_are_not_remembered_but_declines_are(double: Running) -> None:
    v1 = double.library().v1
    wrong: Any = {"payment_intent": "pi_none"}
    with pytest.raises(stripe.InvalidRequestError):
        v1.refunds.create(wrong, {"idempotency_key": "r"})
    intent = v1.payment_intents.create(NEW)
    card: Any = {"payment_method": "pm_card_chargeDeclined"}
    for _ in range(2):
        with pytest.raises(stripe.CardError):
            v1.payment_intents.confirm(intent.id, card, {"idempotency_key": "c"})
    assert len(v1.charges.list({"payment_intent": intent.id}).data) == 1
    v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    v1.refunds.create({"payment_intent": intent.id}, {"idempotency_key": "r"})


def test_a_lost_answer_and_a_retry_charge_once(double: Running) -> None:
    v1 = double.library(max_network_retries=2).v1
    double.control("fail", count=1, after=True)
    intent = v1.payment_intents.create({**NEW, "confirm": True, "payment_method": "pm_card_visa"})
    assert intent.status == "succeeded"
    assert len(double.state()["objects"]["charge"]) == 1
    double.control("fail", count=1, path="/v1/refunds")
    with pytest.raises(stripe.APIError):
        double.library().v1.refunds.create({"payment_intent": intent.id})
    assert "refund" not in double.state()["objects"]


@pytest.mark.parametrize("key", ["sk_live_x", "nonsense", "pk_test_x"])
def test_wrong_keys(double: Running, key: str) -> None:
    with pytest.raises((stripe.AuthenticationError, stripe.PermissionError)):
        double.library(key).v1.payment_intents.create(NEW)


def test_connected_accounts_are_apart(double: Running) -> None:
    double.control("accounts", id="acct_1")
    own, other = double.library(stripe_account="acct_1"), double.library()
    intent = own.v1.payment_intents.create(NEW)
    with pytest.raises(stripe.InvalidRequestError) as missing:
        other.v1.payment_intents.retrieve(intent.id)
    assert missing.value.code == "resource_missing"
    assert own.v1.payment_intents.retrieve(intent.id).id == intent.id
    assert own.v1.events.list().data[0]["account"] == "acct_1"
    assert other.v1.events.list().data == []


def test_customers_cards_and_setup(double: Running) -> None:
    v1 = double.library().v1
    customer = v1.customers.create({"email": "ada@example.com", "name": "Ada"})
    setup = v1.setup_intents.create({"customer": customer.id, "usage": "off_session"})
    assert setup.status == "requires_payment_method"
    done = v1.setup_intents.confirm(
        setup.id, {"payment_method": "pm_card_visa", "return_url": "https://example.com"}
    )
    assert done.status == "succeeded"
    kept = v1.payment_methods.list({"customer": customer.id, "type": "card"}).data
    assert [method.id for method in kept] == [done.payment_method]
    charged = v1.payment_intents.create(
        {**NEW, "customer": customer.id, "payment_method": kept[0].id, "confirm": True, "off_session": True}
    )
    assert charged.status == "succeeded"
    v1.payment_methods.detach(kept[0].id)
    assert v1.payment_methods.list({"customer": customer.id}).data == []
    other = v1.setup_intents.create({"customer": customer.id})
    with pytest.raises(stripe.CardError):
        v1.setup_intents.confirm(other.id, {"payment_method": "pm_card_chargeDeclined"})


def test_terminal_balance_lists_and_pages(double: Running) -> None:
    v1 = double.library().v1
    assert v1.terminal.connection_tokens.create().secret.startswith("pst_test_")
    made = [v1.payment_intents.create(NEW).id for _ in range(5)]
    first = v1.payment_intents.list({"limit": 2})
    assert ([i.id for i in first.data], first.has_more) == ([made[4], made[3]], True)
    assert [i.id for i in v1.payment_intents.list({"limit": 2}).auto_paging_iter()] == made[::-1]
    assert v1.balance.retrieve().object == "balance"
    kinds = {event.type for event in v1.events.list({"type": "payment_intent.created"}).data}
    assert kinds == {"payment_intent.created"}


def test_unknown_addresses_and_parameters(double: Running) -> None:
    with pytest.raises(stripe.InvalidRequestError):
        double.library().raw_request("get", "/v1/nothing")
    with pytest.raises(stripe.InvalidRequestError) as unknown:
        double.library().v1.payment_intents.create({**NEW, "colour": "red"})
    assert unknown.value.code == "parameter_unknown"


def _browser(double: Running, path: str, **form: str) -> tuple[int, Any]:
    body = urllib.parse.urlencode({"key": "pk_test_x", **form}).encode()
    request = urllib.request.Request(f"{double.base}/v1/{path}", data=body)
    try:
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as problem:
        with problem:
            return problem.code, json.loads(problem.read())


def test_browsers_need_the_client_secret(double: Running) -> None:
    intent = double.library().v1.payment_intents.create(NEW)
    path = f"payment_intents/{intent.id}/confirm"
    card = {
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": "4242424242424242",
        "payment_method_data[card][exp_month]": "12",
        "payment_method_data[card][exp_year]": "40",
        "payment_method_data[card][cvc]": "123",
    }
    assert _browser(double, path, client_secret="x", **card)[0] == 404
    assert _browser(double, path, **card)[0] == 404
    assert _browser(double, f"payment_intents/{intent.id}/cancel")[0] == 403
    secret = str(intent.client_secret)
    status, seen = _browser(double, path, client_secret=secret, **card)
    assert (status, seen["status"]) == (200, "succeeded")
    assert "metadata" not in seen


def test_other_requests_are_refused(double: Running) -> None:
    def status(path: str, headers: dict[str, str], data: bytes | None = None) -> int:
        request = urllib.request.Request(f"{double.base}{path}", headers=headers, data=data)
        try:
            with urllib.request.urlopen(request) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as problem:
            with problem:
                return problem.code

    json_type = {"Content-Type": "application/json"}
    assert status("/healthz", {}) == 200
    assert status("/healthz", {"Host": "evil.example"}) == 400
    assert status("/nothing", {}) == 404
    assert status("/stripe.js", {}) == 200
    assert status("/_control/reset", {"Content-Type": "text/plain"}, b"{}") == 415
    assert status("/_control/reset", json_type, b"[]") == 400
    assert status("/_control/nothing", json_type, b"{}") == 404
    assert status("/_control/latency", json_type, b'{"ms": "x"}') == 400
    assert status("/v1/payment_intents", {"Authorization": "Bearer sk_test_x"}, b"\xff") == 400
