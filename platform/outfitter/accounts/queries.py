"""Reads of operators and of who belongs to them."""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from outfitter.accounts import hosts, subdomain_rules
from outfitter.accounts.models import Account, Domain, Membership, ReleasedSlug, User
from outfitter.kit import account_states as states

RELEASED_FOR: Final = timedelta(days=365)
FACTS_TTL_SECONDS: Final = 10.0
_FACTS_LIMIT: Final = 5_000
# What is remembered for ourselves alone.
_INTERNAL: Final = frozenset({"status", "sales_stopped", "is_billed"})
_facts: dict[str, tuple[float, dict[str, str]]] = {}


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An operator as its people see it in a list."""

    id: int
    slug: str
    name: str
    schema_name: str
    url: str


def find_account(*, schema_name: str) -> Account | None:
    """Return the operator that owns a schema."""
    found: Account | None = Account.objects.filter(schema_name=schema_name).first()
    return found


def has_login(*, email: str) -> bool:
    """Return whether somebody signs in with this normalized address."""
    return User.objects.filter(email=email).exists()


def find_user(*, email: str) -> User | None:
    """Return whoever signs in with this normalized address."""
    return User.objects.filter(email=email).first()


def locale_of_user(*, user_id: int) -> str | None:
    """Return the language a person chose, None when nobody has the id."""
    return User.objects.filter(pk=user_id).values_list("locale", flat=True).first()


def list_accounts_of_user(*, user_id: int) -> list[AccountRow]:
    """Return the ready operators where a user has an active avatar, by name."""
    rows = Membership.objects.filter(user_id=user_id, is_active=True, account__is_ready=True)
    return [
        _row(membership.account)
        for membership in rows.select_related("account").order_by("account__name", "account_id")
    ]


def slug_of_schema(schema_name: str) -> str:
    """Return the slug of the operator whose schema that is, "" for nobody's."""
    slugs = Account.objects.filter(schema_name=schema_name).values_list("slug", flat=True)
    return slugs.first() or ""


def facts_of_schema(schema_name: str) -> dict[str, str]:
    """
    Return what plugins and mails say about an operator, remembered for a few seconds.

    :raises LookupError: no operator owns that schema
    """
    facts = _remembered(schema_name)
    return {name: text for name, text in facts.items() if name not in _INTERNAL}


def status_here() -> str:
    """Return the state of the operator whose schema the connection works in."""
    tenant = connection.tenant  # type: ignore[attr-defined]  # set by django-tenants
    # Requests know the account; jobs know the name of its schema.
    known: str | None = getattr(tenant, "status", None)
    return known or _remembered(tenant.schema_name)["status"]


def sells_here() -> bool:
    """Return whether visitors, partners and channels may book with that operator."""
    return states.sells(status_here()) and not _are_sales_stopped()


def _are_sales_stopped() -> bool:
    tenant = connection.tenant  # type: ignore[attr-defined]  # set by django-tenants
    if hasattr(tenant, "sales_stopped_at"):
        return tenant.sales_stopped_at is not None
    return bool(_remembered(tenant.schema_name)["sales_stopped"])


def is_billed_here() -> bool:
    """Return whether the operator whose schema this is has a plan, or had one; costs no read."""
    tenant = connection.tenant  # type: ignore[attr-defined]  # set by django-tenants
    if hasattr(tenant, "is_billed"):
        return bool(tenant.is_billed)
    return bool(_remembered(tenant.schema_name)["is_billed"])


def _remembered(schema_name: str) -> dict[str, str]:
    now = time.monotonic()
    hit = _facts.get(schema_name)
    if hit and hit[0] > now:
        return hit[1]
    account = find_account(schema_name=schema_name)
    if account is None:
        raise LookupError(schema_name)
    facts = {
        "name": account.name,
        "base_url": hosts.tenant_url(account.slug, ""),
        "locale": account.locale,
        "currency": account.currency,
        "time_zone": account.time_zone,
        "status": account.status,
        "sales_stopped": "yes" if account.sales_stopped_at else "",
        "is_billed": "yes" if account.is_billed else "",
    }
    if len(_facts) >= _FACTS_LIMIT:
        _facts.clear()
    _facts[schema_name] = (now + FACTS_TTL_SECONDS, facts)
    return facts


def forget_facts(schema_name: str) -> None:
    """Drop what is remembered of an operator that was just changed."""
    _facts.pop(schema_name, None)


def slug_conflict(*, slug: str, at: datetime) -> subdomain_rules.Reason | None:
    """Return why an otherwise proper slug cannot be had now, None when it is free."""
    host = hosts.tenant_host(slug)
    if Account.objects.filter(slug=slug).exists() or Domain.objects.filter(domain=host).exists():
        return "taken"
    if ReleasedSlug.objects.filter(slug=slug, released_at__gt=at - RELEASED_FOR).exists():
        return "taken"
    if Account.objects.filter(slug_skeleton=subdomain_rules.skeleton(slug)).exists():
        return "look_alike"
    return None


def _row(account: Account) -> AccountRow:
    url = hosts.tenant_url(account.slug)
    return AccountRow(account.pk, account.slug, account.name, account.schema_name, url)
