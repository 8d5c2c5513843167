"""People of an operator that came in an archive: asked in again, as nobody's login came along."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations.invitations import begin
from outfitter_tenants.people.queries.invitations import invitation_token


@dataclass(frozen=True, slots=True)
class OwnerInvitation:
    """Whom an invitation was sent, and what it opens with."""

    email: str
    token: str


def invite_owners(*, at: datetime) -> Sequence[OwnerInvitation]:
    """
    Ask the owners in who wait for it; they ask the others, on the team's page.

    Knowing an address proves nothing: who accepts signs in, or makes a login in their own mailbox.
    """
    made = []
    with atomic():
        rows = UserAvatar.objects.select_for_update(of=("self",)).select_related("role")
        for row in rows.filter(role__slug="owner", status="invited").order_by("pk"):
            begin(row, actor_id=row.pk, at=at)
            made.append(OwnerInvitation(row.email, invitation_token(avatar_id=row.pk, invited_at=at)))
    return made
