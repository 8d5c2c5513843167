"""Sending what differs to the CRM: in batches, by one worker at a time, repeated without harm."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from outfitter.kit.clock import utc_now
from outfitter.kpis.models import Deal
from outfitter.plugins.sales_crm.sales_crm_provider import MOST_ROWS
from outfitter.plugins.sales_crm.types import CrmCompany, CrmTokenRefused, SavedCrmRow
from outfitter.plugins.types import Permanent, Retryable
from outfitter.sales_crm import connection, outbound_rows
from outfitter.sales_crm.models import CONNECTED, CrmCompanyLink, CrmConnection, CrmDealLink

log = logging.getLogger(__name__)
# Longer than all calls of one run may take together.
LEASE: Final = timedelta(minutes=4)
MOST_BATCHES: Final = 5
# Operators say nothing of their changes: all are compared.
COMPARED_EVERY: Final = timedelta(minutes=5)
# One by one only so many: the rest comes with the next run.
MOST_SINGLE: Final = 10


def run(*, at: datetime) -> None:
    """Send what is to be sent, if there is a connection that works and nobody else is at it."""
    free = Q(busy_until=None) | Q(busy_until__lte=at)
    rested = Q(paused_until=None) | Q(paused_until__lte=at)
    mine = CrmConnection.objects.filter(free, rested, slug=connection.SLUG, state=CONNECTED)
    if not mine.update(busy_until=at + LEASE):
        return
    row = connection.find_connection()
    if row is None:
        return
    try:
        _send_all(row)
    except CrmTokenRefused as problem:
        connection.note_broken(row, str(problem))
    except Retryable as problem:
        log.info("CRM: %s", problem)
        connection.note_pause(row, problem, at=utc_now())
    finally:
        CrmConnection.objects.filter(pk=row.pk, busy_until=at + LEASE).update(busy_until=None)


def _send_all(row: CrmConnection) -> None:
    # Companies first: deals say which company they are with.
    is_sent = False
    at = utc_now()
    is_due = row.compared_at is None or row.compared_at < at - COMPARED_EVERY
    for _ in range(MOST_BATCHES if is_due else 0):
        companies = outbound_rows.waiting_companies(MOST_ROWS)
        if not companies:
            CrmConnection.objects.filter(pk=row.pk).update(compared_at=at)
            break
        _send_companies(row, companies)
        is_sent = True
    for _ in range(MOST_BATCHES):
        deals = list(outbound_rows.waiting_deals()[:MOST_ROWS])
        if not deals:
            break
        _send_deals(row, deals)
        is_sent = True
    is_sent = _archive_gone(row) or is_sent
    if is_sent:
        CrmConnection.objects.filter(pk=row.pk).update(sent_at=utc_now())


def _send_deals(row: CrmConnection, deals: Sequence[Deal]) -> None:
    # The link is there before its deal is sent: news of it finds it.
    CrmDealLink.objects.bulk_create([CrmDealLink(deal=one) for one in deals], ignore_conflicts=True)
    try:
        _save_deals(row, deals)
    except CrmTokenRefused:
        raise
    except Permanent:
        for one in deals[:MOST_SINGLE]:
            _send_single(row, one)


def _send_single(row: CrmConnection, deal: Deal) -> None:
    """Keep one deal that is refused from holding up the others."""
    try:
        _save_deals(row, [deal])
    except CrmTokenRefused:
        raise
    except Permanent as problem:
        CrmDealLink.objects.filter(deal_id=deal.pk).update(
            refused_version=deal.version, error=str(problem)[:300]
        )


def _save_deals(row: CrmConnection, deals: Sequence[Deal]) -> None:
    companies = outbound_rows.company_ids([one.account_id for one in deals if one.account_id])
    links = {one.deal_id: one for one in CrmDealLink.objects.filter(deal__in=deals)}
    # One without a link was deleted a moment ago.
    sent = [
        outbound_rows.deal_row(one, links[one.pk].stage, companies.get(one.account_id or 0, ""))
        for one in deals
        if one.pk in links
    ]
    ours = {str(one.pk): one for one in deals if one.pk in links}
    for saved in connection.find_crm().save_deals(connection.keys_of(row), sent):
        deal = ours.get(saved.key)
        if deal is not None:
            _note_saved(deal, links[deal.pk], saved)


def _note_saved(deal: Deal, link: CrmDealLink, saved: SavedCrmRow) -> None:
    # By the link: a deal that is deleted while it is sent is known there, and taken out.
    mine = CrmDealLink.objects.filter(pk=link.pk)
    # Who was quicker with a later version stays.
    rows = mine.filter(sent_version__lt=deal.version)
    rows.update(sent_version=deal.version, remote_id=saved.remote_id, error="")
    if outbound_rows.is_stage_sent(deal, link.stage):
        mine.filter(sent_version=deal.version).update(stage=deal.stage, saved_at=saved.saved_at)


def _send_companies(row: CrmConnection, found: Sequence[tuple[int, CrmCompany, str]]) -> None:
    links = [CrmCompanyLink(account_id=account_id) for account_id, _, _ in found]
    CrmCompanyLink.objects.bulk_create(links, ignore_conflicts=True)
    try:
        _save_companies(row, found)
    except CrmTokenRefused:
        raise
    except Permanent:
        for one in found[:MOST_SINGLE]:
            _send_single_company(row, one)


def _send_single_company(row: CrmConnection, one: tuple[int, CrmCompany, str]) -> None:
    try:
        _save_companies(row, [one])
    except CrmTokenRefused:
        raise
    except Permanent as problem:
        CrmCompanyLink.objects.filter(account_id=one[0]).update(
            refused_digest=one[2], error=str(problem)[:300]
        )


def _save_companies(row: CrmConnection, found: Sequence[tuple[int, CrmCompany, str]]) -> None:
    digests = {company.key: digest for _, company, digest in found}
    saved = connection.find_crm().save_companies(connection.keys_of(row), [one for _, one, _ in found])
    for one in saved:
        if one.key in digests:
            CrmCompanyLink.objects.filter(account_id=int(one.key)).update(
                digest=digests[one.key], remote_id=one.remote_id, error=""
            )


def _archive_gone(row: CrmConnection) -> bool:
    """Take out deals that were deleted here; tells whether any was. One that is refused waits."""
    crm, keys, refused, is_sent = connection.find_crm(), connection.keys_of(row), 0, False
    for link in CrmDealLink.objects.filter(deal=None).order_by("error", "pk")[:MOST_ROWS]:
        if refused == MOST_SINGLE:
            break
        try:
            if link.remote_id:
                crm.archive_deal(keys, link.remote_id)
        except CrmTokenRefused:
            raise
        except Permanent as problem:
            refused += 1
            CrmDealLink.objects.filter(pk=link.pk).update(error=str(problem)[:300])
            continue
        link.delete()
        is_sent = True
    return is_sent
