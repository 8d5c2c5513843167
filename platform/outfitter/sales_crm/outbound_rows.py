"""What is to be sent: deals and operators that differ from what stands in the CRM."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from decimal import Decimal

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum

from outfitter.accounts import hosts
from outfitter.accounts.models import Account, Domain
from outfitter.db.tenant_schema import PUBLIC
from outfitter.kit.money import Money
from outfitter.kpis import exchange_rates
from outfitter.kpis.models import Deal, KpiMonthlyAccount
from outfitter.plugins.sales_crm.types import CrmCompany, CrmDeal
from outfitter.sales_crm.models import CrmCompanyLink


def waiting_deals() -> "QuerySet[Deal]":
    """
    Return deals whose version is not what stands there, the earliest first.

    A change of a deal needs no row of its own to be sent: its version says so, in the transaction
    that made it.
    """
    is_new = Q(crm_link=None)
    is_changed = Q(crm_link__sent_version__lt=F("version"), crm_link__refused_version__lt=F("version"))
    return Deal.objects.filter(is_new | is_changed).select_related("crm_link").order_by("pk")


def is_stage_sent(deal: Deal, known_stage: str) -> bool:
    """Return whether a deal's stage is sent along: not one that stands there, it may be later there."""
    return deal.stage != known_stage


def deal_row(deal: Deal, known_stage: str, company_id: str) -> CrmDeal:
    """Return a deal as a CRM takes it; `known_stage` is the one it has there."""
    return CrmDeal(
        key=str(deal.pk),
        name=deal.name,
        stage=deal.stage if is_stage_sent(deal, known_stage) else "",
        amount=_whole(deal.amount_mrr),
        expected_close=deal.expected_close,
        closed_at=deal.closed_at,
        lost_reason=deal.lost_reason,
        company_id=company_id,
    )


def company_ids(account_ids: Sequence[int]) -> dict[int, str]:
    """Return operator -> id of its company, of those that have one."""
    rows = CrmCompanyLink.objects.filter(account_id__in=account_ids).exclude(remote_id="")
    return dict(rows.values_list("account_id", "remote_id"))


def waiting_companies(most: int) -> list[tuple[int, CrmCompany, str]]:
    """Return operators that differ from what stands there, as (operator, company, digest)."""
    known: Mapping[int, tuple[str, str]] = {
        row.account_id: (row.digest, row.refused_digest) for row in CrmCompanyLink.objects.all()
    }
    found = []
    for account in _accounts().iterator(chunk_size=500):
        row = _company(account)
        digest = hashlib.sha256(repr(astuple(row)).encode()).hexdigest()
        if digest not in known.get(account.pk, ()):
            found.append((account.pk, row, digest))
        if len(found) >= most:
            break
    return found


def _accounts() -> "QuerySet[Account]":
    latest = KpiMonthlyAccount.objects.filter(
        account=OuterRef("pk"), reporting_currency=exchange_rates.reporting_currency()
    ).order_by("-month")
    mrr = latest.annotate(mrr=Sum(F("mrr_subscription") + F("mrr_usage"))).values("mrr")[:1]
    own = Domain.objects.filter(tenant=OuterRef("pk"), is_primary=True).values("domain")[:1]
    rows = Account.objects.exclude(schema_name=PUBLIC).filter(is_ready=True, is_demo=False)
    found: QuerySet[Account] = rows.annotate(
        sales_plan=Subquery(latest.values("plan")[:1]), sales_mrr=Subquery(mrr), sales_domain=Subquery(own)
    ).order_by("pk")
    return found


def _company(account: Account) -> CrmCompany:
    return CrmCompany(
        key=str(account.pk),
        name=account.name,
        domain=account.sales_domain or hosts.tenant_host(account.slug),
        plan=account.sales_plan or "",
        stage=account.onboarding_stage,
        mrr=_whole(account.sales_mrr or 0),
    )


def _whole(minor: int) -> Decimal:
    return Money(minor, exchange_rates.reporting_currency()).major
