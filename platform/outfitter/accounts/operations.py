"""Writes of operators, people's logins and one-time codes."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from outfitter.accounts import hosts, password_rules, schema_pool, subdomain_rules
from outfitter.accounts.models import (
    Account,
    AccountStageEvent,
    Domain,
    Membership,
    OneTimeCode,
    ReleasedSlug,
    User,
)
from outfitter.db.batch_delete import delete_in_batches
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import DomainError, Invalid

ONE_TIME_CODE_LIFE: Final = timedelta(seconds=60)
LONGEST_PASSWORD: Final = password_rules.LONGEST


class SlugTaken(DomainError):
    """Somebody else got the subdomain first."""

    code = "slug_taken"
    status = 409


class InvalidCredentials(DomainError):
    """The e-mail address, password or code does not open anything; never told which."""

    code = "invalid_credentials"
    status = 401


class CodeInvalid(DomainError):
    """A one-time code is unknown, used, expired, or meant for another operator."""

    code = "code_invalid"
    status = 401


def normalize_email(email: str) -> str:
    """Return the form in which addresses are stored and compared."""
    return email.strip().lower()


def check_password_rules(*, password: str, user: User, about: Iterable[str] = ()) -> None:
    """
    Refuse a password that is too short, too common or about its owner.

    `about` are further words that strangers would try, such as the operator's name.

    :raises Invalid: with the reasons, under `password`
    """
    password_rules.check(password, about=[user.email, user.first_name, user.last_name, *about])


def create_user(
    *,
    email: str,
    password: str,
    first_name: str,
    last_name: str,
    at: datetime,
    phone: str | None = None,
    locale: str = "en",
) -> User:
    """
    Create a login whose e-mail address is confirmed.

    :raises Invalid: the password breaks a rule, or the address has a login already
    """
    user = User(
        email=normalize_email(email),
        first_name=first_name,
        last_name=last_name,
        phone=phone,
        locale=locale,
        email_confirmed_at=at,
    )
    check_password_rules(password=password, user=user)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as problem:
        raise Invalid({"email": ["This email address already has a login."]}) from problem
    return user


def create_account(
    *,
    slug: str,
    name: str,
    country: str,
    currency: str,
    time_zone: str,
    locale: str,
    at: datetime,
    business: Mapping[str, object] | None = None,
    is_demo: bool = False,
    schema_name: str | None = None,
) -> Account:
    """
    Create the row of an operator; its schema comes with `schema_pool.claim_schema`.

    :raises SlugTaken: another operator has this subdomain, or one that looks the same
    """
    account = Account(
        slug=slug,
        slug_skeleton=subdomain_rules.skeleton(slug),
        schema_name=schema_name or schema_pool.new_schema_name(),
        name=name,
        country=country,
        currency=currency,
        time_zone=time_zone,
        locale=locale,
        business=dict(business or {}),
        is_demo=is_demo,
    )
    try:
        with transaction.atomic():
            account.save()
            AccountStageEvent.objects.create(account=account, stage="signed_up", entered_at=at)
    except IntegrityError as problem:
        raise SlugTaken("This address was just taken.", slug=slug) from problem
    return account


def add_domain(*, account: Account, at: datetime) -> None:
    """Lead the operator's subdomain to it; safe to repeat."""
    host = hosts.tenant_host(account.slug)
    Domain.objects.update_or_create(
        domain=host, defaults={"tenant": account, "is_primary": True, "verified_at": at}
    )
    hosts.forget(host)


def open_account(*, account: Account) -> None:
    """Let the operator's host answer."""
    account.is_ready = True
    account.save(update_fields=["is_ready"])
    hosts.forget(hosts.tenant_host(account.slug))


def release_slug(*, slug: str, at: datetime) -> None:
    """Keep a subdomain that became free from being taken for twelve months."""
    ReleasedSlug.objects.update_or_create(slug=slug, defaults={"released_at": at})


def add_membership(*, user: User, account: Account, avatar_id: int, kind: str = "staff") -> None:
    """Note that a user has an avatar at an account; safe to repeat."""
    Membership.objects.update_or_create(
        user=user, account=account, defaults={"user_avatar_id": avatar_id, "kind": kind, "is_active": True}
    )


def authenticate(*, email: str, password: str) -> User:
    """
    Return the user whose password this is; unknown addresses cost the same time.

    :raises InvalidCredentials: it is nobody's
    """
    user = User.objects.filter(email=normalize_email(email)).first()
    return check_password(user=user, password=password)


def check_password(*, user: User | None, password: str) -> User:
    """
    Return the user if this is their password; without one it costs the same time.

    :raises InvalidCredentials: it is not, or there is no user
    """
    if user is None or len(password) > LONGEST_PASSWORD:
        make_password(password[:LONGEST_PASSWORD])
    elif user.check_password(password) and user.is_active:
        return user
    raise InvalidCredentials("Wrong email address or password.")


def issue_one_time_code(
    *,
    user: User,
    schema_name: str,
    at: datetime,
    is_second_factor: bool = False,
    is_remembered: bool = False,
    confirmed_at: datetime | None = None,
    session_until: datetime | None = None,
) -> str:
    """
    Return a ticket that signs the user in on that operator's host within 60 seconds, once.

    `is_second_factor` says that the host which issues it saw the second factor too,
    `confirmed_at` when it last saw a proof of who the person is. `session_until` ends the new
    session no later than the one it comes from.
    """
    code = secrets.token_urlsafe(32)
    OneTimeCode.objects.create(
        code_hash=_code_hash(code),
        user=user,
        schema_name=schema_name,
        is_second_factor=is_second_factor,
        is_remembered=is_remembered,
        confirmed_at=confirmed_at,
        session_until=session_until,
        expires_at=at + ONE_TIME_CODE_LIFE,
    )
    return code


@dataclass(frozen=True, slots=True)
class TicketHolder:
    """Whom a ticket stands for, and what they proved where it was issued."""

    user: User
    is_second_factor: bool
    is_remembered: bool
    confirmed_at: datetime | None = None
    session_until: datetime | None = None


def redeem_one_time_code(*, code: str, schema_name: str, at: datetime) -> TicketHolder:
    """
    Return the user a ticket stands for and use it up.

    :raises CodeInvalid: unknown, used, expired, or meant for another operator
    """
    mine = OneTimeCode.objects.filter(code_hash=_code_hash(code), schema_name=schema_name)
    is_mine = mine.filter(used_at__isnull=True, expires_at__gt=at, user__is_active=True)
    if not is_mine.update(used_at=at):
        raise CodeInvalid("This sign-in link has expired or was already used. Please sign in.")
    row = mine.select_related("user").get()
    return TicketHolder(
        row.user, row.is_second_factor, row.is_remembered, row.confirmed_at, row.session_until
    )


def forget_old(*, at: datetime) -> None:
    """Delete tickets that ran out a day ago."""
    delete_in_batches(OneTimeCode.objects.filter(expires_at__lt=at - timedelta(days=1)))


def _code_hash(code: str) -> str:
    return keyed_hash(settings.SECRET_KEY, "one-time-code", code)
