"""Balance transactions and payouts: every cent that leaves is one that came."""

from typing import Any

import pytest
import stripe

from tests.stripe_double.inside import Inside

pytestmark = pytest.mark.rules
DAY = 86400


def pay(inside: Inside, amount: int = 1000, card: str = "pm_card_visa", **more: Any) -> Any:
    """Return a payment intent that was paid."""
    return inside.library(more.pop("account", None)).v1.payment_intents.create(
        {
            "amount": amount,
            "currency": "usd",
            "confirm": True,
            "payment_method": card,
            "payment_method_types": ["card"],
            **more,
        }
    )


def _sums(inside: Inside) -> tuple[int, int]:
    balance = inside.library().v1.balance.retrieve()
    return balance.available[0].amount, balance.pending[0].amount


def test_charges_are_pending_for_two_days(inside: Inside) -> None:
    v1 = inside.library().v1
    pay(inside)
    pay(inside, 2000, "pm_card_bypassPending")
    assert _sums(inside) == (1912, 941)
    entry = v1.balance_transactions.list({"type": "charge"}).data[-1]
    assert (entry.amount, entry.fee, entry.net, entry.status) == (1000, 59, 941, "pending")
    assert entry.fee_details[0].type == "stripe_fee"
    inside.control("clock", advance=2 * DAY)
    assert v1.balance_transactions.retrieve(entry.id).status == "available"
    assert _sums(inside) == (2853, 0)


def test_a_payout_is_the_sum_of_its_transactions(inside: Inside) -> None:
    v1 = inside.library().v1
    intents = [pay(inside, 1000 + number) for number in range(12)]
    v1.refunds.create({"payment_intent": intents[0].id, "amount": 300})
    inside.control("clock", advance=2 * DAY)
    late = pay(inside, 5000)
    payout = inside.control("payouts")
    rows = list(v1.balance_transactions.list({"payout": payout["id"], "limit": 3}).auto_paging_iter())
    kinds = [row.type for row in rows]
    assert (kinds.count("charge"), kinds.count("refund"), kinds.count("payout")) == (12, 1, 1)
    assert late.latest_charge not in {row.source for row in rows}
    assert sum(row.net for row in rows if row.type != "payout") == payout["amount"]
    assert sum(row.net for row in rows) == 0
    assert (payout["status"], payout["reconciliation_status"]) == ("paid", "completed")
    assert inside.kinds()[-3:] == ["payout.created", "payout.paid", "payout.reconciliation_completed"]
    assert inside.refused("payouts") == 400
    rest = inside.control("payouts", with_pending=True)
    assert rest["amount"] == 5000 - 175
    assert _sums(inside) == (0, 0)


def test_a_payout_that_comes_back_is_paid_out_again(inside: Inside) -> None:
    v1 = inside.library().v1
    pay(inside)
    first = inside.control("payouts", with_pending=True, outcome="failed")
    assert (first["status"], first["failure_code"]) == ("failed", "account_closed")
    assert inside.kinds()[-1] == "payout.failed"
    entry = v1.balance_transactions.retrieve(first["failure_balance_transaction"])
    assert (entry.type, entry.net, entry.source) == ("payout_failure", 941, first["id"])
    again = inside.control("payouts")
    rows = v1.balance_transactions.list({"payout": again["id"]}).data
    assert [row.type for row in rows] == ["payout", "payout_failure"]
    inside.control(f"payouts/{again['id']}/settle", outcome="failed", failure_code="no_account")
    assert v1.payouts.retrieve(again["id"]).failure_code == "no_account"
    assert inside.refused(f"payouts/{again['id']}/settle", outcome="failed") == 400


def test_a_payout_arrives_by_itself(inside: Inside) -> None:
    v1 = inside.library().v1
    pay(inside)
    payout = inside.control("payouts", with_pending=True, outcome="in_transit")
    assert [row.id for row in v1.payouts.list({"status": "in_transit"}).data] == [payout["id"]]
    due_at = {"gte": payout["arrival_date"]}
    inside.control("clock", advance=2 * DAY)
    found = v1.payouts.list({"status": "paid", "arrival_date": due_at}).data
    assert [row.id for row in found] == [payout["id"]]
    assert v1.payouts.list({"arrival_date": {"lt": payout["arrival_date"]}}).data == []


def test_payouts_by_hand(inside: Inside) -> None:
    v1 = inside.library().v1
    pay(inside, 5000, "pm_card_bypassPending")
    with pytest.raises(stripe.InvalidRequestError) as refused:
        v1.payouts.create({"amount": 5000, "currency": "usd"})
    assert refused.value.code == "balance_insufficient"
    payout = v1.payouts.create({"amount": 825, "currency": "usd", "metadata": {"a": "b"}})
    assert (payout.automatic, payout.status) == (False, "in_transit")
    assert payout.reconciliation_status == "not_applicable"
    assert _sums(inside) == (4000, 0)
    changed = v1.payouts.update(payout.id, {"metadata": {"a": "c"}})
    assert changed.metadata.to_dict() == {"a": "c"}
    assert v1.payouts.cancel(payout.id).status == "canceled"
    assert _sums(inside) == (4825, 0)
    with pytest.raises(stripe.InvalidRequestError):
        v1.payouts.cancel(payout.id)


def test_lists_are_cut_by_time_and_cursor(inside: Inside) -> None:
    v1 = inside.library().v1
    first = pay(inside)
    inside.control("clock", advance=100)
    second = pay(inside)
    for name, wanted in (("gte", [second.id]), ("gt", []), ("lt", [first.id])):
        window: Any = {"created": {name: second.created}}
        assert [row.id for row in v1.payment_intents.list(window).data] == wanted
    only: Any = {"created": first.created}
    assert [row.id for row in v1.payment_intents.list(only).data] == [first.id]
    with pytest.raises(stripe.InvalidRequestError) as refused:
        v1.payment_intents.list({"starting_after": "pi_none"})
    assert refused.value.code == "resource_missing"
    page = v1.payment_intents.list({"ending_before": first.id, "limit": 1})
    assert ([row.id for row in page.data], page.has_more) == ([second.id], False)
    with pytest.raises(stripe.InvalidRequestError):
        v1.balance_transactions.list({"payout": "po_none"})
