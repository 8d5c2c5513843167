"""Application fees: the platform's share of what connected accounts earn, and its return."""

from __future__ import annotations

from dataclasses import replace

from stripe_double import accounts, balance, lists
from stripe_double.errors import ApiError
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id


def collect(
    world: World, call: Call, account: str, charge: Record, *, origin: str | None = None, days: int = 0
) -> Record:
    """
    Book the fee of a charge in the platform's balance and return it.

    :param charge: the account's charge; its own balance transaction has the fee taken off already
    :param origin: the platform's charge that a destination payment comes from
    """
    platform = replace(call, account=None, params=Params({}))
    key, amount, currency = new_id("fee"), charge["application_fee_amount"], charge["currency"]
    entry = balance.book(world, platform, key, "application_fee", currency, amount, days=days)
    fee: Record = {
        "id": key,
        "object": "application_fee",
        "account": account,
        "amount": amount,
        "amount_refunded": 0,
        "application": accounts.APPLICATION,
        "balance_transaction": entry["id"],
        "charge": charge["id"],
        "created": world.now(),
        "currency": currency,
        "fee_source": {"charge": charge["id"], "type": "charge"},
        "livemode": False,
        "originating_transaction": origin,
        "refunded": False,
        "refunds": lists.empty(f"/v1/application_fees/{key}/refunds"),
    }
    world.add(fee, platform)
    world.emit("application_fee.created", fee, platform)
    return fee


def give_back(world: World, call: Call, fee: Record, amount: int, *, is_booked: bool) -> Record:
    """
    Return a part of a fee to its account, and return the fee refund.

    :param is_booked: the account's side has it in a line of its own already
    """
    platform = replace(call, account=None)
    key = new_id("fr")
    entry = balance.book(world, platform, key, "application_fee_refund", fee["currency"], -amount)
    if not is_booked:
        there = replace(call, account=fee["account"], params=Params({}))
        balance.book(world, there, key, "application_fee_refund", fee["currency"], amount)
    refund: Record = {
        "id": key,
        "object": "fee_refund",
        "amount": amount,
        "balance_transaction": entry["id"],
        "created": world.now(),
        "currency": fee["currency"],
        "fee": fee["id"],
        "metadata": {} if is_booked else call.params.metadata({}),
    }
    world.add(refund, platform)
    previous = {"amount_refunded": fee["amount_refunded"], "refunded": False}
    fee["amount_refunded"] += amount
    fee["refunded"] = fee["amount_refunded"] == fee["amount"]
    fee["refunds"]["data"] = [refund, *fee["refunds"]["data"]][:10]
    world.save(fee)
    world.emit("application_fee.refunded", fee, platform, previous)
    return refund


def create_refund(world: World, call: Call, key: str) -> Record:
    """
    Return a fee to its account, all that is left unless `amount` is given.

    :raises ApiError: not that much is left
    """
    call.params.allow(("amount", "metadata", "expand"))
    fee = world.find("application_fee", key, call)
    left = fee["amount"] - fee["amount_refunded"]
    amount = call.params.integer("amount")
    amount = left if amount is None else amount
    if not 0 < amount <= left:
        raise ApiError(
            400, f"Refund amount is greater than what is left of the fee ({left}).", param="amount"
        )
    return give_back(world, call, fee, amount, is_booked=False)


def find_refunds(world: World, call: Call, key: str) -> Record:
    """List the refunds of a fee."""
    call.params.allow(lists.PAGE)
    world.find("application_fee", key, call)
    found = [row for row in lists.owned(world, call, "fee_refund") if row["fee"] == key]
    return lists.listing(f"/v1/application_fees/{key}/refunds", found, call.params)


def retrieve_refund(world: World, call: Call, key: str, refund: str) -> Record:
    """Return a refund of a fee."""
    call.params.allow(("expand",))
    world.find("application_fee", key, call)
    return world.find("fee_refund", refund, call)


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a fee."""
    call.params.allow(("expand",))
    return world.find("application_fee", key, call)


def find_all(world: World, call: Call) -> Record:
    """List fees, or that of a charge."""
    return lists.find_all(world, call, "application_fee", ("charge",))
