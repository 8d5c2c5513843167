"""
News from the CRM: kept once, handled in a job in the order in which it happened.

Who wins when both sides moved a deal (ADR 141): whoever moved it last.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kpis import deals
from outfitter.kpis.models import Deal
from outfitter.platform_audit.operations import record
from outfitter.plugins.sales_crm.types import CrmNotice
from outfitter.sales_crm import connection
from outfitter.sales_crm.models import CrmConnection, CrmDealLink, CrmNews

KEPT: Final = timedelta(days=30)
MOST: Final = 500
# A deal may be told of before the answer to its creation has come: so long its news waits.
UNKNOWN_WAITS: Final = timedelta(minutes=10)
ACTOR: Final = "HubSpot"
LOST_THERE: Final = "Lost in HubSpot"


def receive(*, url: str, headers: Mapping[str, str], body: bytes, at: datetime) -> int:
    """
    Check a delivery and keep what it tells; returns how much of it is new.

    :raises NotConnected: there is no connection
    :raises CrmNoticeRefused: it is not the CRM's, or too old
    """
    # Broken is what goes there; what comes from there has a secret of its own.
    row = connection.find_connection()
    if row is None:
        raise connection.NotConnected("HubSpot isn't connected.", state="none")
    notices = connection.find_crm().read_notices(connection.keys_of(row), url, headers, body)
    with atomic():
        kept = _keep(notices, at)
        CrmConnection.objects.filter(pk=row.pk).update(heard_at=at)
    return kept


def _keep(notices: Sequence[CrmNotice], at: datetime) -> int:
    ids = [one.id for one in notices]
    known = set(CrmNews.objects.filter(notice__in=ids).values_list("notice", flat=True))
    fresh = {
        one.id: CrmNews(
            notice=one.id,
            remote_id=one.remote_id,
            stage=one.stage,
            is_own=one.is_own,
            occurred_at=one.occurred_at,
            received_at=at,
        )
        for one in notices
        if one.id not in known
    }
    CrmNews.objects.bulk_create(list(fresh.values()), ignore_conflicts=True)
    return len(fresh)


def handle_all(*, at: datetime) -> None:
    """Handle what was told and is not handled, and forget what was long ago."""
    waiting = CrmNews.objects.filter(handled_at=None).order_by("occurred_at", "pk")
    for news_id in list(waiting.values_list("pk", flat=True)[:MOST]):
        handle(news_id=news_id, at=at)
    CrmNews.objects.filter(received_at__lt=at - KEPT, handled_at__isnull=False).delete()


def handle(*, news_id: int, at: datetime) -> None:
    """Bring a deal into the stage that it has there, unless it was moved later here; once."""
    with atomic():
        rows = CrmNews.objects.select_for_update(skip_locked=True, of=("self",))
        news = rows.filter(pk=news_id, handled_at=None).first()
        if news is None:
            return
        link = CrmDealLink.objects.filter(remote_id=news.remote_id).first()
        if link is None and news.received_at > at - UNKNOWN_WAITS:
            return
        news.outcome = _outcome(news, link, at)
        news.handled_at = at
        news.save(update_fields=["outcome", "handled_at"])


def _outcome(news: CrmNews, link: CrmDealLink | None, at: datetime) -> str:
    if link is None or link.deal_id is None:
        return "not_ours"
    if news.is_own:
        return "own"
    if not news.stage:
        return "no_stage"
    # The deal first, as whoever deletes it does; it may be gone by now, and the link with it.
    deal = Deal.objects.select_for_update(of=("self",)).filter(pk=link.deal_id).first()
    link = CrmDealLink.objects.select_for_update(of=("self",)).filter(pk=link.pk, deal=deal).first()
    if deal is None or link is None:
        return "not_ours"
    if link.heard_at is not None and news.occurred_at <= link.heard_at:
        return "older"
    if link.saved_at is not None and news.occurred_at <= link.saved_at:
        # What we sent since stands there: this was overwritten.
        return "older"
    outcome = _apply(deal, link, news, at)
    link.heard_at, link.stage = news.occurred_at, news.stage
    link.save(update_fields=["heard_at", "stage", "sent_version"])
    return outcome


def _apply(deal: Deal, link: CrmDealLink, news: CrmNews, at: datetime) -> str:
    if deal.stage == news.stage:
        return "same"
    if deal.stage != link.stage and deal.stage_entered_at > news.occurred_at:
        # Moved later here, and on its way there.
        return "ours"
    reason = LOST_THERE if news.stage == "lost" else ""
    moved = deals.move(deal_id=deal.pk, stage=news.stage, lost_reason=reason, version=deal.version, at=at)
    if link.sent_version == deal.version:
        # Nothing else of it waits: what came from there is not sent back.
        link.sent_version = moved.version
    record(
        None,
        "deal.moved",
        subject=deal.name,
        account_id=deal.account_id,
        detail={"stage": moved.stage},
        actor=(None, ACTOR),
    )
    return "moved"
