"""Handing a mail to the mail server."""

import smtplib
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from outfitter_tenants.messaging import attachments
from outfitter_tenants.messaging.delivery_outcome import Outcome
from outfitter_tenants.messaging.queries import Outgoing

MAX_ATTEMPTS: Final = 8


def send(message: Outgoing, at: datetime) -> Outcome:
    """Send a mail whose row this job has claimed; what passes is tried again, later and later."""
    try:
        _mail(message).send()
    except Exception as problem:
        error = repr(problem)[:2000]
        if _is_permanent(problem) or message.attempt_cnt >= MAX_ATTEMPTS:
            return Outcome("failed", error)
        return Outcome("queued", error, again_at=at + pause_after(message.attempt_cnt))
    return Outcome("sent", provider_id=_message_id(message))


def pause_after(attempt_cnt: int) -> timedelta:
    """Return how long to wait after so many attempts: a minute at first, an hour at most."""
    return timedelta(seconds=min(30 * 2**attempt_cnt, 3600))


def _mail(message: Outgoing) -> EmailMultiAlternatives:
    mail = EmailMultiAlternatives(
        subject=message.subject,
        body=message.body_text,
        from_email=message.from_address,
        to=[message.to],
        reply_to=[message.reply_to] if message.reply_to else None,
        headers={
            "Message-ID": _message_id(message),
            # Out-of-office answers to a confirmation help nobody (RFC 3834).
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )
    mail.attach_alternative(message.body_html, "text/html")
    for file in message.attachments:
        mail.attach(file["name"], attachments.content_of(file), file["type"])
    return mail


def _message_id(message: Outgoing) -> str:
    return f"<{message.hash}@{settings.BASE_DOMAIN}>"


def _is_permanent(problem: Exception) -> bool:
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in problem.recipients.values())
    if isinstance(problem, smtplib.SMTPResponseException):
        # 421, 450 and the like pass; 535 is our own password, which somebody will mend.
        return problem.smtp_code >= 500 and not isinstance(problem, smtplib.SMTPAuthenticationError)
    return isinstance(problem, ValueError)
