"""Writes of the people of an operator (domain.md 3.1, 5.26, 5.27)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypedDict

from django.db.models import F

from outfitter.accounts import memberships, sessions
from outfitter.accounts.operations import normalize_email
from outfitter.billing.operations import plan_room
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import rules
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import authority, invitations, mail_suppression
from outfitter_tenants.people.queries.members import count_people, lock_member
from outfitter_tenants.people.queries.roles import find_role, power_of


class MemberValues(TypedDict, total=False):
    """The fields of a person that may be written; `commission_ppm` in millionths."""

    name: str
    email: str
    phone: str | None
    role_id: int
    is_guide: bool
    is_tippable: bool
    color: str
    languages: Sequence[str]
    locale: str | None
    commission_ppm: int | None
    desk: str | None


_LOGGED: Final = (
    "name",
    "email",
    "phone",
    "kind",
    "is_guide",
    "is_tippable",
    "status",
    "color",
    "languages",
    "locale",
    "commission_ppm",
    "desk",
    "is_email_suppressed",
)


def save_member(*, member_id: int, values: MemberValues, version: int, actor_id: int, at: datetime) -> None:
    """
    Change a person. A role counts from their next request on; a new address of somebody who is
    still invited gets a new invitation, and the old link is void.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: the person's role, or the new one, gives more than the actor's
    :raises OwnRole: the actor changes their own role
    :raises LastOwner: no active owner would be left
    :raises MemberNotFound: nobody here has this id
    :raises RoleNotFound: there is no such role
    :raises StaleVersion: somebody changed the person meanwhile
    :raises RateLimited: the invitation was sent three times today
    :raises Invalid: a field breaks a rule
    """
    with atomic():
        power, row = _take(member_id, actor_id)
        if version != row.version:
            raise StaleVersion("Someone changed this person in the meantime.", version=row.version)
        before = _facts(row)
        if values.get("role_id", row.role_id) != row.role_id:
            _give_role(row, values["role_id"], power, actor_id)
        is_moved = _write(row, values)
        if before == _facts(row):
            return
        _save(row, "user_avatar.changed", before, at)
        if is_moved and row.status == "invited":
            invitations.send_again(row, at)
        authority.check_owner_stays()


def set_status(*, member_id: int, is_enabled: bool, actor_id: int, at: datetime) -> None:
    """
    Disable a person, which ends their sessions here at once, or enable them again.

    Enabling somebody who never accepted sends a new invitation instead.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: the person's role gives more than the actor's
    :raises OwnRole: it is the actor
    :raises LastOwner: no active owner would be left
    :raises MemberNotFound: nobody here has this id
    :raises RateLimited: the invitation was sent three times today
    :raises PlanLimitReached: the operator's plan includes no more people
    """
    with atomic():
        _, row = _take(member_id, actor_id)
        if row.pk == actor_id:
            raise rules.OwnRole("You can't disable yourself. Someone else has to do it.")
        if is_enabled == (row.status != "disabled"):
            return
        before = _facts(row)
        if is_enabled and row.kind != "agent":
            plan_room.ensure_room("users", count=count_people)
        if not is_enabled:
            _keep_out(row, at)
        elif row.user_id is not None:
            row.status = "active"
        else:
            row.status = "invited"
        action = "user_avatar.enabled" if is_enabled else "user_avatar.disabled"
        _save(row, action, before, at)
        if row.status == "invited":
            row.invited_by_id = actor_id
            invitations.send_again(row, at)
        authority.check_owner_stays()


def toggle_guide(*, member_id: int, actor_id: int, at: datetime, is_guide: bool | None = None) -> None:
    """
    Make somebody a guide, or no longer; without a word the other of the two.

    What they guided stays: only new departures are no longer offered to them.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: the person's role gives more than the actor's
    :raises MemberNotFound: nobody here has this id
    :raises Invalid: agents of resellers do not guide
    """
    with atomic():
        _, row = _take(member_id, actor_id)
        before = _facts(row)
        row.is_guide = (not row.is_guide) if is_guide is None else is_guide
        if row.is_guide and row.kind == "agent":
            raise Invalid({"is_guide": ["Agents of resellers do not guide."]})
        if before != _facts(row):
            _save(row, "user_avatar.changed", before, at)


def assign_guides(*, member_ids: Sequence[int], actor_id: int, at: datetime) -> None:
    """
    Make existing people guides, all of them or none.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: a person's role gives more than the actor's
    :raises MemberNotFound: one of the ids is nobody's here
    :raises Invalid: agents of resellers do not guide
    """
    with atomic():
        for member_id in sorted(set(member_ids)):
            toggle_guide(member_id=member_id, actor_id=actor_id, at=at, is_guide=True)


def clear_suppression(*, member_id: int, actor_id: int, at: datetime) -> None:
    """
    Let mails go to a person's address again.

    :raises Forbidden: the actor may not manage the team
    :raises MemberNotFound: nobody here has this id
    """
    with atomic():
        _, row = _take(member_id, actor_id)
        if not row.is_email_suppressed:
            return
        before = _facts(row)
        row.is_email_suppressed = False
        _save(row, "user_avatar.suppression_removed", before, at)
        mail_suppression.clear(address=row.email, at=at)


def suppress(*, member_id: int, email: str, at: datetime) -> None:
    """Note that a person's address refuses mail for good; another address is left alone."""
    with atomic():
        row = lock_member(member_id=member_id)
        if row.is_email_suppressed or row.email != email:
            return
        before = _facts(row)
        row.is_email_suppressed = True
        _save(row, "user_avatar.suppressed", before, at)


