"""How far the platform's figures have come: which operators told their days, and what holds others up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from outfitter.db import queue
from outfitter.kpis.queries.account_filters import AccountFilter, rows_of, whole
from outfitter.kpis.queries.monthly_totals import missing_rates

# A day and an hour: each operator's daily step has an hour of its own.
FRESH: Final = timedelta(hours=25)
_MOST_NAMED: Final = 20
_OPERATORS: Final = """
  SELECT a.id, a.name, a.schema_name FROM accounts_account a
   WHERE a.is_ready AND NOT a.is_demo AND a.schema_name <> 'public' AND a.status <> 'closed'
"""
# Work by operator: `days` is the daily step, `past` what tells of the time before it.
_WORK: Final = f"""
WITH mine AS ({_OPERATORS}), work AS (
  SELECT CASE WHEN j.kind = 'upkeep' THEN 'days' ELSE 'past' END AS kind, mine.id, mine.name,
         j.status, j.done_at, j.error
    FROM mine JOIN plugins_duejob j USING (schema_name)
   WHERE (j.kind = 'upkeep' AND j.key = 'reports.day_facts') OR j.kind = 'reports.day_facts_past'
)
"""  # noqa: S608  # names of our own
# What was done leaves its row; what was given up and what waits has one.
_COUNTS: Final = """
SELECT kind, count(*) FILTER (WHERE status = ANY(%(open)s)) AS waiting_cnt,
       count(*) FILTER (WHERE status = 'failed') AS failed_cnt
  FROM work GROUP BY kind
"""
_FAILED: Final = """
SELECT kind, id AS account_id, name, done_at AS at FROM work WHERE status = 'failed'
 ORDER BY done_at DESC, id LIMIT %(most)s
"""
_MONTHS: Final = f"""
WITH mine AS ({_OPERATORS})
SELECT count(*) AS operators_cnt, count(m.id) AS done_cnt, max(m.refreshed_at) AS newest_at,
       count(*) FILTER (WHERE m.refreshed_at > %(fresh)s::timestamptz) AS fresh_cnt
  FROM mine LEFT JOIN kpis_kpimonthlyaccount m ON m.account_id = mine.id AND m.month = %(month)s
"""  # noqa: S608  # names of our own
_RATES: Final = """
SELECT count(*) FILTER (WHERE is_final) AS done_cnt, max(updated_at) AS newest_at FROM kpis_fxrate
"""


@dataclass(frozen=True, slots=True)
class RefreshState:
    """
    One kind of work: how many operators' (for `rates`: how many rates) are done, wait, or failed.

    `newest_at` is when the last one was done, None before that or where nobody notes it.
    """

    kind: str
    state: str
    done_cnt: int
    waiting_cnt: int
    failed_cnt: int
    newest_at: datetime | None


def refresh_states(at: datetime, *, months: Sequence[date]) -> list[RefreshState]:
    """Return the daily step, the past, the running month and the rates of these months, in this order."""
    work = {str(row["kind"]): row for row in rows_of(_WORK + _COUNTS, {"open": list(queue.OPEN)})}
    month = rows_of(_MONTHS, {"month": months[-1], "fresh": (at - FRESH).isoformat()})[0]
    operators_cnt, fresh_cnt = whole(month["operators_cnt"]), whole(month["fresh_cnt"])
    days, past = work.get("days", {}), work.get("past", {})
    # Whose months were not worked out since yesterday, and who did not fail, has still to tell its days.
    silent = operators_cnt - fresh_cnt - whole(days.get("failed_cnt"))
    behind = whole(past.get("waiting_cnt"))
    settled = operators_cnt - behind - whole(past.get("failed_cnt"))
    rates = rows_of(_RATES, {})[0]
    missing = missing_rates(AccountFilter(), months)
    return [
        _state("days", {**days, "done_cnt": fresh_cnt, "newest_at": month["newest_at"]}, waiting=silent),
        _state("past", {**past, "done_cnt": settled}, waiting=behind),
        _state("months", {"done_cnt": month["done_cnt"]}, waiting=operators_cnt - whole(month["done_cnt"])),
        _state("rates", rates, waiting=len(missing)),
    ]


def failed_work() -> Sequence[Mapping[str, object]]:
    """Return operators whose daily step or past failed for good, the latest first; at most twenty."""
    return rows_of(_WORK + _FAILED, {"most": _MOST_NAMED})


def _state(kind: str, row: Mapping[str, object], *, waiting: int) -> RefreshState:
    failed, newest = whole(row.get("failed_cnt")), row.get("newest_at")
    return RefreshState(
        kind=kind,
        state="failed" if failed else "waiting" if waiting > 0 else "ok",
        done_cnt=whole(row.get("done_cnt")),
        waiting_cnt=max(waiting, 0),
        failed_cnt=failed,
        newest_at=newest if isinstance(newest, datetime) else None,
    )
