"""Transfers from the platform to connected accounts, and back."""

from __future__ import annotations

from dataclasses import replace

from stripe_double import accounts, balance, currencies, lists
from stripe_double.errors import ApiError, missing
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

CREATE = (
    "amount",
    "currency",
    "description",
    "destination",
    "metadata",
    "source_transaction",
    "source_type",
    "transfer_group",
    "expand",
)
_NO_CHARGE = (
    "application",
    "application_fee",
    "application_fee_amount",
    "balance_transaction",
    "calculated_statement_descriptor",
    "customer",
    "description",
    "failure_balance_transaction",
    "failure_code",
    "failure_message",
    "on_behalf_of",
    "outcome",
    "payment_intent",
    "payment_method",
    "receipt_email",
    "receipt_number",
    "receipt_url",
    "review",
    "shipping",
    "source",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "transfer_data",
    "transfer_group",
)


def create(world: World, call: Call) -> Record:
    """
    Send money of the platform to an account.

    :raises ApiError: it is not there, or the account may not have it
    """
    params = call.params
    params.allow(CREATE)
    amount = params.integer("amount")
    if amount is None:
        raise missing("amount")
    currency = currencies.check(params.required("currency"))
    destination = params.required("destination")
    accounts.connected(world, call, destination, "destination", "transfers")
    source = params.text("source_transaction")
    _check_covered(world, call, amount, currency, source)
    transfer = send(world, call, destination, amount, currency, source=source)
    transfer["description"] = params.text("description")
    transfer["metadata"] = params.metadata({})
    transfer["transfer_group"] = params.text("transfer_group") or transfer["transfer_group"]
    return world.save(transfer)


def _check_covered(world: World, call: Call, amount: int, currency: str, source: str | None) -> None:
    if source is None:
        left = balance.totals(world, call).get(currency, {}).get("available", 0)
    else:
        charge = world.find("charge", source, call, "source_transaction")
        if charge["currency"] != currency:
            raise ApiError(400, "The currency must be the charge's.", param="currency")
        sent = sum(
            row["amount"]
            for row in lists.owned(world, call, "transfer")
            if row["source_transaction"] == source
        )
        left = charge["amount_captured"] - sent
    if not 0 < amount <= left:
        raise ApiError(
            400,
            "You have insufficient available funds in your Stripe account. Left: "
            f"{currencies.show(left, currency)}.",
            code="balance_insufficient",
            param="amount",
        )


def send(
    world: World,
    call: Call,
    destination: str,
    amount: int,
    currency: str,
    *,
    source: str | None = None,
    fee: int = 0,
    days: int = 0,
) -> Record:
    """Book a transfer on both sides: out of a charge, less a fee, available after some days."""
    key = new_id("tr")
    there = replace(call, account=destination, params=Params({}))
    payment = _payment(world, there, key, (amount, fee), currency, days)
    entry = balance.book(world, call, key, "transfer", currency, -amount, days=days)
    transfer: Record = {
        "id": key,
        "object": "transfer",
        "amount": amount,
        "amount_reversed": 0,
        "balance_transaction": entry["id"],
        "created": world.now(),
        "currency": currency,
        "description": None,
        "destination": destination,
        "destination_payment": payment["id"],
        "livemode": False,
        "metadata": {},
        "reversals": lists.empty(f"/v1/transfers/{key}/reversals"),
        "reversed": False,
        "source_transaction": source,
        "source_type": "card",
        "transfer_group": _group(world, source),
    }
    world.add(transfer, call)
    world.emit("transfer.created", transfer, call)
    return transfer


def _group(world: World, source: str | None) -> str | None:
    intent = (world.store.get("charge", source or "") or {}).get("payment_intent")
    return f"group_{intent}" if intent else None


def _payment(
    world: World, there: Call, transfer: str, sums: tuple[int, int], currency: str, days: int
) -> Record:
    key, (amount, fee) = new_id("py"), sums
    entry = balance.book(world, there, key, "payment", currency, amount, {"application_fee": fee}, days=days)
    address = dict.fromkeys(("city", "country", "line1", "line2", "postal_code", "state"))
    payment: Record = {
        "id": key,
        "object": "charge",
        **dict.fromkeys(_NO_CHARGE),
        "amount": amount,
        "amount_captured": amount,
        "amount_refunded": 0,
        "application_fee_amount": fee or None,
        "balance_transaction": entry["id"],
        "billing_details": {"address": address, "email": None, "name": None, "phone": None, "tax_id": None},
        "captured": True,
        "created": world.now(),
        "currency": currency,
        "disputed": False,
        "fraud_details": {},
        "livemode": False,
        "metadata": {},
        "paid": True,
        "payment_method_details": {"stripe_account": {}, "type": "stripe_account"},
        "refunded": False,
        "source_transfer": transfer,
        "status": "succeeded",
    }
    return world.add(payment, there)


