"""`expand[]`: puts whole objects where ids stand."""

from __future__ import annotations

import copy
from typing import Any

from stripe_double import lists
from stripe_double.errors import ApiError
from stripe_double.store import Record
from stripe_double.world import Call, World

# Kinds by how their ids begin.
_KINDS = {
    "acct": "account",
    "ch": "charge",
    "cus": "customer",
    "dp": "dispute",
    "fee": "application_fee",
    "file": "file",
    "fr": "fee_refund",
    "pi": "payment_intent",
    "pm": "payment_method",
    "po": "payout",
    "py": "charge",
    "pyr": "refund",
    "re": "refund",
    "seti": "setup_intent",
    "tmc": "terminal.configuration",
    "tml": "terminal.location",
    "tmr": "terminal.reader",
    "tr": "transfer",
    "trr": "transfer_reversal",
    "txn": "balance_transaction",
}
_PLAIN = ("id", "client_secret", "object", "metadata")
MAX_DEPTH = 4


def expand(world: World, call: Call, answer: Record) -> Record:
    """
    Return a copy of `answer` with the objects that `expand[]` asks for.

    :raises ApiError: a path leads to nothing that can be expanded
    """
    whole = copy.deepcopy(answer)
    for path in call.params.words("expand"):
        steps = path.split(".")
        if len(steps) > MAX_DEPTH:
            raise ApiError(400, f"expand goes {MAX_DEPTH} levels deep at most.", param="expand")
        _follow(world, call, whole, steps, path)
    return whole


def _follow(world: World, call: Call, spot: Any, steps: list[str], path: str) -> None:
    if isinstance(spot, list):
        for item in spot:
            _follow(world, call, item, steps, path)
        return
    if not steps or spot is None:
        return
    name, rest = steps[0], steps[1:]
    if isinstance(spot, dict) and name == "refunds" and spot.get("object") == "charge":
        spot.setdefault("refunds", _refunds(world, spot["id"]))
    if not isinstance(spot, dict) or name not in spot or name in _PLAIN:
        raise _wrong(path)
    if isinstance(spot[name], str):
        spot[name] = _object(world, call, spot[name], path)
    if isinstance(spot[name], dict | list):
        _follow(world, call, spot[name], rest, path)
    elif spot[name] is not None and not isinstance(spot[name], str):
        raise _wrong(path)


def _refunds(world: World, charge: str) -> Record:
    """Return the refunds of a charge, which shows them only when asked."""
    found = [row for _, row in world.store.rows("refund") if row["charge"] == charge]
    page = lists.empty(f"/v1/charges/{charge}/refunds")
    return page | {"data": copy.deepcopy(found[::-1][:10]), "has_more": len(found) > 10}


def _object(world: World, call: Call, key: str, path: str) -> Any:
    if key.startswith("ba_"):
        return {"id": key, "object": "bank_account", "bank_name": "STAND-IN BANK", "last4": "6789"}
    kind = _KINDS.get(key.partition("_")[0]) if "_" in key else None
    if kind is None:
        raise _wrong(path)
    found = world.store.get(kind, key)
    # A platform sees into the accounts that it has connected, they do not see into it.
    is_seen = found is not None and call.account in {None, world.owner(key)}
    return copy.deepcopy(found) if is_seen else key


def _wrong(path: str) -> ApiError:
    return ApiError(400, f"This property cannot be expanded ({path}).", param="expand")
