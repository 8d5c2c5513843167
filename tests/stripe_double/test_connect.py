"""Connected accounts: each is a world of its own; what is shared is booked on every side."""

from typing import Any

import pytest
import stripe

from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
ACCOUNT = "acct_reef"


@pytest.fixture
def account(inside: Inside) -> str:
    """Return an onboarded account."""
    return str(inside.control("accounts", id=ACCOUNT)["id"])


def _pay(inside: Inside, account: str | None, amount: int = 10_000, **more: Any) -> Any:
    return inside.library(account).v1.payment_intents.create(
        {
            "amount": amount,
            "currency": "usd",
            "confirm": True,
            "expand": ["latest_charge"],
            "payment_method": "pm_card_bypassPending",
            "payment_method_types": ["card"],
            **more,
        }
    )


def _nets(inside: Inside, account: str | None) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in inside.library(account).v1.balance_transactions.list({"limit": 100}).data:
        found[row.type] = found.get(row.type, 0) + row.net
    return found


def test_a_direct_charge_leaves_a_fee_with_the_platform(inside: Inside, account: str) -> None:
    intent = _pay(inside, account, application_fee_amount=500)
    charge = intent.latest_charge
    assert (intent.application, charge.application) == ("ca_double", "ca_double")
    entry = inside.library(account).v1.balance_transactions.retrieve(charge.balance_transaction)
    assert (entry.amount, entry.fee, entry.net) == (10_000, 320 + 500, 9180)
    assert {row.type: row.amount for row in entry.fee_details} == {"stripe_fee": 320, "application_fee": 500}
    assert _nets(inside, None) == {"application_fee": 500}
    fee = inside.library().v1.application_fees.list({"charge": charge.id}).data[0]
    assert (fee.id, fee.account, fee.amount) == (charge.application_fee, account, 500)
    events = inside.library().v1.events.list().data
    assert [event.type for event in events] == ["application_fee.created"]
    assert "account" not in events[0]
    assert {event.account for event in inside.library(account).v1.events.list().data} == {account}


def test_parts_of_a_fee_go_back_with_refunds_and_add_up(inside: Inside, account: str) -> None:
    v1 = inside.library(account).v1
    intent = _pay(inside, account, 1000, application_fee_amount=99)
    for amount in (333, 333, 334):
        v1.refunds.create({"payment_intent": intent.id, "amount": amount, "refund_application_fee": True})
    fee = inside.library().v1.application_fees.retrieve(intent.latest_charge.application_fee)
    assert (fee.amount_refunded, fee.refunded, len(fee.refunds.data)) == (99, True, 3)
    assert _nets(inside, None) == {"application_fee": 99, "application_fee_refund": -99}
    assert sum(_nets(inside, account).values()) == -59
    assert inside.kinds().count("application_fee.refunded") == 3


def test_a_refund_without_its_fee_and_a_fee_by_itself(inside: Inside, account: str) -> None:
    intent = _pay(inside, account, application_fee_amount=500)
    inside.library(account).v1.refunds.create({"payment_intent": intent.id})
    assert _nets(inside, None) == {"application_fee": 500}
    fees = inside.library().v1.application_fees
    key = intent.latest_charge.application_fee
    refund = fees.refunds.create(key, {"amount": 200})
    assert _nets(inside, None) == {"application_fee": 500, "application_fee_refund": -200}
    assert _nets(inside, account)["application_fee_refund"] == 200
    assert fees.refunds.retrieve(key, refund.id).amount == 200
    assert [row.id for row in fees.refunds.list(key).data] == [refund.id]
    with pytest.raises(stripe.InvalidRequestError):
        fees.refunds.create(key, {"amount": 301})
    plain = _pay(inside, account)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        inside.library(account).v1.refunds.create(
            {"payment_intent": plain.id, "refund_application_fee": True}
        )
    assert refused.value.param == "refund_application_fee"
    assert _nets(inside, account)["refund"] == -10_000


