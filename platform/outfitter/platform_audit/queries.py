"""Reads of the platform's log."""

from typing import Final

from outfitter.platform_audit.lists import ActRow, act_row
from outfitter.platform_audit.models import PlatformAct

RECENT: Final = 20


def acts_about(*, account_id: int, most: int = RECENT) -> list[ActRow]:
    """Return the latest acts about one operator, the newest first."""
    rows = PlatformAct.objects.filter(account_id=account_id).order_by("-pk")[:most]
    return [act_row(row) for row in rows]
