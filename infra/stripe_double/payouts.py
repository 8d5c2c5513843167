"""Payouts: what is available leaves for the bank, arrives there, or comes back."""

from __future__ import annotations

from stripe_double import balance, currencies, lists
from stripe_double.errors import ApiError, missing
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

DAYS_UNDER_WAY = 2
_TEXTS = ("description", "statement_descriptor")
CREATE = (*_TEXTS, "amount", "currency", "destination", "metadata", "method", "source_type", "expand")
FAILURES = {
    "account_closed": "The bank account has been closed.",
    "no_account": "The bank account could not be located.",
    "debit_not_authorized": "Debit transactions are not approved on the bank account.",
    "could_not_process": "The bank could not process this payout.",
}


def create(world: World, call: Call) -> Record:
    """
    Pay an amount out by hand.

    :raises ApiError: that much is not available
    """
    call.params.allow(CREATE)
    currency = currencies.check(call.params.required("currency"))
    amount = call.params.integer("amount")
    if amount is None:
        raise missing("amount")
    available = balance.totals(world, call).get(currency, {}).get("available", 0)
    if not 0 < amount <= available:
        raise ApiError(
            400,
            "You have insufficient funds in your Stripe account for this transfer. Available: "
            f"{currencies.show(available, currency)}.",
            code="balance_insufficient",
            param="amount",
        )
    payout = _make(world, call, amount, currency, is_automatic=False)
    payout["method"] = call.params.choice("method", ("standard", "instant")) or "standard"
    for name in _TEXTS:
        payout[name] = call.params.text(name) or payout[name]
    payout["metadata"] = call.params.metadata({})
    return world.save(payout)


def sweep(world: World, call: Call, currency: str, *, with_pending: bool) -> Record:
    """
    Make the automatic payout of everything that is available in a currency, and return it.

    :param with_pending: do not wait for what is still pending
    :raises ApiError: nothing is there to be paid out
    """
    rows = [
        row
        for row in balance.refresh(world, call)
        if row["currency"] == currency
        and balance.payout_of(world, row) is None
        and (with_pending or row["status"] == "available")
    ]
    total = sum(row["net"] for row in rows)
    if total <= 0:
        raise ApiError(400, f"Nothing to pay out: {currencies.show(total, currency)}.")
    payout = _make(world, call, total, currency, is_automatic=True)
    for row in rows:
        if row["status"] == "pending":
            row.update(status="available", available_on=world.now())
            world.save(row)
        _assign(world, row["id"], payout)
    _assign(world, payout["balance_transaction"], payout)
    return payout


def _assign(world: World, entry: str, payout: Record) -> None:
    world.store.put("paid_out", entry, {"payout": payout["id"]})


# Fields that Stripe sends with nothing in them.
EMPTY = (
    "application_fee",
    "application_fee_amount",
    "failure_balance_transaction",
    "failure_code",
    "failure_message",
    "original_payout",
    "payout_method",
    "reversed_by",
    "statement_descriptor",
)


def _make(world: World, call: Call, amount: int, currency: str, *, is_automatic: bool) -> Record:
    payout: Record = {
        "id": new_id("po"),
        "object": "payout",
        **dict.fromkeys(EMPTY),
        "amount": amount,
        "arrival_date": world.now() + DAYS_UNDER_WAY * 86400,
        "automatic": is_automatic,
        "balance_transaction": None,
        "created": world.now(),
        "currency": currency,
        "description": "STRIPE PAYOUT",
        "destination": _bank_account(world, call),
        "livemode": False,
        "metadata": {},
        "method": "standard",
        "reconciliation_status": "in_progress" if is_automatic else "not_applicable",
        "source_type": "card",
        "status": "in_transit",
        "trace_id": {"status": "pending", "value": None},
        "type": "bank_account",
    }
    entry = balance.book(world, call, payout["id"], "payout", currency, -amount)
    payout["balance_transaction"] = entry["id"]
    world.add(payout, call)
    world.emit("payout.created", payout, call)
    world.later(DAYS_UNDER_WAY * 86400, "payout_arrives", payout["id"])
    return payout


def _bank_account(world: World, call: Call) -> str:
    account = world.store.get("account", call.account) if call.account else None
    banks = account["external_accounts"]["data"] if account else []
    return str(banks[0]["id"]) if banks else "ba_double"


def arrive(world: World, call: Call, key: str) -> Record:
    """Have a payout that is under way reach the bank; without effect on any other."""
    payout = world.find("payout", key, call)
    if payout["status"] != "in_transit":
        return payout
    payout.update(
        status="paid", trace_id={"status": "supported", "value": f"DOUBLE{payout['id'][-12:].upper()}"}
    )
    world.save(payout)
    world.emit("payout.paid", payout, call, {"status": "in_transit"})
    if payout["automatic"]:
        payout["reconciliation_status"] = "completed"
        world.save(payout)
        world.emit("payout.reconciliation_completed", payout, call)
    return payout


def bounce(world: World, call: Call, key: str, code: str) -> Record:
    """
    Have the bank send a payout back, even after it was paid.

    :raises ApiError: it has come back already, or the code is unknown
    """
    payout = world.find("payout", key, call)
    if payout["status"] not in {"in_transit", "paid"} or code not in FAILURES:
        raise ApiError(400, f"The payout is {payout['status']}, or {code} is no failure code.")
    return _undo(world, call, payout, "failed", failure_code=code, failure_message=FAILURES[code])


def cancel(world: World, call: Call, key: str) -> Record:
    """
    Call a payout made by hand back.

    :raises ApiError: it was automatic, or has left
    """
    call.params.allow(("expand",))
    payout = world.find("payout", key, call)
    if payout["automatic"] or payout["status"] != "in_transit":
        raise ApiError(400, "Payouts can only be canceled while pending, and not when automatic.")
    return _undo(world, call, payout, "canceled")


def _undo(world: World, call: Call, payout: Record, status: str, **more: str) -> Record:
    previous = {"status": payout["status"]}
    kind = "payout_failure" if status == "failed" else "payout_cancel"
    entry = balance.book(world, call, payout["id"], kind, payout["currency"], payout["amount"])
    payout.update(status=status, failure_balance_transaction=entry["id"], **more)
    world.save(payout)
    world.emit(f"payout.{status}", payout, call, previous)
    return payout


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a payout."""
    call.params.allow(("expand",))
    return world.find("payout", key, call)


def update(world: World, call: Call, key: str) -> Record:
    """Change a payout's metadata."""
    call.params.allow(("metadata", "expand"))
    payout = world.find("payout", key, call)
    payout["metadata"] = call.params.metadata(payout["metadata"])
    world.save(payout)
    world.emit("payout.updated", payout, call, {})
    return payout


def find_all(world: World, call: Call) -> Record:
    """List payouts, or those of a status, destination or time of arrival."""
    filters = ("status", "destination")
    call.params.allow((*filters, "arrival_date", *lists.PAGE))
    found = [
        row
        for row in lists.owned(world, call, "payout")
        if all(call.params.text(name) in {None, row[name]} for name in filters)
        and lists.is_in(row["arrival_date"], call.params, "arrival_date")
    ]
    return lists.listing("/v1/payouts", found, call.params)