def test_a_destination_charge_goes_on_and_comes_back(inside: Inside, account: str) -> None:
    v1 = inside.library().v1
    intent = _pay(
        inside,
        None,
        application_fee_amount=1000,
        on_behalf_of=account,
        transfer_data={"destination": account},
    )
    transfer = v1.transfers.retrieve(intent.latest_charge.transfer)
    assert (transfer.amount, transfer.source_transaction) == (10_000, intent.latest_charge.id)
    assert _nets(inside, account) == {"payment": 9000}
    assert _nets(inside, None) == {"charge": 9680, "transfer": -10_000, "application_fee": 1000}
    v1.refunds.create(
        {
            "payment_intent": intent.id,
            "amount": 5000,
            "reverse_transfer": True,
            "refund_application_fee": True,
        }
    )
    assert _nets(inside, account) == {"payment": 9000, "payment_refund": -4500}
    assert _nets(inside, None) == {
        "charge": 9680,
        "transfer": -10_000,
        "application_fee": 1000,
        "refund": -5000,
        "transfer_refund": 5000,
        "application_fee_refund": -500,
    }
    refund = v1.refunds.create({"payment_intent": intent.id, "reverse_transfer": True})
    reversal = v1.transfers.reversals.retrieve(transfer.id, str(refund.transfer_reversal))
    assert (reversal.amount, reversal.source_refund) == (5000, refund.id)
    assert v1.transfers.retrieve(transfer.id).reversed
    assert "transfer.created" in inside.kinds()
    assert inside.kinds().count("transfer.reversed") == 2


def test_a_part_of_a_charge_is_passed_on(inside: Inside, account: str) -> None:
    v1 = inside.library().v1
    intent = _pay(inside, None, transfer_data={"destination": account, "amount": 7000})
    assert _nets(inside, account) == {"payment": 7000}
    held = _pay(inside, None, capture_method="manual", transfer_data={"destination": account})
    v1.payment_intents.capture(held.id, {"amount_to_capture": 4000})
    assert _nets(inside, account) == {"payment": 11_000}
    assert intent.latest_charge.transfer_group == f"group_{intent.id}"


def test_capturing_less_caps_the_fee(inside: Inside, account: str) -> None:
    v1 = inside.library(account).v1
    held = _pay(inside, account, capture_method="manual", application_fee_amount=500)
    done = v1.payment_intents.capture(held.id, {"amount_to_capture": 300})
    assert done.application_fee_amount == 300
    assert _nets(inside, None) == {"application_fee": 300}


def test_transfers_by_hand(inside: Inside, account: str) -> None:
    v1 = inside.library().v1
    with pytest.raises(stripe.InvalidRequestError) as refused:
        v1.transfers.create({"amount": 100, "currency": "usd", "destination": account})
    assert refused.value.code == "balance_insufficient"
    intent = _pay(inside, None, payment_method="pm_card_visa")
    charge = intent.latest_charge.id
    form: Any = {
        "amount": 6000,
        "currency": "usd",
        "destination": account,
        "source_transaction": charge,
        "metadata": {"trip": "x"},
    }
    transfer = v1.transfers.create(form)
    assert [row.id for row in v1.transfers.list({"destination": account}).data] == [transfer.id]
    with pytest.raises(stripe.InvalidRequestError):
        v1.transfers.create(form)
    reversal = v1.transfers.reversals.create(transfer.id, {"amount": 1000})
    assert v1.transfers.reversals.list(transfer.id).data[0].id == reversal.id
    with pytest.raises(stripe.InvalidRequestError):
        v1.transfers.reversals.create(transfer.id, {"amount": 5001})
    assert v1.transfers.update(transfer.id, {"description": "d"}).description == "d"
    assert _nets(inside, account) == {"payment": 6000, "payment_refund": -1000}
    assert _nets(inside, None) == {"charge": 9680, "transfer": -6000, "transfer_refund": 1000}


