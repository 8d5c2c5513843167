"""Writes of roles (domain.md 4.29). The built-in ones stay as they are; they can be copied."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from outfitter.accounts import memberships
from outfitter.db.locks import atomic
from outfitter.db.slugs import free_slug
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import rules
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.people.operations import authority
from outfitter_tenants.people.queries.roles import count_people, find_role, power_of

MOST_ROLES: Final = 100


class RoleIsBuiltIn(DomainError):
    """Built-in roles are the same at every operator."""

    code = "role_is_built_in"
    status = 409


class RoleInUse(DomainError):
    """Somebody has this role; `detail.people_cnt` says how many."""

    code = "role_in_use"
    status = 409


def save_role(
    *,
    name: str,
    permissions: Sequence[str],
    scope: str,
    actor_id: int,
    at: datetime,
    max_manual_discount_ppm: int | None = None,
    role_id: int | None = None,
    version: int | None = None,
) -> int:
    """
    Make a role or change one of the operator's own; returns its id.

    `max_manual_discount_ppm` is the most its people take off a trip by hand (domain.md 4.6).

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: the role gives, or gave, more than the actor's
    :raises OwnRole: it is the actor's own
    :raises RoleNotFound: there is no such role
    :raises RoleIsBuiltIn: it cannot be changed, only copied
    :raises StaleVersion: somebody changed it meanwhile
    :raises Invalid: the name is missing or taken, a code means nothing
    """
    with atomic():
        power = authority.take(actor_id=actor_id)
        row = _editable(role_id, version, power, actor_id) if role_id else Role(version=0)
        before = _facts(row) if row.pk else None
        if row.pk and scope != row.scope:
            _check_scope(row, scope)
        row.name, row.permissions, row.scope = name.strip(), sorted(set(permissions)), scope
        row.max_manual_discount_ppm = max_manual_discount_ppm
        _check(row)
        rules.check_covers(power, power_of(row))
        if before == _facts(row):
            return row.pk
        row.slug = row.slug or free_slug(Role.objects.all(), row.name, longest=30, instead="role")
        row.version += 1
        row.save()
        _follow(row)
        _tell(row, "role.changed" if before else "role.created", before, at)
    return row.pk


def clone_role(*, role_id: int, name: str, actor_id: int, at: datetime) -> int:
    """
    Make a role of the operator's own that gives what another one gives; returns its id.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: the role gives more than the actor's
    :raises RoleNotFound: there is no such role
    :raises Invalid: the name is missing or taken
    """
    source = find_role(role_id=role_id)
    return save_role(
        name=name,
        permissions=source.permissions,
        scope=source.scope,
        actor_id=actor_id,
        at=at,
        max_manual_discount_ppm=source.max_manual_discount_ppm,
    )


def delete_role(*, role_id: int, actor_id: int, at: datetime, move_to: int | None = None) -> None:
    """
    Delete one of the operator's own roles; its people get the role `move_to`.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: one of the two roles gives more than the actor's
    :raises OwnRole: it is the actor's own
    :raises RoleNotFound: there is no such role
    :raises RoleIsBuiltIn: it cannot be deleted
    :raises RoleInUse: people have it and no other role was named for them
    :raises Invalid: their new role is this one, or shows other people's bookings
    """
    with atomic():
        power = authority.take(actor_id=actor_id)
        row = _editable(role_id, None, power, actor_id)
        people_cnt = count_people(role_id=row.pk)
        if people_cnt and move_to is None:
            raise RoleInUse("People have this role. Choose their new one.", people_cnt=people_cnt)
        if people_cnt and move_to is not None:
            _move(row, move_to, power, at)
        before = _facts(row)
        row_id = row.pk
        row.delete()
        record(
            entity_type="role",
            entity_id=row_id,
            action="role.deleted",
            at=at,
            before=before,
            after={"people_cnt": people_cnt, "moved_to": move_to if people_cnt else None},
        )


def _editable(role_id: int, version: int | None, power: rules.Power, actor_id: int) -> Role:
    row = find_role(role_id=role_id)
    if row.is_system:
        raise RoleIsBuiltIn("Built-in roles stay as they are. Copy this one and change the copy.")
    rules.check_covers(power, power_of(row))
    if UserAvatar.objects.filter(pk=actor_id, role=row).exists():
        raise rules.OwnRole("This is your own role. Someone else has to change it.")
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this role in the meantime.", version=row.version)
    return row


def _check(row: Role) -> None:
    if not row.name:
        raise Invalid({"name": ["Give the role a name."]})
    if Role.objects.exclude(pk=row.pk).filter(name__iexact=row.name).exists():
        raise Invalid({"name": ["Another role has this name."]})
    if unknown := rules.unknown_codes(row.permissions, ALL_CODES):
        raise Invalid({"permissions": [f"Unknown: {', '.join(unknown)}."]})
    if row.pk is None and Role.objects.count() >= MOST_ROLES:
        raise Invalid({"name": [f"An operator has at most {MOST_ROLES} roles."]})


def _check_scope(row: Role, scope: str) -> None:
    if "reseller" in {row.scope, scope} and count_people(role_id=row.pk):
        raise Invalid({"scope": ["Agents of resellers and staff have roles of their own."]})


def _follow(row: Role) -> None:
    # What a role shows decides what its people are.
    kind = rules.kind_of(row.scope)
    for person in UserAvatar.objects.filter(role=row).exclude(kind=kind):
        UserAvatar.objects.filter(pk=person.pk).update(kind=kind)
        if person.user_id is not None:
            memberships.sync_membership(
                user_id=person.user_id,
                schema_name=current_schema(),
                kind=kind,
                is_active=person.status == "active",
            )


def _move(row: Role, move_to: int, power: rules.Power, at: datetime) -> None:
    target = find_role(role_id=move_to)
    if target.pk == row.pk or target.scope != row.scope:
        raise Invalid({"move_to": ["Choose another role that shows the same bookings."]})
    rules.check_covers(power, power_of(target))
    for person in UserAvatar.objects.filter(role=row).select_for_update(no_key=True).order_by("pk"):
        person.role = target
        person.version += 1
        person.save(update_fields=["role", "version"])
        record(
            entity_type="user_avatar",
            entity_id=person.pk,
            action="user_avatar.changed",
            at=at,
            before={"role": row.name},
            after={"role": target.name},
        )


def _facts(row: Role) -> dict[str, object]:
    return {
        "name": row.name,
        "permissions": sorted(row.permissions),
        "scope": row.scope,
        "max_manual_discount_ppm": row.max_manual_discount_ppm,
    }


def _tell(row: Role, action: str, before: Mapping[str, object] | None, at: datetime) -> None:
    after = _facts(row)
    changed = [name for name in after if before is None or before[name] != after[name]]
    record(
        entity_type="role",
        entity_id=row.pk,
        action=action,
        at=at,
        before=None if before is None else {name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
