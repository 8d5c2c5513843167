"""`expand[]`: puts whole objects where ids stand."""

from __future__ import annotations

import copy
from typing import Any

from stripe_double.errors import ApiError
from stripe_double.store import Record
from stripe_double.world import Call, World

_KINDS = {
    "latest_charge": "charge",
    "charge": "charge",
    "payment_intent": "payment_intent",
    "payment_method": "payment_method",
    "customer": "customer",
    "balance_transaction": "balance_transaction",
    "source": "charge",
    "dispute": "dispute",
}
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
        _follow(world, whole, steps, path)
    return whole


def _follow(world: World, spot: Any, steps: list[str], path: str) -> None:
    if isinstance(spot, list):
        for item in spot:
            _follow(world, item, steps, path)
        return
    if not steps or spot is None:
        return
    name, rest = steps[0], steps[1:]
    if not isinstance(spot, dict) or (name != "data" and name not in _KINDS) or name not in spot:
        raise ApiError(400, f"This property cannot be expanded ({path}).", param="expand")
    if isinstance(spot[name], str):
        spot[name] = copy.deepcopy(world.store.get(_KINDS[name], spot[name])) or spot[name]
    if not isinstance(spot[name], str):
        _follow(world, spot[name], rest, path)
