"""Roles and their permissions (domain.md 4.29)."""

from typing import Any, cast

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.people import permissions, queries, serializers
from outfitter_tenants.people import team_schemas as s
from outfitter_tenants.people.operations import roles

router = Router(tags=["team"])


def _actor(request: HttpRequest) -> int:
    return cast(int, caller_of(request).avatar_id)


def _shown(request: HttpRequest, rows: list[queries.RoleRow]) -> list[dict[str, Any]]:
    power = queries.power_of_avatar(avatar_id=_actor(request))
    mine = queries.get_avatar(avatar_id=_actor(request))
    own_role_id = mine.role_id if mine else None
    return [serializers.role_out(row, power=power, own_role_id=own_role_id) for row in rows]


def _answer(request: HttpRequest, role_id: int) -> dict[str, Any]:
    return {"role": _shown(request, [queries.get_full_role(role_id=role_id)])[0]}


@router.get(
    "/api/roles/get", auth=allow("setup.team"), response={200: s.RolesOut, **ERRORS}, operation_id="roles_get"
)
def roles_get(request: HttpRequest) -> dict[str, Any]:
    """Return every role with its people, and every permission code by area."""
    held = caller_of(request).permissions
    areas = [
        {
            "slug": slug,
            "codes": [
                {"code": code, "is_dangerous": code in permissions.DANGEROUS, "can_give": code in held}
                for code in codes
                if code in permissions.OFFERED
            ],
        }
        for slug, codes in permissions.AREAS.items()
    ]
    return {"roles": _shown(request, queries.list_full_roles()), "areas": areas}


@router.post(
    "/api/role/save",
    auth=allow("team.manage"),
    response={200: s.RoleAnswer, **ERRORS},
    operation_id="role_save",
)
def role_save(request: HttpRequest, body: s.RoleIn) -> dict[str, Any]:
    """Make a role, or change one of the operator's own."""
    role_id = roles.save_role(
        role_id=body.id,
        version=body.version,
        name=body.name,
        permissions=body.permissions,
        scope=body.scope,
        max_manual_discount_ppm=body.max_manual_discount_ppm,
        actor_id=_actor(request),
        at=utc_now(),
    )
    return _answer(request, role_id)


@router.post(
    "/api/role/{role}/clone",
    auth=allow("team.manage"),
    response={200: s.RoleAnswer, **ERRORS},
    operation_id="role_clone",
)
def role_clone(request: HttpRequest, role: int, body: s.RoleCloneIn) -> dict[str, Any]:
    """Copy a role under another name."""
    made = roles.clone_role(role_id=role, name=body.name, actor_id=_actor(request), at=utc_now())
    return _answer(request, made)


@router.post(
    "/api/role/{role}/delete",
    auth=allow("team.manage"),
    response={200: s.OkOut, **ERRORS},
    operation_id="role_delete",
)
def role_delete(request: HttpRequest, role: int, body: s.RoleDeleteIn) -> dict[str, bool]:
    """Delete one of the operator's own roles; its people get another one."""
    roles.delete_role(role_id=role, move_to=body.move_to, actor_id=_actor(request), at=utc_now())
    return {"ok": True}
