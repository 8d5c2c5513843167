"""
Domains that operators bring: asked for, proved by DNS, and given back (docs/adr/0155).

A claim alone leads nowhere. What leads to an operator is a row of `Domain`, and a name has one.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction

from outfitter.accounts import dns_records, domain_names, hosts
from outfitter.accounts.dns_records import DnsRecords
from outfitter.accounts.models import Account, Domain, DomainClaim
from outfitter.kit.errors import DomainError, Invalid, NotFound

MOST: Final = 10
_WHY_NOT: Final[dict[domain_names.Reason, str]] = {
    "too_long": "This name is too long.",
    "characters": "A domain has letters, digits and hyphens between its dots.",
    "no_domain": "Enter a domain such as booking.example.com.",
    "ours": "This name belongs to the platform.",
}


class DomainTaken(DomainError):
    """Another operator proved that the domain is theirs, and its records still say so."""

    code = "domain_taken"
    status = 409


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A domain, the records that would prove it, and how the last look at them went."""

    id: int
    domain: str
    cname_target: str
    txt_name: str
    txt_value: str
    verified_at: datetime | None
    problem: str
    found: str


def list_claims(*, account: Account) -> list[ClaimRow]:
    """Return an operator's own domains by name."""
    verified = dict(Domain.objects.filter(tenant=account).values_list("domain", "verified_at"))
    return [
        ClaimRow(
            id=claim.pk,
            domain=claim.domain,
            cname_target=hosts.tenant_host(account.slug),
            txt_name=f"{domain_names.PROOF_LABEL}.{claim.domain}",
            txt_value=f"{domain_names.PROOF_PREFIX}{claim.token}",
            verified_at=verified.get(claim.domain),
            problem=claim.problem,
            found=claim.found,
        )
        for claim in DomainClaim.objects.filter(account=account).order_by("domain")
    ]


def add_claim(*, account: Account, domain: str, at: datetime) -> str:
    """
    Note that an operator wants a domain; returns its normalized name. Safe to repeat.

    :raises Invalid: it is no name that can be brought, or there are too many
    """
    name = domain_names.normalize(domain)
    reason = domain_names.problem_of(name, base_domain=settings.BASE_DOMAIN)
    if reason:
        raise Invalid({"domain": [_WHY_NOT[reason]]})
    with transaction.atomic():
        # Two at once would both count nine.
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        own = DomainClaim.objects.filter(account=account)
        if own.filter(domain=name).exists():
            return name
        if own.count() >= MOST:
            raise Invalid({"domain": [f"You can have {MOST} domains. Remove one first."]})
        DomainClaim.objects.create(
            account=account, domain=name, token=secrets.token_urlsafe(24), created_at=at
        )
    return name


def look_up(*, account: Account, claim_id: int) -> DnsRecords | None:
    """
    Ask DNS about a claim's domain, outside any transaction; None when nobody answers.

    :raises NotFound: the operator has no such claim
    """
    claim = _own(account, claim_id)
    try:
        return dns_records.resolver.records(claim.domain)
    except dns_records.DnsAway:
        return None


def settle(*, account: Account, claim_id: int, records: DnsRecords | None, at: datetime) -> str | None:
    """
    Write down what DNS said; returns the domain if it leads to the operator from now on.

    Who holds the domain keeps it while the records prove it; a name that changed hands goes on.

    :raises NotFound: the operator has no such claim
    :raises DomainTaken: somebody else holds and proves it
    """
    with transaction.atomic():
        claim = _own(account, claim_id, is_locked=True)
        claim.found = (records.target or "")[: domain_names.LONGEST] if records else ""
        held = Domain.objects.select_for_update().filter(domain=claim.domain).first()
        is_proved = records is not None and _proves(claim, account, records)
        claim.problem = "" if is_proved else _problem(records)
        claim.save(update_fields=["found", "problem"])
        if not is_proved or records is None or (held and held.tenant_id == account.pk):
            return None
        if held:
            _take_from(held, records)
        try:
            with transaction.atomic():
                Domain.objects.create(domain=claim.domain, tenant=account, is_primary=False, verified_at=at)
        except IntegrityError as problem:
            raise DomainTaken("This domain leads to another operator.") from problem
    hosts.forget(claim.domain)
    return str(claim.domain)


def remove(*, account: Account, claim_id: int) -> str:
    """
    Give a domain back; returns its name. It leads nowhere from now on.

    :raises NotFound: the operator has no such claim
    """
    with transaction.atomic():
        claim = _own(account, claim_id, is_locked=True)
        name = str(claim.domain)
        Domain.objects.filter(domain=name, tenant=account, is_primary=False).delete()
        claim.delete()
    hosts.forget(name)
    return name


def may_have_certificate(host: str) -> bool:
    """Return whether a certificate may be had for a host: ours, or one that an operator proved."""
    if hosts.is_apex(host):
        return host != "127.0.0.1"
    tenant = hosts.find_tenant(host)
    return tenant is not None and tenant.status != "closed"


def _own(account: Account, claim_id: int, *, is_locked: bool = False) -> DomainClaim:
    rows = DomainClaim.objects.select_for_update() if is_locked else DomainClaim.objects
    claim = rows.filter(account=account, pk=claim_id).first()
    if claim is None:
        raise NotFound("There is no such domain.")
    return claim


def _proves(claim: DomainClaim, account: Account, records: DnsRecords) -> bool:
    if f"{domain_names.PROOF_PREFIX}{claim.token}" in records.texts:
        return True
    # Only who controls the domain can point it at the host that is this operator's alone.
    return records.target == hosts.tenant_host(account.slug)


def _problem(records: DnsRecords | None) -> str:
    if records is None:
        return "unavailable"
    return "wrong" if records.target or records.texts else "not_found"


def _take_from(held: Domain, records: DnsRecords) -> None:
    other = DomainClaim.objects.filter(account=held.tenant_id, domain=held.domain).first()
    if held.is_primary or (other and _proves(other, held.tenant, records)):
        raise DomainTaken("This domain leads to another operator.")
    if other:
        other.problem = "lost"
        other.save(update_fields=["problem"])
    held.delete()
