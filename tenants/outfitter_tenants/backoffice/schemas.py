"""Bodies of the back office's first calls (domain.md 5.2, 5.15)."""

from datetime import date, datetime
from typing import Literal

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
    """
    One step towards the first booking (domain.md 6.3).

    `url` leads to the form that does it; `done_at` is when it was first found done.
    """

    slug: str
    is_required: bool
    is_skipped: bool
    is_done: bool
    route: str
    url: str
    done_at: datetime | None


class NewsBannerOut(Out):
    """Important news that the reader has not read yet; its words are in the list of news."""

    id: str
    severity: Literal["important", "urgent"]


class TosPendingOut(Out):
    """Terms that wait for an owner's agreement, or that are announced (domain.md 6.2)."""

    effective_at: datetime | None
    is_blocking: bool
    is_owner: bool


class SupportNoticeOut(Out):
    """A question of support, or that it is let in until `ends_at`; `is_me` is for support itself."""

    state: str
    asked_by: str
    reason: str
    ends_at: datetime | None
    may_change: bool
    is_me: bool


class ErrorReportsOut(Out):
    """Where the errors of the screens are reported, and what they are told with."""

    script: str
    dsn: str
    release: str
    environment: str
    operator: str
    user: int | None


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
    # Signed in by PIN on a register: the screen locks itself, and somebody else takes over with theirs.
    isAtCounter: bool
    permissions: list[str]
    tosPending: TosPendingOut | None
    featureFlags: dict[str, bool]
    support: SupportNoticeOut | None
    unread_cnt: int
    setupTasks: list[SetupTaskOut]
    newsBanner: NewsBannerOut | None
    # Null where no errors are reported.
    errorReports: ErrorReportsOut | None


class ManifestInitOut(AppInitOut):
    """The same for the manifest, with the operator's today."""

    date: date
