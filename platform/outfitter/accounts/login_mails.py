"""The mails about a person's login, in their language, and the jobs that send them."""

import json
from functools import lru_cache
from pathlib import Path
from smtplib import SMTPException
from typing import Any, Final

from outfitter.accounts import mail_links
from outfitter.accounts.mail_layout import MailBlock, build_mail
from outfitter.accounts.models import User
from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import route_locale
from outfitter.kit.person_names import address_name
from outfitter.kit.text_direction import isolated

_TEXTS: Final = Path(__file__).parent / "texts"
RETRY: Final[dict[str, Any]] = {
    "autoretry_for": (OSError, SMTPException),
    "retry_backoff": 2,
    "retry_backoff_max": 120,
    "max_retries": 8,
}


@lru_cache(maxsize=16)
def texts(locale: str) -> dict[str, str]:
    """Return the words of a language; English for one the product does not speak."""
    file = _TEXTS / f"{route_locale(locale)}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


@platform_task("accounts.send_password_link", queue="mail", **RETRY)
def send_password_link(*, email: str, url: str, **_future: Any) -> None:
    """
    Send the link to a new password to whoever has a login with that address.

    The job looks the address up, so that the request takes as long for an unknown one.
    """
    user = User.objects.filter(email=email, is_active=True).first()
    if user is None:
        return
    token = mail_links.issue(user=user, kind="password", email=email, at=utc_now())
    words = texts(user.locale)
    blocks = [
        MailBlock(words["reset_line"]),
        MailBlock(words["reset_button"], "button", f"{_localized(url, user)}#token={token}"),
        MailBlock(words["link_life"], "small"),
    ]
    send(user, "reset_subject", blocks)


@platform_task("accounts.send_email_link", queue="mail", **RETRY)
def send_email_link(*, user_id: int, email: str, url: str, **_future: Any) -> None:
    """Send the link that proves a new address to it, and tell the old one."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    words = texts(user.locale)
    moved = [MailBlock(words["moved_line"].format(email=email)), MailBlock(words["not_you"], "small")]
    send(user, "moved_subject", moved)
    if User.objects.filter(email=email).exclude(pk=user_id).exists():
        send(user, "email_subject", [MailBlock(words["taken_line"])], to=email)
        return
    token = mail_links.issue(user=user, kind="email", email=email, at=utc_now())
    blocks = [
        MailBlock(words["email_line"]),
        MailBlock(words["email_button"], "button", f"{_localized(url, user)}?confirm={token}"),
        MailBlock(words["link_life"], "small"),
    ]
    send(user, "email_subject", blocks, to=email)


@platform_task("accounts.send_admin_invitation", queue="mail", **RETRY)
def send_admin_invitation(*, user_id: int, url: str, desk: str, **_future: Any) -> None:
    """Tell somebody that they run the platform now; `desk` is where, `url` leads to a password."""
    user = User.objects.filter(pk=user_id, is_platform_admin=True).first()
    if user is None:
        return
    token = mail_links.issue(user=user, kind="password", email=user.email, at=utc_now())
    words = texts(user.locale)
    blocks = [
        MailBlock(words["admin_line"].format(desk=_localized(desk, user))),
        MailBlock(words["reset_button"], "button", f"{_localized(url, user)}#token={token}"),
        MailBlock(words["admin_way"], "small"),
    ]
    send(user, "admin_subject", blocks)


@platform_task("accounts.send_notice", queue="mail", **RETRY)
def send_notice(*, user_id: int, notice: str, url: str, **_future: Any) -> None:
    """Tell a person what happened to their login: `notice` is changed, factors or locked."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    words = texts(user.locale)
    blocks = [
        MailBlock(words[f"{notice}_line"]),
        *([MailBlock(words["locked_way"])] if notice == "locked" else []),
        MailBlock(words["reset_button"], "button", _localized(url, user)),
        *([] if notice == "locked" else [MailBlock(words["not_you"], "small")]),
    ]
    send(user, f"{notice}_subject", blocks)


def send(user: User, subject: str, blocks: list[MailBlock], to: str | None = None) -> None:
    """Send a mail that greets its reader; `subject` is the key of a text."""
    words = texts(user.locale)
    name = address_name(user.first_name, user.last_name, language=user.locale) or user.email
    hello = MailBlock(words["hello"].format(name=isolated(name, language=user.locale)))
    build_mail(
        to=to or user.email, locale=route_locale(user.locale), subject=words[subject], blocks=[hello, *blocks]
    ).send()


def _localized(url: str, user: User) -> str:
    locale = route_locale(user.locale)
    if locale == "en":
        return url
    scheme, rest = url.split("://", 1)
    host, _, path = rest.partition("/")
    return f"{scheme}://{host}/{locale}/{path}"
