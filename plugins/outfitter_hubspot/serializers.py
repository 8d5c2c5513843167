"""Pure translation between our companies and deals and HubSpot's."""

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from outfitter.sdk import CrmCompany, CrmDeal, CrmHit, Permanent

# HubSpot's own pipeline of sales, as every account begins.
_DEFAULT: Final = {
    "lead": "appointmentscheduled",
    "qualified": "qualifiedtobuy",
    "demo": "presentationscheduled",
    "proposal": "decisionmakerboughtin",
    "contract": "contractsent",
    "won": "closedwon",
    "lost": "closedlost",
}
_OPEN: Final = ("lead", "qualified", "demo", "proposal", "contract")
_TAG: Final = re.compile(r"<[^<>]*>")


def stage_map(stages: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """
    Return our stage -> HubSpot's id of it: by the names HubSpot began with, else by their order.

    :raises Permanent: there are not five open stages, one won and one lost
    """
    ids = {str(one["id"]) for one in stages}
    if ids >= set(_DEFAULT.values()):
        return dict(_DEFAULT)
    open_ids = [str(one["id"]) for one in stages if not _is_closed(one)]
    won = [str(one["id"]) for one in stages if _is_closed(one) and _chance(one) == 1.0]
    lost = [str(one["id"]) for one in stages if _is_closed(one) and _chance(one) == 0.0]
    if (len(open_ids), len(won), len(lost)) != (len(_OPEN), 1, 1):
        raise Permanent("The pipeline needs five open stages, one that is won and one that is lost.")
    return {**dict(zip(_OPEN, open_ids, strict=True)), "won": won[0], "lost": lost[0]}


def company(row: CrmCompany) -> dict[str, str]:
    """Return the properties of an operator."""
    return {
        "name": row.name,
        "domain": row.domain,
        "outfitter_plan": row.plan,
        "outfitter_stage": row.stage,
        "outfitter_mrr": f"{row.mrr:f}",
    }


def deal(row: CrmDeal, facts: Mapping[str, str]) -> dict[str, str]:
    """Return the properties of a deal; dates are midnight in UTC, as HubSpot wants them."""
    found = {
        "dealname": row.name,
        "pipeline": facts["pipeline"],
        "amount": f"{row.amount:f}",
        "closed_lost_reason": row.lost_reason,
    }
    if row.stage:
        found["dealstage"] = facts[f"stage_{row.stage}"]
    closes = row.closed_at.date() if row.closed_at else row.expected_close
    return found | ({"closedate": f"{closes.isoformat()}T00:00:00Z"} if closes else {})


def our_stage(stage_id: str, facts: Mapping[str, str]) -> str:
    """Return our stage for HubSpot's id of one, empty for one that nothing here stands for."""
    found = {value: name.removeprefix("stage_") for name, value in facts.items() if name.startswith("stage_")}
    return found.get(stage_id, "")


def deal_hit(row: Any, facts: Mapping[str, str]) -> CrmHit:
    """Return a deal that was found."""
    properties = row.properties or {}
    stage = our_stage(str(properties.get("dealstage") or ""), facts)
    return CrmHit(f"deal-{row.id}", _name(properties.get("dealname")), stage, _link(facts, "0-3", row.id))


def company_hit(row: Any, facts: Mapping[str, str]) -> CrmHit:
    """Return a company that was found."""
    properties = row.properties or {}
    stage = str(properties.get("outfitter_stage") or "")
    return CrmHit(f"company-{row.id}", _name(properties.get("name")), stage, _link(facts, "0-2", row.id))


def article_hit(row: Any) -> CrmHit | None:
    """Return an article as plain text; None for one whose address is not safe to open."""
    url = str(row.url or "")
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        return None
    return CrmHit(f"article-{row.id}", plain(str(row.title or "")), plain(str(row.category or "")), url)


def plain(text: str) -> str:
    """Return text without the markup that HubSpot sets around what matched."""
    return " ".join(html.unescape(_TAG.sub("", text)).split())


def _name(value: object) -> str:
    return " ".join(str(value or "").split()) or "-"


def _link(facts: Mapping[str, str], kind: str, remote_id: object) -> str:
    return f"https://{facts['ui']}/contacts/{facts['portal']}/record/{kind}/{remote_id}"


def _is_closed(stage: Mapping[str, Any]) -> bool:
    return str(stage["metadata"].get("isClosed", "")).lower() == "true" or _chance(stage) in {0.0, 1.0}


def _chance(stage: Mapping[str, Any]) -> float:
    try:
        return float(stage["metadata"].get("probability", "0.5"))
    except ValueError:
        return 0.5
