"""
Inviting people and being invited (domain.md 3.1, 4.30, 5.27).

An invitation is a link to one person's mailbox, for seven days and one use. Who has a login
already links it by signing in with it: knowing an address proves nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter.accounts import memberships
from outfitter.accounts import operations as accounts
from outfitter.accounts import queries as logins
from outfitter.api.rate_limits import RateLimited
from outfitter.billing.operations import plan_room
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import ids, zones
from outfitter.kit.errors import DomainError, Invalid
from outfitter.kit.person_names import full_name
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import rules
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.people.operations import authority
from outfitter_tenants.people.queries.invitations import (
    invitation_hash,
    invitation_token,
    lock_invitation,
    state_of,
)
from outfitter_tenants.people.queries.members import (
    RESEND_AFTER,
    RESENDS_A_DAY,
    count_people,
    lock_member,
    resends_today,
)
from outfitter_tenants.people.queries.properties import get_properties
from outfitter_tenants.people.queries.roles import find_role, get_role_named, power_of

LIFE: Final = timedelta(days=7)
# Kind of due work that mails an invitation whose job got lost.
MAIL: Final = "people.invitation"
LOST_JOB_AFTER: Final = timedelta(minutes=1)
CODE_LENGTH: Final = 8
# Colours that tell people apart on a manifest, light and dark.
COLORS: Final = (
    "#1d4ed8",
    "#0e7490",
    "#15803d",
    "#4d7c0f",
    "#b45309",
    "#c2410c",
    "#be123c",
    "#a21caf",
    "#7c3aed",
    "#475569",
)


class NotInvited(DomainError):
    """The person is not waiting for an invitation: they joined, or were disabled."""

    code = "not_invited"
    status = 409


class InvitationExpired(DomainError):
    """The seven days are over."""

    code = "invitation_expired"
    status = 409


class InvitationUsed(DomainError):
    """Somebody accepted it already."""

    code = "invitation_used"
    status = 409


class LoginExists(DomainError):
    """The address has a login: it has to be signed in with, not made again."""

    code = "login_exists"
    status = 409


class AlreadyMember(DomainError):
    """The login belongs to somebody else on this team."""

    code = "already_member"
    status = 409


@dataclass(frozen=True, slots=True)
class Invitee:
    """Who is asked to join. Without a role a guide gets the guides', nobody else any."""

    name: str
    email: str
    phone: str | None = None
    role_id: int | None = None
    is_guide: bool = False
    locale: str | None = None


def invite(*, invitee: Invitee, actor_id: int, at: datetime) -> int:
    """
    Ask a person to join; returns the avatar's id. Who was disabled is asked again.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: the role gives more than the actor's
    :raises RoleNotFound: there is no such role
    :raises Invalid: the person is on the team or invited already, or has no role
    :raises PlanLimitReached: the operator's plan includes no more people
    """
    with atomic():
        power = authority.take(actor_id=actor_id)
        role = _role_for(invitee)
        rules.check_covers(power, power_of(role))
        row = _row_for(invitee, power)
        plan_room.ensure_room("users", count=count_people)
        row.name, row.phone, row.role = invitee.name.strip(), invitee.phone, role
        row.kind = rules.kind_of(role.scope)
        row.is_guide = row.is_guide or invitee.is_guide or row.kind == "guide"
        row.locale = invitee.locale or row.locale
        begin(row, actor_id=actor_id, at=at)
    return row.pk


def begin(row: UserAvatar, *, actor_id: int, at: datetime) -> None:
    """Begin the invitation of a person who is filled in and maybe not stored yet; in a transaction."""
    row.referral_code = row.referral_code or new_referral_code()
    row.status, row.version = "invited", row.version + 1
    row.invited_by_id = actor_id
    row.invite_sent_on, row.invite_sent_cnt = None, 0
    _renew(row, at)
    after = {"email": row.email, "role": row.role.name, "is_guide": row.is_guide}
    _record(row, "user_avatar.invited", at, after)


def resend(*, member_id: int, actor_id: int, at: datetime) -> None:
    """
    Send an invitation again; only the newest link works from then on.

    :raises Forbidden: the actor may not manage the team
    :raises AboveYou: the person's role gives more than the actor's
    :raises MemberNotFound: nobody here has this id
    :raises NotInvited: there is nothing to accept any more
    :raises RateLimited: it was sent a moment ago, or three times today
    """
    with atomic():
        power = authority.take(actor_id=actor_id)
        row = lock_member(member_id=member_id)
        rules.check_covers(power, power_of(row.role))
        if row.status != "invited":
            raise NotInvited("This person has no open invitation.", status=row.status)
        wait = _until(row.invited_at, at)
        if wait > 0:
            raise RateLimited("It was just sent.", retry_after=wait)
        send_again(row, at)
        _record(row, "user_avatar.invitation_resent", at, {"email": row.email})


