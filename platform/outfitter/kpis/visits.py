"""Browsers that opened an operator's calendar, counted by day (domain.md 6.5: ecom_sessions_cnt)."""

import hashlib
import hmac
import re
from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count
from django.http import HttpRequest

from outfitter.accounts.models import Account
from outfitter.kit import zones
from outfitter.kpis.models import KpiVisit

# Facts of 35 days are worked out anew; after that nobody asks.
KEPT: Final = timedelta(days=40)
_PROGRAMS: Final = re.compile(
    r"bot\b|bot/|crawl|spider|slurp|preview|headless|monitor|curl|wget|python|facebookexternal", re.IGNORECASE
)
_DAY_SECONDS: Final = 86_400


def is_program(browser: str) -> bool:
    """Return whether what calls itself so is no person's browser."""
    return not browser or _PROGRAMS.search(browser) is not None


def record_visit(*, account_id: int, day: date, ip: str, browser: str) -> None:
    """
    Count a browser once a day; programs are not counted.

    Kept is a keyed hash of address and browser of this day alone: nobody is known again tomorrow.
    """
    if is_program(browser):
        return
    said = f"{account_id}:{day}:{ip}:{browser}"
    visitor = hmac.new(settings.SECRET_KEY.encode(), said.encode(), hashlib.sha256).hexdigest()[:32]
    if cache.add(f"kpi-visit:{visitor}", 1, _DAY_SECONDS):
        KpiVisit.objects.bulk_create(
            [KpiVisit(account_id=account_id, date=day, visitor=visitor)], ignore_conflicts=True
        )


def count_visit(request: HttpRequest, at: datetime) -> None:
    """Count whoever opened an operator's calendar, unless they are signed in there."""
    account: Account = request.tenant  # type: ignore[attr-defined]  # set by TenantMiddleware
    if account.is_demo or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return
    record_visit(
        account_id=account.pk,
        day=zones.local_day(at, account.time_zone),
        ip=getattr(request, "client_ip", None) or "",
        browser=request.headers.get("User-Agent", "")[:400],
    )


def visits_by_day(*, account_id: int, first: date, last: date) -> dict[date, int]:
    """Return how many browsers came on each day."""
    rows = KpiVisit.objects.filter(account_id=account_id, date__gte=first, date__lte=last)
    return dict(rows.values_list("date").annotate(n=Count("pk")).order_by("date"))


def forget_visits(*, account_id: int, today: date) -> None:
    """Delete visits that no fact is made of any more."""
    KpiVisit.objects.filter(account_id=account_id, date__lt=today - KEPT).delete()
