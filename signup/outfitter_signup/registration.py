"""The last step: a login, an operator and its agreement in one transaction; then the job."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import phonenumbers
from babel import Locale, UnknownLocaleError
from django.db import IntegrityError, transaction

from outfitter.accounts import operations as accounts
from outfitter.accounts.models import Account, User
from outfitter.accounts.queries import find_user
from outfitter.api.rate_limits import limit
from outfitter.kit.currencies import OFFERED
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter.kit.zones import zone_names
from outfitter.onboarding import referrals
from outfitter.tos import operations as tos
from outfitter.tos import queries as tos_queries
from outfitter_signup import operations, provision_run, queries, rules
from outfitter_signup.errors import SignupNotFound, WrongStep
from outfitter_signup.form_options import country_codes
from outfitter_signup.models import Signup

DONE = ("provisioning", "ready", "consumed")


@dataclass(frozen=True, slots=True)
class Business:
    """What the operator is, as typed."""

    type: str
    address: str | None = None
    website: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class Registration:
    """Everything the last screen asks."""

    slug: str
    password: str
    country: str
    currency: str
    time_zone: str
    business: Business
    tos_id: int
    tos_sha256: str
    is_marketing_opt_in: bool
    evidence: dict[str, Any] = field(default_factory=dict)  # ip, user_agent


def register(*, token: str, wanted: Registration, at: datetime) -> str:
    """
    Create login, operator and agreement, start the job, and return the state.

    Asked again it changes nothing; after a failure it starts the job anew.

    :raises SignupNotFound: no such sign-up, or it has expired
    :raises WrongStep: the e-mail address is not confirmed
    :raises Invalid: a field breaks a rule, or an existing login has another password
    :raises StaleVersion: the terms are not the current ones
    :raises SlugTaken: somebody else got the subdomain first
    """
    signup = queries.find_signup(token=token)
    if signup is None or queries.is_expired(signup, at=at):
        raise SignupNotFound("This sign-up has expired. Please start again.")
    if signup.state == "email_pending":
        raise WrongStep("Please confirm your email address first.", state=signup.state)
    if signup.state in DONE:
        return signup.state
    if signup.state == "failed":
        return _try_again(token)
    business = _check(signup, wanted, at)
    user = _user(signup, wanted.password)
    with transaction.atomic():
        signup = queries.lock_signup(token=token)
        if signup.state in DONE:
            return signup.state
        _secure_slug(signup, wanted.slug, at)
        owner = user or _create_user(signup, wanted.password, at)
        account = _create_account(signup, wanted, business, at)
        _agree(wanted, account, owner, at)
        _credit(signup, account, at)
        _hand_over(signup, account, owner, at)
    return "provisioning"


def _check(signup: Signup, wanted: Registration, at: datetime) -> dict[str, Any]:
    fields: dict[str, list[str]] = {}
    if wanted.country not in country_codes():
        fields["country"] = ["Please choose a country."]
    if wanted.currency not in OFFERED:
        fields["currency"] = ["Please choose a currency."]
    if wanted.time_zone not in zone_names():
        fields["time_zone"] = ["Please choose a time zone."]
    if problem := queries.slug_problem(slug=wanted.slug, signup=signup, at=at):
        if problem in {"taken", "look_alike"}:
            raise accounts.SlugTaken("This address has just been taken.", slug=wanted.slug)
        fields["slug"] = ["This address cannot be used."]
    phone = None if "country" in fields else _phone(wanted, fields)
    website = _website(wanted.business.website, fields)
    if fields:
        raise Invalid(fields)
    newest = tos_queries.get_current(audience="operator", locale=signup.locale, at=at)
    if (wanted.tos_id, wanted.tos_sha256) != (newest.pk, newest.sha256):
        raise StaleVersion("The terms have changed. Please read the current ones.", current_id=newest.pk)
    address = (wanted.business.address or "").strip()
    return {
        "type": wanted.business.type,
        "address": {"text": address} if address else {},
        "website": website,
        "phone": phone,
        "is_marketing_opt_in": wanted.is_marketing_opt_in,
    }


def _phone(wanted: Registration, fields: dict[str, list[str]]) -> str | None:
    text = (wanted.business.phone or "").strip()
    if not text:
        return None
    try:
        number = phonenumbers.parse(text, wanted.country)
    except phonenumbers.NumberParseException:
        number = None
    if number is None or not phonenumbers.is_possible_number(number):
        fields["business.phone"] = ["This isn't a phone number."]
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _website(text: str | None, fields: dict[str, list[str]]) -> str | None:
    site = (text or "").strip()
    if not site:
        return None
    if "://" not in site:
        site = f"https://{site}"
    host = site.split("://", 1)[1].split("/")[0]
    if not site.startswith(("http://", "https://")) or "." not in host or " " in site:
        fields["business.website"] = ["This is not a web address."]
        return None
    return site


def _user(signup: Signup, password: str) -> User | None:
    """Return the existing login after its password was checked; None when there is none."""
    user = find_user(email=signup.email)
    if user is None:
        # Hashing is slow on purpose: rules are checked before any row is locked.
        new = User(email=signup.email, first_name=signup.first_name, last_name=signup.last_name)
        accounts.check_password_rules(password=password, user=new, about=[signup.company_name])
        return None
    limit(f"signup:password:{signup.pk}", *rules.limit_of("register_password"))
    try:
        return accounts.authenticate(email=signup.email, password=password)
    except accounts.InvalidCredentials as problem:
        raise Invalid(
            {"password": ["You already have a login with this email address. Please use its password."]}
        ) from problem


def _secure_slug(signup: Signup, slug: str, at: datetime) -> None:
    try:
        with transaction.atomic():
            operations.reserve_slug(signup=signup, slug=slug, at=at)
    except IntegrityError as problem:
        raise accounts.SlugTaken("This address has just been taken.", slug=slug) from problem


def _create_user(signup: Signup, password: str, at: datetime) -> User:
    return accounts.create_user(
        email=signup.email,
        password=password,
        first_name=signup.first_name,
        last_name=signup.last_name,
        phone=signup.phone,
        locale=signup.locale,
        at=at,
    )


def _create_account(signup: Signup, wanted: Registration, business: dict[str, Any], at: datetime) -> Account:
    return accounts.create_account(
        slug=wanted.slug,
        name=signup.company_name,
        country=wanted.country,
        currency=wanted.currency,
        time_zone=wanted.time_zone,
        locale=regional_locale(signup.locale, wanted.country),
        business=business,
        at=at,
    )


def regional_locale(language: str, country: str) -> str:
    """Return "de-AT" for German in Austria when that is a known combination, else "de"."""
    try:
        spoken = Locale.parse(f"und_{country}").language
    except (UnknownLocaleError, ValueError):
        spoken = ""
    return f"{language}-{country}" if language in {spoken, "en"} else language


def _agree(wanted: Registration, account: Account, owner: User, at: datetime) -> None:
    tos.agree(
        tos_id=wanted.tos_id,
        sha256=wanted.tos_sha256,
        user_id=owner.pk,
        account_id=account.pk,
        at=at,
        ip=wanted.evidence.get("ip"),
        user_agent=wanted.evidence.get("user_agent", ""),
    )


def _credit(signup: Signup, account: Account, at: datetime) -> None:
    code = str(signup.utm.get("referral") or "")
    if code:
        referrals.claim(code=code, referred=account, ip=signup.ip, email=signup.email, at=at)


def _hand_over(signup: Signup, account: Account, owner: User, at: datetime) -> None:
    signup.state, signup.account, signup.user = "provisioning", account, owner
    signup.steps_done, signup.attempt_cnt, signup.error = [], 0, ""
    signup.changed_at = at
    signup.save()
    provision_run.provision.after_commit(signup_id=signup.pk)


def _try_again(token: str) -> str:
    with transaction.atomic():
        signup = queries.lock_signup(token=token)
        if signup.state == "failed" and signup.account_id and signup.user_id:
            signup.state, signup.attempt_cnt, signup.error = "provisioning", 0, ""
            signup.save(update_fields=["state", "attempt_cnt", "error"])
            provision_run.provision.after_commit(signup_id=signup.pk)
    return signup.state
