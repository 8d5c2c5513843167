"""Bodies of the back office's first calls (domain.md 5.2, 5.15)."""

from datetime import date, datetime

from outfitter.api.schemas import Lookup, Out
from outfitter_tenants.checkout.trip_response.schemas import FullStatusOut
from outfitter_tenants.people.schemas import AccountOut, AvatarOut, StaffPropertiesOut


class AccountLinkOut(Out):
    """An operator this person works with."""

    id: int
    slug: str
    name: str
    url: str


class AccountGetOut(Out):
    """The operator and its settings."""

    account: AccountOut
    properties: StaffPropertiesOut


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
    properties: StaffPropertiesOut
    userRoles: list[Lookup]
    accounts: list[AccountLinkOut]
    account: AccountOut
    # What cash is rounded to, in minor units; 0 is not at all.
    cash_step: int
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
