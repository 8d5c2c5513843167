"""The mails of sign-up, and the jobs that send them."""

from collections.abc import Sequence
from smtplib import SMTPException
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives

from outfitter.accounts import hosts
from outfitter.accounts.mail_layout import MailBlock, build_mail
from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.person_names import address_name
from outfitter.kit.text_direction import isolated
from outfitter_signup.models import Signup
from outfitter_signup.translations import texts

_RETRY: Final[dict[str, Any]] = {
    "autoretry_for": (OSError, SMTPException),
    "retry_backoff": 2,
    "retry_backoff_max": 120,
    "max_retries": 8,
}


@platform_task("signup.send_code", queue="mail", **_RETRY)
def send_code(*, signup_id: int, code: str, **_future: Any) -> None:
    """
    Send the six digits.

    Whoever has a login already is told so here, and nowhere else: only the owner of the mailbox
    may learn it.
    """
    signup = Signup.objects.filter(pk=signup_id).first()
    if signup is not None:
        code_mail(signup, code).send()


@platform_task("signup.send_welcome", queue="mail", **_RETRY)
def send_welcome(*, signup_id: int, **_future: Any) -> None:
    """Tell the new operator where its back office is."""
    signup = Signup.objects.select_related("account").filter(pk=signup_id).first()
    if signup is not None and signup.account is not None:
        welcome_mail(signup, hosts.tenant_url(signup.account.slug)).send()


def code_mail(signup: Signup, code: str) -> EmailMultiAlternatives:
    """Return the mail with a code, in the person's language."""
    words = texts(signup.locale)
    subject = words["code_subject"].format(code=code)
    hello = MailBlock(words["hello"].format(name=_name(signup)))
    digits = MailBlock(code, "code")
    if signup.is_known_email:
        blocks = [
            hello,
            MailBlock(words["known_line"]),
            MailBlock(words["known_sign_in"]),
            MailBlock(words["button_sign_in"], "button", hosts.apex_url("/")),
            MailBlock(words["known_add"]),
            digits,
            MailBlock(words["code_life"], "small"),
        ]
    else:
        blocks = [hello, MailBlock(words["code_line"]), digits, MailBlock(words["code_life"], "small")]
    return _mail(signup, subject, blocks)


def welcome_mail(signup: Signup, url: str) -> EmailMultiAlternatives:
    """Return the mail that says where to go."""
    words = texts(signup.locale)
    subject = words["welcome_subject"].format(company=isolated(signup.company_name, language=signup.locale))
    blocks = [
        MailBlock(words["hello"].format(name=_name(signup))),
        MailBlock(words["welcome_line"]),
        MailBlock(words["button_open"], "button", url),
        MailBlock(words["welcome_next"]),
    ]
    return _mail(signup, subject, blocks)


def _mail(signup: Signup, subject: str, blocks: Sequence[MailBlock]) -> EmailMultiAlternatives:
    return build_mail(to=signup.email, locale=signup.locale, subject=subject, blocks=blocks)


def _name(signup: Signup) -> str:
    name = address_name(signup.first_name, signup.last_name, language=signup.locale)
    return isolated(name, language=signup.locale)
