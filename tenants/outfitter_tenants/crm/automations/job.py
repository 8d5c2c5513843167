"""
Planning anew for many trips, because the operator wants something else: a job (docs/adr/0102).

Each chunk reads the automations as they are then, so one job that waits is enough, however often
they change meanwhile.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips.queries import message_facts

KIND: Final = "automations.replan"
KIND_OF_ALL: Final = "automations.replan_all"
CHUNK: Final = 500
# So much of what an automation planned is cancelled in one chunk.
STOP_CHUNK: Final = 2_000
CART_CHUNK: Final = 50


@dataclass(frozen=True, slots=True)
class TripSearch:
    """Which trips are looked for: above the id `after`, those of a trigger, of one experience or all."""

    trigger: str
    experience_id: int | None
    at: datetime
    after: int


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


def start_for_every_trip(*, name: str, at: datetime) -> None:
    """
    Plan anew for every trip that something may still be sent about, because all days have moved.

    Nobody's permission is asked: whoever moved them has decided. One that waits is enough.
    """
    if queries.is_queued(kind=KIND_OF_ALL, params={}):
        return
    system = ListReader(frozenset(), people.get_properties().time_zone, at)
    jobs.start(kind=KIND_OF_ALL, params={}, title={}, reader=system, name=name, at=at)


def step(work: Work) -> Chunk:
    """
    Plan anew for the next trips that an automation concerns, then cancel what nothing concerns.

    Who books meanwhile is planned for with what holds already.
    """
    trigger = str(work.params["trigger"])
    phase, after = str(work.state.get("phase", "trips")), int(work.state.get("after", 0))
    if phase == "trips":
        find, experience_id = _FINDERS.get(trigger), work.params.get("experience_id")
        only = int(experience_id) if experience_id is not None else None
        wanted = TripSearch(trigger, only, work.at, after)
        found = find(wanted) if find else []
        if found:
            plan = _plan_carts if trigger == "draft_idle" else _plan_trips
            plan(found, work.at)
            return Chunk({"phase": "trips", "after": found[-1]}, done_cnt=len(found))
        return Chunk({"phase": "rest"})
    return _stop_rest(work)


def step_of_all(work: Work) -> Chunk:
    """Plan anew for the next trips of the trigger that has its turn; twice changes nothing."""
    place, after = int(work.state.get("place", 0)), int(work.state.get("after", 0))
    if place >= len(_OF_TRIPS):
        return Chunk(None)
    trigger = _OF_TRIPS[place]
    found = _FINDERS[trigger](TripSearch(trigger, None, work.at, after))
    if not found:
        return Chunk({"place": place + 1, "after": 0})
    _plan_trips(found, work.at)
    return Chunk({"place": place, "after": found[-1]}, done_cnt=len(found))


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


def _of_departures(wanted: TripSearch) -> list[int]:
    # What is over may still be written about for a while.
    since = wanted.at - (_reach("after_end") if wanted.trigger == "after_end" else timedelta())
    return message_facts.find_upcoming(
        since=since, after=wanted.after, limit=CHUNK, experience_id=wanted.experience_id
    )


def _of_balances(wanted: TripSearch) -> list[int]:
    return message_facts.find_owing(since=wanted.at, after=wanted.after, limit=CHUNK)


def _of_bookings(wanted: TripSearch) -> list[int]:
    since = wanted.at - _reach("reserved")
    return message_facts.find_booked(since=since, after=wanted.after, limit=CHUNK)


def _of_carts(wanted: TripSearch) -> list[int]:
    since = wanted.at - _reach("draft_idle")
    return message_facts.find_idle_carts(changed=(since, wanted.at), after=wanted.after, limit=CART_CHUNK)


def _reach(trigger: str) -> timedelta:
    """Return how long after its occasion something may still be sent by an operator's automations."""
    offsets = [one.offset_minutes for one in kept.list_automations() if one.trigger == trigger]
    return timedelta(minutes=max(offsets, default=0)) + schedule.USEFUL[trigger]


_FINDERS: Final[Mapping[str, Callable[[TripSearch], list[int]]]] = {
    "before_start": _of_departures,
    "after_end": _of_departures,
    "balance_due": _of_balances,
    "reserved": _of_bookings,
    "draft_idle": _of_carts,
}
# Departures that are over or to come have those before their start among them.
_OF_TRIPS: Final = ("after_end", "balance_due", "reserved")
TYPES: Final = (JobType(KIND, "crm.manage", step), JobType(KIND_OF_ALL, None, step_of_all))


def install() -> None:
    """Make the jobs known; called once all apps are ready."""
    for kind in TYPES:
        job_types.handles(kind)
