"""Charges."""

from __future__ import annotations

from typing import Any

from stripe_double import balance, charge_details, charge_split, lists, payment_methods
from stripe_double.cards import Decline
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

_NOTHING = (
    "application",
    "application_fee",
    "balance_transaction",
    "failure_balance_transaction",
    "receipt_number",
    "receipt_url",
    "review",
    "source",
    "source_transfer",
)
_FROM_INTENT = (
    "application_fee_amount",
    "currency",
    "customer",
    "description",
    "on_behalf_of",
    "receipt_email",
    "shipping",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "transfer_data",
    "transfer_group",
)


def make(
    world: World, call: Call, intent: Record, method: Record, *, declined: Decline | None = None
) -> Record:
    """Charge, or try to: the charge of a payment intent as it is right after authorisation."""
    held = charge_details.is_held(intent, method)
    captured = declined is None and not held
    charge: Record = {
        "id": new_id("ch"),
        "object": "charge",
        **dict.fromkeys(_NOTHING),
        **{name: intent[name] for name in _FROM_INTENT},
        "amount": intent["amount"],
        "amount_captured": intent["amount"] if captured else 0,
        "amount_refunded": 0,
        "billing_details": method["billing_details"],
        "calculated_statement_descriptor": "STRIPE DOUBLE",
        "captured": captured,
        "created": world.now(),
        "disputed": False,
        "failure_code": declined.code if declined else None,
        "failure_message": declined.message if declined else None,
        "fraud_details": {},
        "livemode": False,
        "metadata": dict(intent["metadata"]),
        "outcome": _outcome(declined),
        "paid": declined is None,
        "payment_intent": intent["id"],
        "payment_method": method["id"],
        "payment_method_details": charge_details.details(world, intent, method, held=held),
        "refunded": False,
        "status": "failed" if declined else "succeeded",
    }
    world.add(charge, call)
    if captured:
        settle(world, call, charge)
    return charge


def _outcome(declined: Decline | None) -> dict[str, Any]:
    return {
        "advice_code": "try_again_later" if declined else None,
        "network_advice_code": None,
        "network_decline_code": "01" if declined else None,
        "network_status": "declined_by_network" if declined else "approved_by_network",
        "reason": declined.decline_code if declined else None,
        "risk_level": "normal",
        "risk_score": 20,
        "seller_message": "The bank declined." if declined else "Payment complete.",
        "type": "issuer_declined" if declined else "authorized",
    }


def hold_ends(charge: Record) -> int:
    """Return the second at which an authorisation that nobody captures is given up."""
    details = charge["payment_method_details"]
    return int(details[details["type"]].get("capture_before") or 0)


def settle(world: World, call: Call, charge: Record) -> None:
    """Book the captured amount, less the fees, and the shares of others."""
    amount = charge["amount_captured"]
    method = world.find("payment_method", charge["payment_method"], call)
    card = payment_methods.card_of(world, method)
    days = 0 if card.is_available_at_once else balance.DAYS_PENDING
    fees = {
        "stripe_fee": balance.processing_fee(amount),
        "application_fee": charge_split.fee_at_source(call, charge),
    }
    entry = balance.book(world, call, charge["id"], "charge", charge["currency"], amount, fees, days=days)
    charge["balance_transaction"] = entry["id"]
    charge_split.split(world, call, charge, days)


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a charge."""
    call.params.allow(("expand",))
    return world.find("charge", key, call)


def update(world: World, call: Call, key: str) -> Record:
    """Change a charge's description, metadata or receipt address."""
    call.params.allow(("description", "metadata", "receipt_email", "expand"))
    charge = world.find("charge", key, call)
    charge["metadata"] = call.params.metadata(charge["metadata"])
    for name in ("description", "receipt_email"):
        if name in call.params:
            charge[name] = call.params.text(name)
    world.save(charge)
    world.emit("charge.updated", charge, call, {})
    return charge


def find_all(world: World, call: Call) -> Record:
    """List charges, or those of a payment intent or customer."""
    return lists.find_all(world, call, "charge", ("payment_intent", "customer", "transfer_group"))
