"""
What every operator needs once a day: forgetting what is over, looking whether all is well.

An app names its work with `register_daily`. Each operator has an hour of its own, so that the work of all
is spread over the day. A step does a bounded amount and says where it stopped; it is due work, so
it is tried again after a failure, goes on after a crash, and may run twice.
"""

import zlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter.plugins import scheduled_jobs

KIND: Final = "upkeep"
HOURS: Final = 24
# (where it stopped, when) -> where it stopped now, None when there is nothing left for today.
Step = Callable[[Mapping[str, Any], datetime], dict[str, Any] | None]
_steps: dict[str, Step] = {}


def register_daily(name: str, step: Step) -> None:
    """Let every operator's database be looked after by this step once a day."""
    _steps[name] = step


def hour_of(schema_name: str) -> int:
    """Return the hour (UTC) in which an operator's work begins."""
    return zlib.crc32(schema_name.encode()) % HOURS


def start_daily_jobs(*, at: datetime) -> int:
    """Make the work due of the operators whose hour it is; returns how many these are."""
    ready = Account.objects.filter(is_ready=True).exclude(schema_name=PUBLIC)
    mine = [
        name
        for name in ready.order_by("pk").values_list("schema_name", flat=True)
        if hour_of(name) == at.hour
    ]
    for schema_name in mine:
        with in_schema(schema_name):
            schedule_steps(at=at)
    return len(mine)


def schedule_steps(*, at: datetime) -> None:
    """Make all of it due for the operator whose schema this is."""
    for name in _steps:
        _schedule(name, {}, at)


def run(payload: dict[str, Any], at: datetime) -> None:
    """Do one step, and the next one at once while it says that there is more."""
    name = str(payload["name"])
    step = _steps.get(name)
    if step is None:
        return
    state = step(payload.get("state") or {}, at)
    if state is not None:
        _schedule(name, state, at)


def _schedule(name: str, state: Mapping[str, Any], at: datetime) -> None:
    scheduled_jobs.schedule(KIND, key=name, due_at=at, payload={"name": name, "state": dict(state)})
