"""Agents of resellers: people who sell for a partner, with a login or without (domain.md 3.6)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from outfitter.accounts import memberships, sessions
from outfitter.accounts.operations import normalize_email
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, Forbidden, Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import rules
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import invitations
from outfitter_tenants.people.queries.members import MemberNotFound, lock_member
from outfitter_tenants.people.queries.roles import get_role_named, lock_authority, power_of, power_of_avatar

MANAGE: Final = "reseller.manage"
_FACTS: Final = ("name", "email", "commission_ppm", "desk", "status")


class AgentElsewhere(DomainError):
    """The address is somebody's who is on the team, or sells for another partner."""

    code = "agent_elsewhere"
    status = 409


@dataclass(frozen=True, slots=True)
class AgentValues:
    """
    What is said of an agent; `commission_ppm` is their part of what the partner earns, in millionths.

    `is_invited` sends the invitation to sign in, to who has not joined yet.
    """

    name: str
    email: str
    commission_ppm: int | None
    desk: str | None
    status: Literal["active", "disabled"]
    is_invited: bool = False


def save_agent(
    *,
    reseller_id: int,
    agent_id: int | None,
    values: AgentValues,
    actor_id: int,
    at: datetime,
    version: int | None = None,
) -> tuple[int, bool]:
    """
    Add an agent of a partner, or change one; returns their id, and whether an invitation is to be sent.

    Somebody who sold for this partner before and is added again is the same person. A disabled
    agent's sessions end at once; what they sold stays theirs.

    :raises Forbidden: the actor may not manage resellers
    :raises AboveYou: the agents' role gives more than the actor's
    :raises MemberNotFound: the partner has no such agent
    :raises AgentElsewhere: the address is somebody else's here
    :raises StaleVersion: somebody changed the agent since `version`
    :raises RateLimited: the invitation was sent three times today
    """
    with atomic():
        power = _take(actor_id)
        row = _row(reseller_id, agent_id, values.email)
        if version is not None and row.pk is not None and version != row.version:
            raise StaleVersion("Someone changed this agent in the meantime.", version=row.version)
        rules.check_covers(power, power_of(row.role))
        before = _facts(row) if row.pk is not None else None
        is_moved = before is not None and before["email"] != normalize_email(values.email)
        _write(row, values)
        is_joining = _follow_status(row, values, actor_id, is_moved=is_moved, at=at)
        if before is None:
            _record(row, "user_avatar.agent_added", at, {}, {**_facts(row), "reseller_id": reseller_id})
        elif before != _facts(row):
            _record(row, "user_avatar.changed", at, before, _facts(row))
    return row.pk, is_joining


def _take(actor_id: int) -> rules.Power:
    lock_authority()
    power = power_of_avatar(avatar_id=actor_id)
    if MANAGE not in power.permissions:
        raise Forbidden("Your role does not allow this.", permission=MANAGE)
    return power


def _row(reseller_id: int, agent_id: int | None, email: str) -> UserAvatar:
    """Return whom the values are about: the agent named, a former one of this address, or a new one."""
    same = UserAvatar.objects.filter(email__iexact=normalize_email(email)).first()
    if agent_id is not None:
        row = lock_member(member_id=agent_id)
        if row.kind != "agent" or row.reseller_id != reseller_id:
            raise MemberNotFound("Agent not found.")
        if same is not None and same.pk != row.pk:
            raise _elsewhere(same, reseller_id)
        return row
    if same is None:
        color = invitations.COLORS[UserAvatar.objects.count() % len(invitations.COLORS)]
        return UserAvatar(
            kind="agent",
            reseller_id=reseller_id,
            role=get_role_named("reseller_agent"),
            color=color,
            version=0,
        )
    if same.kind != "agent" or same.reseller_id != reseller_id or same.status != "disabled":
        raise _elsewhere(same, reseller_id)
    return lock_member(member_id=same.pk)


def _elsewhere(row: UserAvatar, reseller_id: int) -> AgentElsewhere:
    if row.kind != "agent":
        return AgentElsewhere("This person is on your team. Use another email address for the agent.")
    if row.reseller_id == reseller_id:
        return AgentElsewhere("This reseller already has an agent with this email address.", id=row.pk)
    return AgentElsewhere(
        "This person is an agent of another reseller. Disable them there or use another email address."
    )


def _write(row: UserAvatar, values: AgentValues) -> None:
    if not values.name.strip():
        raise Invalid({"name": ["Please fill this in."]})
    email = normalize_email(values.email)
    if email != row.email:
        row.is_email_suppressed = False
    row.name, row.email = values.name.strip(), email
    row.commission_ppm, row.desk = values.commission_ppm, values.desk or None


def _follow_status(
    row: UserAvatar, values: AgentValues, actor_id: int, *, is_moved: bool, at: datetime
) -> bool:
    """Store an agent with the status asked for; returns whether an invitation is to be mailed."""
    if values.status == "disabled":
        _keep_out(row, at)
        return False
    is_open = row.pk is not None and row.status == "invited"
    if row.user_id is None and (values.is_invited or (is_open and is_moved)):
        if is_open:
            row.version += 1
            invitations.send_again(row, at)
        else:
            invitations.begin(row, actor_id=actor_id, at=at)
        return True
    if not is_open:
        row.status = "active"
    _store(row)
    return False


def _keep_out(row: UserAvatar, at: datetime) -> None:
    if row.pk is not None:
        invitations.withdraw(row)
    row.status = "disabled"
    _store(row)
    if row.user_id is not None:
        sessions.end_sessions(user_id=row.user_id, at=at, reason="disabled", schema_name=current_schema())


def _store(row: UserAvatar) -> None:
    row.version += 1
    row.save()
    if row.user_id is not None:
        memberships.sync_membership(
            user_id=row.user_id, schema_name=current_schema(), kind=row.kind, is_active=row.status == "active"
        )


def _facts(row: UserAvatar) -> dict[str, object]:
    return {name: getattr(row, name) for name in _FACTS}


def _record(
    row: UserAvatar, action: str, at: datetime, before: dict[str, object], after: dict[str, object]
) -> None:
    changed = [name for name in after if before.get(name) != after[name]]
    record(
        entity_type="user_avatar",
        entity_id=row.pk,
        action=action,
        at=at,
        before={name: before[name] for name in changed if name in before},
        after={name: after[name] for name in changed},
    )
