"""The operator and its people, shaped for the edge."""

from dataclasses import asdict
from typing import Any

from outfitter_tenants.people import rules
from outfitter_tenants.people.queries import AvatarRow, MemberRow, PropertiesRow, RoleRow


def avatar_out(avatar: AvatarRow) -> dict[str, Any]:
    """Return a person as screens show them."""
    return {
        "id": avatar.id,
        "name": avatar.name,
        "email": avatar.email,
        "kind": avatar.kind,
        "role": {"id": avatar.role_id, "slug": avatar.role_slug, "name": avatar.role_name},
        "scope": avatar.scope,
        "image_url": avatar.image_url,
        "color": avatar.color,
        "is_hide_setup_tasks": avatar.is_hide_setup_tasks,
        "is_hide_call_alerts": avatar.is_hide_call_alerts,
    }


def account_out(tenant: Any, properties: PropertiesRow) -> dict[str, Any]:
    """Return the operator, with its current settings."""
    return {
        "id": tenant.pk,
        "slug": tenant.slug,
        "name": tenant.name,
        "status": tenant.status,
        "currency": properties.currency,
        "locale": properties.locale,
        "time_zone": properties.time_zone,
    }


def member_out(row: MemberRow, *, power: rules.Power, actor_id: int | None) -> dict[str, Any]:
    """Return a person of the team, with what the caller may do to them."""
    theirs = rules.Power(
        row.permissions, row.scope, row.role["slug"] == rules.OWNER, row.max_manual_discount_ppm
    )
    inner = {"permissions", "max_manual_discount_ppm"}
    shown = {name: value for name, value in asdict(row).items() if name not in inner}
    is_mine = rules.MANAGE in power.permissions and rules.covers(power, theirs)
    return {**shown, "is_me": row.id == actor_id, "can_edit": is_mine}


def role_out(row: RoleRow, *, power: rules.Power, own_role_id: int | None) -> dict[str, Any]:
    """Return a role, with what the caller may do with it."""
    theirs = rules.Power(
        frozenset(row.permissions), row.scope, row.slug == rules.OWNER, row.max_manual_discount_ppm
    )
    is_given = rules.MANAGE in power.permissions and rules.covers(power, theirs)
    is_mine = row.id == own_role_id
    return {
        **asdict(row),
        "is_mine": is_mine,
        "can_give": is_given,
        "can_edit": is_given and not row.is_system and not is_mine,
    }
