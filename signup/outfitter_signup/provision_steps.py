"""
From a row to an operator that can sell: named steps, each safe to repeat.

The steps know an account and its owner, nothing of sign-up; the job and the commands share them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from outfitter.accounts import operations as accounts
from outfitter.accounts import schema_pool, schema_snapshot
from outfitter.accounts.models import Account, User
from outfitter.accounts.tasks import fill_pool
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.person_names import full_name
from outfitter.plugins import configs, registry
from outfitter_tenants.backoffice import provisioning as backoffice


@dataclass(frozen=True, slots=True)
class Provision:
    """Whose schema is being made, and for whom."""

    account: Account
    owner: User


def make_schema(job: Provision) -> None:
    """Take a spare schema, or make one from the snapshot; then have the pool filled up."""
    schema_pool.claim_schema(account=job.account)
    fill_pool.after_commit()


def fill_lookups(job: Provision) -> None:
    """Create the rows the product takes for granted."""
    account = job.account
    with in_schema(account.schema_name):
        backoffice.create_lookups(
            operator=backoffice.NewOperator(
                name=account.name,
                country=account.country,
                currency=account.currency,
                locale=account.locale,
                time_zone=account.time_zone,
                address=dict(account.business.get("address") or {}),
            )
        )


def add_owner(job: Provision) -> None:
    """Give the owner an avatar there, and note it for the account chooser."""
    owner = job.owner
    with in_schema(job.account.schema_name):
        avatar_id = backoffice.create_owner(
            user_id=owner.pk,
            name=full_name(owner.first_name, owner.last_name) or owner.email,
            email=owner.email,
            phone=owner.phone,
            at=utc_now(),
        )
    accounts.add_membership(user=owner, account=job.account, avatar_id=avatar_id)


def add_host(job: Provision) -> None:
    """Lead the subdomain to the account."""
    accounts.add_domain(account=job.account, at=utc_now())


def enable_plugins(job: Provision) -> None:
    """Switch on what comes switched on."""
    for slug, manifest in registry.manifests().items():
        if manifest.enabled_by_default:
            configs.enable(schema_name=job.account.schema_name, slug=slug)


STEPS: Final[dict[str, Callable[[Provision], None]]] = {
    "schema": make_schema,
    "lookups": fill_lookups,
    "owner": add_owner,
    "domain": add_host,
    "plugins": enable_plugins,
}


def provision_now(*, account: Account, owner: User) -> None:
    """Do every step at once and open the doors; safe to repeat."""
    for step in STEPS.values():
        step(Provision(account, owner))
    accounts.open_account(account=account)


def take_back(*, account: Account) -> None:
    """Drop the schema of an account that never opened; one that did is left alone."""
    if not account.is_ready:
        schema_snapshot.drop_schema(schema_name=account.schema_name)
