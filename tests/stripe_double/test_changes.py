"""Changing what is there: customers, cards, charges, refunds, setups; and what is forgotten."""

import base64
from typing import Any

import pytest
import stripe

from stripe_double import api, webhook_queue
from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
PAID: Any = {
    "amount": 2000,
    "currency": "usd",
    "confirm": True,
    "payment_method": "pm_card_visa",
    "payment_method_types": ["card"],
}


def test_customers(inside: Inside) -> None:
    customers = inside.library().v1.customers
    key = customers.create({"email": "ada@example.com", "metadata": {"a": "b", "c": "d"}}).id
    address: Any = {"city": "Key West", "country": "US"}
    changed = customers.update(
        key, {"name": "Ada", "phone": "+13055550100", "address": address, "metadata": {"a": ""}}
    )
    assert (changed.name, changed.phone, changed.email) == ("Ada", "+13055550100", "ada@example.com")
    assert changed.metadata is not None
    assert changed.metadata.to_dict() == {"c": "d"}
    assert customers.retrieve(key).address is not None
    assert [row.id for row in customers.list({"email": "ada@example.com"}).data] == [key]
    assert customers.list({"email": "bob@example.com"}).data == []
    with pytest.raises(stripe.InvalidRequestError) as refused:
        customers.create({"email": "nobody"})
    assert refused.value.param == "email"
    assert customers.delete(key).deleted
    with pytest.raises(stripe.InvalidRequestError):
        customers.retrieve(key)


def test_charges_refunds_and_cards(inside: Inside) -> None:
    v1 = inside.library().v1
    intent = v1.payment_intents.create(PAID)
    charge = v1.charges.update(str(intent.latest_charge), {"description": "Reef", "metadata": {"trip": "x"}})
    assert (charge.description, charge.metadata["trip"]) == ("Reef", "x")
    assert [row.id for row in v1.charges.list({"payment_intent": intent.id}).data] == [charge.id]
    refund = v1.refunds.create({"charge": charge.id, "amount": 100, "reason": "duplicate"})
    changed = v1.refunds.update(refund.id, {"metadata": {"by": "ada"}})
    assert changed.metadata is not None
    assert (changed.metadata["by"], changed.reason) == ("ada", "duplicate")
    assert [row.id for row in v1.refunds.list({"charge": charge.id}).data] == [refund.id]
    method = v1.payment_methods.create(
        {"type": "card", "card": {"token": "tok_mastercard"}, "metadata": {"a": "b"}}
    )
    assert method.card is not None
    assert method.card.brand == "mastercard"
    renamed = v1.payment_methods.update(
        method.id, {"billing_details": {"name": "Ada", "address": {"postal_code": "33040"}}}
    )
    assert renamed.billing_details.name == "Ada"
    for form in ({"type": "sepa_debit"}, {"type": "card"}, {"type": "card", "card": {"token": "tok_none"}}):
        with pytest.raises(stripe.InvalidRequestError):
            v1.payment_methods.create(form)


def test_setups_are_canceled_and_listed(inside: Inside) -> None:
    setups = inside.library().v1.setup_intents
    first, second = (setups.create({"payment_method_types": ["card"]}) for _ in range(2))
    gone = setups.cancel(first.id, {"cancellation_reason": "abandoned"})
    assert (gone.status, gone.cancellation_reason) == ("canceled", "abandoned")
    for refused in (
        lambda: setups.cancel(first.id),
        lambda: setups.confirm(first.id),
        lambda: setups.confirm(second.id),
    ):
        with pytest.raises(stripe.InvalidRequestError) as problem:
            refused()
        assert problem.value.code == "setup_intent_unexpected_state"
    assert [row.id for row in setups.list().data] == [second.id, first.id]


def test_amounts_and_shares_of_an_open_intent(inside: Inside) -> None:
    inside.control("accounts", id="acct_reef")
    intents = inside.library().v1.payment_intents
    share: Any = {"transfer_data": {"destination": "acct_reef", "amount": 500}}
    intent = intents.create({"amount": 2000, "currency": "usd", **share})
    changed = intents.update(intent.id, {"amount": 3000, "transfer_data": {"amount": 2500}})
    assert changed.transfer_data is not None
    assert (changed.amount, changed.transfer_data.amount) == (3000, 2500)
    with pytest.raises(stripe.InvalidRequestError):
        intents.update(intent.id, {"amount": 2000})
    held = intents.create({**PAID, "capture_method": "manual", "transfer_data": {"destination": "acct_reef"}})
    intents.capture(held.id, {"amount_to_capture": 1500, "transfer_data": {"amount": 900}})
    transfer = inside.library().v1.transfers.list().data[0]
    assert transfer.amount == 900


def test_keys(inside: Inside) -> None:
    def status(value: str) -> int:
        answer = api.handle(inside.world, "GET", "/v1/balance", {"Authorization": value}, b"")
        return answer.status

    basic = base64.b64encode(b"sk_test_x:").decode()
    assert status("Bearer sk_test_x") == 200
    assert status(f"Basic {basic}") == 200
    for wrong in ("", "Basic %%%", "Bearer sk_live_x", "Bearer x"):
        assert status(wrong) == 401
    assert status("Bearer pk_test_x") == 403


def test_old_events_are_forgotten(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_queue, "KEPT_EVENTS", 5)
    customers = inside.library().v1.customers
    made = [customers.create({"email": f"{number}@example.com"}).id for number in range(8)]
    kept = [event.data.object["id"] for event in inside.library().v1.events.list().data]
    assert kept == made[:2:-1]
    assert len(inside.world.store.tables["event"]) == 5
