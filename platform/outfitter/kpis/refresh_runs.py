"""Work that goes over many operators: a month begins, a rate arrives."""

from datetime import date, datetime
from typing import Final

from django.db.models import Exists, OuterRef

from outfitter.accounts.models import Account
from outfitter.db.locks import atomic
from outfitter.kpis import facts, months
from outfitter.kpis.account_lock import lock_account
from outfitter.kpis.models import KpiMonthlyAccount

MOST: Final = 1000


def open_month(*, at: datetime) -> int:
    """
    Begin the running month (UTC) of operators that have none, a thousand at a time; returns how many.

    Their daily step would; until its hour has come they would be missing in the total.
    """
    month = at.date().replace(day=1)
    there = KpiMonthlyAccount.objects.filter(account=OuterRef("pk"), month=month)
    waiting = Account.objects.filter(~Exists(there), is_demo=False, is_ready=True, created_at__lt=at)
    ids = list(waiting.exclude(schema_name="public").order_by("pk").values_list("pk", flat=True)[:MOST])
    for account_id in ids:
        months.refresh(account_id=account_id, since=month, now=at)
    return len(ids)


def apply_rates(*, at: datetime) -> int:
    """Convert what waited for a rate that is there by now; returns how many operators had some."""
    waiting: dict[int, date] = {}
    rows = KpiMonthlyAccount.objects.exclude(missing=[]).order_by("month")
    for account_id, month in rows.values_list("account_id", "month"):
        waiting.setdefault(account_id, month)
    for account_id, month in waiting.items():
        with atomic():
            lock_account(account_id)
            facts.settle_rates(account_id=account_id)
            months.refresh(account_id=account_id, since=month, now=at)
    return len(waiting)
