"""Links that are mailed: to choose a new password, or to prove a new address."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction

from outfitter.accounts.models import MailToken, User
from outfitter.accounts.operations import CodeInvalid, check_password_rules, normalize_email
from outfitter.db.batch_delete import delete_in_batches
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import Invalid

LIFE: Final = timedelta(minutes=60)
_GONE: Final = "This link has expired or was already used. Please request a new one."


def issue(*, user: User, kind: str, email: str, at: datetime) -> str:
    """Return a token for a link; a newer one for another address voids it."""
    token = secrets.token_urlsafe(32)
    if kind == "email":
        MailToken.objects.filter(user=user, kind=kind, used_at__isnull=True).update(used_at=at)
    MailToken.objects.create(
        kind=kind, user=user, token_hash=_hash(token), email=email, created_at=at, expires_at=at + LIFE
    )
    return token


def reset_password(*, token: str, password: str, at: datetime, about: Iterable[str] = ()) -> User:
    """
    Give whoever reads the mailbox a new password; every link of theirs is used up.

    :raises CodeInvalid: unknown, used or expired
    :raises Invalid: the password breaks a rule; the link stays good
    """
    with transaction.atomic():
        row = _lock(token, "password", at)
        check_password_rules(password=password, user=row.user, about=about)
        set_password(user=row.user, password=password, at=at)
    return row.user


def set_password(*, user: User, password: str, at: datetime) -> None:
    """
    Store a password that was checked; every link of the person is used up.

    Whoever had the account before may have asked for one, to an address of their own.
    """
    MailToken.objects.filter(user=user, used_at__isnull=True).update(used_at=at)
    user.set_password(password)
    user.save(update_fields=["password"])


def change_email(*, user: User, token: str, at: datetime) -> str:
    """
    Move a login to the address its link was sent to; returns the old address.

    :raises CodeInvalid: unknown, used, expired, or somebody else's
    :raises Invalid: somebody else got the address meanwhile
    """
    try:
        with transaction.atomic():
            row = _lock(token, "email", at)
            if row.user_id != user.pk:
                raise CodeInvalid(_GONE)
            old = row.user.email
            MailToken.objects.filter(user=row.user, used_at__isnull=True).update(used_at=at)
            User.objects.filter(pk=user.pk).update(email=normalize_email(row.email), email_confirmed_at=at)
    except IntegrityError as problem:
        raise Invalid({"email": ["This email address already has a login."]}) from problem
    return old


def forget_old(*, at: datetime) -> None:
    """Delete links that ran out a day ago."""
    delete_in_batches(MailToken.objects.filter(expires_at__lt=at - timedelta(days=1)))


def _lock(token: str, kind: str, at: datetime) -> MailToken:
    rows = MailToken.objects.select_for_update(of=("self",)).select_related("user")
    row = rows.filter(token_hash=_hash(token), kind=kind, user__is_active=True).first()
    if row is None or row.used_at is not None or row.expires_at <= at:
        raise CodeInvalid(_GONE)
    return row


def _hash(token: str) -> str:
    return keyed_hash(settings.SECRET_KEY, "mail-link", token)
