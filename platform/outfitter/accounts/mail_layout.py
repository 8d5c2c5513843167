"""The one look of the platform's own mails: paragraphs, a code, a button."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string


@dataclass(frozen=True, slots=True)
class MailBlock:
    """One paragraph: `kind` is line, code, button or small."""

    text: str
    kind: str = "line"
    url: str = ""


def build_mail(*, to: str, locale: str, subject: str, blocks: Sequence[MailBlock]) -> EmailMultiAlternatives:
    """Return a mail in plain text and HTML."""
    # A name that people type may hold a line break; a subject may not.
    subject = " ".join(subject.split())
    plain = "\n\n".join(block.url or block.text for block in blocks) + "\n"
    mail = EmailMultiAlternatives(
        subject=subject, body=plain, to=[to], headers={"Auto-Submitted": "auto-generated"}
    )
    context = {"subject": subject, "locale": locale, "blocks": blocks}
    mail.attach_alternative(render_to_string("accounts/mail.html", context), "text/html")
    return mail
