"""The balance of an account: its transactions, what Stripe takes, what is available when."""

from __future__ import annotations

from typing import Any

from stripe_double import lists
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

_PER_MILLE, _FIXED = 29, 30
DAYS_PENDING = 2
_FEE_TEXTS = {"stripe_fee": "Stripe processing fees", "application_fee": "Application fee"}


def processing_fee(amount: int) -> int:
    """Return what Stripe takes of a charge: 2.9 % and 30, rounded down, in minor units."""
    return amount * _PER_MILLE // 1000 + _FIXED


def book(
    world: World,
    call: Call,
    source: str,
    kind: str,
    currency: str,
    amount: int,
    fees: dict[str, int] | None = None,
    *,
    category: str | None = None,
    days: int = 0,
) -> Record:
    """
    Add a line to the balance of the account that asks, and return it.

    :param amount: what comes in, negative for what goes out
    :param fees: what comes off, by type (`stripe_fee`, `application_fee`); negative for a return
    :param category: the reporting category, where it differs from `kind`
    :param days: after how many days it can be paid out
    """
    details = [_fee(name, fee, currency) for name, fee in (fees or {}).items() if fee]
    total = sum(row["amount"] for row in details)
    line: Record = {
        "id": new_id("txn"),
        "object": "balance_transaction",
        "amount": amount,
        "available_on": world.now() + days * 86400,
        "balance_type": "payments",
        "created": world.now(),
        "currency": currency,
        **dict.fromkeys(("description", "exchange_rate")),
        "fee": total,
        "fee_details": details,
        "net": amount - total,
        "reporting_category": category or kind,
        "source": source,
        "status": "pending" if days else "available",
        "type": kind,
    }
    return world.add(line, call)


def _fee(kind: str, amount: int, currency: str) -> dict[str, Any]:
    return {
        "amount": amount,
        "application": "ca_double" if kind == "application_fee" else None,
        "currency": currency,
        "description": _FEE_TEXTS[kind],
        "type": kind,
    }


def refresh(world: World, call: Call) -> list[Record]:
    """Return the account's transactions, oldest first, those whose time has come as available."""
    rows = lists.owned(world, call, "balance_transaction")
    for row in rows:
        if row["status"] == "pending" and row["available_on"] <= world.now():
            row["status"] = "available"
            world.save(row)
    return rows


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a balance transaction."""
    call.params.allow(("expand",))
    refresh(world, call)
    return world.find("balance_transaction", key, call)


def find_all(world: World, call: Call) -> Record:
    """List balance transactions, or those of a source, type, currency or payout."""
    filters = ("source", "type", "currency")
    call.params.allow((*filters, "payout", "available_on", *lists.PAGE))
    payout = call.params.text("payout")
    if payout is not None:
        world.find("payout", payout, call, "payout")
    found = [
        row
        for row in refresh(world, call)
        if all(call.params.text(name) in {None, row[name]} for name in filters)
        and lists.is_in(row["available_on"], call.params, "available_on")
        and (payout is None or payout_of(world, row) == payout)
    ]
    return lists.listing("/v1/balance_transactions", found, call.params)


def payout_of(world: World, row: Record) -> str | None:
    """Return the payout that carried a transaction to the bank, None while there is none."""
    kept = world.store.get("paid_out", row["id"])
    return str(kept["payout"]) if kept else None


def totals(world: World, call: Call) -> dict[str, dict[str, int]]:
    """Return net amounts by currency and status (`available`, `pending`)."""
    found: dict[str, dict[str, int]] = {}
    for row in refresh(world, call):
        sums = found.setdefault(row["currency"], {"available": 0, "pending": 0})
        sums[row["status"]] += row["net"]
    return found or {"usd": {"available": 0, "pending": 0}}


def balance(world: World, call: Call) -> Record:
    """Return what has been earned and not been paid out, per currency."""
    call.params.allow(("expand",))
    sums = totals(world, call)
    columns = {
        status: [
            {"amount": row[status], "currency": currency, "source_types": {"card": row[status]}}
            for currency, row in sums.items()
        ]
        for status in ("available", "pending")
    }
    reserved = [{"amount": 0, "currency": currency} for currency in sums]
    return {"object": "balance", **columns, "connect_reserved": reserved, "livemode": False}
