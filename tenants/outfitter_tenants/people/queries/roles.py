"""Reads of roles, and the lock that every change of who may do what takes first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outfitter.kit.errors import NotFound
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.people.rules import OWNER, Power


class RoleNotFound(NotFound):
    """The operator has no such role."""


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role with its permission codes and how many people have it."""

    id: int
    slug: str
    name: str
    permissions: list[str]
    is_system: bool
    scope: str
    max_manual_discount_ppm: int | None
    version: int
    people: list[dict[str, Any]]


def list_roles() -> list[dict[str, Any]]:
    """Return the roles as lookups."""
    return [{"id": role.pk, "slug": role.slug, "name": role.name} for role in Role.objects.order_by("id")]


def list_full_roles() -> list[RoleRow]:
    """Return the roles with who has them: the built-in ones first, then by name."""
    people: dict[int, list[dict[str, Any]]] = {}
    for person in UserAvatar.objects.exclude(status="support").order_by("name", "id"):
        shown = {"id": person.pk, "name": person.name, "color": person.color}
        people.setdefault(person.role_id, []).append({**shown, "status": person.status})
    rows = Role.objects.order_by("-is_system", "id")
    return [_role(row, people) for row in rows]


def get_full_role(*, role_id: int) -> RoleRow:
    """
    Return one role.

    :raises RoleNotFound: there is none
    """
    found = next((row for row in list_full_roles() if row.id == role_id), None)
    if found is None:
        raise RoleNotFound("Role not found.")
    return found


def find_role(*, role_id: int) -> Role:
    """
    Return a role.

    :raises RoleNotFound: there is none
    """
    row = Role.objects.filter(pk=role_id).first()
    if row is None:
        raise RoleNotFound("Role not found.")
    return row


def get_role_named(slug: str) -> Role:
    """Return a built-in role by its slug."""
    return Role.objects.get(slug=slug)


def power_of(role: Role) -> Power:
    """Return what a role gives."""
    return Power(frozenset(role.permissions), role.scope, role.slug == OWNER, role.max_manual_discount_ppm)


def power_of_avatar(*, avatar_id: int | None) -> Power:
    """Return what an active person may do; nothing for everybody else."""
    row = UserAvatar.objects.select_related("role").filter(pk=avatar_id or 0, status="active").first()
    return power_of(row.role) if row else Power(frozenset())


def lock_authority() -> None:
    """
    Take the lock that serialises every change of people and roles of an operator.

    Whoever changes who may do what takes it first and only then reads who may: two owners who
    demote each other at once come one after the other, and the second is an owner no more.
    """
    list(Role.objects.select_for_update(no_key=True).filter(slug=OWNER).values_list("pk"))


def owner_ids() -> list[int]:
    """Return the avatars of the active owners."""
    rows = UserAvatar.objects.filter(role__slug=OWNER, status="active").order_by("pk")
    return list(rows.values_list("pk", flat=True))


def count_owners() -> int:
    """Return how many active owners there are."""
    return UserAvatar.objects.filter(role__slug=OWNER, status="active").count()


def count_people(*, role_id: int) -> int:
    """Return how many people have a role, whatever their status."""
    return UserAvatar.objects.filter(role_id=role_id).count()


def _role(row: Role, people: Mapping[int, list[dict[str, object]]]) -> RoleRow:
    return RoleRow(
        id=row.pk,
        slug=row.slug,
        name=row.name,
        permissions=sorted(row.permissions),
        is_system=row.is_system,
        scope=row.scope,
        max_manual_discount_ppm=row.max_manual_discount_ppm,
        version=row.version,
        people=people.get(row.pk, []),
    )
