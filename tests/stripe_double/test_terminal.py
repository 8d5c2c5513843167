"""Card readers: places, registration, payments in person, tips, Interac."""

from typing import Any

import pytest
import stripe

from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
PLACE: Any = {
    "display_name": "Dock",
    "address": {
        "line1": "1 Quay",
        "city": "Key West",
        "state": "FL",
        "country": "US",
        "postal_code": "33040",
    },
}


def _reader(inside: Inside) -> str:
    terminal = inside.library().v1.terminal
    place = terminal.locations.create(PLACE)
    reader = terminal.readers.create(
        {"registration_code": "simulated-wpe", "label": "Desk", "location": place.id}
    )
    return str(reader.id)


def _intent(inside: Inside, **more: Any) -> Any:
    return inside.library().v1.payment_intents.create(
        {"amount": 2000, "currency": "usd", "payment_method_types": ["card_present"], **more}
    )


def _process(inside: Inside, reader: str, intent: str, **config: Any) -> Any:
    form: Any = {"payment_intent": intent, **({"process_config": config} if config else {})}
    return inside.library().v1.terminal.readers.process_payment_intent(reader, form)


def _present(inside: Inside, reader: str, **form: Any) -> Any:
    helper = inside.library().v1.test_helpers.terminal.readers
    return helper.present_payment_method(reader, form)


def _paid(inside: Inside, reader: str, kind: str = "card_present", **more: Any) -> Any:
    intent = _intent(inside, **more)
    _process(inside, reader, intent.id)
    assert _present(inside, reader, type=kind).action.status == "succeeded"
    return inside.library().v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})


def test_places_and_tokens(inside: Inside) -> None:
    terminal = inside.library().v1.terminal
    place = terminal.locations.create(PLACE)
    assert terminal.locations.list().data[0].id == place.id
    changed = terminal.locations.update(place.id, {"display_name": "Pier"})
    assert (changed.display_name, changed.address.city) == ("Pier", "Key West")
    first = terminal.connection_tokens.create({"location": place.id})
    second = terminal.connection_tokens.create()
    assert first.secret.startswith("pst_test_")
    assert first.secret != second.secret
    assert first.location == place.id
    with pytest.raises(stripe.InvalidRequestError) as refused:
        terminal.connection_tokens.create({"location": "tml_none"})
    assert refused.value.code == "resource_missing"
    for form in ({"display_name": "x"}, {**PLACE, "address": {"line1": "x"}}):
        with pytest.raises(stripe.InvalidRequestError):
            terminal.locations.create(form)
    assert terminal.locations.delete(place.id).deleted


def test_readers_are_registered_at_a_place(inside: Inside) -> None:
    terminal = inside.library().v1.terminal
    key = _reader(inside)
    reader = terminal.readers.retrieve(key)
    assert (reader.device_type, reader.status, reader.action) == ("simulated_wisepos_e", "online", None)
    assert [row.id for row in terminal.readers.list({"location": str(reader.location)}).data] == [key]
    assert terminal.readers.list({"status": "offline"}).data == []
    for form in (
        {"registration_code": "puzzle-boat-crab"},
        {"registration_code": "simulated-wpe", "location": "tml_none"},
    ):
        with pytest.raises(stripe.InvalidRequestError):
            terminal.readers.create(form)
    with pytest.raises(stripe.InvalidRequestError):
        terminal.locations.delete(str(reader.location))
    assert terminal.readers.update(key, {"label": "Boat"}).label == "Boat"
    assert terminal.readers.delete(key).deleted


def test_a_payment_in_person(inside: Inside) -> None:
    key = _reader(inside)
    intent = _intent(inside, metadata={"trip": "x"})
    begun = _process(inside, key, intent.id)
    assert (begun.action.status, begun.action.type) == ("in_progress", "process_payment_intent")
    assert begun.action.process_payment_intent.payment_intent == intent.id
    done = _present(inside, key)
    assert done.action.status == "succeeded"
    paid = inside.library().v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    charge: Any = paid.latest_charge
    assert (paid.status, paid.amount_received) == ("succeeded", 2000)
    details = charge.payment_method_details
    assert (details.type, details.card_present.last4) == ("card_present", "4242")
    assert details.card_present.reader == key
    assert details.card_present.receipt.authorization_code
    assert charge.balance_transaction
    assert inside.kinds()[-1] == "terminal.reader.action_succeeded"
    refund = inside.library().v1.refunds.create({"payment_intent": intent.id})
    assert refund.status == "succeeded"


