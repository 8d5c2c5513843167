"""Recurring revenue of all operators, now and month by month (domain.md 6.5, 1 and 2)."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from outfitter.kpis.queries.account_filters import AccountFilter
from outfitter.kpis.queries.monthly_totals import REVENUE, totals_by_month
from outfitter.kpis.rules.exchange import divide, ratio_ppm

HISTORY: Final = 24
GAINS: Final = ("new", "reactivation", "expansion")
LOSSES: Final = ("contraction", "churn")
Sums = Mapping[str, int]


def months_until(at: datetime, count: int = HISTORY) -> list[date]:
    """Return the last `count` complete months and the running one, the earliest first."""
    index = at.year * 12 + at.month - 1
    return [date(n // 12, n % 12 + 1, 1) for n in range(index - count, index + 1)]


def current_revenue(at: datetime, who: AccountFilter) -> dict[str, object]:
    """Return the running month's recurring revenue and what moved since the last month's end."""
    month = months_until(at, 0)[0]
    sums = totals_by_month(REVENUE, months=[month], who=who)[month]
    mrr, before, net_new = _mrr(sums), sums["previous"], net_new_of(sums)
    lost = sum(sums[name] for name in LOSSES)
    return {
        "mrr": mrr,
        "mrr_subscription": sums["mrr_subscription"],
        "mrr_usage": sums["mrr_usage"],
        "arr": 12 * mrr,
        "previous": before,
        "net_new": net_new,
        "movements": {name: sums[name] for name in (*GAINS, *LOSSES)},
        "growth_ppm": ratio_ppm(net_new, before),
        "gross_churn_ppm": ratio_ppm(lost, before),
        "nrr_ppm": ratio_ppm(before + sums["expansion"] - lost, before),
        "accounts_cnt": sums["accounts_cnt"],
        "arpa": divide(mrr, sums["accounts_cnt"]) if sums["accounts_cnt"] else None,
    }


def revenue_history(at: datetime, who: AccountFilter) -> list[dict[str, object]]:
    """Return 24 complete months and the running one, which is partial."""
    months = months_until(at)
    names = ("mrr_subscription", "mrr_usage", *GAINS, *LOSSES, "accounts_cnt")
    return [
        {
            "month": month,
            "mrr": _mrr(sums),
            **{name: sums[name] for name in names},
            "is_partial": month == months[-1],
        }
        for month, sums in totals_by_month(REVENUE, months=months, who=who).items()
    ]


def net_new_of(sums: Sums) -> int:
    """Return what was gained less what was lost: MRR(t) - MRR(t-1)."""
    return sum(sums[name] for name in GAINS) - sum(sums[name] for name in LOSSES)


def _mrr(sums: Sums) -> int:
    return sums["mrr_subscription"] + sums["mrr_usage"]
