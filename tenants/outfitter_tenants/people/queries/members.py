"""Reads of the team: everybody at the operator, with what managing them needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import QuerySet

from outfitter.kit import zones
from outfitter.kit.errors import NotFound
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.queries.properties import get_properties

# domain.md 5.27: an invitation is sent again at most three times a day.
RESENDS_A_DAY: Final = 3
RESEND_AFTER: Final = timedelta(seconds=60)


class MemberNotFound(NotFound):
    """Nobody here has this id."""


@dataclass(frozen=True, slots=True)
class InviteRow:
    """Where an invitation stands. `resend_left` counts today's, by the operator's calendar."""

    invited_at: datetime
    expires_at: datetime
    mailed_at: datetime | None
    invited_by: str | None
    resend_left: int
    resend_at: datetime
    is_expired: bool


@dataclass(frozen=True, slots=True)
class MemberRow:
    """One person, as the team's screens show them. `commission_ppm` in millionths."""

    id: int
    name: str
    email: str
    phone: str | None
    kind: str
    is_guide: bool
    is_tippable: bool
    status: str
    role: dict[str, Any]
    scope: str
    permissions: frozenset[str]
    max_manual_discount_ppm: int | None
    reseller_id: int | None
    commission_ppm: int | None
    desk: str | None
    image_url: str | None
    color: str
    languages: list[str]
    locale: str | None
    referral_code: str | None
    is_email_suppressed: bool
    has_login: bool
    has_pin: bool
    last_seen_at: datetime | None
    created_at: datetime
    invite: InviteRow | None
    version: int


def members() -> "QuerySet[UserAvatar]":
    """Return everybody of the team with their role; lists narrow and order it."""
    return UserAvatar.objects.select_related("role").exclude(status="support")


def list_members(rows: Sequence[UserAvatar], *, at: datetime) -> list[MemberRow]:
    """Return people as the team's screens show them."""
    today = zones.local_day(at, get_properties().time_zone)
    asked = {row.invited_by_id for row in rows if row.invited_by_id and row.status == "invited"}
    names = dict(UserAvatar.objects.filter(pk__in=asked).values_list("pk", "name"))
    return [_member(row, names.get(row.invited_by_id or 0), today, at) for row in rows]


def get_member(*, member_id: int, at: datetime) -> MemberRow:
    """
    Return one person.

    :raises MemberNotFound: nobody here has this id
    """
    row = members().filter(pk=member_id).first()
    if row is None:
        raise MemberNotFound("Team member not found.")
    return list_members([row], at=at)[0]


def find_members(*, ids: Sequence[int]) -> list[UserAvatar]:
    """Return people by id, by name."""
    return list(members().filter(pk__in=ids).order_by("name", "id"))


def lock_member(*, member_id: int) -> UserAvatar:
    """
    Return one person, locked.

    :raises MemberNotFound: nobody here has this id
    """
    locked = members().select_for_update(of=("self",), no_key=True)
    row = locked.filter(pk=member_id).first()
    if row is None:
        raise MemberNotFound("Team member not found.")
    return row


def count_people() -> int:
    """Return how many work here or are invited to; agents of resellers are not of the team."""
    return members().filter(status__in=["invited", "active"]).exclude(kind="agent").count()


def list_possible_guides() -> list[UserAvatar]:
    """Return the team's active or invited users who are not guides yet, by name."""
    rows = members().filter(is_guide=False, status__in=["active", "invited"])
    return list(rows.exclude(kind="agent").order_by("name", "id"))


def list_tippable(*, ids: Sequence[int] | None = None) -> list[UserAvatar]:
    """Return the active people who take tips, by name; only those of `ids` when given."""
    rows = UserAvatar.objects.filter(is_tippable=True, status="active")
    if ids is not None:
        rows = rows.filter(pk__in=ids)
    return list(rows.order_by("name", "id"))


def list_creditable() -> list[UserAvatar]:
    """Return the active people a sale can be credited to, by name."""
    return list(UserAvatar.objects.filter(status="active").order_by("name", "id"))


def resends_today(row: UserAvatar, today: date) -> int:
    """Return how often an invitation was sent again on that local day."""
    return row.invite_sent_cnt if row.invite_sent_on == today else 0


_NOT_PLAIN: Final = frozenset(
    {"id", "role", "scope", "permissions", "max_manual_discount_ppm", "has_login", "has_pin", "invite"}
)


def _member(row: UserAvatar, invited_by: str | None, today: date, at: datetime) -> MemberRow:
    plain = {name: getattr(row, name) for name in MemberRow.__slots__ if name not in _NOT_PLAIN}
    return MemberRow(
        id=row.pk,
        role={"id": row.role_id, "slug": row.role.slug, "name": row.role.name},
        scope=row.role.scope,
        permissions=frozenset(row.role.permissions),
        max_manual_discount_ppm=row.role.max_manual_discount_ppm,
        has_login=row.user_id is not None,
        has_pin=row.pin_hash is not None,
        invite=_invite(row, invited_by, today, at),
        **plain,
    )


def _invite(row: UserAvatar, invited_by: str | None, today: date, at: datetime) -> InviteRow | None:
    if row.status != "invited" or row.invited_at is None or row.invite_expires_at is None:
        return None
    return InviteRow(
        invited_at=row.invited_at,
        expires_at=row.invite_expires_at,
        mailed_at=row.invite_mailed_at,
        invited_by=invited_by,
        resend_left=max(0, RESENDS_A_DAY - resends_today(row, today)),
        resend_at=row.invited_at + RESEND_AFTER,
        is_expired=row.invite_expires_at <= at,
    )
