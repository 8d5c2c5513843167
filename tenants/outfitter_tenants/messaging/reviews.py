"""Reviews: what guests say of a trip, once each, and in figures (domain.md 5.9)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Avg, Count, F
from django.db.models.functions import TruncWeek

from outfitter.kit import zones
from outfitter.kit.errors import DomainError
from outfitter_tenants.messaging.models import Review


class ReviewGiven(DomainError):
    """This trip was reviewed; what was said stays."""

    code = "already_done"
    status = 409


@dataclass(frozen=True, slots=True)
class ReviewDraft:
    """What somebody says of a trip; `rating` is 1 to 5."""

    rating: int
    text: str = ""
    may_publish: bool = False


def write_review(
    *, trip_id: int, customer_id: int | None, experience_id: int | None, draft: ReviewDraft, at: datetime
) -> Review:
    """
    Keep what a guest says of their trip: once, whoever of the party is first.

    :raises ReviewGiven: somebody has
    """
    try:
        with transaction.atomic():
            return Review.objects.create(
                trip_id=trip_id,
                customer_id=customer_id,
                experience_id=experience_id,
                rating=draft.rating,
                text=draft.text,
                may_publish=draft.may_publish,
                sentiment=_sentiment(draft.rating),
                created_at=at,
            )
    except IntegrityError as problem:
        raise ReviewGiven("This trip already has a review. Thank you!") from problem


def reviewed_among(*, trip_ids: Collection[int]) -> frozenset[int]:
    """Return those of these trips that somebody reviewed."""
    found = Review.objects.filter(trip_id__in=trip_ids).values_list("trip_id", flat=True)
    return frozenset(trip_id for trip_id in found if trip_id is not None)


def _sentiment(rating: int) -> str:
    if rating == 3:
        return "neutral"
    return "positive" if rating > 3 else "negative"


def find_of_trip(*, trip_id: int) -> Review | None:
    """Return what a trip's own customer said of it, None before they did."""
    return Review.objects.filter(trip_id=trip_id, source="internal").first()


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One review as the dashboard lists it."""

    id: int
    trip_id: int | None
    rating: int
    text: str
    source: str
    sentiment: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Summary:
    """All reviews; `average` is null before the first, `distribution` counts 1 to 5."""

    average: float | None
    cnt: int
    distribution: dict[int, int]
    latest: list[ReviewRow]


def summary(*, latest: int = 5) -> Summary:
    """Return the average, how often each rating was given, and the latest reviews."""
    found = Review.objects.aggregate(average=Avg("rating"), cnt=Count("id"))
    counts = dict(Review.objects.values_list("rating").annotate(cnt=Count("id")).order_by())
    rows = Review.objects.order_by("-created_at", "-id")[:latest]
    return Summary(
        average=round(found["average"], 2) if found["cnt"] else None,
        cnt=found["cnt"],
        distribution={rating: counts.get(rating, 0) for rating in range(1, 6)},
        latest=[
            ReviewRow(r.pk, r.trip_id, r.rating, r.text, r.source, r.sentiment, r.created_at) for r in rows
        ],
    )


def sentiment_by_week(*, at: datetime, weeks: int, time_zone: str) -> dict[date, dict[str, int]]:
    """Return Monday -> sentiment -> count of the last `weeks` weeks, in the operator's zone."""
    since = zones.local_day(at, time_zone) - timedelta(weeks=weeks)
    begin, _ = zones.day_bounds(since, time_zone)
    rows = (
        Review.objects.filter(created_at__gte=begin, created_at__lte=at)
        .annotate(week=TruncWeek("created_at", tzinfo=zones.zone(time_zone)))
        .values("week", kind=F("sentiment"))
        .annotate(cnt=Count("id"))
        .order_by("week")
    )
    found: dict[date, dict[str, int]] = {}
    for row in rows:
        found.setdefault(row["week"].date(), {})[row["kind"]] = row["cnt"]
    return found
