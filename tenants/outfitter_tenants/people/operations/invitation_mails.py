"""
Mailing an invitation, once.

Whoever sets `invite_mailed_at` sends it. The row of due work stays until then and brings the mail
on its way when the job or the mail server failed.
"""

import smtplib
from datetime import datetime
from typing import Final

from django.db.models import Q

from outfitter.accounts import queries as accounts
from outfitter.db import queue
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.people import mails
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import team
from outfitter_tenants.people.operations.invitations import MAIL
from outfitter_tenants.people.queries.invitations import invitation_token
from outfitter_tenants.people.queries.properties import get_properties

STUCK_AFTER: Final = queue.LEASE


def send(*, avatar_id: int, at: datetime) -> None:
    """
    Mail the open invitation of a person, unless that happened already.

    The due job stays until the mail is out: one that finds it claimed for a minute without a
    sign of life takes it from a worker that died.

    :raises OSError: the mail server did not take it; the due job tries again
    """
    row = UserAvatar.objects.select_related("role").filter(pk=avatar_id, status="invited").first()
    if row is None or row.invited_at is None or row.is_email_suppressed:
        return
    if not _claim(row, at):
        return
    mine = UserAvatar.objects.filter(pk=row.pk, status="invited", invite_mailed_at__isnull=False)
    try:
        with queue.hold_lease(lambda now: mine.update(invite_mailed_at=now)):
            mails.invitation_mail(_letter(row)).send()
    except smtplib.SMTPRecipientsRefused as problem:
        if all(code >= 500 for code, _ in problem.recipients.values()):
            team.suppress(member_id=row.pk, email=row.email, at=at)
            scheduled_jobs.cancel(MAIL, key=str(row.pk))
            _give_back(row, at)
            return
        _give_back(row, at)
        raise
    except Exception:
        _give_back(row, at)
        raise
    scheduled_jobs.cancel(MAIL, key=str(row.pk))


def _claim(row: UserAvatar, at: datetime) -> bool:
    """Return True for the one who is to mail it now."""
    is_open = scheduled_jobs.is_waiting(MAIL, key=str(row.pk))
    free = Q(invite_mailed_at__isnull=True)
    if is_open:
        free |= Q(invite_mailed_at__lte=at - STUCK_AFTER)
    mine = UserAvatar.objects.filter(free, pk=row.pk, status="invited", invited_at=row.invited_at)
    if mine.update(invite_mailed_at=at):
        return True
    if is_open:  # somebody is at it: looked at once more, in case they die
        scheduled_jobs.schedule(MAIL, key=str(row.pk), due_at=at + STUCK_AFTER, payload={"avatar_id": row.pk})
    return False


def _give_back(row: UserAvatar, at: datetime) -> None:
    UserAvatar.objects.filter(pk=row.pk, invite_mailed_at__gte=at).update(invite_mailed_at=None)


def _letter(row: UserAvatar) -> mails.Invitation:
    assert row.invited_at is not None  # noqa: S101  (the caller looked)
    assert row.invite_expires_at is not None  # noqa: S101
    properties = get_properties()
    facts = accounts.facts_of_schema(current_schema())
    token = invitation_token(avatar_id=row.pk, invited_at=row.invited_at)
    inviter = UserAvatar.objects.filter(pk=row.invited_by_id or 0).values_list("name", flat=True)
    return mails.Invitation(
        to=row.email,
        name=row.name,
        operator=facts["name"],
        inviter=inviter.first(),
        role_slug=row.role.slug,
        role_name=row.role.name,
        url=f"{facts['base_url']}/register?token={token}",
        expires_at=row.invite_expires_at,
        time_zone=properties.time_zone,
        locale=row.locale or properties.locale,
        reply_to=properties.reply_to,
        mail_from=properties.mail_from,
    )