def send_again(row: UserAvatar, at: datetime) -> None:
    """
    Renew an invitation and count it; called with the row locked.

    :raises RateLimited: it was sent three times today
    """
    zone = get_properties().time_zone
    today = zones.local_day(at, zone)
    sent_cnt = resends_today(row, today)
    if sent_cnt >= RESENDS_A_DAY:
        midnight = zones.day_bounds(today, zone)[1]
        raise RateLimited(
            "It was already sent three times today.", retry_after=int((midnight - at).total_seconds()) + 1
        )
    row.invite_sent_on, row.invite_sent_cnt = today, sent_cnt + 1
    _renew(row, at)


def withdraw(row: UserAvatar) -> None:
    """Make the link of an invitation void; called with the row locked, which the caller saves."""
    row.invite_hash = row.invite_expires_at = None
    scheduled_jobs.cancel(MAIL, key=str(row.pk))


def accept_new(
    *, token: str, first_name: str, last_name: str, password: str, locale: str, at: datetime
) -> int:
    """
    Join with a new login for the invited address; returns the user's id.

    :raises InvitationNotFound: no invitation has this token
    :raises InvitationExpired: it is older than seven days
    :raises InvitationUsed: it was accepted already
    :raises LoginExists: the address has a login
    :raises Invalid: the password breaks a rule
    """
    with atomic():
        row = _open(token, at)
        email = accounts.normalize_email(row.email)
        if logins.has_login(email=email):
            raise LoginExists("This email address already has a login. Sign in with it.")
        user = accounts.create_user(
            email=email,
            password=password,
            first_name=first_name,
            last_name=last_name,
            phone=row.phone,
            locale=locale,
            at=at,
        )
        row.name = full_name(first_name, last_name) or row.name
        _join(row, user.pk, at)
    return user.pk


def accept_existing(*, token: str, user_id: int, at: datetime) -> None:
    """
    Join with a login that the caller has just proven to be theirs.

    :raises InvitationNotFound: no invitation has this token
    :raises InvitationExpired: it is older than seven days
    :raises InvitationUsed: it was accepted already
    :raises AlreadyMember: the login belongs to another person on this team
    """
    with atomic():
        row = _open(token, at)
        if UserAvatar.objects.filter(user_id=user_id).exclude(pk=row.pk).exists():
            raise AlreadyMember("This login is already on the team as another person.")
        _join(row, user_id, at)


def new_referral_code() -> str:
    """Return a code by which a sale is credited to a person."""
    return ids.confirmation_code().replace("-", "")[:CODE_LENGTH]


def _role_for(invitee: Invitee) -> Role:
    if invitee.role_id is None:
        if not invitee.is_guide:
            raise Invalid({"role_id": ["Choose a role."]})
        return get_role_named("guide")
    role = find_role(role_id=invitee.role_id)
    if role.scope == "reseller":
        raise Invalid({"role_id": ["Add agents on their reseller's page."]})
    return role


def _row_for(invitee: Invitee, power: rules.Power) -> UserAvatar:
    email = accounts.normalize_email(invitee.email)
    found = UserAvatar.objects.select_related("role").filter(email__iexact=email).first()
    if found is None:
        color = COLORS[UserAvatar.objects.count() % len(COLORS)]
        return UserAvatar(email=email, color=color, version=0)
    row = lock_member(member_id=found.pk)
    if row.status == "active":
        raise Invalid({"email": ["This person is already on the team."]})
    if row.status == "invited":
        raise Invalid({"email": ["This person is already invited. You can send the email again."]})
    rules.check_covers(power, power_of(row.role))
    return row


def _renew(row: UserAvatar, at: datetime) -> None:
    row.invited_at, row.invite_expires_at, row.invite_mailed_at = at, at + LIFE, None
    if row.pk is None:
        row.save()
    row.invite_hash = invitation_hash(invitation_token(avatar_id=row.pk, invited_at=at))
    row.save()
    scheduled_jobs.schedule(MAIL, key=str(row.pk), due_at=at + LOST_JOB_AFTER, payload={"avatar_id": row.pk})


def _open(token: str, at: datetime) -> UserAvatar:
    row = lock_invitation(token=token)
    state = state_of(row, at)
    if state == "used":
        raise InvitationUsed("This invitation was already accepted. Please sign in.")
    if state == "expired":
        raise InvitationExpired("This invitation has expired. Request a new one.")
    return row


def _join(row: UserAvatar, user_id: int, at: datetime) -> None:
    schema_name = current_schema()
    if row.user_id not in {None, user_id}:
        memberships.leave(user_id=row.user_id or 0, schema_name=schema_name)
    row.user_id, row.status, row.version = user_id, "active", row.version + 1
    row.is_email_suppressed = False
    row.save()
    memberships.join(user_id=user_id, schema_name=schema_name, avatar_id=row.pk, kind=row.kind)
    scheduled_jobs.cancel(MAIL, key=str(row.pk))
    _record(row, "user_avatar.joined", at, {"email": row.email, "role": row.role.name})


def _until(sent_at: datetime | None, at: datetime) -> int:
    left = (sent_at + RESEND_AFTER - at).total_seconds() if sent_at else 0
    return max(0, int(left + 0.999))


def _record(row: UserAvatar, action: str, at: datetime, after: dict[str, object]) -> None:
    record(entity_type="user_avatar", entity_id=row.pk, action=action, at=at, after=after)
