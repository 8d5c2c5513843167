"""How fast the platform's ten figures are with thousands of operators and years of daily facts."""

import statistics
import time
from collections.abc import Callable
from typing import Any, Final

from bench._bench_database import stage, vacuum
from bench._day_facts import rows_of_days
from bench._report import Row, at_most, main, sized

ACCOUNTS: Final = sized(5000, quick=300)
DAYS: Final = 3 * 365
DEALS: Final = sized(10_000, quick=1_000)
AIM: Final = 100
TIMES: Final = sized(40, quick=20)
_ACCOUNTS: Final = """
INSERT INTO accounts_account (schema_name, slug, slug_skeleton, name, status, onboarding_stage, country,
  time_zone, currency, locale, business, is_demo, is_ready, schema_version, created_at, went_live_at)
SELECT 't_kpi' || n, 'kpi-' || n, 'kpi-' || n, 'Operator ' || n, 'live', 'activated',
  CASE WHEN n %% 4 = 0 THEN 'DE' ELSE 'US' END, 'UTC', 'USD', 'en-US', '{}', false, true, '',
  now() - interval '3 years', now() - interval '3 years'
FROM generate_series(1, %(accounts)s) AS n
"""
_DAILY: Final = """
INSERT INTO kpis_kpidailyaccount (account_id, date, currency, reporting_currency, fx_rate, is_rate_final,
  {names}, is_active)
SELECT a.id, current_date - d, 'USD', 'USD', 1, true, {values}, true
FROM accounts_account a, generate_series(0, %(days)s - 1) AS d WHERE a.schema_name LIKE 't\\_kpi%%'
ORDER BY d DESC, a.id
"""
_MONTHLY: Final = """
INSERT INTO kpis_kpimonthlyaccount (account_id, month, reporting_currency, plan, movement, end_rates,
  is_rate_final, missing, is_active, {names})
SELECT a.id, (date_trunc('month', current_date) - make_interval(months => m))::date, 'USD', 'pro',
  (ARRAY['none', 'new', 'expansion', 'contraction'])[1 + (a.id + m) %% 4], '{{}}', true,
  CASE WHEN a.id %% 50 = 0 AND m < 3 THEN '{{EUR}}'::varchar[] ELSE '{{}}' END, true,
  {values}
FROM accounts_account a, generate_series(0, 35) AS m WHERE a.schema_name LIKE 't\\_kpi%%'
ORDER BY 2, a.id
"""
# What was paid for before and is now: four in five pay for one plan, the others for another.
_CHANGES: Final = """
INSERT INTO kpis_kpisubscriptionchange (account_id, subscription_id, at, state, plan, currency, list_price,
  recurring_discount, interval_months)
SELECT a.id, a.id, now() - make_interval(months => 12 * n), 'active',
  CASE WHEN a.id %% 5 = 0 THEN 'max' ELSE 'pro' END, 'USD', 9900, 0, 1
FROM accounts_account a, generate_series(1, 3) AS n WHERE a.schema_name LIKE 't\\_kpi%%'
"""
_EVENTS: Final = """
INSERT INTO accounts_accountstageevent (account_id, stage, entered_at, left_at)
SELECT a.id, s.stage, a.created_at + make_interval(days => s.n::int * 5),
  CASE WHEN s.stage <> 'activated' THEN a.created_at + make_interval(days => s.n::int * 5 + 5) END
FROM accounts_account a, unnest(ARRAY['signed_up', 'profile', 'catalog', 'schedule', 'payments', 'tested',
  'installed', 'live', 'activated']) WITH ORDINALITY AS s (stage, n)
WHERE a.schema_name LIKE 't\\_kpi%%'
"""
_DEALS: Final = """
INSERT INTO kpis_deal (name, stage, amount_mrr, probability_ppm, owner, source, created_at,
  stage_entered_at, closed_at, closed_from, lost_reason, version)
SELECT 'Deal ' || n, s.stage, 9900, 500000, 'Ana', 'fair', now() - make_interval(days => n %% 900),
  now() - make_interval(days => n %% 900),
  CASE WHEN s.stage IN ('won', 'lost') THEN now() - make_interval(days => n %% 900) END, '', '', 1
FROM generate_series(1, %(deals)s) AS n, LATERAL (SELECT (ARRAY['lead', 'qualified', 'demo', 'proposal',
  'contract', 'won', 'lost'])[1 + n %% 7]) AS s (stage)
"""
_TABLES: Final = (
    "accounts_account",
    "accounts_accountstageevent",
    "kpis_deal",
    "kpis_kpidailyaccount",
    "kpis_kpimonthlyaccount",
    "kpis_kpisubscriptionchange",
)
_NOT_FILLED: Final = {
    "id",
    "account",
    "date",
    "month",
    "currency",
    "reporting_currency",
    "fx_rate",
    "is_rate_final",
}
_WORDS: Final = {"is_active", "plan", "movement", "end_rates", "missing", "refreshed_at"}


