"""Reviews in figures that name no one (domain.md 5.19): for links that outsiders open."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Avg, Count, Q
from django.db.models.functions import TruncMonth

from outfitter.kit import zones
from outfitter_tenants.messaging.models import Review

if TYPE_CHECKING:
    from django.db.models import QuerySet

# The figure of one or two guests would be what these guests said.
FEWEST: Final = 3
_MONTHS: Final = 12


@dataclass(frozen=True, slots=True)
class RatedMonth:
    """The reviews of one month; `first` is its first day."""

    first: date
    cnt: int
    average: float


@dataclass(frozen=True, slots=True)
class RatedExperience:
    """The reviews of one experience."""

    experience_id: int
    cnt: int
    average: float


@dataclass(frozen=True, slots=True)
class ReviewFigures:
    """
    All reviews of some days. `recommend` (promoters less detractors, -100 to 100) is null without answers.

    Months and experiences with fewer than three reviews are left out: they would tell what one guest said.
    """

    cnt: int
    average: float | None
    distribution: dict[int, int]
    recommend: int | None
    months: Sequence[RatedMonth]
    experiences: Sequence[RatedExperience]


def review_figures(
    *, days: int | None, experience_id: int | None, at: datetime, time_zone: str
) -> ReviewFigures:
    """Return the figures of the last `days` (all without), of one experience or of all of them."""
    rows = Review.objects.filter(created_at__lte=at)
    if experience_id is not None:
        rows = rows.filter(experience_id=experience_id)
    if days is not None:
        since = zones.local_day(at, time_zone) - timedelta(days=days - 1)
        rows = rows.filter(created_at__gte=zones.day_bounds(since, time_zone)[0])
    found = rows.aggregate(
        cnt=Count("id"),
        average=Avg("rating"),
        asked=Count("nps"),
        promoters=Count("id", filter=Q(nps__gte=9)),
        detractors=Count("id", filter=Q(nps__lte=6)),
        **{f"rated_{n}": Count("id", filter=Q(rating=n)) for n in range(1, 6)},
    )
    # Below so few, nothing is told but how many there are.
    is_told = found["cnt"] >= FEWEST
    spread = found["promoters"] - found["detractors"]
    return ReviewFigures(
        cnt=found["cnt"],
        average=round(found["average"], 1) if is_told else None,
        distribution={n: found[f"rated_{n}"] for n in range(5, 0, -1)} if is_told else {},
        recommend=round(spread * 100 / found["asked"]) if found["asked"] >= FEWEST else None,
        months=_months(rows, time_zone),
        experiences=_experiences(rows) if experience_id is None else [],
    )


def _months(rows: "QuerySet[Review]", time_zone: str) -> list[RatedMonth]:
    found = (
        rows.annotate(month=TruncMonth("created_at", tzinfo=zones.zone(time_zone)))
        .values("month")
        .annotate(cnt=Count("id"), average=Avg("rating"))
        .filter(cnt__gte=FEWEST)
        .order_by("-month")
        .values_list("month", "cnt", "average")[:_MONTHS]
    )
    return [RatedMonth(month.date(), cnt, round(average, 1)) for month, cnt, average in found]


def _experiences(rows: "QuerySet[Review]") -> list[RatedExperience]:
    found = (
        rows.filter(experience_id__isnull=False)
        .values("experience_id")
        .annotate(cnt=Count("id"), average=Avg("rating"))
        .filter(cnt__gte=FEWEST)
        .order_by("-cnt", "experience_id")
        .values_list("experience_id", "cnt", "average")[:100]
    )
    return [RatedExperience(about or 0, cnt, round(average, 1)) for about, cnt, average in found]
