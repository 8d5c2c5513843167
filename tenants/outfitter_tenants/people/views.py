"""The operator and its people, shaped for the edge."""

from typing import Any

from outfitter_tenants.people.queries import AvatarRow, PropertiesRow


def avatar_out(avatar: AvatarRow) -> dict[str, Any]:
    """Return a person as screens show them."""
    return {
        "id": avatar.id,
        "name": avatar.name,
        "email": avatar.email,
        "kind": avatar.kind,
        "role": {"id": avatar.role_id, "slug": avatar.role_slug, "name": avatar.role_name},
        "image_url": avatar.image_url,
        "color": avatar.color,
        "is_hide_setup_tasks": avatar.is_hide_setup_tasks,
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
