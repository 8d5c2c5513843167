"""Seats set apart for customer types and trip methods: made, changed, and counted anew."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.scheduling import booking_port
from outfitter_tenants.scheduling.models import Hold, Timeslot, TimeslotPool
from outfitter_tenants.scheduling.operations.timeslot_generation import PoolSpec, TimeslotPlan

# A customer type that came later gets seats on what is made already; one that was archived keeps
# the seats it has sold and gives no more.
_ADD_TYPES = """
INSERT INTO scheduling_timeslotpool
       (timeslot_id, experience_customer_type_id, capacity, booked_pax_cnt, held_pax_cnt,
        overbook_cnt)
SELECT t.id, kind, coalesce((t.capacity_by_type ->> kind::text)::int, t.capacity, 0), 0, 0, 0
  FROM scheduling_timeslot t CROSS JOIN unnest(%(kinds)s::bigint[]) AS kind
 WHERE t.experience_id = %(experience)s AND t.start_at > %(at)s
   AND NOT EXISTS (SELECT FROM scheduling_timeslotpool p
                    WHERE p.timeslot_id = t.id AND p.experience_customer_type_id = kind)
 ORDER BY t.id, kind
"""
_END_TYPES = """
UPDATE scheduling_timeslotpool p
   SET capacity = p.booked_pax_cnt + p.held_pax_cnt
  FROM scheduling_timeslot t
 WHERE t.id = p.timeslot_id AND t.experience_id = %(experience)s AND t.start_at > %(at)s
   AND p.experience_customer_type_id IS NOT NULL
   AND p.experience_customer_type_id <> ALL(%(kinds)s::bigint[])
"""
_NOTE_TYPES = """
UPDATE scheduling_timeslot t
   SET is_pooled = true, capacity_by_type = (
         SELECT coalesce(jsonb_object_agg(p.experience_customer_type_id::text, p.capacity), '{}')
           FROM scheduling_timeslotpool p
          WHERE p.timeslot_id = t.id AND p.experience_customer_type_id = ANY(%(kinds)s::bigint[]))
 WHERE t.experience_id = %(experience)s AND t.start_at > %(at)s
"""
# The experience's default was changed: pools that stood for it follow their timeslot.
_RESIZE_TYPES = """
UPDATE scheduling_timeslotpool p
   SET capacity = t.capacity
  FROM scheduling_timeslot t
  LEFT JOIN scheduling_experiencetimeslot r ON r.id = t.experience_timeslot_id
 WHERE t.id = p.timeslot_id AND t.experience_id = %(experience)s AND t.start_at > %(at)s
   AND p.experience_customer_type_id = ANY(%(kinds)s::bigint[])
   AND p.capacity = %(before)s AND NOT t.is_edited
   AND NOT coalesce(r.capacity_by_type ? p.experience_customer_type_id::text, false)
   AND p.booked_pax_cnt + p.held_pax_cnt <= t.capacity + p.overbook_cnt
"""


@dataclass(frozen=True, slots=True)
class PoolBelowBooked:
    """A pool that would be smaller than what it has given already."""

    spec: PoolSpec
    used_cnt: int


@dataclass(slots=True)
class _Count:
    """What rows say of one timeslot's counters."""

    held: Counter[int] = field(default_factory=Counter)
    booked: Counter[int] = field(default_factory=Counter)
    online_held: int = 0
    online_booked: int = 0


def make(slot: Timeslot, plan: TimeslotPlan) -> None:
    """Give a new timeslot the pools it names."""
    if slot.is_pooled:
        specs = plan.pool_specs(slot.capacity, slot.capacity_by_type, slot.channel_allotments)
        TimeslotPool.objects.bulk_create(_pool(slot.pk, spec) for spec in specs)


def follow_types(experience: ExperienceRow, *, at: datetime) -> None:
    """Give future timeslots pools for the customer types the experience sells by now."""
    if experience.capacity_type != "timeslot_customer_type":
        return
    kinds = [kind.id for kind in experience.customer_types if kind.is_consume_capacity]
    values: dict[str, Any] = {"experience": experience.id, "kinds": kinds, "at": at}
    with connection.cursor() as cursor:
        for statement in (_ADD_TYPES, _END_TYPES, _NOTE_TYPES):
            cursor.execute(statement, values)


def follow_default(experience: ExperienceRow, *, before: int | None, at: datetime) -> None:
    """Give pools that stood for the experience's former default capacity the present one."""
    if experience.capacity_type != "timeslot_customer_type" or before is None:
        return
    kinds = [kind.id for kind in experience.customer_types if kind.is_consume_capacity]
    values: dict[str, Any] = {"experience": experience.id, "kinds": kinds, "at": at, "before": before}
    with connection.cursor() as cursor:
        cursor.execute(_RESIZE_TYPES, values)
        cursor.execute(_NOTE_TYPES, values)


