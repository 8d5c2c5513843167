"""Reads of invitations, by the token in their mail."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import NotFound
from outfitter_tenants.people.models import UserAvatar


class InvitationNotFound(NotFound):
    """No invitation has this token: it never did, or a newer one took its place."""

    code = "invitation_not_found"


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """What an invited person is asked to accept. `state` is open, expired or used."""

    avatar_id: int
    state: str
    name: str
    email: str
    role: dict[str, object]
    inviter: str | None
    expires_at: datetime


def invitation_token(*, avatar_id: int, invited_at: datetime) -> str:
    """
    Return the token of the invitation sent at that instant.

    It is derived, so that the job that mails it needs no copy in the database, where only its
    hash stands.
    """
    facts = (current_schema(), str(avatar_id), invited_at.isoformat())
    return keyed_hash(settings.SECRET_KEY, "invitation-token", *facts)


def invitation_hash(token: str) -> str:
    """Return what is stored of a token; bound to this operator."""
    return keyed_hash(settings.SECRET_KEY, "invitation", current_schema(), token)


def find_invitation(*, token: str, at: datetime) -> InvitationRow:
    """
    Return the invitation of a token.

    :raises InvitationNotFound: no invitation has it
    """
    rows = UserAvatar.objects.select_related("role").filter(invite_hash=invitation_hash(token))
    row = rows.first()
    if row is None or row.invite_expires_at is None:
        raise InvitationNotFound("This invitation is no longer valid.")
    inviter = UserAvatar.objects.filter(pk=row.invited_by_id or 0).values_list("name", flat=True)
    return InvitationRow(
        avatar_id=row.pk,
        state=state_of(row, at),
        name=row.name,
        email=row.email,
        role={"id": row.role_id, "slug": row.role.slug, "name": row.role.name},
        inviter=inviter.first(),
        expires_at=row.invite_expires_at,
    )


def lock_invitation(*, token: str) -> UserAvatar:
    """
    Return the person a token invites, locked.

    :raises InvitationNotFound: no invitation has it
    """
    locked = UserAvatar.objects.select_related("role").select_for_update(of=("self",), no_key=True)
    row = locked.filter(invite_hash=invitation_hash(token)).first()
    if row is None:
        raise InvitationNotFound("This invitation is no longer valid.")
    return row


def state_of(row: UserAvatar, at: datetime) -> str:
    """Return whether an invitation is open, expired or used."""
    if row.status != "invited":
        return "used"
    return "open" if row.invite_expires_at and row.invite_expires_at > at else "expired"
