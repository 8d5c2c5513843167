"""What the bank's side does on its own, some seconds after a call."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from stripe_double import balance, captures, payment_methods
from stripe_double.errors import ApiError
from stripe_double.forms import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

DAYS_TO_ANSWER = 9


def run(world: World) -> None:
    """Do every step whose time has come; one that has become impossible is dropped."""
    for key, step in world.store.rows("due"):
        if step["at"] > world.moment():
            continue
        world.store.remove("due", key)
        with suppress(ApiError):
            _do(world, step["what"], step["of"])


def _do(world: World, what: str, key: str) -> None:
    call = Call(Params({}), account=world.owner(key))
    if what == "dispute":
        _dispute(world, call, key)
    elif what == "hold_ends":
        captures.lapse(world, call, key)
    else:
        _settle_refund(world, call, key, failed=what == "refund_fails")


def next_at(world: World) -> float | None:
    """Return when the next step is due."""
    return min((step["at"] for _, step in world.store.rows("due")), default=None)


def _dispute(world: World, call: Call, charge_id: str) -> None:
    charge = world.find("charge", charge_id, call)
    method = world.find("payment_method", charge["payment_method"], call)
    card = payment_methods.card_of(world, method)
    dispute: Record = {
        "id": new_id("dp"),
        "object": "dispute",
        "amount": charge["amount"],
        "balance_transactions": [],
        "charge": charge_id,
        "created": world.now(),
        "currency": charge["currency"],
        "enhanced_eligibility_types": [],
        "evidence": {},
        "evidence_details": {
            "due_by": world.now() + DAYS_TO_ANSWER * 86400,
            "enhanced_eligibility": {},
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
        },
        "is_charge_refundable": False,
        "livemode": False,
        "metadata": {},
        "payment_intent": charge["payment_intent"],
        "payment_method_details": _card(card.brand),
        "reason": card.dispute,
        "status": "needs_response",
    }
    charge["disputed"] = True
    world.save(charge)
    world.add(dispute, call)
    world.emit("charge.dispute.created", dispute, call)
    _move_funds(world, call, dispute, -dispute["amount"], "charge.dispute.funds_withdrawn")


def _card(brand: str) -> dict[str, Any]:
    details = {
        "brand": brand,
        "case_type": "chargeback",
        "network": brand,
        "network_reason_code": "10.4",
    }
    return {"card": details, "type": "card"}


def _move_funds(world: World, call: Call, dispute: Record, amount: int, event: str) -> None:
    entry = balance.book(world, call, dispute["id"], "adjustment", dispute["currency"], amount)
    dispute["balance_transactions"] = [*dispute["balance_transactions"], entry]
    world.save(dispute)
    world.emit(event, dispute, call, {"balance_transactions": []})


def close_dispute(world: World, key: str, outcome: str) -> Record:
    """
    End a dispute as `won` or `lost`.

    :raises ApiError: it does not exist, or is closed
    """
    call = Call(Params({}), account=world.owner(key))
    dispute = world.find("dispute", key, call)
    if dispute["status"] in {"won", "lost"} or outcome not in {"won", "lost"}:
        raise ApiError(400, "The dispute is closed, or the outcome is neither won nor lost.")
    previous, dispute["status"] = {"status": dispute["status"]}, outcome
    world.save(dispute)
    world.emit("charge.dispute.closed", dispute, call, previous)
    if outcome == "won":
        _move_funds(world, call, dispute, dispute["amount"], "charge.dispute.funds_reinstated")
    return dispute


def _settle_refund(world: World, call: Call, key: str, *, failed: bool) -> None:
    refund = world.find("refund", key, call)
    previous = {"status": refund["status"]}
    refund["status"] = "failed" if failed else "succeeded"
    if failed:
        refund["failure_reason"] = "expired_or_canceled_card"
        entry = balance.book(
            world, call, key, "refund_failure", refund["currency"], refund["amount"]
        )
        refund["failure_balance_transaction"] = entry["id"]
        charge = world.find("charge", refund["charge"], call)
        charge["amount_refunded"] -= refund["amount"]
        charge["refunded"] = False
        world.save(charge)
    world.save(refund)
    world.emit("refund.updated", refund, call, previous)
    world.emit("charge.refund.updated", refund, call, previous)
    if failed:
        world.emit("refund.failed", refund, call, previous)
