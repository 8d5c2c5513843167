"""Disputes: a bank takes money back, asks for evidence, and decides."""

from __future__ import annotations

from stripe_double import balance, lists
from stripe_double.errors import ApiError
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

DAYS_TO_ANSWER = 9
FEE = 1500
REASONS = (
    "bank_cannot_process",
    "check_returned",
    "credit_not_processed",
    "customer_initiated",
    "debit_not_authorized",
    "duplicate",
    "fraudulent",
    "general",
    "incorrect_account_details",
    "insufficient_funds",
    "product_not_received",
    "product_unacceptable",
    "subscription_canceled",
    "unrecognized",
)
EVIDENCE = (
    "access_activity_log",
    "billing_address",
    "cancellation_policy",
    "cancellation_policy_disclosure",
    "cancellation_rebuttal",
    "customer_communication",
    "customer_email_address",
    "customer_name",
    "customer_purchase_ip",
    "customer_signature",
    "duplicate_charge_documentation",
    "duplicate_charge_explanation",
    "duplicate_charge_id",
    "product_description",
    "receipt",
    "refund_policy",
    "refund_policy_disclosure",
    "refund_refusal_explanation",
    "service_date",
    "service_documentation",
    "shipping_address",
    "shipping_carrier",
    "shipping_date",
    "shipping_documentation",
    "shipping_tracking_number",
    "uncategorized_file",
    "uncategorized_text",
)
FILES = (
    "cancellation_policy",
    "customer_communication",
    "customer_signature",
    "duplicate_charge_documentation",
    "receipt",
    "refund_policy",
    "service_documentation",
    "shipping_documentation",
    "uncategorized_file",
)
MOST_LETTERS = 150_000
OPEN = ("needs_response", "warning_needs_response")
IN_REVIEW = ("under_review", "warning_under_review")
# What Stripe lets testers write to have the bank decide.
VERDICTS = {"winning_evidence": "won", "losing_evidence": "lost"}


def start(
    world: World,
    call: Call,
    charge: Record,
    reason: str,
    amount: int | None = None,
    *,
    is_inquiry: bool = False,
) -> Record:
    """
    Dispute a charge, all that is left of it unless `amount` is given.

    :param is_inquiry: the bank only asks, and takes nothing yet
    :raises ApiError: there is nothing to dispute, or not for that reason
    """
    left = charge["amount"] - charge["amount_refunded"]
    amount = left if amount is None else amount
    if not charge["captured"] or charge["disputed"] or not 0 < amount <= charge["amount_captured"]:
        raise ApiError(400, f"{amount} of {charge['id']} cannot be disputed.")
    if reason not in REASONS:
        raise ApiError(400, f"{reason} is no reason for a dispute.")
    dispute = _blank(world, charge, reason, amount)
    dispute["status"] = "warning_needs_response" if is_inquiry else "needs_response"
    dispute["is_charge_refundable"] = is_inquiry
    details = dispute["payment_method_details"]["card"]
    details["case_type"] = "inquiry" if is_inquiry else "chargeback"
    world.add(dispute, call)
    if not is_inquiry:
        _mark(world, call, charge)
    world.emit("charge.dispute.created", dispute, call)
    if not is_inquiry:
        _withdraw(world, call, dispute)
    world.later(DAYS_TO_ANSWER * 86400, "dispute_due", dispute["id"])
    return dispute


def _blank(world: World, charge: Record, reason: str, amount: int) -> Record:
    method = charge["payment_method_details"]
    brand = method[method["type"]]["brand"]
    return {
        "id": new_id("dp"),
        "object": "dispute",
        "amount": amount,
        "balance_transactions": [],
        "charge": charge["id"],
        "created": world.now(),
        "currency": charge["currency"],
        "enhanced_eligibility_types": [],
        "evidence": {**dict.fromkeys(EVIDENCE), "enhanced_evidence": {}},
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
        "payment_method_details": {
            "card": {
                "brand": brand,
                "case_type": "chargeback",
                "network": brand,
                "network_reason_code": "10.4",
            },
            "type": "card",
        },
        "reason": reason,
        "status": "needs_response",
    }


def _mark(world: World, call: Call, charge: Record) -> None:
    charge["disputed"] = True
    world.save(charge)
    world.emit("charge.updated", charge, call, {"disputed": False})


def _withdraw(world: World, call: Call, dispute: Record) -> None:
    entry = balance.book(
        world,
        call,
        dispute["id"],
        "adjustment",
        dispute["currency"],
        -dispute["amount"],
        {"stripe_fee": FEE},
        category="dispute",
    )
    _note(world, call, dispute, entry, "charge.dispute.funds_withdrawn")


def _reinstate(world: World, call: Call, dispute: Record) -> None:
    # The fee of the dispute stays lost.
    entry = balance.book(
        world,
        call,
        dispute["id"],
        "adjustment",
        dispute["currency"],
        dispute["amount"],
        category="dispute_reversal",
    )
    _note(world, call, dispute, entry, "charge.dispute.funds_reinstated")


