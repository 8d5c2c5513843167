"""Reviews: what guests say of a trip, once each, and in figures (domain.md 5.9)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Avg, Count, F, Q
from django.db.models.functions import TruncWeek

from outfitter.kit import zones
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging.models import MessagingSettings, Review


class ReviewNotFound(NotFound):
    """No such review here."""


class NotAgreed(DomainError):
    """Whoever wrote it does not want others to read it."""

    code = "not_agreed"
    status = 409


class ReviewGiven(DomainError):
    """This trip was reviewed; what was said stays."""

    code = "already_done"
    status = 409


@dataclass(frozen=True, slots=True)
class ReviewDraft:
    """What somebody says of a trip; `rating` is 1 to 5, `nps` (would recommend) 0 to 10 or null."""

    rating: int
    text: str = ""
    may_publish: bool = False
    nps: int | None = None


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
                nps=draft.nps,
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


def list_of(*, customer_ids: Collection[int], trip_ids: Collection[int]) -> list[Review]:
    """Return what these people said, and what was said of these trips here, the earliest first."""
    ours = Q(trip_id__in=trip_ids, customer_id__isnull=True) | Q(customer_id__in=customer_ids)
    return list(Review.objects.filter(ours).order_by("created_at", "pk"))


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
    counts = dict(Review.objects.values_list("rating").annotate(cnt=Count("id")).order_by())
    cnt = sum(counts.values())
    stars = sum(rating * times for rating, times in counts.items())
    rows = Review.objects.order_by("-created_at", "-id")[:latest]
    return Summary(
        average=round(stars / cnt, 2) if cnt else None,
        cnt=cnt,
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


# From so many stars on we ask to say it in public as well.
GOOD: Final = 4


def get_review(*, review_id: int) -> Review:
    """
    Return one review.

    :raises ReviewNotFound: there is none
    """
    row = Review.objects.filter(pk=review_id).first()
    if row is None:
        raise ReviewNotFound("Review not found.")
    return row


def lock_review(*, review_id: int) -> Review:
    """
    Lock one review for a change.

    :raises ReviewNotFound: there is none
    """
    row = Review.objects.select_for_update().filter(pk=review_id).first()
    if row is None:
        raise ReviewNotFound("Review not found.")
    return row


def publish(row: Review, *, is_published: bool) -> bool:
    """
    Show a locked review to everyone or to no one; returns whether that was news.

    :raises NotAgreed: whoever wrote it did not agree
    """
    if is_published and not row.may_publish:
        raise NotAgreed("This guest didn't agree to have their review published.")
    if row.is_published == is_published:
        return False
    row.is_published = is_published
    row.save(update_fields=["is_published"])
    return True


def reply(row: Review, *, text: str, by: int | None, at: datetime) -> bool:
    """Keep what the operator says to a locked review ("" takes it back); whether that was news."""
    if row.reply_text == text:
        return False
    row.reply_text = text
    row.replied_by = by if text else None
    row.replied_at = at if text else None
    row.save(update_fields=["reply_text", "replied_by", "replied_at"])
    return True


@dataclass(frozen=True, slots=True)
class PublicReview:
    """A review that everyone may read, under its writer's first name, and what the operator said to it."""

    name: str
    rating: int
    text: str
    reply: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PublicRating:
    """What guests say of one experience: all of them in figures, those that are published in words."""

    average: float
    cnt: int
    shown: list[PublicReview]


def public_rating(*, experience_id: int, most: int = 10) -> PublicRating | None:
    """
    Return what the public page of an experience says of its reviews.

    The figures are of all guests who rated it, published or not: an average of what the operator
    likes would be none. None as long as nothing is published.
    """
    own = Review.objects.filter(experience_id=experience_id, source="internal")
    rows = list(own.filter(is_published=True).order_by("-created_at", "-id")[:most])
    if not rows:
        return None
    found = own.aggregate(average=Avg("rating"), cnt=Count("id"))
    names = customers.first_names(ids=[one.customer_id for one in rows if one.customer_id])
    shown = [
        PublicReview(
            names.get(one.customer_id or 0, ""), one.rating, one.text, one.reply_text, one.created_at
        )
        for one in rows
    ]
    return PublicRating(round(found["average"], 1), found["cnt"], shown)


def share_links(*, rating: int) -> dict[str, str]:
    """Return where else a happy guest may say so, by site; nothing below four stars."""
    row = MessagingSettings.objects.first() if rating >= GOOD else None
    if row is None:
        return {}
    links = {"google": row.google_review_url, "tripadvisor": row.tripadvisor_review_url}
    return {site: url for site, url in links.items() if url}