def create_reversal(world: World, call: Call, key: str) -> Record:
    """
    Take a transfer back, all that is left of it unless `amount` is given.

    :raises ApiError: not that much is left
    """
    call.params.allow(("amount", "description", "metadata", "refund_application_fee", "expand"))
    transfer = world.find("transfer", key, call)
    left = transfer["amount"] - transfer["amount_reversed"]
    amount = call.params.integer("amount")
    amount = left if amount is None else amount
    if not 0 < amount <= left:
        raise ApiError(
            400, f"Reversal amount is greater than what is left of the transfer ({left}).", param="amount"
        )
    return reverse(world, call, transfer, amount)


def reverse(
    world: World, call: Call, transfer: Record, amount: int, *, refund: str | None = None, fee: int = 0
) -> Record:
    """
    Book a reversal on both sides and return it.

    :param refund: the refund that brings it about
    :param fee: the part of the application fee that the account gets back with it
    """
    currency, key = transfer["currency"], new_id("trr")
    there = replace(call, account=transfer["destination"], params=Params({}))
    back = _give_back(world, there, transfer, amount, key, fee)
    entry = balance.book(world, call, key, "transfer_refund", currency, amount)
    reversal: Record = {
        "id": key,
        "object": "transfer_reversal",
        "amount": amount,
        "balance_transaction": entry["id"],
        "created": world.now(),
        "currency": currency,
        "destination_payment_refund": back["id"],
        "metadata": call.params.metadata({}) if refund is None else {},
        "source_refund": refund,
        "transfer": transfer["id"],
    }
    world.add(reversal, call)
    previous = {"amount_reversed": transfer["amount_reversed"], "reversed": False}
    transfer["amount_reversed"] += amount
    transfer["reversed"] = transfer["amount_reversed"] == transfer["amount"]
    transfer["reversals"]["data"] = [reversal, *transfer["reversals"]["data"]][:10]
    world.save(transfer)
    world.emit("transfer.reversed", transfer, call, previous)
    return reversal


def _give_back(world: World, there: Call, transfer: Record, amount: int, reversal: str, fee: int) -> Record:
    payment = world.find("charge", transfer["destination_payment"], there)
    key = new_id("pyr")
    entry = balance.book(
        world, there, key, "payment_refund", transfer["currency"], -amount, {"application_fee": -fee}
    )
    payment["amount_refunded"] += amount
    payment["refunded"] = payment["amount_refunded"] == payment["amount"]
    world.save(payment)
    nothing = dict.fromkeys(
        (
            "customer",
            "customer_account",
            "payment_intent",
            "payment_method",
            "reason",
            "receipt_number",
            "transfer_reversal",
        )
    )
    refund: Record = {
        "id": key,
        "object": "refund",
        **nothing,
        "amount": amount,
        "balance_transaction": entry["id"],
        "charge": payment["id"],
        "created": world.now(),
        "currency": transfer["currency"],
        "destination_details": {"type": "stripe_account"},
        "metadata": {},
        "source_transfer_reversal": reversal,
        "status": "succeeded",
    }
    return world.add(refund, there)


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a transfer."""
    call.params.allow(("expand",))
    return world.find("transfer", key, call)


def update(world: World, call: Call, key: str) -> Record:
    """Change a transfer's description or metadata."""
    call.params.allow(("description", "metadata", "expand"))
    transfer = world.find("transfer", key, call)
    if "description" in call.params:
        transfer["description"] = call.params.text("description")
    transfer["metadata"] = call.params.metadata(transfer["metadata"])
    world.save(transfer)
    world.emit("transfer.updated", transfer, call, {})
    return transfer


def find_all(world: World, call: Call) -> Record:
    """List transfers, or those to an account or of a group."""
    return lists.find_all(world, call, "transfer", ("destination", "transfer_group"))


def find_reversals(world: World, call: Call, key: str) -> Record:
    """List the reversals of a transfer."""
    call.params.allow(lists.PAGE)
    world.find("transfer", key, call)
    found = [row for row in lists.owned(world, call, "transfer_reversal") if row["transfer"] == key]
    return lists.listing(f"/v1/transfers/{key}/reversals", found, call.params)


def retrieve_reversal(world: World, call: Call, key: str, reversal: str) -> Record:
    """Return a reversal of a transfer."""
    call.params.allow(("expand",))
    world.find("transfer", key, call)
    return world.find("transfer_reversal", reversal, call)