def change(slot: Timeslot, specs: Sequence[PoolSpec]) -> list[PoolBelowBooked]:
    """
    Give one locked timeslot other pools and count again who has what.

    Returns the pools that have given more than they would hold: then the caller undoes it all.
    """
    wanted = {(spec.kind_id, spec.method): spec for spec in specs}
    mine = {(pool.experience_customer_type_id, pool.method): pool for pool in _pools([slot.pk])}
    TimeslotPool.objects.filter(pk__in=[p.pk for k, p in mine.items() if k not in wanted]).delete()
    TimeslotPool.objects.bulk_create(_pool(slot.pk, spec) for key, spec in wanted.items() if key not in mine)
    counts = recount(timeslot_ids=[slot.pk], is_written=False)[slot.pk]
    found: list[PoolBelowBooked] = []
    for pool in _pools([slot.pk]):
        spec = wanted[(pool.experience_customer_type_id, pool.method)]
        used = counts.held[pool.pk] + counts.booked[pool.pk]
        if used > spec.capacity + pool.overbook_cnt:
            found.append(PoolBelowBooked(spec, used))
    if not found:
        by_id = {pool.pk: wanted[key] for key, pool in _by_key(slot.pk).items()}
        for pk, spec in by_id.items():
            TimeslotPool.objects.filter(pk=pk).update(
                capacity=spec.capacity, held_pax_cnt=counts.held[pk], booked_pax_cnt=counts.booked[pk]
            )
        _write_online(slot.pk, counts)
    return found


def recount(*, timeslot_ids: Iterable[int], is_written: bool = True) -> dict[int, _Count]:
    """
    Count anew what holds and bookings have of the pools of these locked timeslots.

    Active holds are told their pools; with `is_written` the counters are set as well.
    """
    ids = sorted(set(timeslot_ids))
    pools: dict[int, list[TimeslotPool]] = defaultdict(list)
    for pool in _pools(ids):
        pools[pool.timeslot_id].append(pool)
    counts = {pk: _Count() for pk in ids}
    changed: list[Hold] = []
    rows = Hold.objects.select_for_update(of=("self",)).filter(timeslot_id__in=ids, status="active")
    pax_of = _Pax()
    for hold in rows.select_related("timeslot").order_by("pk"):
        taken = pax_of(hold.timeslot.experience_id, hold.qty_by_type)
        claims, online = _claims(pools[hold.timeslot_id], taken, hold.audience, hold.method)
        counts[hold.timeslot_id].held.update(claims)
        counts[hold.timeslot_id].online_held += hold.pax_cnt if online else 0
        wanted = {str(pool): pax for pool, pax in claims.items()}
        if (hold.pool_claims, hold.is_online) != (wanted, online):
            hold.pool_claims, hold.is_online = wanted, online
            changed.append(hold)
    Hold.objects.bulk_update(changed, ["pool_claims", "is_online"], batch_size=500)
    for row in booking_port.seats_on(ids):
        taken = {row.experience_customer_type_id: row.pax_cnt}
        claims, online = _claims(pools[row.timeslot_id], taken, row.audience, row.method)
        counts[row.timeslot_id].booked.update(claims)
        counts[row.timeslot_id].online_booked += row.pax_cnt if online else 0
    if is_written:
        for pk, count in counts.items():
            _write(pk, pools[pk], count)
    return counts


def _write(timeslot_id: int, pools: Sequence[TimeslotPool], count: _Count) -> None:
    for pool in pools:
        held, booked = count.held[pool.pk], count.booked[pool.pk]
        if (pool.held_pax_cnt, pool.booked_pax_cnt) != (held, booked):
            beyond = max(pool.overbook_cnt, held + booked - pool.capacity)
            TimeslotPool.objects.filter(pk=pool.pk).update(
                held_pax_cnt=held, booked_pax_cnt=booked, overbook_cnt=max(0, beyond)
            )
    _write_online(timeslot_id, count)


def _write_online(timeslot_id: int, count: _Count) -> None:
    Timeslot.objects.filter(pk=timeslot_id).update(
        online_held_pax_cnt=count.online_held, online_booked_pax_cnt=count.online_booked
    )


def _claims(
    pools: Sequence[TimeslotPool], taken: Mapping[int, int], audience: str, method: str | None
) -> tuple[dict[int, int], bool]:
    found: dict[int, int] = {}
    is_own = False
    for pool in pools:
        pax = taken.get(pool.experience_customer_type_id or 0, 0)
        if pool.method is not None and pool.method == method:
            is_own, pax = True, sum(taken.values())
        if pax:
            found[pool.pk] = pax
    return found, audience != "direct" and not is_own


class _Pax:
    """Seats by customer type of a hold, with what the experience says of its types read once."""

    def __init__(self) -> None:
        self._known: dict[int, dict[int, Any]] = {}

    def __call__(self, experience_id: int, quantities: Mapping[str, int]) -> dict[int, int]:
        if experience_id not in self._known:
            rows = catalog.experience_customer_types(experience_id=experience_id)
            self._known[experience_id] = {kind.id: kind for kind in rows}
        kinds = self._known[experience_id]
        # A type that is no longer sold took one seat a ticket, as most do.
        return {
            int(kind): kinds[int(kind)].pax_of(int(qty)) if int(kind) in kinds else int(qty)
            for kind, qty in quantities.items()
        }


def _pools(timeslot_ids: Sequence[int]) -> list[TimeslotPool]:
    return list(TimeslotPool.objects.filter(timeslot_id__in=timeslot_ids).order_by("pk"))


def _by_key(timeslot_id: int) -> dict[tuple[int | None, str | None], TimeslotPool]:
    return {(p.experience_customer_type_id, p.method): p for p in _pools([timeslot_id])}


def _pool(timeslot_id: int, spec: PoolSpec) -> TimeslotPool:
    return TimeslotPool(
        timeslot_id=timeslot_id,
        experience_customer_type_id=spec.kind_id,
        method=spec.method,
        capacity=spec.capacity,
    )
