"""Whose power is behind a change; read after the lock, so that it is the present one."""

from datetime import datetime

from outfitter.kit.errors import Forbidden
from outfitter_tenants.people import rules
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.people.queries.roles import count_owners, lock_authority


def take(*, actor_id: int) -> rules.Power:
    """
    Lock the operator's people against other changes and return what the actor may do now.

    :raises Forbidden: the actor may not manage the team, or not any more
    """
    lock_authority()
    actor = UserAvatar.objects.select_related("role").filter(pk=actor_id, status="active").first()
    if actor is None:
        raise Forbidden("Your role does not allow this.", permission=rules.MANAGE)
    power = power_of(actor.role)
    rules.check_may_manage(power)
    return power


def power_of(role: Role) -> rules.Power:
    """Return what a role gives."""
    return rules.Power(frozenset(role.permissions), role.scope, role.slug == rules.OWNER)


def check_owner_stays() -> None:
    """
    Refuse a change that leaves no active owner; called after it, inside its transaction.

    :raises LastOwner: it does
    """
    if count_owners() == 0:
        raise rules.LastOwner(
            "An operator needs at least one active owner. Make another one first."
        )


def seen(*, avatar_id: int, at: datetime) -> None:
    """Note that a person was here."""
    UserAvatar.objects.filter(pk=avatar_id).update(last_seen_at=at)
