"""Writes of deals: made, edited, moved through their stages, won with an operator or lost for a reason."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from outfitter.accounts.models import Account
from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter.kpis.models import Deal
from outfitter.kpis.queries.pipeline import OPEN, get_deal

CERTAIN: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class DealTerms:
    """What people say of a deal; the amount is a month's, in minor units of the reporting currency."""

    name: str
    amount_mrr: int = 0
    probability_ppm: int = 0
    owner: str = ""
    source: str = ""
    expected_close: date | None = None
    account_id: int | None = None


def create(*, terms: DealTerms, stage: str = "lead", at: datetime) -> Deal:
    """
    Begin a deal in an open stage.

    :raises Invalid: there is no such operator
    """
    _require_account(terms)
    return Deal.objects.create(
        name=terms.name,
        amount_mrr=terms.amount_mrr,
        probability_ppm=terms.probability_ppm,
        owner=terms.owner,
        source=terms.source,
        expected_close=terms.expected_close,
        account_id=terms.account_id,
        stage=stage,
        created_at=at,
        stage_entered_at=at,
    )


def edit(*, deal_id: int, terms: DealTerms, version: int) -> Deal:
    """
    Say other things of a deal, or which operator it became.

    :raises NotFound: there is no such deal
    :raises Invalid: there is no such operator
    :raises StaleVersion: somebody else changed it meanwhile
    """
    get_deal(deal_id=deal_id)
    _require_account(terms)
    changed = Deal.objects.filter(pk=deal_id, version=version).update(
        name=terms.name,
        amount_mrr=terms.amount_mrr,
        probability_ppm=terms.probability_ppm,
        owner=terms.owner,
        source=terms.source,
        expected_close=terms.expected_close,
        account_id=terms.account_id,
        version=version + 1,
    )
    return _changed(deal_id, changed)


def move(*, deal_id: int, stage: str, lost_reason: str, version: int, at: datetime) -> Deal:
    """
    Bring a deal into a stage; the stage it is in already stays as it is.

    Won is certain and lost is not to come: both close it. A lost one says why; moved to an open
    stage it lives again.

    :raises NotFound: there is no such deal
    :raises Invalid: it is lost without a reason
    :raises StaleVersion: somebody else changed it meanwhile
    """
    if stage == "lost" and not lost_reason.strip():
        raise Invalid({"lost_reason": ["Say why it was lost."]})
    with atomic():
        deal = _locked(deal_id)
        if deal.version != version:
            raise StaleVersion("Someone else changed this deal. Please reload.")
        if deal.stage == stage:
            return deal
        is_open = stage in OPEN
        if not is_open and deal.stage in OPEN:
            deal.closed_from = deal.stage
        deal.closed_at = None if is_open else at
        deal.closed_from = "" if is_open else deal.closed_from
        deal.lost_reason = lost_reason.strip() if stage == "lost" else ""
        if not is_open:
            deal.probability_ppm = CERTAIN if stage == "won" else 0
        deal.stage, deal.stage_entered_at, deal.version = stage, at, version + 1
        deal.save()
    return deal


def delete(*, deal_id: int, version: int) -> Deal:
    """
    Delete a deal that was made by mistake; returns what it was.

    :raises NotFound: there is no such deal
    :raises StaleVersion: somebody else changed it meanwhile
    """
    with atomic():
        there = _locked(deal_id)
        if there.version != version:
            raise StaleVersion("Someone else changed this deal. Please reload.")
        Deal.objects.filter(pk=deal_id).delete()
    return there


def _locked(deal_id: int) -> Deal:
    found = Deal.objects.select_for_update(of=("self",)).filter(pk=deal_id).first()
    return found or get_deal(deal_id=deal_id)


def _changed(deal_id: int, changed: int) -> Deal:
    if not changed:
        raise StaleVersion("Someone else changed this deal. Please reload.")
    return get_deal(deal_id=deal_id)


def _require_account(terms: DealTerms) -> None:
    known = Account.objects.filter(pk=terms.account_id, is_demo=False).exclude(schema_name="public")
    if terms.account_id is not None and not known.exists():
        raise Invalid({"account_id": ["There is no such operator."]})
