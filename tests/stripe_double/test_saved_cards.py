"""Cards kept for later, and charged when their owner is not there."""

from typing import Any

import pytest
import stripe

from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
CHARGE: Any = {"amount": 2000, "currency": "usd", "payment_method_types": ["card"]}


def _card(inside: Inside, number: str) -> str:
    method = inside.library().v1.payment_methods.create(
        {"type": "card", "card": {"number": number, "exp_month": 12, "exp_year": 2040, "cvc": "1" * 3}}
    )
    return str(method.id)


def _customer(inside: Inside) -> str:
    return str(inside.library().v1.customers.create({"email": "ada@example.com"}).id)


def _kept(inside: Inside, number: str, customer: str) -> str:
    """Set a card up for later, passing 3-D Secure where it is asked."""
    v1 = inside.library().v1
    setup = v1.setup_intents.create(
        {
            "customer": customer,
            "payment_method": _card(inside, number),
            "confirm": True,
            "usage": "off_session",
            "payment_method_types": ["card"],
        }
    )
    if setup.status == "requires_action":
        setup = stripe.SetupIntent.construct_from(
            inside.library().raw_request("post", f"/v1/setup_intents/{setup.id}/challenge").data,  # type: ignore[attr-defined]
            "sk_test_x",
        )
    assert setup.status == "succeeded"
    return str(setup.payment_method)


def _charge(inside: Inside, customer: str, method: str, **more: Any) -> Any:
    return inside.library().v1.payment_intents.create(
        {
            **CHARGE,
            "customer": customer,
            "payment_method": method,
            "off_session": True,
            "confirm": True,
            **more,
        }
    )


@pytest.mark.parametrize("number", ["4242424242424242", "4000002500003155"])
def test_a_kept_card_is_charged_again_and_again(inside: Inside, number: str) -> None:
    customer = _customer(inside)
    method = _kept(inside, number, customer)
    for _ in range(2):
        assert _charge(inside, customer, method).status == "succeeded"
    assert inside.kinds().count("payment_method.attached") == 1


@pytest.mark.parametrize(
    ("number", "code", "decline_code"),
    [
        ("4000000000003220", "authentication_required", "authentication_required"),
        ("4000002760003184", "authentication_required", "authentication_required"),
        ("4000000000000341", "card_declined", "generic_decline"),
        ("4000008260003178", "card_declined", "insufficient_funds"),
    ],
)
def test_charges_that_fail_although_the_card_is_kept(
    inside: Inside, number: str, code: str, decline_code: str
) -> None:
    customer = _customer(inside)
    method = _kept(inside, number, customer)
    with pytest.raises(stripe.CardError) as declined:
        _charge(inside, customer, method)
    error: Any = declined.value.error
    assert (declined.value.http_status, error.code, error.decline_code) == (402, code, decline_code)
    assert error.payment_intent.status == "requires_payment_method"
    assert error.payment_method.id == method
    seen = inside.library().v1.payment_intents.retrieve(error.payment_intent.id)
    assert seen.last_payment_error is not None
    assert seen.last_payment_error.code == code
    assert inside.kinds()[-2:] == ["charge.failed", "payment_intent.payment_failed"]


def test_a_payment_of_somebody_away_is_finished_when_they_are_back(inside: Inside) -> None:
    customer, v1 = _customer(inside), inside.library().v1
    method = _kept(inside, "4000000000003220", customer)
    with pytest.raises(stripe.CardError) as declined:
        _charge(inside, customer, method)
    error: Any = declined.value.error
    asked = v1.payment_intents.confirm(error.payment_intent.id, {"payment_method": method})
    assert asked.status == "requires_action"
    inside.library().raw_request("post", f"/v1/payment_intents/{asked.id}/challenge")
    assert v1.payment_intents.retrieve(asked.id).status == "succeeded"


@pytest.mark.parametrize("number", ["4000000000009995", "4000000000000002", "4000000000000069"])
def test_cards_that_cannot_be_kept(inside: Inside, number: str) -> None:
    v1, customer = inside.library().v1, _customer(inside)
    method = _card(inside, number)
    with pytest.raises(stripe.CardError):
        v1.payment_methods.attach(method, {"customer": customer})
    setup = v1.setup_intents.create({"customer": customer, "payment_method": method})
    with pytest.raises(stripe.CardError) as declined:
        v1.setup_intents.confirm(setup.id)
    error: Any = declined.value.error
    assert error.setup_intent.last_setup_error.payment_method.id == method
    assert v1.payment_methods.list({"customer": customer}).data == []


def test_a_payment_keeps_its_card_when_asked(inside: Inside) -> None:
    v1, customer = inside.library().v1, _customer(inside)
    form: Any = {**CHARGE, "customer": customer, "setup_future_usage": "off_session"}
    intent = v1.payment_intents.create({**form, "payment_method": "pm_card_visa", "confirm": True})
    kept = v1.payment_methods.list({"customer": customer, "type": "card"}).data
    assert [method.id for method in kept] == [intent.payment_method]
    assert _charge(inside, customer, kept[0].id).status == "succeeded"


