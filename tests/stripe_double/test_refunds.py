"""Refunds and what the bank's side does later."""

from contextlib import suppress
from typing import Any

import pytest
import stripe

from stripe_double import captures, payment_intents, refunds, scheduled_steps
from stripe_double.errors import ApiError
from stripe_double.world import World
from tests.stripe_double.conftest import Clock, ask
from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules


def paid(world: World, card: str = "pm_card_visa", amount: int = 1000) -> dict[str, Any]:
    """Return a payment intent that was confirmed with a card."""
    form = (
        f"amount={amount}&currency=usd&confirm=true&payment_method={card}"
        "&automatic_payment_methods[allow_redirects]=never"
    )
    with suppress(ApiError):
        payment_intents.create(world, ask(form))
    return list(world.store.tables["payment_intent"].values())[-1]


def _kinds(world: World) -> list[str]:
    return [event["type"] for _, event in world.store.rows("event")]


def test_two_partial_refunds_and_no_more(world: World) -> None:
    intent = paid(world)
    for amount, is_whole in ((400, False), (600, True)):
        refunds.create(world, ask(f"payment_intent={intent['id']}&amount={amount}"))
        charge = world.find("charge", intent["latest_charge"], ask())
        assert charge["refunded"] is is_whole
    assert charge["amount_refunded"] == 1000
    with pytest.raises(ApiError) as refused:
        refunds.create(world, ask(f"payment_intent={intent['id']}&amount=1"))
    assert refused.value.code == "charge_already_refunded"
    found = refunds.find_all(world, ask(f"payment_intent={intent['id']}"))
    assert [refund["amount"] for refund in found["data"]] == [600, 400]


@pytest.mark.parametrize("amount", [1001, 0, -1])
def test_amounts_that_cannot_be_refunded(world: World, amount: int) -> None:
    intent = paid(world)
    with pytest.raises(ApiError) as refused:
        refunds.create(world, ask(f"payment_intent={intent['id']}&amount={amount}"))
    assert (refused.value.status, refused.value.param) == (400, "amount")
    assert not world.store.tables.get("refund")


def test_what_was_not_paid_cannot_be_refunded(world: World) -> None:
    declined = paid(world, "pm_card_chargeDeclined")
    for form in (f"payment_intent={declined['id']}", f"charge={declined['latest_charge']}"):
        with pytest.raises(ApiError):
            refunds.create(world, ask(form))
    with pytest.raises(ApiError) as missing:
        refunds.create(world, ask("charge=ch_none"))
    assert missing.value.status == 404
    with pytest.raises(ApiError):
        refunds.create(world, ask(""))


def test_only_what_was_captured_can_be_refunded(world: World) -> None:
    form = (
        "amount=1000&currency=usd&confirm=true&payment_method=pm_card_visa&capture_method=manual"
        "&automatic_payment_methods[allow_redirects]=never"
    )
    intent = payment_intents.create(world, ask(form))
    captures.capture(world, ask("amount_to_capture=700"), intent["id"])
    refund = refunds.create(world, ask(f"payment_intent={intent['id']}"))
    assert refund["amount"] == 700


@pytest.mark.parametrize(
    ("card", "first", "last", "refunded"),
    [
        ("pm_card_pendingRefund", "pending", "succeeded", 1000),
        ("pm_card_refundFail", "succeeded", "failed", 0),
    ],
)
def test_refunds_that_settle_later(
    world: World, clock: Clock, card: str, first: str, last: str, refunded: int
) -> None:
    intent = paid(world, card)
    refund = refunds.create(world, ask(f"payment_intent={intent['id']}"))
    scheduled_steps.run_due_steps(world)
    assert refunds.retrieve(world, ask(), refund["id"])["status"] == first
    clock.now += 3
    scheduled_steps.run_due_steps(world)
    assert refunds.retrieve(world, ask(), refund["id"])["status"] == last
    charge = world.find("charge", intent["latest_charge"], ask())
    assert charge["amount_refunded"] == refunded
    assert ("refund.failed" in _kinds(world)) == (last == "failed")


def test_what_is_only_authorised_cannot_be_refunded(world: World) -> None:
    form = (
        "amount=1000&currency=usd&confirm=true&payment_method=pm_card_visa&capture_method=manual"
        "&payment_method_types[]=card"
    )
    intent = payment_intents.create(world, ask(form))
    for of in (f"payment_intent={intent['id']}", f"charge={intent['latest_charge']}"):
        with pytest.raises(ApiError):
            refunds.create(world, ask(of))
    assert not world.store.tables.get("balance_transaction")


@pytest.mark.parametrize(("then", "last"), [("succeed", "succeeded"), ("fail", "failed")])
def test_the_next_refund_waits_when_asked(inside: Inside, then: str, last: str) -> None:
    v1 = inside.library().v1
    inside.control("refunds/next", count=1, then=then)
    intent = paid(inside.world)
    first = v1.refunds.create({"payment_intent": intent["id"], "amount": 400})
    assert (first.status, v1.refunds.create({"payment_intent": intent["id"]}).status) == (
        "pending",
        "succeeded",
    )
    inside.control("clock", advance=3)
    assert v1.refunds.retrieve(first.id).status == last
    left = sum(entry.net for entry in v1.balance_transactions.list().data)
    assert left == (-59 if then == "succeed" else 341)


def test_a_refund_that_waits_is_settled_by_hand_and_may_still_fail(inside: Inside) -> None:
    v1 = inside.library().v1
    inside.control("refunds/next")
    intent = paid(inside.world)
    refund = v1.refunds.create({"payment_intent": intent["id"]})
    inside.control("clock", advance=86400)
    assert v1.refunds.retrieve(refund.id).status == "pending"
    inside.control(f"refunds/{refund.id}/settle", outcome="succeeded")
    assert inside.refused(f"refunds/{refund.id}/settle", outcome="succeeded") == 400
    inside.control(f"refunds/{refund.id}/settle", outcome="failed", reason="lost_or_stolen_card")
    failed = v1.refunds.retrieve(refund.id, {"expand": ["failure_balance_transaction"]})
    entry: Any = failed.failure_balance_transaction
    assert (failed.status, failed.failure_reason) == ("failed", "lost_or_stolen_card")
    assert (entry.amount, entry.type) == (1000, "refund_failure")
    charge = v1.charges.retrieve(intent["latest_charge"])
    assert (charge.amount_refunded, charge.refunded) == (0, False)
    assert inside.kinds()[-3:] == ["refund.updated", "charge.refund.updated", "refund.failed"]
    assert inside.refused("refunds/next", then="explode") == 400
    with pytest.raises(stripe.InvalidRequestError):
        v1.refunds.cancel(refund.id)


def test_a_charge_shows_its_refunds_when_asked(inside: Inside) -> None:
    v1 = inside.library().v1
    intent = paid(inside.world)
    refund = v1.refunds.create({"payment_intent": intent["id"], "amount": 100})
    seen: Any = v1.payment_intents.retrieve(
        intent["id"], {"expand": ["latest_charge.refunds", "latest_charge.balance_transaction"]}
    )
    assert [row.id for row in seen.latest_charge.refunds.data] == [refund.id]
    assert seen.latest_charge.balance_transaction.net == 941
    for path in ("latest_charge.amount", "metadata.x", "nothing", "client_secret"):
        with pytest.raises(stripe.InvalidRequestError):
            v1.payment_intents.retrieve(intent["id"], {"expand": [path]})
