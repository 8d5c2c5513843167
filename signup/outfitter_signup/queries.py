"""Reads of sign-ups."""

import secrets
from datetime import datetime

from django.conf import settings

from outfitter.accounts import queries as accounts
from outfitter.accounts import subdomain_rules
from outfitter.kit.crypto import keyed_hash
from outfitter_signup.errors import SignupNotFound
from outfitter_signup.models import Signup
from outfitter_signup.rules import EXPIRES_AFTER

PENDING = ("email_pending", "email_confirmed", "domain_ok")
MAX_SUGGESTIONS = 3


def new_token() -> str:
    """Return the secret by which a browser goes on with its sign-up."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return keyed_hash(settings.SECRET_KEY, "signup-token", token)


def code_hash(*, token_hash: str, code: str) -> str:
    """Return what is stored of a six-digit code; bound to its sign-up."""
    return keyed_hash(settings.SECRET_KEY, "signup-code", token_hash, code)


def find_signup(*, token: str | None) -> Signup | None:
    """Return the sign-up of a token, None when there is none."""
    if not token:
        return None
    rows = Signup.objects.select_related("account", "user")
    return rows.filter(token_hash=token_hash(token)).first()


def lock_signup(*, token: str) -> Signup:
    """
    Return the sign-up of a token, locked.

    :raises SignupNotFound: there is none, or it has expired
    """
    row = (
        Signup.objects.select_for_update(of=("self",), no_key=True)
        .filter(token_hash=token_hash(token))
        .first()
    )
    if row is None:
        raise SignupNotFound("We couldn't find this sign-up. Please start again.")
    return row


def is_expired(signup: Signup, *, at: datetime) -> bool:
    """Return whether nothing happened for so long that one has to start again."""
    is_old = signup.state in PENDING and signup.changed_at < at - EXPIRES_AFTER
    return is_old or signup.state in {"expired", "rejected"}


def slug_problem(*, slug: str, signup: Signup | None, at: datetime) -> subdomain_rules.Reason | None:
    """Return why this sign-up cannot have a slug, None when it can."""
    if problem := subdomain_rules.problem_of(slug):
        return problem
    held = Signup.objects.filter(state="domain_ok", slug_reserved_until__gt=at)
    making = Signup.objects.filter(state="provisioning")
    others = (held | making).exclude(slug=None)
    if signup is not None:
        others = others.exclude(pk=signup.pk)
    if others.filter(slug=slug).exists():
        return "taken"
    return accounts.slug_conflict(slug=slug, at=at)


def list_suggestions(*, slug: str, signup: Signup | None, at: datetime) -> list[str]:
    """Return free slugs near one that cannot be had."""
    names = [slug] + ([signup.company_name] if signup else [])
    ideas = dict.fromkeys(
        idea for name in names for idea in [subdomain_rules.from_name(name), *subdomain_rules.variants(name)]
    )
    free = (idea for idea in ideas if idea != slug and slug_problem(slug=idea, signup=signup, at=at) is None)
    return [idea for idea, _ in zip(free, range(MAX_SUGGESTIONS), strict=False)]