@pytest.mark.parametrize(
    ("form", "param"),
    [
        ({"application_fee_amount": 5}, "application_fee_amount"),
        ({"transfer_data": {"destination": "acct_none"}}, "transfer_data[destination]"),
        ({"transfer_data": {"amount": "5"}}, "transfer_data[destination]"),
        ({"transfer_data": {"destination": ACCOUNT, "amount": 10_001}}, "transfer_data[amount]"),
        (
            {"transfer_data": {"destination": ACCOUNT}, "application_fee_amount": 10_001},
            "application_fee_amount",
        ),
        (
            {"transfer_data": {"destination": ACCOUNT, "amount": 5}, "application_fee_amount": 5},
            "application_fee_amount",
        ),
        ({"on_behalf_of": "acct_none"}, "on_behalf_of"),
    ],
)
def test_splits_that_are_refused(inside: Inside, account: str, form: Any, param: str) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        _pay(inside, None, **form)
    assert refused.value.param == param
    assert not inside.world.store.tables.get("payment_intent")


def test_objects_of_an_account_do_not_exist_for_others(inside: Inside, account: str) -> None:
    inside.control("accounts", id="acct_other")
    own = inside.library(account).v1
    intent, customer = _pay(inside, account), own.customers.create({"email": "a@example.com"})
    method = own.payment_methods.attach("pm_card_visa", {"customer": customer.id})
    refund = own.refunds.create({"payment_intent": intent.id, "amount": 100})
    entry = str(refund.balance_transaction)
    for stranger in (inside.library(), inside.library("acct_other")):
        v1 = stranger.v1
        for read in (
            lambda v1=v1: v1.payment_intents.retrieve(intent.id),
            lambda v1=v1: v1.payment_intents.cancel(intent.id),
            lambda v1=v1: v1.customers.retrieve(customer.id),
            lambda v1=v1: v1.payment_methods.retrieve(method.id),
            lambda v1=v1: v1.charges.retrieve(intent.latest_charge.id),
            lambda v1=v1: v1.refunds.create({"payment_intent": intent.id}),
            lambda v1=v1: v1.refunds.retrieve(refund.id),
            lambda v1=v1: v1.balance_transactions.retrieve(entry),
        ):
            with pytest.raises(stripe.InvalidRequestError) as missing:
                read()
            assert (missing.value.code, missing.value.http_status) == ("resource_missing", 404)
        assert v1.payment_intents.list().data == []
        assert v1.balance_transactions.list().data == []
        kinds = {event.type for event in v1.events.list().data}
        assert kinds <= {"capability.updated", "account.updated"}
    keyed: Any = {"idempotency_key": "same"}
    first = own.customers.create({"email": "b@example.com"}, keyed)
    assert inside.library().v1.customers.create({"email": "b@example.com"}, keyed).id != first.id


def test_payouts_and_disputes_of_an_account(inside: Inside, account: str) -> None:
    _pay(inside, account, application_fee_amount=500)
    assert inside.refused("payouts", account="acct_none") == 400
    payout = inside.control("payouts", account=account)
    rows = inside.library(account).v1.balance_transactions.list({"payout": payout["id"]}).data
    assert [row.type for row in rows] == ["payout", "charge"]
    assert payout["amount"] == 9180
    assert payout["destination"].startswith("ba_")
    disputed = _pay(inside, account, payment_method="pm_card_createDispute")
    inside.control("clock", advance=2)
    dispute = inside.library(account).v1.disputes.list().data[0]
    assert dispute.charge == disputed.latest_charge.id
    events = inside.library(account).v1.events.list({"type": "charge.dispute.created"}).data
    assert events[0].account == account


def test_unknown_and_withdrawn_accounts(inside: Inside, account: str) -> None:
    with pytest.raises(stripe.PermissionError) as unknown:
        inside.library("acct_none").v1.balance.retrieve()
    body: Any = unknown.value.json_body
    assert (unknown.value.http_status, body["error"]["code"]) == (403, "account_invalid")
    inside.control(f"accounts/{account}/deauthorize")
    with pytest.raises(stripe.PermissionError):
        inside.library(account).v1.balance.retrieve()
    with pytest.raises(stripe.PermissionError):
        inside.library().v1.accounts.retrieve(account)
    with pytest.raises(stripe.InvalidRequestError):
        _pay(inside, None, transfer_data={"destination": account})
    assert inside.library().v1.accounts.list().data == []
    event = list(inside.world.store.tables["event"].values())[-1]
    assert (event["type"], event["account"]) == ("account.application.deauthorized", account)
    assert inside.refused(f"accounts/{account}/deauthorize") == 403
