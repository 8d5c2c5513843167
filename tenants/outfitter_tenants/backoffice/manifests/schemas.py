"""Bodies of a day at the dock (domain.md 4.23, 5.15)."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, StringConstraints, model_validator

from outfitter.api.schemas import Id, In, Out
from outfitter_tenants.checkout.trip_response.requests import ActionId
from outfitter_tenants.checkout.trip_response.schemas import (
    ContactOut,
    FullStatusOut,
    GuideOut,
    StatusOut,
    WarningOut,
)
from outfitter_tenants.checkout.trip_response.schemas.payments import NamedOut
from outfitter_tenants.scheduling.schemas.timeslots import Day


class ManifestGuestOut(Out):
    """A guest's name."""

    first_name: str
    last_name: str


class ExtraOut(Out):
    """What was answered to a question that the manifest shows."""

    label: str
    value: str


class ManifestAddonOut(Out):
    """So many of an add-on."""

    name: str
    qty: int


class GuestWaiverOut(Out):
    """Whether a guest has signed: none (nothing to sign), missing or signed."""

    state: Literal["none", "missing", "signed"]


class WaiverCountOut(Out):
    """How many guests have something to sign, and how many have signed."""

    required: int
    signed: int


class ManifestBookingOut(Out):
    """One guest; `status_at` is when the status was noted, `ticket_code` what their QR code says."""

    id: int
    customerType: NamedOut
    guest: ManifestGuestOut
    bookingStatus: StatusOut
    checked_in_at: datetime | None
    status_at: datetime | None
    ticket_code: str
    is_comped: bool
    pax_cnt: int
    waiver: GuestWaiverOut
    addons: list[ManifestAddonOut]
    customFieldValues: list[ExtraOut]


class ManifestNoteOut(Out):
    """A note about the trip that was meant for this list."""

    id: int
    body: str
    author: str | None


class ManifestFlagReasonOut(Out):
    """Why a trip is flagged."""

    name: str
    color: str


class ManifestFlagOut(Out):
    """That somebody should look at the trip."""

    comment: str
    reason: ManifestFlagReasonOut | None


class ManifestTripOut(Out):
    """The trip behind an order."""

    id: int
    hash: str
    confirmation_code: str
    status: str
    contact: ContactOut
    group_name: str | None
    customer_id: int | None
    is_vip: bool
    total_amount: int
    paid_amount: int
    balance_amount: int
    paid_state: Literal["unpaid", "deposit_paid", "paid", "overpaid", "at_partner"]
    # The partner whom the customer pays instead of us.
    collected_by: str | None
    notes: list[ManifestNoteOut]
    flag: ManifestFlagOut | None


class ManifestOrderOut(Out):
    """
    One party of a departure, with who and what serves it.

    A cancelled one is only listed when it was asked for, and counts nowhere.
    """

    id: int
    status: Literal["active", "cancelled"]
    trip: ManifestTripOut
    note: str
    is_noshow: bool
    waiver: WaiverCountOut
    addons: list[ManifestAddonOut]
    guides: list[NamedOut]
    resources: list[NamedOut]
    customFieldValues: list[ExtraOut]
    bookings: list[ManifestBookingOut]


class TypeCountOut(Out):
    """How many guests of a customer type."""

    customer_type_id: int
    name: str
    cnt: int


class ManifestGuideOut(GuideOut):
    """Who guides, with the colour of the person."""

    color: str


class ManifestTimeslotOut(Out):
    """One departure."""

    id: int
    experience_date_id: int
    date: date
    start_time: str
    start_at: datetime
    end_at: datetime
    is_flex: bool
    status: str
    cancel_reason: str | None
    capacity: int | None
    booked_pax_cnt: int
    held_pax_cnt: int
    checked_in_cnt: int
    booking_cnt: int
    waiver: WaiverCountOut
    by_type: list[TypeCountOut]
    guides: list[ManifestGuideOut]
    resources: list[NamedOut]
    note: str
    version: int
    balance_amount: int
    tripOrders: list[ManifestOrderOut]


class ManifestExperienceOut(Out):
    """One experience's departures of the day."""

    id: int
    name: str
    color: str
    hero_image: str | None
    timeslots: list[ManifestTimeslotOut]


class ManifestTotalsOut(Out):
    """The day in four figures."""

    departures_cnt: int
    pax_cnt: int
    checked_in_cnt: int
    balance_amount: int


class GroupingOut(Out):
    """Somebody, something or a group: the departures it is on and the parties that have it."""

    id: int | None
    name: str
    timeslot_ids: list[int]
    trip_order_ids: list[int]


class GroupingsOut(Out):
    """The same parties seen by guide, by resource and by group."""

    guides: list[GroupingOut]
    resources: list[GroupingOut]
    groups: list[GroupingOut]


class UnscheduledExperienceOut(Out):
    """What was booked."""

    id: int
    name: str
    color: str


class UnscheduledOut(Out):
    """A party that lost its departure and waits for another one."""

    id: int
    trip: ManifestTripOut
    experience: UnscheduledExperienceOut
    by_type: list[TypeCountOut]
    pax_cnt: int
    unscheduled_at: datetime | None
    schedule_by: date | None
    note: str


class TimeslotManifestOut(Out):
    """The manifest of one departure; its experience holds it alone (domain.md 4.23)."""

    generated_at: datetime
    time_zone: str
    currency: str
    experience: ManifestExperienceOut
    bookingStatuses: list[FullStatusOut]


class ManifestDayOut(Out):
    """
    The manifest of one local day, to be taken along without signal (domain.md 4.23).

    `signature` seals the body for `device_id` (null: any device of the person) until
    `valid_until`; `digest` is the SHA-256 of the body's canonical JSON.
    """

    date: date
    generated_at: datetime
    valid_until: datetime
    device_id: int | None
    time_zone: str
    currency: str
    totals: ManifestTotalsOut
    experiences: list[ManifestExperienceOut]
    groupings: GroupingsOut
    unscheduled: list[UnscheduledOut]
    bookingStatuses: list[FullStatusOut]
    digest: str
    signature: str


class SealIn(In):
    """What came with the manifest that these actions were noted on."""

    date: Day
    generated_at: AwareDatetime
    valid_until: AwareDatetime
    device_id: Id | None
    digest: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    signature: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class ActionIn(In):
    """
    What somebody did to guests of an order: check in, no-show, or any status.

    `occurred_at` is the instant by the device's clock, `client_action_id` the device's name for
    it. All guests of the order when no ids are named.
    """

    client_action_id: ActionId
    occurred_at: AwareDatetime
    kind: Literal["checkin", "noshow", "status"]
    trip_order_id: Id
    booking_ids: list[Id] | None = Field(default=None, max_length=500)
    booking_status_id: Id | None = None

    @model_validator(mode="after")
    def _names_its_status(self) -> "ActionIn":
        if (self.kind == "status") != (self.booking_status_id is not None):
            raise ValueError("Only `status` names a status, and it has to.")
        return self


class ActionsIn(In):
    """What a device noted while it was out of reach, in any order, and the list it did so on."""

    actions: list[ActionIn] = Field(min_length=1, max_length=500)
    bundle: SealIn | None = None


class ActionOut(Out):
    """
    What became of one action.

    applied, unchanged, conflict (something later is known of at least one guest; it stays) or
    refused, with the code and message of the refusal.
    """

    client_action_id: str
    outcome: Literal["applied", "unchanged", "conflict", "refused"]
    code: str | None
    message: str | None
    warnings: list[WarningOut]


class ActionsOut(Out):
    """What became of them, in the order in which they happened."""

    results: list[ActionOut]
