"""Mails of notifications, as due work."""

from datetime import datetime
from smtplib import SMTPRecipientsRefused
from typing import Any

from outfitter.accounts import queries as accounts
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter_tenants.notifications import mails, operations
from outfitter_tenants.people import queries as people
from outfitter_tenants.people import recipients


def send_email(payload: dict[str, Any], at: datetime) -> None:
    """
    Mail one notification; run twice it mails once.

    What the mail server does not take now is tried again by whoever runs due work.
    """
    row = operations.claim_email(notification_id=int(payload["notification_id"]))
    if row is None:
        return
    found = recipients.recipients(ids=[row.user_avatar_id])
    if not found or found[0].is_email_suppressed:
        operations.close_email(notification_id=row.pk, status="suppressed")
        return
    person = found[0]
    ctx = contexts.context_for(schema_name=current_schema())
    mail = mails.notification_mail(
        row,
        to=person,
        operator=ctx.name,
        base_url=ctx.base_url,
        locale=locale_of(person),
        time_zone=people.get_properties().time_zone,
    )
    try:
        mail.send()
    except SMTPRecipientsRefused:
        operations.close_email(notification_id=row.pk, status="failed")
        return
    operations.close_email(notification_id=row.pk, status="sent")


def locale_of(person: recipients.Recipient) -> str:
    """Return the language a person reads: their own choice, their login's, the operator's."""
    if person.locale:
        return person.locale
    login = accounts.locale_of_user(user_id=person.user_id) if person.user_id else None
    return login or people.get_properties().locale
