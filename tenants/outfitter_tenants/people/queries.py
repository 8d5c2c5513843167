"""Reads of the operator's settings and people."""

from dataclasses import dataclass
from typing import Any

from outfitter_tenants.people.models import Properties, Role, UserAvatar


@dataclass(frozen=True, slots=True)
class PropertiesRow:
    """The operator's settings (domain.md 3.1); amounts of time in minutes."""

    currency: str
    locale: str
    time_zone: str
    week_start: int
    ecom_phone_number: str | None
    label_activity_singular: str
    label_activity_plural: str
    price_display_mode: str
    is_show_prices_on_calendar: bool
    hold_minutes_web: int
    hold_minutes_pos: int
    late_payment_mode: str
    brand_color: str
    logo_url: str | None
    terms_html: str
    privacy_url: str | None
    reply_to: str | None


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
    role_id: int
    role_slug: str
    role_name: str
    permissions: frozenset[str]


def get_properties() -> PropertiesRow:
    """Return the operator's settings; defaults before they were ever saved."""
    row = Properties.objects.filter(pk=1).first() or Properties()
    return PropertiesRow(**{name: getattr(row, name) for name in PropertiesRow.__slots__})


def find_avatar(*, user_id: int) -> AvatarRow | None:
    """Return the active avatar of a login identity here, None when there is none."""
    row = UserAvatar.objects.select_related("role").filter(user_id=user_id, status="active").first()
    return _avatar(row) if row else None


def list_avatars(*, ids: list[int]) -> dict[int, AvatarRow]:
    """Return people by id."""
    rows = UserAvatar.objects.select_related("role").filter(pk__in=ids)
    return {row.pk: _avatar(row) for row in rows}


def list_guides() -> list[AvatarRow]:
    """Return the active guides, by name."""
    rows = UserAvatar.objects.select_related("role").filter(is_guide=True, status="active")
    return [_avatar(row) for row in rows.order_by("name", "id")]


def list_roles() -> list[dict[str, Any]]:
    """Return the roles as lookups."""
    return [
        {"id": role.pk, "slug": role.slug, "name": role.name}
        for role in Role.objects.order_by("id")
    ]


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
        role_id=row.role_id,
        role_slug=row.role.slug,
        role_name=row.role.name,
        permissions=frozenset(row.role.permissions),
    )
