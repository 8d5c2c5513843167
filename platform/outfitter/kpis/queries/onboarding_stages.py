"""Where operators are on their way to the first sale (domain.md 6.4, 6.5, 9)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter.accounts.models import STAGES
from outfitter.kpis.queries.account_filters import AccountFilter, rows_of, whole
from outfitter.kpis.rules.exchange import ratio_ppm

STALLED: Final = timedelta(days=14)
# Ninety days after it stalled, an operator counts as lost.
LOST: Final = STALLED + timedelta(days=90)
_STAGES: Final = """
WITH mine AS (
  SELECT a.id, a.onboarding_stage AS stage, a.status, a.went_live_at, a.closed_at,
         coalesce(max(e.entered_at), a.created_at) AS since
    FROM accounts_account a LEFT JOIN accounts_accountstageevent e
      ON e.account_id = a.id AND e.stage = a.onboarding_stage AND e.left_at IS NULL
   WHERE NOT a.is_demo AND a.schema_name <> 'public' AND a.created_at <= %(at)s {who}
   GROUP BY a.id
), open AS (
  SELECT stage, extract(epoch FROM %(at)s - since)::bigint / 86400 AS days,
         went_live_at IS NULL AND since <= %(at)s - make_interval(days => %(stalled)s) AS is_stalled
    FROM mine
   WHERE (status = 'onboarding' AND since > %(at)s - make_interval(days => %(lost)s))
      OR (status IN ('live', 'past_due') AND went_live_at > %(at)s - interval '30 days')
), gone AS (
  SELECT stage, count(*) AS n FROM mine
   WHERE went_live_at IS NULL
     AND (closed_at > %(at)s - interval '30 days'
          OR (status = 'onboarding' AND since <= %(at)s - make_interval(days => %(lost)s)
              AND since > %(at)s - make_interval(days => %(lost)s) - interval '30 days'))
   GROUP BY stage
), moved AS (
  SELECT e.stage,
         count(DISTINCT e.account_id) FILTER (WHERE e.entered_at > %(at)s - interval '30 days') AS entered,
         count(DISTINCT e.account_id) FILTER (WHERE e.left_at > %(at)s - interval '30 days') AS advanced
    FROM accounts_accountstageevent e JOIN mine ON mine.id = e.account_id
   WHERE e.entered_at > %(at)s - interval '30 days' OR e.left_at > %(at)s - interval '30 days'
   GROUP BY e.stage
)
SELECT s.stage, count(open.stage) AS cnt,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY open.days) AS median_days_in_stage,
       percentile_disc(0.9) WITHIN GROUP (ORDER BY open.days) AS p90_days,
       count(*) FILTER (WHERE open.is_stalled) AS stalled_cnt,
       max(moved.entered) AS entered_30d, max(moved.advanced) AS advanced_30d, max(gone.n) AS drop_30d
  FROM unnest(%(stages)s::text[]) AS s (stage)
  LEFT JOIN open USING (stage) LEFT JOIN gone USING (stage) LEFT JOIN moved USING (stage)
 GROUP BY s.stage
"""
# Who signed up so long ago that ninety days are over for each: the half year before them.
_COHORT: Final = """
SELECT count(*) AS signed_up,
       count(*) FILTER (WHERE a.went_live_at < a.created_at + interval '90 days') AS live,
       percentile_disc(0.5) WITHIN GROUP (
         ORDER BY extract(epoch FROM a.went_live_at - a.created_at)::bigint / 86400) AS days
  FROM accounts_account a
 WHERE NOT a.is_demo AND a.schema_name <> 'public'
   AND a.created_at >= coalesce(%(cohort)s::timestamptz, %(at)s - interval '270 days')
   AND a.created_at < %(at)s - interval '90 days' {who}
"""


@dataclass(frozen=True, slots=True)
class StageRow:
    """Operators in a stage: days are whole ones; medians of nobody are None."""

    stage: str
    cnt: int
    median_days_in_stage: int | None
    p90_days: int | None
    stalled_cnt: int
    entered_30d: int
    advanced_30d: int
    drop_30d: int


@dataclass(frozen=True, slots=True)
class WayToLive:
    """How many of a cohort sold something within 90 days of signing up, and how long it took them."""

    conversion_to_live_90d_ppm: int | None
    median_days_to_live: int | None


def stage_rows(at: datetime, who: AccountFilter) -> list[StageRow]:
    """Return each stage in its order, as of `at`: operators on their way, and live for less than 30 days."""
    values = who.values | {"at": at.isoformat(), "stalled": STALLED.days, "lost": LOST.days}
    statement = _STAGES.format(who=who.condition("a.id")).replace("%(at)s", "%(at)s::timestamptz")
    found = {str(row["stage"]): row for row in rows_of(statement, values | {"stages": list(STAGES)})}
    return [_stage(stage, found[stage]) for stage in STAGES]


def way_to_live(at: datetime, who: AccountFilter) -> WayToLive:
    """Return how a cohort did; without one asked for, that of who signed up 90 to 270 days ago."""
    statement = _COHORT.format(who=who.condition("a.id")).replace("%(at)s", "%(at)s::timestamptz")
    row = rows_of(statement, who.values | {"at": at.isoformat()})[0]
    return WayToLive(ratio_ppm(whole(row["live"]), whole(row["signed_up"])), _days(row["days"]))


def _stage(stage: str, row: dict[str, object]) -> StageRow:
    counts = ("cnt", "stalled_cnt", "entered_30d", "advanced_30d", "drop_30d")
    return StageRow(
        stage=stage,
        median_days_in_stage=_days(row["median_days_in_stage"]),
        p90_days=_days(row["p90_days"]),
        **{name: whole(row[name]) for name in counts},
    )


def _days(value: object) -> int | None:
    return None if value is None else whole(value)
