"""Domains that the operator brings: asked for, verified and removed in the settings."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from outfitter.accounts.domain_claims import MOST, ClaimRow
from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, In, Out
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.own_domains import use_cases

router = Router(tags=["own domains"])
SETUP = allow("setup.general")


class OwnDomainOut(Out):
    """
    A domain and what its DNS must say: a CNAME to `cname_target`, or the text record.

    `verified_at` is null until it leads here; `problem` tells how the last look went ("" is well) and
    `found` where the domain pointed then.
    """

    id: int
    domain: str
    cname_target: str
    txt_name: str
    txt_value: str
    verified_at: datetime | None
    problem: Literal["", "not_found", "wrong", "unavailable", "lost"]
    found: str


class OwnDomainsOut(Out):
    """The operator's own domains by name, and how many there may be."""

    domains: list[OwnDomainOut]
    most: int


class OwnDomainIn(In):
    """A domain as people write it."""

    domain: Annotated[str, Field(min_length=1, max_length=300)]


def _told(rows: list[ClaimRow]) -> dict[str, object]:
    return {"domains": rows, "most": MOST}


@router.get(
    "/api/ownDomains/get", auth=SETUP, response={200: OwnDomainsOut, **ERRORS}, operation_id="own_domains_get"
)
def own_domains_get(request: HttpRequest) -> dict[str, object]:
    """Return the domains that the operator brought."""
    return _told(use_cases.list_domains())


@router.post(
    "/api/ownDomain/add", auth=SETUP, response={200: OwnDomainsOut, **ERRORS}, operation_id="own_domain_add"
)
def own_domain_add(request: HttpRequest, body: OwnDomainIn) -> dict[str, object]:
    """Ask for a domain; it leads here once its DNS proves that it is the operator's."""
    return _told(use_cases.add(domain=body.domain, at=utc_now()))


@router.post(
    "/api/ownDomain/{claim}/verify",
    auth=SETUP,
    response={200: OwnDomainsOut, 409: ErrorOut, **ERRORS},
    operation_id="own_domain_verify",
)
def own_domain_verify(request: HttpRequest, claim: int) -> dict[str, object]:
    """Look at the domain's records now."""
    limit(f"own-domain:{caller_of(request).avatar_id}", times=30, seconds=300)
    return _told(use_cases.verify(claim_id=claim, at=utc_now()))


@router.post(
    "/api/ownDomain/{claim}/remove",
    auth=SETUP,
    response={200: OwnDomainsOut, **ERRORS},
    operation_id="own_domain_remove",
)
def own_domain_remove(request: HttpRequest, claim: int) -> dict[str, object]:
    """Remove a domain; guests who open it find nothing from now on."""
    return _told(use_cases.remove(claim_id=claim, at=utc_now()))