def test_a_card_that_nobody_kept_is_spent(inside: Inside) -> None:
    v1, customer = inside.library().v1, _customer(inside)
    method = _card(inside, "4242424242424242")
    v1.payment_intents.create({**CHARGE, "payment_method": method, "confirm": True})
    with pytest.raises(stripe.InvalidRequestError, match="previously used"):
        v1.payment_intents.create({**CHARGE, "payment_method": method, "confirm": True})
    with pytest.raises(stripe.InvalidRequestError, match="previously used"):
        v1.payment_methods.attach(method, {"customer": customer})
    kept = _kept(inside, "4242424242424242", customer)
    v1.payment_methods.detach(kept)
    with pytest.raises(stripe.InvalidRequestError, match="previously used"):
        _charge(inside, customer, kept)


def test_another_customers_card_is_refused(inside: Inside) -> None:
    ada, bob = _customer(inside), _customer(inside)
    method = _kept(inside, "4242424242424242", ada)
    with pytest.raises(stripe.InvalidRequestError, match="does not belong"):
        _charge(inside, bob, method)
    with pytest.raises(stripe.InvalidRequestError, match="include the Customer"):
        inside.library().v1.payment_intents.create({**CHARGE, "payment_method": method, "confirm": True})
    with pytest.raises(stripe.InvalidRequestError, match="another customer"):
        inside.library().v1.payment_methods.attach(method, {"customer": bob})


def test_being_away_is_said_only_with_a_confirmation(inside: Inside) -> None:
    v1 = inside.library().v1
    for name in ("off_session", "error_on_requires_action"):
        form: Any = {**CHARGE, name: True}
        with pytest.raises(stripe.InvalidRequestError) as refused:
            v1.payment_intents.create(form)
        assert refused.value.param == name
    with pytest.raises(stripe.CardError) as declined:
        v1.payment_intents.create(
            {
                **CHARGE,
                "payment_method": "pm_card_threeDSecure2Required",
                "confirm": True,
                "error_on_requires_action": True,
            }
        )
    assert declined.value.code == "authentication_required"


def test_banks_send_new_cards_and_people_take_cards_away(inside: Inside) -> None:
    v1, customer = inside.library().v1, _customer(inside)
    method = _kept(inside, "4242424242424242", customer)
    before = v1.payment_methods.retrieve(method)
    inside.control(f"payment_methods/{method}/renew", exp_year=2044, last4="1111")
    after: Any = v1.payment_methods.retrieve(method)
    assert (after.card.exp_year, after.card.last4) == (2044, "1111")
    event: Any = v1.events.list({"type": "payment_method.automatically_updated"}).data[0]
    assert before.card is not None
    assert event.data.previous_attributes["card"]["exp_year"] == before.card.exp_year
    assert inside.refused(f"payment_methods/{method}/renew", brand="x") == 400
    inside.control(f"payment_methods/{method}/detach")
    assert inside.refused(f"payment_methods/{method}/renew", exp_year=2045) == 400
    assert inside.kinds()[-1] == "payment_method.detached"
    other = _kept(inside, "4242424242424242", customer)
    v1.customers.delete(customer)
    assert v1.payment_methods.retrieve(other).customer is None
    assert inside.kinds()[-2:] == ["payment_method.detached", "customer.deleted"]


def test_a_setup_is_changed_until_it_has_succeeded(inside: Inside) -> None:
    v1, customer = inside.library().v1, _customer(inside)
    setup = v1.setup_intents.create({"payment_method_types": ["card"]})
    changed = v1.setup_intents.update(
        setup.id, {"customer": customer, "payment_method": "pm_card_visa", "metadata": {"trip": "x"}}
    )
    assert (changed.status, changed.customer) == ("requires_confirmation", customer)
    assert v1.setup_intents.confirm(setup.id).status == "succeeded"
    with pytest.raises(stripe.InvalidRequestError) as refused:
        v1.setup_intents.update(setup.id, {"payment_method": "pm_card_visa"})
    assert refused.value.code == "setup_intent_unexpected_state"


def test_a_setup_that_was_not_authenticated(inside: Inside) -> None:
    v1, customer = inside.library().v1, _customer(inside)
    setup = v1.setup_intents.create(
        {
            "customer": customer,
            "payment_method": "pm_card_authenticationRequired",
            "confirm": True,
            "payment_method_types": ["card"],
        }
    )
    assert setup.status == "requires_action"
    path = f"/v1/setup_intents/{setup.id}/challenge"
    inside.library().raw_request("post", path, outcome="fail")
    failed = v1.setup_intents.retrieve(setup.id)
    assert failed.status == "requires_payment_method"
    assert failed.last_setup_error is not None
    assert failed.last_setup_error.code == "setup_intent_authentication_failure"
    assert inside.kinds()[-1] == "setup_intent.setup_failed"


def test_a_card_read_out_over_the_telephone_is_not_challenged(inside: Inside) -> None:
    form: Any = {
        **CHARGE,
        "payment_method": "pm_card_authenticationRequired",
        "confirm": True,
        "payment_method_options": {"card": {"moto": True}},
    }
    assert inside.library().v1.payment_intents.create(form).status == "succeeded"
    form.pop("payment_method_options")
    assert inside.library().v1.payment_intents.create(form).status == "requires_action"