@pytest.mark.parametrize(
    "form",
    [
        {"capture_method": "manual"},
        {"payment_method_options": {"card_present": {"capture_method": "manual_preferred"}}},
    ],
)
def test_a_hold_in_person_ends_after_two_days(inside: Inside, form: Any) -> None:
    v1, key = inside.library().v1, _reader(inside)
    first, second = _paid(inside, key, **form), _paid(inside, key, **form)
    assert first.status == "requires_capture"
    card = first.latest_charge.payment_method_details.card_present
    assert card.capture_before == first.latest_charge.created + 2 * 86400
    assert v1.payment_intents.capture(first.id, {"amount_to_capture": 500}).amount_received == 500
    inside.control("clock", advance=2 * 86400)
    assert v1.payment_intents.retrieve(second.id).status == "canceled"


def test_a_tip_is_chosen_on_the_reader(inside: Inside) -> None:
    v1, key = inside.library().v1, _reader(inside)
    intent = _intent(inside)
    _process(inside, key, intent.id, tipping={"amount_eligible": 1500})
    _present(inside, key, amount_tip=300)
    paid: Any = v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    assert (paid.amount, paid.amount_received, paid.amount_details.tip.amount) == (2300, 2300, 300)
    assert paid.latest_charge.amount == 2300
    assert inside.kinds()[-4:] == [
        "terminal.reader.action_updated",
        "charge.succeeded",
        "payment_intent.succeeded",
        "terminal.reader.action_succeeded",
    ]
    plain = _intent(inside)
    _process(inside, key, plain.id, skip_tipping=True)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        _present(inside, key, amount_tip=300)
    assert refused.value.param == "amount_tip"
    _present(inside, key)
    assert v1.payment_intents.retrieve(plain.id).amount_received == 2000


def test_a_declined_card_and_another_one(inside: Inside) -> None:
    v1, key = inside.library().v1, _reader(inside)
    intent = _intent(inside)
    _process(inside, key, intent.id)
    failed = _present(inside, key, amount_tip=100, card_present={"number": "4000000000009995"}).action
    assert (failed.status, failed.failure_code) == ("failed", "card_declined")
    after: Any = v1.payment_intents.retrieve(intent.id)
    assert (after.status, after.amount) == ("requires_payment_method", 2000)
    assert after.last_payment_error.decline_code == "insufficient_funds"
    assert inside.kinds()[-1] == "terminal.reader.action_failed"
    _process(inside, key, intent.id)
    _present(inside, key, amount_tip=100)
    assert v1.payment_intents.retrieve(intent.id).amount_received == 2100


def test_readers_that_cannot(inside: Inside) -> None:
    v1, key = inside.library().v1, _reader(inside)
    readers, intent = v1.terminal.readers, _intent(inside)

    def code(of: str) -> Any:
        with pytest.raises(stripe.InvalidRequestError) as refused:
            _process(inside, key, of)
        return refused.value.code

    inside.control(f"readers/{key}", status="offline")
    assert code(intent.id) == "terminal_reader_offline"
    inside.control(f"readers/{key}", status="online", silent=True)
    assert code(intent.id) == "terminal_reader_timeout"
    assert code(intent.id) == "terminal_reader_busy"
    assert readers.cancel_action(key).action is None
    online = v1.payment_intents.create({"amount": 100, "currency": "usd"})
    assert code(online.id) is None
    v1.payment_intents.cancel(intent.id)
    assert code(intent.id) == "payment_intent_unexpected_state"
    with pytest.raises(stripe.InvalidRequestError, match="not waiting"):
        _present(inside, key)
    other = _intent(inside)
    _process(inside, key, other.id)
    with pytest.raises(stripe.InvalidRequestError, match="does not take"):
        _present(inside, key, type="interac_present")
    v1.payment_intents.cancel(other.id)
    assert _present(inside, key).action.failure_code == "payment_intent_unexpected_state"


def test_a_customer_gives_up_at_the_reader(inside: Inside) -> None:
    key, intent = _reader(inside), _intent(inside)
    assert inside.refused(f"readers/{key}/fail") == 400
    _process(inside, key, intent.id, enable_customer_cancellation=True)
    failed = inside.control(f"readers/{key}/fail", code="customer_canceled")["action"]
    assert (failed["status"], failed["failure_code"]) == ("failed", "customer_canceled")
    assert inside.kinds()[-1] == "terminal.reader.action_failed"
    assert inside.library().v1.payment_intents.retrieve(intent.id).status == ("requires_payment_method")


def test_a_cart_on_the_display(inside: Inside) -> None:
    readers, key = inside.library().v1.terminal.readers, _reader(inside)
    cart: Any = {
        "currency": "usd",
        "total": 2100,
        "tax": 100,
        "line_items": [{"amount": 1000, "description": "Adult", "quantity": 2}],
    }
    action: Any = readers.set_reader_display(key, {"type": "cart", "cart": cart}).action
    assert (action.type, action.status) == ("set_reader_display", "succeeded")
    assert action.set_reader_display.cart.line_items[0].description == "Adult"
    for wrong in ({**cart, "line_items": [{"amount": 1}]}, {"currency": "usd"}):
        with pytest.raises(stripe.InvalidRequestError):
            readers.set_reader_display(key, {"type": "cart", "cart": wrong})