def run() -> list[Row]:
    """Measure every figure as its route reads it."""
    with stage():
        told = rows_of_days()
        _fill()
        return [
            Row("operators", ACCOUNTS, "rows"),
            Row("daily facts", ACCOUNTS * DAYS, "rows"),
            *_figures(),
            *told,
        ]


def _fill() -> None:
    from django.db import connection

    from outfitter.kpis.models import KpiDailyAccount, KpiMonthlyAccount

    with connection.cursor() as cursor:
        cursor.execute(_ACCOUNTS, {"accounts": ACCOUNTS})
        for statement, model in ((_DAILY, KpiDailyAccount), (_MONTHLY, KpiMonthlyAccount)):
            columns = [
                one.column
                for one in model._meta.local_concrete_fields
                if one.name not in _NOT_FILLED | _WORDS
            ]
            values = [_value(name) for name in columns]
            text = statement.format(names=", ".join(columns), values=", ".join(values))
            cursor.execute(text, {"days": DAYS})
        for statement in (_CHANGES, _EVENTS, _DEALS):
            cursor.execute(statement, {"deals": DEALS})
    vacuum(*_TABLES, schema="public")


def _value(column: str) -> str:
    # Fees are collected to the last unit: the database checks that they add up.
    if column in {"fee_expected", "fee_collected"}:
        return "a.id %% 90"
    return "0" if column.startswith("fee_") else "a.id %% 900 + 100"


def _figures() -> list[Row]:
    """Measure each route's work: its statements, what it says of itself, and its answer as JSON."""
    from outfitter.kpis import kpi_api
    from outfitter.kpis.schemas import Whose, WhoseOn

    rows, slowest = [], 0.0
    for name, (route, is_of_days, answer) in _routes(kpi_api).items():
        for word, values in (("all", {}), ("one country", {"country": "DE"}), ("one plan", {"plan": "max"})):
            asked = (WhoseOn if is_of_days else Whose)(**values)
            found = _nineteen_of_twenty(
                lambda route=route, asked=asked, answer=answer: answer.model_validate(
                    route(None, asked)
                ).model_dump_json()
            )
            slowest = max(slowest, found)
            rows.append(Row(f"{name}, {word}, p95", found, "ms"))
    return [*rows, Row("slowest figure, p95", slowest, "ms", at_most(AIM))]


def _routes(api: Any) -> dict[str, tuple[Callable[..., Any], bool, Any]]:
    from outfitter.kpis import schemas

    return {
        "mrrRate": (api.mrr_rate, False, schemas.MrrRateOut),
        "mrrHistory": (api.mrr_history, False, schemas.MrrHistoryOut),
        "volumeHistory": (api.volume_history, False, schemas.VolumeHistoryOut),
        "ecommConversionRate": (api.ecomm_conversion_rate, True, schemas.ConversionOut),
        "creditCardUsage": (api.credit_card_usage, True, schemas.CardUsageOut),
        "creditCardUsageHistory": (api.credit_card_usage_history, False, schemas.CardUsageHistoryOut),
        "feeCaptureRate": (api.fee_capture_rate, True, schemas.FeeCaptureOut),
        "feeCaptureRateHistory": (api.fee_capture_rate_history, False, schemas.FeeCaptureHistoryOut),
        "onboardingByStage": (api.onboarding_by_stage, False, schemas.OnboardingOut),
        "dealsByStage": (api.deals_by_stage, False, schemas.DealsByStageOut),
    }


def _nineteen_of_twenty(job: Callable[[], object]) -> float:
    """Return the time within which nineteen of twenty runs ended, in milliseconds."""
    job()
    found = []
    for _ in range(TIMES):
        begin = time.perf_counter()
        job()
        found.append(time.perf_counter() - begin)
    return statistics.quantiles(found, n=20)[-1] * 1000


if __name__ == "__main__":
    main(run)
