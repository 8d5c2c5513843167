"""Counters against the rows they count. Booked rows belong to trips; holds are ours."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import Case, F, IntegerField, Q, Sum, When
from django.db.models.functions import Coalesce

from outfitter_tenants.scheduling.booking_port import SoldSeats
from outfitter_tenants.scheduling.models import ExperienceDate, Hold, Timeslot, TimeslotPool


@dataclass(frozen=True, slots=True)
class Drift:
    """A counter that says something else than its rows."""

    entity: str
    id: int
    counter: str
    counted: int
    rows: int


def counters_by_timeslot() -> dict[int, tuple[int, int]]:
    """Return what timeslots count as sold: id -> (booked pax, of them online); zeros left out."""
    rows = Timeslot.objects.filter(Q(booked_pax_cnt__gt=0) | Q(online_booked_pax_cnt__gt=0))
    found = rows.order_by().values_list("pk", "booked_pax_cnt", "online_booked_pax_cnt")
    return {pk: (booked, online) for pk, booked, online in found}


def count_drift(
    *, booked: dict[int, tuple[int, int]] | None = None, sold: Sequence[SoldSeats] | None = None
) -> list[Drift]:
    """
    Return every counter that differs from its rows; empty is right.

    `booked` is what the sold bookings add up to (timeslot id -> pax, of them online), `sold` what
    they are one by one; without either only holds and capped days are checked.
    """
    if sold is not None:
        return count_drift() + _sold_drift(sold)
    found = _held_drift() + _pool_drift() + _day_drift()
    return found + (_booked_drift(booked) if booked is not None else [])


def _held_drift() -> list[Drift]:
    online = Case(When(is_online=True, then=F("pax_cnt")), default=0, output_field=IntegerField())
    sums = (
        Hold.objects.filter(status="active")
        .order_by()
        .values("timeslot_id")
        .annotate(pax=Sum("pax_cnt"), online=Sum(online))
    )
    rows = {row["timeslot_id"]: (row["pax"], row["online"]) for row in sums}
    counted = {
        pk: (held, of_them)
        for pk, held, of_them in Timeslot.objects.filter(
            Q(held_pax_cnt__gt=0) | Q(online_held_pax_cnt__gt=0) | Q(pk__in=rows)
        ).values_list("pk", "held_pax_cnt", "online_held_pax_cnt")
    }
    return _compare(counted, rows, ("held_pax_cnt", "online_held_pax_cnt"))


def _booked_drift(rows: dict[int, tuple[int, int]]) -> list[Drift]:
    return _compare(counters_by_timeslot(), rows, ("booked_pax_cnt", "online_booked_pax_cnt"))


def _compare(
    counted: dict[int, tuple[int, int]], rows: dict[int, tuple[int, int]], names: tuple[str, str]
) -> list[Drift]:
    found: list[Drift] = []
    for pk in sorted({*counted, *rows}):
        for place, name in enumerate(names):
            have, want = counted.get(pk, (0, 0))[place], rows.get(pk, (0, 0))[place]
            if have != want:
                found.append(Drift("timeslot", pk, name, have, want))
    return found


_POOLS: Final = """
SELECT p.id, p.held_pax_cnt, coalesce(sum((h.pool_claims ->> p.id::text)::int), 0)
  FROM scheduling_timeslotpool p
  LEFT JOIN scheduling_hold h ON h.timeslot_id = p.timeslot_id AND h.status = 'active'
 GROUP BY p.id, p.held_pax_cnt
HAVING p.held_pax_cnt <> coalesce(sum((h.pool_claims ->> p.id::text)::int), 0)
 ORDER BY p.id
"""


def _pool_drift() -> list[Drift]:
    with connection.cursor() as cursor:
        cursor.execute(_POOLS)
        return [
            Drift("timeslot_pool", pk, "held_pax_cnt", counted, rows)
            for pk, counted, rows in cursor.fetchall()
        ]


def _sold_drift(rows: Sequence[SoldSeats]) -> list[Drift]:
    """Compare what timeslots and their pools count as sold with the bookings."""
    pools: dict[int, list[TimeslotPool]] = defaultdict(list)
    for pool in TimeslotPool.objects.order_by("pk"):
        pools[pool.timeslot_id].append(pool)
    booked: dict[int, tuple[int, int]] = {}
    pooled: Counter[int] = Counter()
    for row in rows:
        mine = pools.get(row.timeslot_id, [])
        own = [pool for pool in mine if pool.method == row.method]
        kinds = [p for p in mine if p.experience_customer_type_id == row.experience_customer_type_id]
        pooled.update({pool.pk: row.pax_cnt for pool in (*own, *kinds)})
        all_, online = booked.get(row.timeslot_id, (0, 0))
        is_online = row.audience != "direct" and not own
        booked[row.timeslot_id] = (all_ + row.pax_cnt, online + row.pax_cnt * is_online)
    found = _booked_drift(booked)
    for pool in (pool for mine in pools.values() for pool in mine):
        if pool.booked_pax_cnt != pooled[pool.pk]:
            found.append(
                Drift("timeslot_pool", pool.pk, "booked_pax_cnt", pool.booked_pax_cnt, pooled[pool.pk])
            )
    return found


def _day_drift() -> list[Drift]:
    days = ExperienceDate.objects.filter(capacity__isnull=False).annotate(
        slots_booked=Coalesce(Sum("timeslots__booked_pax_cnt"), 0),
        slots_held=Coalesce(Sum("timeslots__held_pax_cnt"), 0),
    )
    found: list[Drift] = []
    for day in days.order_by("pk"):
        if day.booked_pax_cnt != day.slots_booked:
            found.append(
                Drift("experience_date", day.pk, "booked_pax_cnt", day.booked_pax_cnt, day.slots_booked)
            )
        if day.held_pax_cnt != day.slots_held:
            found.append(Drift("experience_date", day.pk, "held_pax_cnt", day.held_pax_cnt, day.slots_held))
    return found
