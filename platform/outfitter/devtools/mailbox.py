"""
The development mailbox: every mail becomes files below `settings.MAILBOX`, the last 500 stay.

A mail is `<id>.eml` (as it would have been sent) and `<id>.json` (what the page shows). The JSON
file appears last and whole, so a reader never meets half a mail.
"""

import json
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMessage
from email.message import MIMEPart
from email.utils import getaddresses
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound

KEEP: Final = 500
ID: Final = re.compile(r"\d{20}-[0-9a-f]{8}")


class MailNotFound(NotFound):
    """No such mail in the mailbox; it may have made room for newer ones."""


def folder() -> Path:
    """Return where mails are kept."""
    return Path(getattr(settings, "MAILBOX", settings.VAR / "mail"))


class MailboxBackend(BaseEmailBackend):
    """Django's way in: keeps mails instead of sending them."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the mails and return how many there were."""
        for message in email_messages:
            keep(message)
        prune()
        return len(email_messages)


def keep(message: EmailMessage) -> str:
    """Store one mail and return its id; ids sort by time."""
    # Django's as_bytes takes the line ending that goes over the wire; stubs do not know it.
    raw: bytes = message.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]
    return keep_raw(raw, bcc=[str(one) for one in message.bcc])


def keep_raw(raw: bytes, *, bcc: Sequence[str] = ()) -> str:
    """Store one mail as it goes over the wire and return its id."""
    at = utc_now()
    mail_id = f"{at:%Y%m%d%H%M%S%f}-{secrets.token_hex(4)}"
    parsed = _parse(raw)
    summary = {
        "id": mail_id,
        "to": _addresses(parsed, "to"),
        "cc": _addresses(parsed, "cc"),
        "bcc": [address for _, address in getaddresses(list(bcc))],
        "from": str(parsed["from"] or ""),
        "reply_to": _addresses(parsed, "reply-to"),
        "subject": str(parsed["subject"] or "").strip(),
        "message_id": str(parsed["message-id"] or ""),
        "sent_at": at.isoformat().replace("+00:00", "Z"),
        "text": _body(parsed, "plain"),
        "html": _body(parsed, "html"),
        "attachments": [
            {"name": name, "content_type": kind, "size": len(content)}
            for name, kind, content in _attachments(parsed)
        ],
    }
    _write(folder() / f"{mail_id}.eml", raw)
    _write(folder() / f"{mail_id}.json", json.dumps(summary, ensure_ascii=False).encode())
    return mail_id


def prune(limit: int = KEEP) -> None:
    """Keep the newest `limit` mails; older files go, the visible one of each mail first."""
    for old in sorted(folder().glob("*.json"), reverse=True)[limit:]:
        old.unlink(missing_ok=True)
        old.with_suffix(".eml").unlink(missing_ok=True)


def list_mails(*, limit: int = KEEP) -> list[dict[str, Any]]:
    """Return the newest mails first."""
    found: list[dict[str, Any]] = []
    for file in sorted(folder().glob("*.json"), reverse=True)[:limit]:
        try:
            found.append(json.loads(file.read_bytes()))
        except FileNotFoundError:  # made room for a newer one meanwhile
            continue
    return found


def get_mail(mail_id: str) -> dict[str, Any]:
    """
    Return one mail.

    :raises MailNotFound: there is none of that id
    """
    mail: dict[str, Any] = json.loads(_read(mail_id, ".json"))
    return mail


def get_source(mail_id: str) -> bytes:
    """
    Return a mail as it would have been sent.

    :raises MailNotFound: there is none of that id
    """
    return _read(mail_id, ".eml")


def get_attachment(mail_id: str, index: int) -> tuple[str, str, bytes]:
    """
    Return name, content type and bytes of one attachment.

    :raises MailNotFound: there is no such mail or attachment
    """
    found = list(_attachments(_parse(get_source(mail_id))))
    if not 0 <= index < len(found):
        raise MailNotFound("Attachment not found.")
    return found[index]


def _read(mail_id: str, suffix: str) -> bytes:
    if not ID.fullmatch(mail_id):
        raise MailNotFound("Email not found.")
    try:
        return (folder() / f"{mail_id}{suffix}").read_bytes()
    except FileNotFoundError as problem:
        raise MailNotFound("Email not found.") from problem


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    draft.write_bytes(content)
    draft.replace(path)


def _parse(raw: bytes) -> ParsedMessage:
    parsed = message_from_bytes(raw, policy=policy.default)
    assert isinstance(parsed, ParsedMessage)  # noqa: S101  (the policy decides the class)
    return parsed


def _addresses(parsed: ParsedMessage, header: str) -> list[str]:
    return [address for _, address in getaddresses([str(v) for v in parsed.get_all(header, [])])]


def _body(parsed: ParsedMessage, kind: str) -> str:
    part = parsed.get_body((kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""


def _attachments(parsed: ParsedMessage) -> Iterator[tuple[str, str, bytes]]:
    for number, part in enumerate(parsed.iter_attachments()):
        yield _name(part, number), _content_type(part), _content(part)


def _name(part: MIMEPart, number: int) -> str:
    return part.get_filename() or f"attachment-{number + 1}"


def _content_type(part: MIMEPart) -> str:
    params = part["content-type"].params if part["content-type"] else {}
    kept = [f"{key}={params[key]}" for key in ("charset", "method") if key in params]
    return "; ".join([part.get_content_type(), *kept])


def _content(part: MIMEPart) -> bytes:
    decoded = part.get_payload(decode=True)
    return decoded if isinstance(decoded, bytes) else part.as_bytes()
