"""What guests say these days beside what they said before: for whoever looks at the whole."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, Sum

from outfitter.kit import zones
from outfitter_tenants.messaging.models import Review


@dataclass(frozen=True, slots=True)
class Mood:
    """Reviews of some days: how many, how good (hundredths of a star, None: no review), how they felt."""

    cnt: int
    average_cents: int | None
    positive_cnt: int
    negative_cnt: int


def mood_of(*, first: date, last: date, time_zone: str) -> Mood:
    """Return what guests said from `first` to `last`."""
    begin, end = zones.day_bounds(first, time_zone)[0], zones.day_bounds(last, time_zone)[1]
    row = Review.objects.filter(created_at__gte=begin, created_at__lt=end).aggregate(
        cnt=Count("id"),
        sum=Sum("rating"),
        positive=Count("id", filter=Q(sentiment="positive")),
        negative=Count("id", filter=Q(sentiment="negative")),
    )
    cnt = row["cnt"]
    return Mood(cnt, row["sum"] * 100 // cnt if cnt else None, row["positive"], row["negative"])
