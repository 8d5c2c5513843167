"""Reads of what a partner's agents sold: their usual parties, and what they earned."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Q, Sum

from outfitter_tenants.trips.models import Booking, Trip, TripOrder

SOLD: Final = ("reserved", "under_review")
# So many sales back an agent's usual parties are looked for.
_LOOKED_AT: Final = 60


@dataclass(frozen=True, slots=True)
class SoldParty:
    """Whom an agent booked on one experience: experience customer type -> how many."""

    experience_id: int
    quantities: tuple[tuple[int, int], ...]


def recent_parties(*, reseller_id: int, agent_id: int, limit: int) -> list[SoldParty]:
    """Return the parties that an agent sold last, each experience and mix once, the newest first."""
    latest = (
        Trip.objects.filter(reseller_id=reseller_id, reseller_agent_id=agent_id, status__in=SOLD)
        .order_by("-reserved_at", "-pk")
        .values("pk")[:_LOOKED_AT]
    )
    rows = (
        Booking.objects.filter(
            trip_order__trip_id__in=latest, trip_order__status="active", cancelled_at__isnull=True
        )
        .order_by("-trip_order__trip__reserved_at", "-trip_order_id", "experience_customer_type_id")
        .values_list("trip_order_id", "trip_order__experience_id", "experience_customer_type_id")
        .annotate(Count("pk"))
    )
    orders: dict[int, tuple[int, list[tuple[int, int]]]] = {}
    for order_id, experience_id, kind_id, qty in rows:
        orders.setdefault(order_id, (experience_id, []))[1].append((kind_id, qty))
    parties = (SoldParty(experience_id, tuple(mix)) for experience_id, mix in orders.values())
    return list(dict.fromkeys(parties))[:limit]


@dataclass(frozen=True, slots=True)
class SalesQuery:
    """Which sales of a partner: those of one agent (None: of all) booked from `since` until `until`."""

    reseller_id: int
    agent_id: int | None
    since: datetime
    until: datetime

    @property
    def matches(self) -> Q:
        """Return the filter of their trips."""
        found = Q(
            reseller_id=self.reseller_id,
            status__in=SOLD,
            reserved_at__gte=self.since,
            reserved_at__lt=self.until,
        )
        return found if self.agent_id is None else found & Q(reseller_agent_id=self.agent_id)


@dataclass(frozen=True, slots=True)
class SalesSum:
    """What some sales come to, in minor units."""

    trips_cnt: int
    pax_cnt: int
    total_amount: int
    commission_amount: int


def sum_sales(asked: SalesQuery) -> SalesSum:
    """Return what sales come to, in one statement."""
    found = Trip.objects.filter(asked.matches).aggregate(
        trips=Count("pk"),
        pax=Sum("pax_cnt", default=0),
        total=Sum("total_amount", default=0),
        commission=Sum("commission_amount", default=0),
    )
    return SalesSum(found["trips"], found["pax"], found["total"], found["commission"])


@dataclass(frozen=True, slots=True)
class EarnedRow:
    """What a partner earns on one trip; `terms` is what the trip keeps of the agreement."""

    trip: Trip
    experience_names: list[str] = field(default_factory=list)

    @property
    def terms(self) -> Mapping[str, Any]:
        """Return what the trip keeps of whom is owed what."""
        return self.trip.commission or {}


def list_earned(asked: SalesQuery, *, limit: int) -> list[EarnedRow]:
    """Return the trips of some sales with what they were, the newest first; in two statements."""
    trips = list(Trip.objects.filter(asked.matches).order_by("-reserved_at", "-pk")[:limit])
    names = _experience_names(row.pk for row in trips)
    return [EarnedRow(row, names.get(row.pk, [])) for row in trips]


def _experience_names(trip_ids: Iterable[int]) -> dict[int, list[str]]:
    rows = TripOrder.objects.filter(trip_id__in=list(trip_ids)).order_by("trip_id", "position", "id")
    found: dict[int, list[str]] = {}
    for trip_id, name in rows.values_list("trip_id", "experience__name"):
        if name not in found.setdefault(trip_id, []):
            found[trip_id].append(name)
    return found
