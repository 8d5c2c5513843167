"""The way from an e-mail address to a reserved subdomain (domain.md 6.1)."""

import hmac
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from outfitter.accounts import operations as accounts
from outfitter.accounts import subdomain_rules
from outfitter.accounts.queries import has_login
from outfitter.kit.errors import Invalid
from outfitter.kit.ids import digits
from outfitter.kit.locales import route_locale
from outfitter_signup import queries, rules, signup_mails
from outfitter_signup.errors import CodeExpired, CodeInvalid, SignupNotFound, TooManyAttempts, WrongStep
from outfitter_signup.models import Signup

AFTER_EMAIL = ("email_confirmed", "domain_ok", "provisioning", "ready", "consumed", "failed")


@dataclass(frozen=True, slots=True)
class Person:
    """Who signs up, as they typed it."""

    email: str
    first_name: str
    last_name: str
    company_name: str
    phone: str | None = None
    locale: str = "en"


def start_signup(*, person: Person, at: datetime, ip: str | None, utm: dict[str, object]) -> str:
    """
    Begin a sign-up, send a code, and return the token.

    Whether the address has a login already shows in the mail alone, never in the answer.
    """
    token = queries.new_token()
    with transaction.atomic():
        signup = Signup(token_hash=queries.token_hash(token), ip=ip, utm=utm, created_at=at, changed_at=at)
        _describe(signup, person)
        _send_new_code(signup, at)
    return token


def resend_code(*, token: str, person: Person | None, at: datetime) -> None:
    """
    Send a new code, which voids the one before; `person` corrects what was typed.

    :raises SignupNotFound: no such sign-up, or it has expired
    :raises WrongStep: the address is confirmed already
    :raises TooManyAttempts: three more codes were sent already, or the last one just now
    """
    with transaction.atomic():
        signup = _lock(token, at)
        if signup.state != "email_pending":
            raise WrongStep("Your email address is already confirmed.", state=signup.state)
        if signup.code_sent_cnt > rules.RESENDS:
            raise TooManyAttempts(
                "We sent you four codes. Check your spam folder, or start again in an hour.", retry_after=3600
            )
        waited = (at - signup.changed_at).total_seconds()
        if waited < rules.RESEND_AFTER.total_seconds():
            rest = int(rules.RESEND_AFTER.total_seconds() - waited) + 1
            raise TooManyAttempts(f"Please wait {rest} seconds.", retry_after=rest)
        if person is not None:
            _describe(signup, person)
        _send_new_code(signup, at)


def confirm_email(*, token: str, code: str, at: datetime) -> Signup:
    """
    Check the six digits.

    :raises SignupNotFound: no such sign-up, or it has expired
    :raises TooManyAttempts: five wrong tries; only a new code helps
    :raises CodeExpired: fifteen minutes have passed, or the code was used
    :raises CodeInvalid: these are not the digits we sent
    """
    # The count has to stay when the code is wrong, so the refusal is raised after the commit.
    with transaction.atomic():
        signup = _lock(token, at)
        if signup.state in AFTER_EMAIL:
            raise CodeExpired("This code was already used. Your email address is confirmed.")
        if signup.code_attempt_cnt >= rules.CODE_ATTEMPTS:
            raise TooManyAttempts("You entered five wrong codes. Please request a new one.")
        if signup.code_expires_at is None or signup.code_expires_at <= at:
            raise CodeExpired("This code is more than 15 minutes old. Please request a new one.")
        given = queries.code_hash(token_hash=signup.token_hash, code=code)
        is_right = hmac.compare_digest(given, signup.code_hash)
        signup.code_attempt_cnt += 1
        if is_right:
            signup.state, signup.code_hash, signup.changed_at = "email_confirmed", "", at
        signup.save(update_fields=["code_attempt_cnt", "state", "code_hash", "changed_at"])
    if not is_right:
        left = rules.CODE_ATTEMPTS - signup.code_attempt_cnt
        raise CodeInvalid("That isn't the code we sent. Please check it.", attempts_left=left)
    return signup


def try_slug(*, token: str | None, slug: str, at: datetime) -> subdomain_rules.Reason | None:
    """
    Return why a slug cannot be had; when it can, keep it 15 minutes for the token.

    A token whose e-mail address is not confirmed reserves nothing.
    """
    try:
        with transaction.atomic():
            signup = _lock(token, at) if token else None
            problem = queries.slug_problem(slug=slug, signup=signup, at=at)
            if problem is None and signup and signup.state in {"email_confirmed", "domain_ok"}:
                reserve_slug(signup=signup, slug=slug, at=at)
    except SignupNotFound:
        return queries.slug_problem(slug=slug, signup=None, at=at)
    except IntegrityError:
        return "taken"  # two sign-ups asked for it in the same instant
    return problem


def reserve_slug(*, signup: Signup, slug: str, at: datetime) -> None:
    """
    Keep a slug for a locked sign-up.

    :raises IntegrityError: another sign-up has just reserved it
    """
    Signup.objects.filter(slug=slug, state="domain_ok", slug_reserved_until__lte=at).exclude(
        pk=signup.pk
    ).update(slug=None, state="email_confirmed", slug_reserved_until=None)
    signup.slug, signup.state = slug, "domain_ok"
    signup.slug_reserved_until = at + rules.SLUG_RESERVED_FOR
    signup.changed_at = at
    signup.save(update_fields=["slug", "state", "slug_reserved_until", "changed_at"])


def expire_old(*, at: datetime) -> int:
    """End sign-ups that nobody went on with for 48 hours; returns how many."""
    old = Signup.objects.filter(state__in=queries.PENDING, changed_at__lt=at - rules.EXPIRES_AFTER)
    return old.update(state="expired", slug=None, slug_reserved_until=None, code_hash="")


def forget_old(*, at: datetime) -> int:
    """Delete what people typed into sign-ups that came to nothing; returns how many."""
    old = Signup.objects.filter(state__in=["expired", "rejected"], changed_at__lt=at - rules.FORGOTTEN_AFTER)
    return old.delete()[0]


def _lock(token: str, at: datetime) -> Signup:
    signup = queries.lock_signup(token=token)
    if queries.is_expired(signup, at=at):
        raise SignupNotFound("This sign-up has expired. Please start again.")
    return signup


def _describe(signup: Signup, person: Person) -> None:
    email = accounts.normalize_email(person.email)
    missing = {
        name: ["Please fill this in."]
        for name in ("first_name", "last_name", "company_name")
        if not getattr(person, name)
    }
    if missing:
        raise Invalid(missing)
    signup.email = email
    signup.first_name, signup.last_name = person.first_name, person.last_name
    signup.company_name, signup.phone = person.company_name, person.phone
    signup.locale = route_locale(person.locale)
    signup.is_known_email = has_login(email=email)


def _send_new_code(signup: Signup, at: datetime) -> None:
    code = digits(6)
    signup.code_hash = queries.code_hash(token_hash=signup.token_hash, code=code)
    signup.code_expires_at = at + rules.CODE_LIFE
    signup.code_attempt_cnt = 0
    signup.code_sent_cnt += 1
    signup.changed_at = at
    signup.save()
    signup_mails.send_code.after_commit(signup_id=signup.pk, code=code)
