"""Bodies of the calls about resources and blackouts (domain.md 5.21)."""

import datetime as dt
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out
from outfitter_tenants.scheduling.schemas.timeslots import Day, TimeslotRefOut

_FIRST = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
_LAST = dt.datetime(2100, 12, 31, tzinfo=dt.UTC)
Instant = Annotated[AwareDatetime, Field(ge=_FIRST, le=_LAST)]
Ids = Annotated[list[Id], Field(min_length=1, max_length=200)]
Reason = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500, pattern=SINGLE_LINE)]
Scope = Literal["any", "experience", "timeslot", "trip_order", "exclusive"]


class ResourceRefOut(Out):
    """A resource by name."""

    id: int
    name: str
    color: str
    group_id: int
    group_name: str
    capacity: int
    status: str


class UsableResourceOut(Out):
    """A resource with the units a customer type could have of it; `reason` when it has too few."""

    resource: ResourceRefOut
    usage_id: int | None
    free_units: int
    is_compatible: bool
    reason: Literal["retired", "blackout", "shared", "full"] | None


class SuggestedDurationOut(Out):
    """From when to when a departure needs a resource."""

    start_at: dt.datetime
    end_at: dt.datetime


class UsageIn(In):
    """
    What a booking needs of a resource group; without customer type and add-on every booking.

    `duration_minutes` and `offset_minutes` count from the timeslot's start.
    """

    id: Id | None = None
    experience_customer_type_id: Id | None = None
    addon_id: Id | None = None
    resource_group_id: Id
    units_per_booking: Annotated[int, Field(ge=1, le=1000)] = 1
    duration_mode: Literal["timeslot", "minutes"] = "timeslot"
    duration_minutes: Annotated[int, Field(ge=1, le=57_600)] | None = None
    offset_minutes: Annotated[int, Field(ge=-10_080, le=10_080)] = 0
    sharing_scope: Scope = "timeslot"
    is_required: bool = True


class UsagesIn(In):
    """Everything an experience needs, in order; what is not named any more goes."""

    rows: Annotated[list[UsageIn], Field(max_length=50)]


class UsageOut(Out):
    """What a booking of an experience needs of a resource group."""

    id: int
    experience_customer_type_id: int | None
    addon_id: int | None
    resource_group_id: int
    resource_group_name: str
    units_per_booking: int
    duration_mode: str
    duration_minutes: int | None
    offset_minutes: int
    sharing_scope: str
    is_required: bool


class UsagesOut(Out):
    """What bookings of an experience need."""

    resourceUsages: list[UsageOut]


class PartyOut(Out):
    """Whom a resource or guide serves."""

    id: int
    trip_id: int
    confirmation_code: str
    name: str
    group_name: str | None
    pax_cnt: int


class UsedExperienceOut(Out):
    """An experience by name."""

    id: int
    name: str
    color: str


class UseOut(Out):
    """
    One use of a resource. `tripOrder` is null for what serves a whole departure or is only held.

    `is_locked`: somebody chose this resource. `is_conflict_accepted`: over a blackout, knowingly.
    """

    id: int
    resource_id: int
    resource_usage_id: int | None
    timeslot_id: int
    experience: UsedExperienceOut
    booking_id: int | None
    start_at: dt.datetime
    end_at: dt.datetime
    units: int
    sharing_scope: str
    is_locked: bool
    assigned_by: str
    is_conflict_accepted: bool
    is_held: bool
    tripOrder: PartyOut | None


class BlackoutOut(Out):
    """A span without new assignments; exactly one of the three ids is set."""

    id: int
    resource_id: int | None
    guide_avatar_id: int | None
    experience_id: int | None
    start_at: dt.datetime
    end_at: dt.datetime
    reason: str
    series_id: UUID | None


class TimelineRowOut(ResourceRefOut):
    """One resource with what it does and when it must not; after each use it needs its buffer."""

    buffer_minutes: int
    assignments: list[UseOut]
    blackouts: list[BlackoutOut]


class TimelineOut(Out):
    """Resources and their use in a range of days."""

    resources: list[TimelineRowOut]