def _note(world: World, call: Call, dispute: Record, entry: Record, event: str) -> None:
    previous = {"balance_transactions": dispute["balance_transactions"]}
    dispute["balance_transactions"] = [*dispute["balance_transactions"], entry]
    world.save(dispute)
    world.emit(event, dispute, call, previous)


def update(world: World, call: Call, key: str) -> Record:
    """
    Stage evidence, or with `submit=true` hand it in, once and for all.

    :raises ApiError: it was handed in already, or the dispute is closed
    """
    call.params.allow(("evidence", "metadata", "submit", "expand"))
    dispute = world.find("dispute", key, call)
    evidence = call.params.group("evidence")
    is_handed_in = call.params.flag("submit") is True
    if (evidence is not None or is_handed_in) and dispute["status"] not in OPEN:
        raise ApiError(400, f"This dispute is already {dispute['status']}.", param="evidence")
    previous: Record = {}
    if evidence is not None:
        _check(world, call, evidence)
        previous["evidence"] = {name: dispute["evidence"].get(name) for name in evidence}
        dispute["evidence"] |= {name: evidence.text(name) for name in evidence}
        found = any(dispute["evidence"].get(name) for name in EVIDENCE)
        dispute["evidence_details"]["has_evidence"] = found
    dispute["metadata"] = call.params.metadata(dispute["metadata"])
    if is_handed_in:
        previous["status"] = dispute["status"]
        dispute["status"] = dispute["status"].replace("needs_response", "under_review")
        dispute["evidence_details"]["submission_count"] += 1
    world.save(dispute)
    world.emit("charge.dispute.updated", dispute, call, previous)
    verdict = VERDICTS.get(dispute["evidence"].get("uncategorized_text") or "")
    return end(world, call, key, verdict) if is_handed_in and verdict else dispute


def _check(world: World, call: Call, evidence: Params) -> None:
    evidence.allow(EVIDENCE)
    for name in FILES:
        key = evidence.text(name)
        if key is not None:
            world.find("file", key, call, f"evidence[{name}]")
    if sum(len(evidence.text(name) or "") for name in evidence) > MOST_LETTERS:
        raise ApiError(400, f"Evidence has more than {MOST_LETTERS} characters.", param="evidence")


def end(world: World, call: Call, key: str, outcome: str) -> Record:
    """
    Have the bank decide: `won` or `lost`; an inquiry is closed either way.

    :raises ApiError: it has decided already, or the outcome is neither
    """
    dispute = world.find("dispute", key, call)
    if dispute["status"] not in (*OPEN, *IN_REVIEW) or outcome not in {"won", "lost"}:
        raise ApiError(400, "The dispute is closed, or the outcome is neither won nor lost.")
    previous = {"status": dispute["status"]}
    is_inquiry = dispute["status"].startswith("warning_")
    dispute["status"] = "warning_closed" if is_inquiry else outcome
    world.save(dispute)
    world.emit("charge.dispute.closed", dispute, call, previous)
    if outcome == "won" and not is_inquiry:
        _reinstate(world, call, dispute)
    return dispute


def escalate(world: World, call: Call, key: str) -> Record:
    """
    Turn an inquiry into a chargeback: now the money goes.

    :raises ApiError: it is no inquiry, or closed
    """
    dispute = world.find("dispute", key, call)
    if dispute["status"] not in {"warning_needs_response", "warning_under_review"}:
        raise ApiError(400, f"The dispute is {dispute['status']}.")
    previous = {"status": dispute["status"], "is_charge_refundable": True}
    dispute.update(status="needs_response", is_charge_refundable=False)
    dispute["payment_method_details"]["card"]["case_type"] = "chargeback"
    world.save(dispute)
    _mark(world, call, world.find("charge", dispute["charge"], call))
    world.emit("charge.dispute.updated", dispute, call, previous)
    _withdraw(world, call, dispute)
    return dispute


def miss(world: World, call: Call, key: str) -> None:
    """End a dispute that nobody has answered in time; without effect on any other."""
    dispute = world.find("dispute", key, call)
    if dispute["status"] in OPEN:
        dispute["evidence_details"]["past_due"] = True
        world.save(dispute)
        end(world, call, key, "lost")


def close(world: World, call: Call, key: str) -> Record:
    """
    Accept a dispute: it is lost.

    :raises ApiError: it is closed
    """
    call.params.allow(("expand",))
    return end(world, call, key, "lost")


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a dispute."""
    call.params.allow(("expand",))
    return world.find("dispute", key, call)


def find_all(world: World, call: Call) -> Record:
    """List disputes, or those of a charge or payment intent."""
    return lists.find_all(world, call, "dispute", ("charge", "payment_intent"))
