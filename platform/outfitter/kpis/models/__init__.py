"""Tables of the platform's figures; all of them stand in the public schema (domain.md 6.5)."""

from outfitter.kpis.models.daily_facts import KpiDailyAccount
from outfitter.kpis.models.deals import STAGES, Deal
from outfitter.kpis.models.exchange_rates import FxRate
from outfitter.kpis.models.monthly_figures import MOVEMENTS, KpiMonthlyAccount
from outfitter.kpis.models.platform_totals import KpiDayTotal, KpiMonthTotal
from outfitter.kpis.models.site_visits import KpiVisit
from outfitter.kpis.models.subscription_changes import SUBSCRIPTION_STATES, KpiSubscriptionChange

__all__ = [
    "MOVEMENTS",
    "STAGES",
    "SUBSCRIPTION_STATES",
    "Deal",
    "FxRate",
    "KpiDailyAccount",
    "KpiDayTotal",
    "KpiMonthTotal",
    "KpiMonthlyAccount",
    "KpiSubscriptionChange",
    "KpiVisit",
]