class UsedTimeslotOut(TimeslotRefOut):
    """A departure with the resources it uses, and what is missing of those it needs."""

    experience: UsedExperienceOut
    booked_pax_cnt: int
    held_pax_cnt: int
    remaining_by_resources: int | None
    resources: list[UseOut]


class UsedTimeslotsOut(Out):
    """Departures with the resources they use."""

    timeslots: list[UsedTimeslotOut]


class ResourceAssignIn(In):
    """
    Put bookings of one order, or a whole order, on a resource.

    Without a window it is the usage's. `force` gets past a blackout, never past capacity.
    """

    booking_ids: Ids | None = None
    trip_order_id: Id | None = None
    usage_id: Id | None = None
    start_at: Instant | None = None
    end_at: Instant | None = None
    lock: bool = True
    force: bool = False


class UnassignIn(In):
    """Uses to take off a resource."""

    booking_resource_ids: Ids


class RescheduleIn(In):
    """Move a use to another time, to another resource of the group, or both."""

    booking_resource_id: Id
    start_at: Instant
    end_at: Instant
    resource_id: Id | None = None
    force: bool = False


class UsesOut(Out):
    """Uses of resources."""

    bookingResources: list[UseOut]


class RepeatIn(In):
    """Again every day or week on the same wall time, up to a local day."""

    every: Literal["day", "week"]
    until: Day


class BlackoutIn(In):
    """A span without new assignments."""

    start_at: Instant
    end_at: Instant
    reason: Reason = ""
    repeat: RepeatIn | None = None


class BlackoutsIn(BlackoutIn):
    """One blackout for several resources: all or none."""

    resource_ids: Ids


class ExperienceBlackoutsIn(BlackoutIn):
    """One blackout for several experiences: all or none."""

    experience_ids: Ids


class GuideBlackoutsIn(BlackoutIn):
    """One blackout for several guides: all or none."""

    guide_ids: Ids


class BlackoutChangeIn(In):
    """Another time and reason; `series`: for all of its series that are not over."""

    start_at: Instant
    end_at: Instant
    reason: Reason = ""
    series: bool = False


class BlackoutConflictOut(Out):
    """
    What is on in a blackout and stays.

    A resource's use, a guide's departure, or a sold departure of an experience; what does not
    apply is null.
    """

    booking_resource_id: int | None
    resource_id: int | None
    guide_avatar_id: int | None
    booking_id: int | None
    units: int | None
    timeslot_id: int
    experience_id: int
    experience_name: str
    start_at: dt.datetime
    end_at: dt.datetime
    pax_cnt: int
    tripOrder: PartyOut | None


class BlackedOutOut(Out):
    """Blackouts made, ids of those that went into them, and what is on then (at most 500)."""

    created: list[BlackoutOut]
    merged: list[int]
    conflicts: list[BlackoutConflictOut]


class TimesOut(Out):
    """From when to when."""

    start_at: dt.datetime
    end_at: dt.datetime


class BlackoutPlanOut(Out):
    """What blackouts would do: the times, ids of those that would go into them, what is on then."""

    times: list[TimesOut]
    merged: list[int]
    conflicts: list[BlackoutConflictOut]


class NamedBlackoutOut(BlackoutOut):
    """A blackout with the name of whose it is, and of the group where it is a resource's."""

    name: str
    group_name: str | None


class NamedBlackoutsOut(Out):
    """Blackouts of all kinds, oldest first."""

    blackouts: list[NamedBlackoutOut]


class BlackoutListOut(Out):
    """Blackouts, oldest first."""

    blackouts: list[BlackoutOut]


class DeleteBlackoutIn(In):
    """`series`: the whole series the blackout is of."""

    series: bool = False


class ClearBlackoutsIn(In):
    """Local days in which blackouts to be cleared begin; more resources beside the path's."""

    from_: Annotated[Day, Field(alias="from")]
    to: Day
    resource_ids: Annotated[list[Id], Field(max_length=200)] = []


class ClearedOut(Out):
    """How many went."""

    deleted_cnt: int
