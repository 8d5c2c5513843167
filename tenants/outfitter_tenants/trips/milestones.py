"""What an operator has really sold, as its onboarding stages ask for it (domain.md 6.4)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min, Q
from django.db.models.functions import TruncWeek

from outfitter.db.statements import Statement
from outfitter_tenants.trips.models import Trip

_SOLD: Final = Q(status__in=["reserved", "under_review"])
# What came with an import was sold elsewhere.
_REAL: Final = ~Q(trip_method__slug="import")
_TRIED: Final = Q(status="deleted")
ACTIVATION: Final = timedelta(days=60)
# Either is enough within the first sixty days.
_TRIPS, _WEEKS = 10, 3


@dataclass(frozen=True, slots=True)
class Milestones:
    """`is_tested`: a trip was reserved and then deleted. `sold_at`: the first that stands."""

    is_tested: bool
    sold_at: datetime | None
    is_activated: bool


def milestones(*, opened_at: datetime) -> Milestones:
    """Return them, in UTC weeks; `opened_at` is when the account was made."""
    real = Trip.objects.filter(_REAL, reserved_at__isnull=False)
    sold = real.filter(_SOLD)
    found = sold.aggregate(
        first=Min("reserved_at"),
        count=Count("id"),
        weeks=Count(
            TruncWeek("reserved_at"), distinct=True, filter=Q(reserved_at__lt=opened_at + ACTIVATION)
        ),
    )
    return Milestones(
        is_tested=real.filter(_TRIED).exists(),
        sold_at=found["first"],
        is_activated=found["count"] >= _TRIPS or found["weeks"] >= _WEEKS,
    )


def last_sold_at() -> datetime | None:
    """Return when the latest real booking that stands was reserved; None when there is none."""
    sold = Trip.objects.filter(_REAL, _SOLD, reserved_at__isnull=False)
    found = sold.order_by("-reserved_at").values_list("reserved_at", flat=True).first()
    return found


# Whether a booking was made and deleted again, or one that counts stands (domain.md 6.3).
ANY_TRIED: Final = Statement(
    lambda: Trip.objects.filter(_REAL, _SOLD | _TRIED, reserved_at__isnull=False).values_list("pk")[:1]
)
