"""Writes of where the widget was seen."""

from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db.models import F
from django.db.models.functions import Greatest

from outfitter.db.current import current_schema
from outfitter_tenants.embeds.models import WidgetInstallation

# A busy site asks a hundred times a minute; once an hour is enough to know.
SEEN_EVERY: Final = timedelta(hours=1)
MOST: Final = 200


def saw(*, origin: str, page: str, at: datetime) -> None:
    """
    Note that a site showed the widget, at most once an hour and for at most 200 sites.

    Anybody can send any referring address, so what is kept is bounded.
    """
    key = f"widget-seen:{current_schema()}:{origin}"
    if not cache.add(key, 1, int(SEEN_EVERY.total_seconds())):
        return
    known = WidgetInstallation.objects.filter(origin=origin)
    if known.update(last_seen_at=Greatest(F("last_seen_at"), at), page=page):
        return
    if WidgetInstallation.objects.count() < MOST:
        WidgetInstallation.objects.bulk_create(
            [WidgetInstallation(origin=origin, page=page, first_seen_at=at, last_seen_at=at)],
            ignore_conflicts=True,
        )
