"""Bodies of the operator's calendar."""

from datetime import date

from outfitter.api.schemas import Id, In, Out
from outfitter_tenants.backoffice.dashboard.schemas import (
    CalendarBlackoutOut,
    CalendarGuideOut,
    CalendarResourceOut,
)
from outfitter_tenants.scheduling.schemas.resources import Ids


class CalendarTourOut(Out):
    """An experience as the calendar filters, colours and warns by it."""

    id: int
    name: str
    color: str
    status: str
    location_id: int | None
    category_ids: list[int]
    min_pax_to_run: int | None


class CalendarShelfOut(Out):
    """A category or location by name."""

    id: int
    name: str


class CalendarCrewOut(Out):
    """A guide of a departure."""

    id: int
    role: str


class CalendarTimeslotOut(Out):
    """
    One departure, `minutes` long, from `start_time` of a local day on.

    `order_guide_ids` take single orders of it. `is_conflict_accepted`: a guide or resource is on
    it knowingly against something.
    """

    id: int
    experience_id: int
    date: date
    start_time: str
    minutes: int
    is_flex: bool
    status: str
    is_day_closed: bool
    capacity: int | None
    booked_pax_cnt: int
    held_pax_cnt: int
    needs_resources: bool
    is_blacked_out: bool
    is_conflict_accepted: bool
    note: str
    version: int
    guides: list[CalendarCrewOut]
    order_guide_ids: list[int]
    resource_ids: list[int]


class CalendarOut(Out):
    """Departures of some local days, with everything they name."""

    first: date
    last: date
    experiences: list[CalendarTourOut]
    categories: list[CalendarShelfOut]
    locations: list[CalendarShelfOut]
    guides: list[CalendarGuideOut]
    resources: list[CalendarResourceOut]
    blackouts: list[CalendarBlackoutOut]
    timeslots: list[CalendarTimeslotOut]


class ResourcesMoveIn(In):
    """
    Move what a departure has of one resource to another; at least one of the two is named.

    From none: every order of it that has nothing of the other's group. To none: off the resource.
    `booking_resource_ids` narrows it to some uses. `force` gets past a blackout, never past
    capacity.
    """

    from_resource_id: Id | None = None
    to_resource_id: Id | None = None
    booking_resource_ids: Ids | None = None
    force: bool = False
