"""Bodies of the back office's first calls (domain.md 5.2, 5.15)."""

from datetime import date, datetime
from typing import Any

from outfitter.api.schema import Lookup, Out
from outfitter_tenants.checkout.schemas import (
    ContactOut,
    FullStatusOut,
    GuideOut,
    NamedOut,
    StatusOut,
)
from outfitter_tenants.people.schemas import AccountOut, AvatarOut, PropertiesOut


class AccountLinkOut(Out):
    """An operator this person works with."""

    id: int
    slug: str
    name: str
    url: str


class AccountGetOut(Out):
    """The operator and its settings."""

    account: AccountOut
    properties: PropertiesOut


class SetupTaskOut(Out):
    """One step towards the first booking (domain.md 6.3)."""

    slug: str
    is_required: bool
    is_skipped: bool
    is_done: bool
    route: str


class TosPendingOut(Out):
    """Terms that wait for an owner's agreement, or that are announced (domain.md 6.2)."""

    effective_at: datetime | None
    is_blocking: bool
    is_owner: bool


class AppInitOut(Out):
    """What every screen of the back office needs first."""

    bookingStatuses: list[FullStatusOut]
    properties: PropertiesOut
    userRoles: list[Lookup]
    accounts: list[AccountLinkOut]
    account: AccountOut
    accountSlug: str
    userAvatar: AvatarOut
    permissions: list[str]
    tosPending: TosPendingOut | None
    featureFlags: dict[str, bool]
    unread_cnt: int
    setupTasks: list[SetupTaskOut]


class ManifestInitOut(AppInitOut):
    """The same for the manifest, with the operator's today."""

    date: date


class ManifestGuestOut(Out):
    """A guest's name."""

    first_name: str
    last_name: str


class ManifestBookingOut(Out):
    """One guest on the manifest."""

    id: int
    customerType: NamedOut
    guest: ManifestGuestOut
    bookingStatus: StatusOut
    checked_in_at: datetime | None
    is_comped: bool
    pax_cnt: int


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


class ManifestOrderOut(Out):
    """One party of a departure."""

    id: int
    trip: ManifestTripOut
    note: str
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
    date: date
    start_time: str
    start_at: datetime
    end_at: datetime
    status: str
    capacity: int | None
    booked_pax_cnt: int
    held_pax_cnt: int
    checked_in_cnt: int
    booking_cnt: int
    by_type: list[TypeCountOut]
    guides: list[ManifestGuideOut]
    resources: list[NamedOut]
    note: str
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


class TimeslotManifestOut(Out):
    """The manifest of one departure; its experience holds it alone (domain.md 4.23)."""

    generated_at: datetime
    currency: str
    experience: ManifestExperienceOut
    bookingStatuses: list[FullStatusOut]


class ManifestDayOut(Out):
    """The manifest of one local day (domain.md 4.23)."""

    date: date
    generated_at: datetime
    time_zone: str
    currency: str
    totals: ManifestTotalsOut
    experiences: list[ManifestExperienceOut]
    unscheduled: list[Any]
    bookingStatuses: list[FullStatusOut]
    signature: str
