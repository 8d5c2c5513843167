"""Reads of people as every request and every screen needs them."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from outfitter.db.configuration import configuration_read
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.people.permissions import NOT_FOR_AGENTS


@dataclass(frozen=True, slots=True)
class AvatarRow:
    """One person at this operator."""

    id: int
    user_id: int | None
    name: str
    email: str
    kind: str
    is_guide: bool
    status: str
    image_url: str | None
    color: str
    is_hide_setup_tasks: bool
    is_hide_call_alerts: bool
    role_id: int
    role_slug: str
    role_name: str
    scope: str
    permissions: frozenset[str]
    max_manual_discount_ppm: int | None
    reseller_id: int | None
    # The agent's own part of what their partner earns, in millionths.
    commission_ppm: int | None
    desk: str | None
    version: int


@configuration_read
def find_avatar(*, user_id: int) -> AvatarRow | None:
    """Return the active avatar of a login identity here, None when there is none."""
    row = UserAvatar.objects.select_related("role").filter(user_id=user_id, status="active").first()
    return _avatar(row) if row else None


def get_avatar(*, avatar_id: int) -> AvatarRow | None:
    """Return a person whatever their status, None when nobody has the id."""
    row = UserAvatar.objects.select_related("role").filter(pk=avatar_id).first()
    return _avatar(row) if row else None


def find_staff_id(*, email: str) -> int | None:
    """Return who of the active people has an address, whatever its case; None when nobody or several do."""
    found = UserAvatar.objects.filter(email__iexact=email.strip(), status="active")
    ids = list(found.values_list("pk", flat=True)[:2])
    return ids[0] if len(ids) == 1 else None


def list_avatars(*, ids: list[int]) -> dict[int, AvatarRow]:
    """Return people by id."""
    rows = UserAvatar.objects.select_related("role").filter(pk__in=ids)
    return {row.pk: _avatar(row) for row in rows}


def names_and_roles() -> list[tuple[str, str]]:
    """Return the name and the role's name of everybody who is active, by name; agents are partners'."""
    rows = UserAvatar.objects.filter(status="active").exclude(kind="agent").order_by("name", "id")
    return list(rows.values_list("name", "role__name"))


def list_guides() -> list[AvatarRow]:
    """Return the active guides, by name."""
    rows = UserAvatar.objects.select_related("role").filter(is_guide=True, status="active")
    return [_avatar(row) for row in rows.order_by("name", "id")]


def list_with_pin() -> list[AvatarRow]:
    """Return who may sign in with a PIN at a counter, by name; agents are partners'."""
    rows = UserAvatar.objects.select_related("role").filter(status="active", user_id__isnull=False)
    found = rows.filter(pin_hash__isnull=False).exclude(kind="agent")
    return [_avatar(row) for row in found.order_by("name", "id")]


def has_pin(*, avatar_id: int) -> bool:
    """Return whether a person has a PIN for counters."""
    return UserAvatar.objects.filter(pk=avatar_id, pin_hash__isnull=False).exists()


def list_agents(*, reseller_ids: Collection[int]) -> list[AvatarRow]:
    """Return the people who sell for these partners, also those still invited, by name."""
    rows = UserAvatar.objects.select_related("role").filter(reseller_id__in=reseller_ids, kind="agent")
    return [_avatar(row) for row in rows.exclude(status="disabled").order_by("name", "id")]


def list_agents_of(*, reseller_id: int) -> list[AvatarRow]:
    """Return everybody who sells for a partner or once did, by name."""
    rows = UserAvatar.objects.select_related("role").filter(reseller_id=reseller_id, kind="agent")
    return [_avatar(row) for row in rows.order_by("name", "id")]


def list_agents_like(*, text: str, limit: int = 20) -> list[AvatarRow]:
    """Return those who sell for partners now and have all these words in name or address, by name."""
    rows = UserAvatar.objects.select_related("role").filter(kind="agent", reseller_id__isnull=False)
    for word in text.split():
        rows = rows.filter(Q(name__icontains=word) | Q(email__icontains=word))
    return [_avatar(row) for row in rows.exclude(status="disabled").order_by("name", "id")[:limit]]


def _permissions(role: Role) -> frozenset[str]:
    """Return what a role lets its people do; agents never what is everybody's."""
    held = frozenset(role.permissions)
    return held - NOT_FOR_AGENTS if role.scope == "reseller" else held


def _avatar(row: UserAvatar) -> AvatarRow:
    return AvatarRow(
        id=row.pk,
        user_id=row.user_id,
        name=row.name,
        email=row.email,
        kind=row.kind,
        is_guide=row.is_guide,
        status=row.status,
        image_url=row.image_url,
        color=row.color,
        is_hide_setup_tasks=row.is_hide_setup_tasks,
        is_hide_call_alerts=row.is_hide_call_alerts,
        role_id=row.role_id,
        role_slug=row.role.slug,
        role_name=row.role.name,
        scope=row.role.scope,
        permissions=_permissions(row.role),
        max_manual_discount_ppm=row.role.max_manual_discount_ppm,
        reseller_id=row.reseller_id,
        commission_ppm=row.commission_ppm,
        desk=row.desk,
        version=row.version,
    )
