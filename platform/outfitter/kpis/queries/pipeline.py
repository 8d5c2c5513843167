"""Deals by stage (domain.md 6.5, 10)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit.errors import NotFound
from outfitter.kpis.models import STAGES, Deal
from outfitter.kpis.queries.account_filters import AccountFilter, rows_of, whole

NINETY: Final = timedelta(days=90)
OPEN: Final = tuple(stage for stage in STAGES if stage not in {"won", "lost"})
_STAGES: Final = """
SELECT s.stage, count(d.id) FILTER (WHERE d.stage = s.stage) AS cnt,
       sum(d.amount_mrr) FILTER (WHERE d.stage = s.stage) AS amount,
       sum(round(d.amount_mrr::numeric * d.probability_ppm / 1000000)) FILTER (WHERE d.stage = s.stage)
         AS weighted_amount,
       floor(avg(extract(epoch FROM coalesce(d.closed_at, %(at)s::timestamptz) - d.created_at) / 86400)
             FILTER (WHERE d.stage = s.stage)) AS avg_age_days,
       count(*) FILTER (WHERE d.stage = 'won' AND d.is_recent) AS won_90d,
       count(*) FILTER (WHERE d.stage = 'lost' AND d.is_recent) AS lost_90d
  FROM unnest(%(stages)s::text[]) AS s (stage)
  LEFT JOIN (SELECT *, coalesce(closed_at > %(at)s::timestamptz - interval '90 days', false) AS is_recent
               FROM kpis_deal WHERE true {who}) AS d
    ON d.stage = s.stage OR d.closed_from = s.stage
 GROUP BY s.stage
"""


@dataclass(frozen=True, slots=True)
class PipelineStage:
    """
    Deals of a stage; amounts are a month's, in minor units of the reporting currency.

    `won_90d` and `lost_90d` of an open stage are deals that were closed out of it.
    """

    stage: str
    cnt: int
    amount: int
    weighted_amount: int
    avg_age_days: int | None
    won_90d: int
    lost_90d: int


def pipeline_stages(at: datetime, who: AccountFilter) -> list[PipelineStage]:
    """Return every stage in its order as of `at`; with a filter, deals of such operators alone."""
    statement = _STAGES.format(who=who.condition("account_id"))
    rows = rows_of(statement, who.values | {"at": at.isoformat(), "stages": list(STAGES)})
    found = {str(row["stage"]): row for row in rows}
    names = ("cnt", "amount", "weighted_amount", "won_90d", "lost_90d")
    return [
        PipelineStage(
            stage=stage,
            avg_age_days=None if (days := found[stage]["avg_age_days"]) is None else whole(days),
            **{name: whole(found[stage][name]) for name in names},
        )
        for stage in STAGES
    ]


def list_deals(*, at: datetime) -> list[Deal]:
    """Return open deals and those that were closed in the last 90 days, by stage, the newest there first."""
    recent = Deal.objects.filter(stage__in=OPEN) | Deal.objects.filter(closed_at__gt=at - NINETY)
    return list(recent.select_related("account").order_by("-stage_entered_at", "-pk"))


def get_deal(*, deal_id: int) -> Deal:
    """
    Return a deal.

    :raises NotFound: there is none
    """
    found = Deal.objects.select_related("account").filter(pk=deal_id).first()
    if found is None:
        raise NotFound("There is no such deal.")
    return found
