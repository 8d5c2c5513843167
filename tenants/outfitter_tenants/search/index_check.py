"""
Looks every day whether a part of the index still says what its sources say, and puts it right.

The newest things are looked at every day, the rest in turns: with a million trips everything within
a month. Triggers keep the index true (ADR 14); whatever is found here is a mistake to look into.
"""

import logging
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.search import operations
from outfitter_tenants.search.queries.entity_types import KINDS

log = logging.getLogger(__name__)
SIZE: Final = 5_000
NEWEST: Final = 2
IN_TURN: Final = 8
# Then the worker makes room for others and comes back.
SLICE: Final = 10.0


def spans(*, last: int, day: int) -> list[tuple[int, int]]:
    """
    Return the ranges of ids to look at on a day, none twice.

    `last` is the greatest id there is, `day` a number that grows by one each day.
    """
    count = -(-last // SIZE)
    newest = range(max(0, count - NEWEST), count)
    in_turn = [(day * IN_TURN + place) % count for place in range(min(IN_TURN, count))]
    chosen = sorted({*newest, *in_turn})
    return [(number * SIZE + 1, (number + 1) * SIZE) for number in chosen]


def watch(state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """Look at the parts whose day it is, for a while; the daily work of an operator."""
    began = time.monotonic()
    for number, after in _places(state):
        kind = KINDS[number]
        for first, last in spans(last=operations.last_id(kind=kind), day=at.toordinal()):
            if last <= after:
                continue
            if time.monotonic() - began > SLICE:
                return {"kind": number, "after": first - 1}
            wrong = operations.repair_span(kind=kind, first=first, last=last)
            if wrong:
                log.error(
                    "the search index of %s was wrong about %s of kind %s, the first of them %s",
                    current_schema(),
                    len(wrong),
                    kind.slug,
                    wrong[:10],
                )
    return None


def _places(state: Mapping[str, Any]) -> list[tuple[int, int]]:
    first = int(state.get("kind", 0))
    return [
        (number, int(state.get("after", 0)) if number == first else 0) for number in range(first, len(KINDS))
    ]
