"""The mail that invites a person, in their language."""

import json
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.utils import parseaddr
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from babel.dates import format_datetime
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from outfitter.kit import zones
from outfitter.kit.locales import route_locale
from outfitter.kit.text_direction import isolated

FOLDER: Final = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class Invitation:
    """What the mail says. `inviter` is null when the person is gone."""

    to: str
    name: str
    operator: str
    inviter: str | None
    role_slug: str
    role_name: str
    url: str
    expires_at: datetime
    time_zone: str
    locale: str
    reply_to: str | None
    mail_from: str | None = None


@lru_cache(maxsize=16)
def texts(locale: str) -> dict[str, Any]:
    """Return the texts of a language; English for one the product does not speak."""
    found: dict[str, Any] = json.loads((FOLDER / f"{route_locale(locale)}.json").read_text(encoding="utf-8"))
    return found


def invitation_mail(mail: Invitation) -> EmailMultiAlternatives:
    """Return the mail, as text and as HTML."""
    locale = route_locale(mail.locale)
    words = texts(locale)
    facts = {
        "name": mail.name,
        "operator": mail.operator,
        "inviter": mail.inviter or "",
        "role": words["roles"].get(mail.role_slug, mail.role_name),
        "date": format_datetime(zones.to_local(mail.expires_at, mail.time_zone), "medium", locale=locale),
    }
    which = "" if mail.inviter else "_plain"
    facts = {name: isolated(text, language=locale) for name, text in facts.items()}
    said = {key: text.format(**facts) for key, text in words.items() if isinstance(text, str)}
    # A name that people type may hold a line break; a subject may not.
    subject = " ".join(said[f"subject{which}"].split())
    lines = [said["hello"], said[f"line{which}"], said["role"]]
    notes = [said["life"], said["ignore"]]
    message = EmailMultiAlternatives(
        subject=subject,
        body="\n\n".join([*lines, mail.url, *notes]) + "\n",
        from_email=_sender(mail.mail_from or mail.operator),
        to=[mail.to],
        reply_to=[mail.reply_to] if mail.reply_to else None,
        headers={"Auto-Submitted": "auto-generated"},
    )
    shown = {
        "subject": subject,
        "locale": locale,
        "operator": mail.operator,
        "lines": lines,
        "notes": notes,
        "url": mail.url,
        "button": said["button"],
    }
    message.attach_alternative(render_to_string("people/invitation.html", shown), "text/html")
    return message


def _sender(operator: str) -> str:
    name, address = " ".join(operator.split()), parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    try:
        return str(Address(display_name=name, addr_spec=address))
    except ValueError:
        return address