def suppress_address(*, email: str, at: datetime) -> None:
    """Note of everybody here with an address (lower case) that it refuses mail for good."""
    rows = UserAvatar.objects.filter(email=email, is_email_suppressed=False).order_by("pk")
    for member_id in rows.values_list("pk", flat=True):
        suppress(member_id=member_id, email=email, at=at)


def hide(*, member_id: int, at: datetime, **flags: bool) -> None:
    """
    Hide from somebody's screens what they do not want to see, or show it again.

    :raises MemberNotFound: nobody here has this id
    """
    with atomic():
        row = lock_member(member_id=member_id)
        before = {name: getattr(row, name) for name in flags}
        if before == flags:
            return
        UserAvatar.objects.filter(pk=row.pk).update(**flags)
        record(
            entity_type="user_avatar",
            entity_id=row.pk,
            action="user_avatar.changed",
            at=at,
            before=before,
            after=flags,
        )


def set_traits(*, member_id: int, languages: Sequence[str], color: str) -> None:
    """
    Set the languages (BCP 47) a person speaks and their colour (#rrggbb).

    Part of the caller's transaction; the caller decides who may, and writes the log.
    """
    traits = {"languages": list(languages), "color": color}
    rows = UserAvatar.objects.filter(pk=member_id).exclude(**traits)
    rows.update(**traits, version=F("version") + 1)


def _take(member_id: int, actor_id: int) -> tuple[rules.Power, UserAvatar]:
    power = authority.take(actor_id=actor_id)
    row = lock_member(member_id=member_id)
    rules.check_covers(power, power_of(row.role))
    return power, row


def _keep_out(row: UserAvatar, at: datetime) -> None:
    invitations.withdraw(row)
    row.status = "disabled"
    if row.user_id is not None:
        sessions.end_sessions(user_id=row.user_id, at=at, reason="disabled", schema_name=current_schema())


def _give_role(row: UserAvatar, role_id: int, power: rules.Power, actor_id: int) -> None:
    if row.pk == actor_id:
        raise rules.OwnRole("You can't change your own role. Someone else has to do it.")
    role = find_role(role_id=role_id)
    rules.check_covers(power, power_of(role))
    if (role.scope == "reseller") != (row.role.scope == "reseller"):
        raise Invalid({"role_id": ["Agents of resellers and staff have roles of their own."]})
    row.role, row.kind = role, rules.kind_of(role.scope)


def _write(row: UserAvatar, values: MemberValues) -> bool:
    """Write plain fields; returns whether mail goes to another address from now on."""
    plain: dict[str, Any] = {k: v for k, v in values.items() if k not in {"role_id", "email"}}
    for name, value in plain.items():
        setattr(row, name, list(value) if name == "languages" else value)
    if not row.name.strip():
        raise Invalid({"name": ["Please fill this in."]})
    if row.is_guide and row.kind == "agent":
        raise Invalid({"is_guide": ["Agents of resellers do not guide."]})
    email = normalize_email(values.get("email", row.email))
    if email == normalize_email(row.email):
        return False
    if UserAvatar.objects.filter(email__iexact=email).exclude(pk=row.pk).exists():
        raise Invalid({"email": ["Someone else on the team has this address."]})
    row.email, row.is_email_suppressed = email, False
    return True


def _save(row: UserAvatar, action: str, before: dict[str, object], at: datetime) -> None:
    row.version += 1
    row.save()
    if row.user_id is not None:
        memberships.sync_membership(
            user_id=row.user_id, schema_name=current_schema(), kind=row.kind, is_active=row.status == "active"
        )
    after = _facts(row)
    changed = [name for name in after if before[name] != after[name]]
    record(
        entity_type="user_avatar",
        entity_id=row.pk,
        action=action,
        at=at,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )


def _facts(row: UserAvatar) -> dict[str, object]:
    return {"role": row.role.name, **{name: getattr(row, name) for name in _LOGGED}}
