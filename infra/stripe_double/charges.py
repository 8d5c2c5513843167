"""Charges and their balance transactions."""

from __future__ import annotations

from typing import Any

from stripe_double import payment_methods
from stripe_double.cards import Card, Decline
from stripe_double.store import Record
from stripe_double.world import Call, World, listing, new_id

_PER_MILLE, _FIXED = 29, 30
_NOTHING = ("application", "application_fee", "balance_transaction", "failure_balance_transaction",
            "receipt_number", "receipt_url", "review", "source", "source_transfer")  # fmt: skip
_FROM_INTENT = ("application_fee_amount", "currency", "customer", "description", "on_behalf_of",
                "receipt_email", "shipping", "statement_descriptor", "statement_descriptor_suffix",
                "transfer_data", "transfer_group")  # fmt: skip


def make(
    world: World, call: Call, intent: Record, method: Record, *, declined: Decline | None = None
) -> Record:
    """Charge, or try to: the charge of a payment intent as it is right after authorisation."""
    captured = declined is None and intent["capture_method"] != "manual"
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
        "payment_method_details": _details(world, intent, method),
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


def _details(world: World, intent: Record, method: Record) -> dict[str, Any]:
    card: Card = payment_methods.card_of(world, method)
    brief = method["card"]
    manual = intent["capture_method"] == "manual"
    off = {"status": "unavailable"}
    return {
        "card": {
            "amount_authorized": intent["amount"],
            "authorization_code": "123456",
            "brand": brief["brand"],
            "checks": {**brief["checks"], "cvc_check": "pass"},
            "country": brief["country"],
            "exp_month": brief["exp_month"],
            "exp_year": brief["exp_year"],
            "extended_authorization": {"status": "disabled"},
            "fingerprint": brief["fingerprint"],
            "funding": brief["funding"],
            "incremental_authorization": off,
            "installments": None,
            "last4": brief["last4"],
            "mandate": None,
            "multicapture": off,
            "network": brief["brand"],
            "network_token": {"used": False},
            "network_transaction_id": "104102978678771",
            "overcapture": {"maximum_amount_capturable": intent["amount"], **off},
            "regulated_status": "unregulated",
            "three_d_secure": _authentication() if card.challenge else None,
            "transaction_link_id": None,
            "wallet": None,
            **({"capture_before": world.now() + 7 * 86400} if manual else {}),
        },
        "type": "card",
    }


def _authentication() -> dict[str, Any]:
    return {
        "authentication_flow": "challenge",
        "electronic_commerce_indicator": "05",
        "exemption_indicator": None,
        "result": "authenticated",
        "result_reason": None,
        "transaction_id": None,
        "version": "2.2.0",
    }


def settle(world: World, call: Call, charge: Record) -> None:
    """Book the captured amount, less the fee."""
    amount = charge["amount_captured"]
    fee = amount * _PER_MILLE // 1000 + _FIXED
    entry = book(world, call, charge["id"], "charge", charge["currency"], amount, fee)
    charge["balance_transaction"] = entry["id"]
    world.save(charge)


def book(
    world: World, call: Call, source: str, kind: str, currency: str, amount: int, fee: int = 0
) -> Record:
    """Add a line to the balance: `amount` may be negative, `fee` comes off."""
    details = [
        {
            "amount": fee,
            "application": None,
            "currency": currency,
            "description": "Stripe processing fees",
            "type": "stripe_fee",
        }
    ]
    return world.add(
        {
            "id": new_id("txn"),
            "object": "balance_transaction",
            "amount": amount,
            "available_on": world.now() + 2 * 86400,
            "balance_type": "payments",
            "created": world.now(),
            "currency": currency,
            "description": None,
            "exchange_rate": None,
            "fee": fee,
            "fee_details": details if fee else [],
            "net": amount - fee,
            "reporting_category": kind,
            "source": source,
            "status": "pending",
            "type": kind,
        },
        call,
    )


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
    filters = ("payment_intent", "customer")
    call.params.allow((*filters, "limit", "starting_after", "ending_before", "expand"))
    found = [
        charge
        for key, charge in world.store.rows("charge")
        if world.owner(key) == call.account
        and all(call.params.text(name) in {None, charge[name]} for name in filters)
    ]
    return listing("/v1/charges", found, call.params)


def retrieve_entry(world: World, call: Call, key: str) -> Record:
    """Return a balance transaction."""
    call.params.allow(("expand",))
    return world.find("balance_transaction", key, call)


def find_entries(world: World, call: Call) -> Record:
    """List balance transactions, or those of a source."""
    call.params.allow(("source", "type", "limit", "starting_after", "ending_before", "expand"))
    source, kind = call.params.text("source"), call.params.text("type")
    found = [
        entry
        for key, entry in world.store.rows("balance_transaction")
        if world.owner(key) == call.account
        and source in {None, entry["source"]}
        and kind in {None, entry["type"]}
    ]
    return listing("/v1/balance_transactions", found, call.params)


def balance(world: World, call: Call) -> Record:
    """Return what has been earned, per currency."""
    call.params.allow(("expand",))
    totals: dict[str, int] = {}
    for key, entry in world.store.rows("balance_transaction"):
        if world.owner(key) == call.account:
            totals[entry["currency"]] = totals.get(entry["currency"], 0) + entry["net"]
    pending = [
        {"amount": amount, "currency": currency, "source_types": {"card": amount}}
        for currency, amount in (totals or {"usd": 0}).items()
    ]
    available = [{**row, "amount": 0, "source_types": {"card": 0}} for row in pending]
    return {"object": "balance", "available": available, "livemode": False, "pending": pending}
