"""HubSpot as the CRM of whoever hosts."""

import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from outfitter.sdk import (
    CrmAccount,
    CrmCompany,
    CrmDeal,
    CrmHit,
    CrmKeys,
    CrmNotice,
    CrmTokenRefused,
    Permanent,
    Retryable,
    SavedCrmRow,
)
from outfitter_hubspot import client, requests, serializers

log = logging.getLogger(__name__)
# Both searches together, with what is needed around them.
SEARCH_SECONDS: Final = 2.8
PIPELINE: Final = "default"
_COMPANY: Final = (
    (client.KEY, "Outfitter ID", "string"),
    ("outfitter_plan", "Outfitter plan", "string"),
    ("outfitter_stage", "Outfitter stage", "string"),
    ("outfitter_mrr", "Outfitter MRR", "number"),
)


class HubSpotCrm:
    """Companies and deals of one HubSpot account."""

    slug = "hubspot"

    def connect(self, keys: CrmKeys) -> CrmAccount:
        """
        Try the token, make the properties that are missing, and return whose it is.

        :raises CrmTokenRefused: the token is not accepted
        :raises Permanent: a scope or a stage is missing; the message says which
        :raises Retryable: HubSpot did not answer, or asks to wait
        """
        token = keys.access_token
        found = client.account(token)
        portal = str(found.get("portalId") or "")
        if not portal:
            raise Permanent("HubSpot named no account.")
        stages = serializers.stage_map(client.stages(token, PIPELINE))
        for name, label, value_type in _COMPANY:
            client.ensure_property(token, "companies", "companyinformation", name, label, value_type)
        client.ensure_property(token, "deals", "dealinformation", client.KEY, "Outfitter ID", "string")
        facts = {f"stage_{ours}": theirs for ours, theirs in stages.items()}
        facts |= {"portal": portal, "pipeline": PIPELINE, "ui": _ui(found)}
        return CrmAccount(portal, f"HubSpot {portal}", facts)

    def save_companies(self, keys: CrmKeys, companies: Sequence[CrmCompany]) -> Sequence[SavedCrmRow]:
        """
        Create or change companies.

        :raises CrmTokenRefused: the token is not accepted
        :raises Permanent: HubSpot refuses; none was saved
        :raises Retryable: HubSpot did not answer, or asks to wait
        """
        rows = {one.key: serializers.company(one) for one in companies}
        return _saved(client.upsert(keys.access_token, "companies", rows))

    def save_deals(self, keys: CrmKeys, deals: Sequence[CrmDeal]) -> Sequence[SavedCrmRow]:
        """
        Create or change deals, and say whom they are with.

        :raises CrmTokenRefused: the token is not accepted
        :raises Permanent: HubSpot refuses; none was saved
        :raises Retryable: HubSpot did not answer, or asks to wait
        """
        rows = {one.key: serializers.deal(one, keys.facts) for one in deals}
        saved = _saved(client.upsert(keys.access_token, "deals", rows))
        companies = {one.key: one.company_id for one in deals if one.company_id}
        for row in saved:
            if row.key in companies:
                _associate(keys.access_token, row.remote_id, companies[row.key])
        return saved

    def archive_deal(self, keys: CrmKeys, remote_id: str) -> None:
        """
        Take a deal out.

        :raises CrmTokenRefused: the token is not accepted
        :raises Permanent: HubSpot refuses
        :raises Retryable: HubSpot did not answer, or asks to wait
        """
        client.archive_deal(keys.access_token, remote_id)

    def search(self, keys: CrmKeys, text: str) -> Sequence[CrmHit]:
        """
        Return deals that match, then companies.

        :raises CrmTokenRefused: the token is not accepted
        :raises Retryable: HubSpot did not answer in time, or asks to wait
        """
        until = time.monotonic() + SEARCH_SECONDS
        found = client.search(keys.access_token, "deals", text, ("dealname", "dealstage"), SEARCH_SECONDS)
        left = until - time.monotonic()
        if left <= 0:
            raise Retryable("HubSpot took too long.")
        others = client.search(keys.access_token, "companies", text, ("name", "outfitter_stage"), left)
        hits = [serializers.deal_hit(one, keys.facts) for one in found]
        return [*hits, *(serializers.company_hit(one, keys.facts) for one in others)]

    def search_articles(self, keys: CrmKeys, text: str, *, domain: str, language: str) -> Sequence[CrmHit]:
        """
        Return articles of the knowledge base.

        :raises CrmTokenRefused: the token is not accepted
        :raises Retryable: HubSpot did not answer in time, or asks to wait
        """
        rows = client.search_site(keys.access_token, text, domain, language, SEARCH_SECONDS)
        hits = (serializers.article_hit(one) for one in rows)
        return [one for one in hits if one is not None]

    def read_notices(
        self, keys: CrmKeys, url: str, headers: Mapping[str, str], body: bytes
    ) -> Sequence[CrmNotice]:
        """
        Check a delivery and return what it tells of deals.

        :raises CrmNoticeRefused: it is not genuine, too old, or can't be read
        """
        return requests.read_notices(keys, url, headers, body)


def _associate(token: str, deal_id: str, company_id: str) -> None:
    """Say whom a deal is with; a company that was taken out there keeps no deal from being saved."""
    try:
        client.associate(token, deal_id, company_id)
    except CrmTokenRefused:
        raise
    except Permanent as problem:
        log.warning("deal %s: %s", deal_id, problem)


def _ui(account: Mapping[str, Any]) -> str:
    """Return the host where people open records: HubSpot's own and no other."""
    found = str(account.get("uiDomain") or "")
    is_theirs = found == "hubspot.com" or found.endswith(".hubspot.com")
    return found if is_theirs and found.replace("-", "").replace(".", "").isalnum() else "app.hubspot.com"


def _saved(rows: Sequence[Any]) -> list[SavedCrmRow]:
    return [SavedCrmRow(str(one.properties[client.KEY]), str(one.id), one.updated_at) for one in rows]
