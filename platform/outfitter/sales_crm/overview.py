"""What the platform's desk shows of the CRM."""

from datetime import datetime
from typing import Final, TypedDict

from outfitter.accounts import hosts
from outfitter.sales_crm import connection, outbound_rows
from outfitter.sales_crm.models import CrmCompanyLink, CrmDealLink

WEBHOOK_PATH: Final = "/partner/hubspot/webhook"
MOST_REFUSED: Final = 20


class RefusedRow(TypedDict):
    """Something that the CRM does not take."""

    name: str
    error: str


class CrmOverview(TypedDict):
    """The connection and what stands where; `state` is "none" without any."""

    state: str
    account: str
    problem: str
    help_domain: str
    webhook_url: str
    connected_at: datetime | None
    connected_by: str
    sent_at: datetime | None
    heard_at: datetime | None
    paused_until: datetime | None
    deals_cnt: int
    companies_cnt: int
    waiting_cnt: int
    refused: list[RefusedRow]
    version: int | None


def webhook_url() -> str:
    """Return where the CRM posts."""
    return hosts.apex_url(WEBHOOK_PATH)


def crm_overview() -> CrmOverview:
    """Return the connection and how much stands in the CRM."""
    row = connection.find_connection()
    deals = CrmDealLink.objects.filter(sent_version__gt=0)
    return {
        "state": row.state if row else "none",
        "account": row.name if row else "",
        "problem": row.problem if row else "",
        "help_domain": row.help_domain if row else "",
        "webhook_url": webhook_url(),
        "connected_at": row.connected_at if row else None,
        "connected_by": row.connected_by if row else "",
        "sent_at": row.sent_at if row else None,
        "heard_at": row.heard_at if row else None,
        "paused_until": row.paused_until if row else None,
        "deals_cnt": deals.count(),
        "companies_cnt": CrmCompanyLink.objects.exclude(remote_id="").count(),
        "waiting_cnt": outbound_rows.waiting_deals().count() if row else 0,
        "refused": _refused(),
        "version": row.version if row else None,
    }


def _refused() -> list[RefusedRow]:
    deals = CrmDealLink.objects.exclude(error="").filter(deal__isnull=False).select_related("deal")
    companies = CrmCompanyLink.objects.exclude(error="").select_related("account")
    names = [(one.deal.name, one.error) for one in deals[:MOST_REFUSED] if one.deal]
    gone = CrmDealLink.objects.exclude(error="").filter(deal=None, remote_id__isnull=False)
    names += [(f"#{one.remote_id}", one.error) for one in gone[:MOST_REFUSED]]
    names += [(one.account.name, one.error) for one in companies[:MOST_REFUSED]]
    return [RefusedRow(name=name, error=error) for name, error in names]
