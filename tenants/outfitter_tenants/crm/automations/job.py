"""
Planning anew for many trips, because the operator wants something else: a job (docs/adr/0102).

Each chunk reads the automations as they are then, so one job that waits is enough, however often
they change meanwhile.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.lists import ListReader
from outfitter_tenants.crm.automations import carts, planner
from outfitter_tenants.crm.automations.rules import schedule
from outfitter_tenants.jobs import job_types, queries
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.job_types import Chunk, JobType, Work
from outfitter_tenants.messaging import automations as kept
from outfitter_tenants.messaging import message_plan
from outfitter_tenants.messaging.rules import reasons
from outfitter_tenants.trips.queries import message_facts

KIND: Final = "automations.replan"
CHUNK: Final = 500
# So much of what an automation planned is cancelled in one chunk.
STOP_CHUNK: Final = 2_000
CART_CHUNK: Final = 50


def start(
    *,
    trigger: str,
    automation_id: int,
    experience_id: int | None,
    reader: ListReader,
    name: str,
    at: datetime,
) -> None:
    """
    Plan anew what a changed automation touches, in somebody's name; one that waits is enough.

    :raises TooMany: they have too much long work going on
    """
    params = {"trigger": trigger, "automation_id": automation_id, "experience_id": experience_id}
    if queries.is_queued(kind=KIND, params=params):
        return
    jobs.start(kind=KIND, params=params, title={}, reader=reader, name=name, at=at)


def step(work: Work) -> Chunk:
    """
    Plan anew for the next trips that an automation concerns, then cancel what nothing concerns.

    Who books meanwhile is planned for with what holds already.
    """
    trigger = str(work.params["trigger"])
    phase, after = str(work.state.get("phase", "trips")), int(work.state.get("after", 0))
    if phase == "trips":
        find = _FINDERS.get(trigger)
        found = find(work, after) if find else []
        if found:
            plan = _plan_carts if trigger == "draft_idle" else _plan_trips
            plan(found, work.at)
            return Chunk({"phase": "trips", "after": found[-1]}, done_cnt=len(found))
        return Chunk({"phase": "rest"})
    return _stop_rest(work)


def _stop_rest(work: Work) -> Chunk:
    automation_id = int(work.params["automation_id"])
    row = kept.get_automation(automation_id=automation_id)
    if row.is_on and row.is_template_on:
        return Chunk(None)
    reason = reasons.AUTOMATION_ARCHIVED if row.archived_at else reasons.AUTOMATION_OFF
    if row.is_on:
        reason = reasons.TEMPLATE_OFF
    stopped = message_plan.stop_automation(automation_id=automation_id, reason=reason, limit=STOP_CHUNK)
    return Chunk({"phase": "rest"} if stopped == STOP_CHUNK else None)


def _plan_trips(trip_ids: list[int], at: datetime) -> None:
    planner.replan(trip_ids=trip_ids, since=at, at=at, otherwise=reasons.OWN_AUTOMATION)


def _plan_carts(trip_ids: list[int], at: datetime) -> None:
    for trip_id in trip_ids:
        carts.plan_series(trip_id=trip_id, at=at)


def _of_departures(work: Work, after: int) -> list[int]:
    experience_id = work.params.get("experience_id")
    # What is over may still be written about for a while.
    since = work.at - (_reach("after_end") if work.params["trigger"] == "after_end" else timedelta())
    return message_facts.find_upcoming(
        since=since,
        after=after,
        limit=CHUNK,
        experience_id=int(experience_id) if experience_id is not None else None,
    )


def _of_balances(work: Work, after: int) -> list[int]:
    return message_facts.find_owing(since=work.at, after=after, limit=CHUNK)


def _of_bookings(work: Work, after: int) -> list[int]:
    return message_facts.find_booked(since=work.at - _reach("reserved"), after=after, limit=CHUNK)


def _of_carts(work: Work, after: int) -> list[int]:
    since = work.at - _reach("draft_idle")
    return message_facts.find_idle_carts(changed=(since, work.at), after=after, limit=CART_CHUNK)


def _reach(trigger: str) -> timedelta:
    """Return how long after its occasion something may still be sent by an operator's automations."""
    offsets = [one.offset_minutes for one in kept.list_automations() if one.trigger == trigger]
    return timedelta(minutes=max(offsets, default=0)) + schedule.USEFUL[trigger]


_FINDERS: Final[Mapping[str, Callable[[Work, int], list[int]]]] = {
    "before_start": _of_departures,
    "after_end": _of_departures,
    "balance_due": _of_balances,
    "reserved": _of_bookings,
    "draft_idle": _of_carts,
}
TYPE: Final = JobType(KIND, "crm.manage", step)


def install() -> None:
    """Make the job known; called once all apps are ready."""
    job_types.handles(TYPE)