def test_interac_is_captured_at_once_and_refunded_in_person(inside: Inside) -> None:
    v1, key = inside.library().v1, _reader(inside)
    both: Any = {"currency": "cad", "payment_method_types": ["card_present", "interac_present"]}
    paid = _paid(inside, key, "interac_present", capture_method="manual", **both)
    assert paid.status == "succeeded"
    assert paid.latest_charge.payment_method_details.interac_present.brand == "interac"
    with pytest.raises(stripe.InvalidRequestError, match="only in person"):
        v1.refunds.create({"payment_intent": paid.id})
    begun: Any = v1.terminal.readers.refund_payment(
        key, {"payment_intent": paid.id, "amount": 500, "metadata": {"why": "rain"}}
    )
    assert begun.action.type == "refund_payment"
    with pytest.raises(stripe.InvalidRequestError, match="Interac card"):
        _present(inside, key)
    done = _present(inside, key, type="interac_present").action
    refund = v1.refunds.retrieve(done.refund_payment.refund)
    assert (done.status, refund.amount, refund.status) == ("succeeded", 500, "succeeded")
    assert refund.metadata is not None
    assert refund.metadata["why"] == "rain"
    with pytest.raises(stripe.InvalidRequestError):
        v1.terminal.readers.refund_payment(key, {"payment_intent": paid.id, "amount": 1501})
    credit = _paid(inside, key, **both)
    with pytest.raises(stripe.InvalidRequestError, match="Use the Refunds API"):
        v1.terminal.readers.refund_payment(key, {"payment_intent": credit.id})
    with pytest.raises(stripe.InvalidRequestError):
        _intent(inside, **{**both, "currency": "usd"})


def test_a_presented_card_is_kept_for_later(inside: Inside) -> None:
    v1, key = inside.library().v1, _reader(inside)
    customer = v1.customers.create({"email": "ada@example.com"}).id
    paid = _paid(inside, key, customer=customer, setup_future_usage="off_session")
    generated = paid.latest_charge.payment_method_details.card_present.generated_card
    assert [row.id for row in v1.payment_methods.list({"customer": customer}).data] == [generated]
    again = v1.payment_intents.create(
        {
            "amount": 700,
            "currency": "usd",
            "customer": customer,
            "payment_method": generated,
            "confirm": True,
            "off_session": True,
        }
    )
    assert again.status == "succeeded"
    with pytest.raises(stripe.InvalidRequestError, match="not allowed"):
        v1.payment_intents.confirm(_intent(inside).id, {"payment_method": "pm_card_visa"})


def test_readers_of_another_account_do_not_exist(inside: Inside) -> None:
    key = _reader(inside)
    inside.world.store.put("owner", key, {"account": "acct_other"})
    with pytest.raises(stripe.InvalidRequestError) as refused:
        inside.library().v1.terminal.readers.retrieve(key)
    assert refused.value.code == "resource_missing"


def test_a_place_says_which_tips_are_suggested(inside: Inside) -> None:
    v1, key = inside.library().v1, _reader(inside)
    terminal = v1.terminal
    place = str(terminal.readers.retrieve(key).location)
    made = terminal.configurations.create(
        {"name": "Dock", "tipping": {"usd": {"percentages": [15, 20], "fixed_amounts": [100]}}}
    )
    assert made.tipping is not None
    assert made.tipping.usd is not None
    assert made.tipping.usd.percentages == [15, 20]
    terminal.locations.update(place, {"configuration_overrides": made.id})
    assert terminal.locations.retrieve(place).configuration_overrides == made.id
    first, second = _intent(inside), _intent(inside)
    _process(inside, key, first.id)
    _present(inside, key, amount_tip=300)
    terminal.configurations.update(made.id, {"tipping": ""})
    _process(inside, key, second.id)
    with pytest.raises(stripe.InvalidRequestError, match="offers no tip"):
        _present(inside, key, amount_tip=300)
    for tipping in ({"usd": {"percentages": [1, 2, 3, 4]}}, {"usd": {"percentages": ["ten"]}}):
        with pytest.raises(stripe.InvalidRequestError):
            terminal.configurations.create({"tipping": tipping})
    with pytest.raises(stripe.InvalidRequestError):
        terminal.locations.update(place, {"configuration_overrides": "tmc_none"})
    assert [row.id for row in terminal.configurations.list().data] == [made.id]
    assert terminal.configurations.delete(made.id).deleted
    assert "configuration_overrides" not in terminal.locations.retrieve(place)
