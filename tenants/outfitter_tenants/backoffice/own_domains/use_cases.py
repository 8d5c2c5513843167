"""What an operator does with domains of its own, each in its log."""

from datetime import datetime

from outfitter.accounts import domain_claims
from outfitter.accounts import queries as accounts
from outfitter.accounts.domain_claims import ClaimRow
from outfitter.accounts.models import Account
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.audit.operations import record


def _account() -> Account:
    account = accounts.find_account(schema_name=current_schema())
    assert account is not None  # noqa: S101  (we work in its schema)
    return account


def list_domains() -> list[ClaimRow]:
    """Return the operator's own domains by name."""
    return domain_claims.list_claims(account=_account())


def add(*, domain: str, at: datetime) -> list[ClaimRow]:
    """
    Ask for a domain; returns what `list_domains` does. Safe to repeat.

    :raises Invalid: it is no name that can be brought, or there are too many
    """
    account = _account()
    known = {row.domain for row in list_domains()}
    with atomic():
        name = domain_claims.add_claim(account=account, domain=domain, at=at)
        if name not in known:
            _note(account, "own_domain.added", at, after={"domain": name})
    return list_domains()


def verify(*, claim_id: int, at: datetime) -> list[ClaimRow]:
    """
    Look at the domain's records, and lead it to the operator if they prove it.

    :raises NotFound: the operator has no such domain
    :raises DomainTaken: another operator holds and proves it
    """
    account = _account()
    # Before the transaction: name servers may take seconds.
    records = domain_claims.look_up(account=account, claim_id=claim_id)
    with atomic():
        name = domain_claims.settle(account=account, claim_id=claim_id, records=records, at=at)
        if name:
            _note(account, "own_domain.verified", at, after={"domain": name})
    return list_domains()


def remove(*, claim_id: int, at: datetime) -> list[ClaimRow]:
    """
    Give a domain back: it leads nowhere from now on.

    :raises NotFound: the operator has no such domain
    """
    account = _account()
    with atomic():
        name = domain_claims.remove(account=account, claim_id=claim_id)
        _note(account, "own_domain.removed", at, before={"domain": name})
    return list_domains()


def _note(
    account: Account,
    action: str,
    at: datetime,
    *,
    before: dict[str, str] | None = None,
    after: dict[str, str] | None = None,
) -> None:
    record(
        entity_type="own_domain",
        entity_id=account.pk,
        action=action,
        at=at,
        before=before or {},
        after=after or {},
    )
