"""Budgets: what a whole run of a section may cost, so that the time cannot creep.

Core seconds are counted, of a check's processes and of the servers that work for it: they depend
little on what else the machine does. How fast the machine is, is measured first.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

from launcher.sections import Result

# Core seconds of each section. A change that needs more raises the figure, in the same change.
CORE_SECONDS = {"lint": 110, "rules": 260, "db": 2750, "web": 680, "e2e": 1500}
# By a wide margin: what a busy neighbour or a cold disk adds is no creeping.
MARGIN = 1.5
# How long the piece of work of `pace` took where the budgets were measured.
REFERENCE_SECONDS = 0.25
# A quick moment at the start is no promise for half an hour with all processors at work.
PACES = (0.8, 3.0)
ROUNDS = 5


@dataclass(frozen=True)
class Scale:
    """How this machine compares with the one the budgets were measured on; 2 is half as fast."""

    pace: float = 1.0

    def of(self, section: str) -> float:
        """Return the budget of a section here, in core seconds."""
        return CORE_SECONDS[section] * self.pace


def pace() -> float:
    """Measure how fast a processor is here, by the best of some rounds; takes about a second."""
    seconds = min(_round() for _ in range(ROUNDS))
    slowest, fastest = max(PACES), min(PACES)
    return min(max(seconds / REFERENCE_SECONDS, fastest), slowest)


def _round() -> float:
    began = time.process_time()
    text = b""
    for number in range(1200):
        rows = [{"id": n, "name": f"row {n}", "price": n * 7 % 1000} for n in range(number % 90)]
        text = hashlib.sha256(text + json.dumps(rows).encode()).digest()
        text += hashlib.sha256(str(json.loads(json.dumps(rows))).encode()).digest()
    return time.process_time() - began


def held(results: Sequence[Result], scale: Scale | None) -> tuple[list[str], dict[str, str]]:
    """Hold a run against the budgets.

    :param scale: None when the run was not whole: it is only told then what it cost.
    :returns: lines that tell the cost, and a line for each section that took far too much.
    """
    spent: dict[str, float] = {}
    for one in results:
        spent[one.section] = spent.get(one.section, 0.0) + one.core_seconds
    lines, problems = [], {}
    for section, seconds in spent.items():
        if scale is None or section not in CORE_SECONDS:
            continue
        share = seconds / scale.of(section)
        text = f"{seconds:,.0f} core seconds of {scale.of(section):,.0f} ({share:.0%})"
        lines.append(f"{section:<8} {text}")
        if share > MARGIN:
            problems[section] = (
                f"{section} took {text}: see the slowest above, or raise its budget in "
                "infra/launcher/budgets.py in the same change."
            )
    return ["", *lines] if lines else [], problems
