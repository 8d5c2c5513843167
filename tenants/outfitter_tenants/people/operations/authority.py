"""Whose power is behind a change; read after the lock, so that it is the present one."""

from outfitter_tenants.people import rules
from outfitter_tenants.people.queries.roles import count_owners, lock_authority, power_of_avatar


def take(*, actor_id: int) -> rules.Power:
    """
    Lock the operator's people against other changes and return what the actor may do now.

    :raises Forbidden: the actor may not manage the team, or not any more
    """
    lock_authority()
    power = power_of_avatar(avatar_id=actor_id)
    rules.check_may_manage(power)
    return power


def check_owner_stays() -> None:
    """
    Refuse a change that leaves no active owner; called after it, inside its transaction.

    :raises LastOwner: it does
    """
    if count_owners() == 0:
        raise rules.LastOwner("An operator needs at least one active owner. Make another one first.")
