"""What guests of a sold order have of boats and guides when they become an order of their own."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from outfitter_tenants.scheduling.models import BookingGuide, BookingResource
from outfitter_tenants.scheduling.operations import availability_events, order_resources
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, Party, ask_of
from outfitter_tenants.scheduling.queries import seats, timeslot_for_sale
from outfitter_tenants.scheduling.rules.availability import Audience

# Resources that two orders may be on at once.
_SHARED: Final = frozenset({"any", "experience", "timeslot"})


def split_claims(
    *,
    timeslot_id: int,
    trip_order_id: int,
    new_order_id: int,
    booking_ids: Collection[int],
    left: Mapping[int, int],
    moved: Mapping[int, int],
    audience: Audience,
    at: datetime,
) -> None:
    """
    Give the new order its share of what the old one has; nobody's seats change.

    `left` and `moved` are the two parties, experience customer type -> how many tickets. Who rides
    on something that orders share stays on it; what an order has to itself is found anew.

    :raises ResourceUnavailable: they cannot be two orders, each with its own
    """
    seats.lock_timeslots(ids=[timeslot_id])
    mine = {"trip_order_id": trip_order_id, "timeslot_id": timeslot_id}
    ids = list(booking_ids)
    guides = BookingGuide.objects.filter(**mine)
    guides.filter(booking_id__in=ids).update(trip_order_id=new_order_id)
    BookingGuide.objects.bulk_create(
        BookingGuide(
            timeslot_id=timeslot_id,
            trip_order_id=new_order_id,
            user_avatar_id=row.user_avatar_id,
            is_conflict_accepted=row.is_conflict_accepted,
        )
        for row in guides.filter(booking_id__isnull=True)
    )
    rows = BookingResource.objects.filter(**mine, hold__isnull=True)
    rows.filter(booking_id__in=ids, sharing_scope__in=_SHARED).update(trip_order_id=new_order_id)
    rows.filter(booking_id__in=ids).delete()
    _hand_over(trip_order_id, new_order_id, timeslot_id, moved, at)
    order_resources.shrink(trip_order_id=trip_order_id, timeslot_id=timeslot_id, quantities=left, at=at)
    found = timeslot_for_sale.get_timeslot_for_sale(timeslot_id=timeslot_id, at=at)
    party = Party(found.slot, ask_of(list(found.kinds), moved, Buyer(audience)))
    if found.slot.needs_resources:
        order_resources.grow(party=party, trip_order_id=new_order_id, quantities=moved, at=at, may_lack=False)


def _hand_over(old: int, new: int, timeslot_id: int, moved: Mapping[int, int], at: datetime) -> None:
    """Move units of shared resources from the order to its part, as many as the part needs."""
    wanted = order_resources.units_of(timeslot_id=timeslot_id, quantities=moved, at=at)
    for row in order_resources.rows_of(new, timeslot_id):
        usage = row.resource_usage_id or 0
        wanted[usage] = wanted.get(usage, 0) - row.units
    for row in order_resources.rows_of(old, timeslot_id):
        units = min(row.units, max(0, wanted.get(row.resource_usage_id or 0, 0)))
        if row.booking_id is not None or row.sharing_scope not in _SHARED or not units:
            continue
        wanted[row.resource_usage_id or 0] -= units
        row.units -= units
        if row.units:
            row.save(update_fields=["units"])
        else:
            BookingResource.objects.filter(pk=row.pk).delete()
        row.pk, row.units, row.trip_order_id = None, units, new
        row._state.adding = True
        row.save()


def assign_anew(
    *, timeslot_id: int, trip_order_id: int, quantities: Mapping[int, int], audience: Audience, at: datetime
) -> tuple[list[list[int]], list[list[int]]]:
    """
    Give an order what its party needs anew; rows that somebody chose stay.

    Returns [resource, units] before and after, by resource.

    :raises ResourceUnavailable: what it needs is taken; the caller's transaction undoes the rest
    """
    seats.lock_timeslots(ids=[timeslot_id])
    before = order_resources.rows_of(trip_order_id, timeslot_id)
    free = [row.pk for row in before if not row.is_locked and row.assigned_by == "auto"]
    told = _listed(before)
    BookingResource.objects.filter(pk__in=free).delete()
    order_resources.shrink(trip_order_id=trip_order_id, timeslot_id=timeslot_id, quantities=quantities, at=at)
    found = timeslot_for_sale.get_timeslot_for_sale(timeslot_id=timeslot_id, at=at)
    party = Party(found.slot, ask_of(list(found.kinds), quantities, Buyer(audience)))
    order_resources.grow(
        party=party, trip_order_id=trip_order_id, quantities=quantities, at=at, may_lack=False
    )
    return told, _listed(order_resources.rows_of(trip_order_id, timeslot_id))


def release_resources(*, trip_order_id: int, timeslot_id: int, at: datetime) -> list[list[int]]:
    """Free what an order has of resources; its seats and guides stay. Returns [resource, units]."""
    seats.lock_timeslots(ids=[timeslot_id])
    had = order_resources.rows_of(trip_order_id, timeslot_id)
    BookingResource.objects.filter(pk__in=[row.pk for row in had]).delete()
    if had:
        availability_events.seats_changed(timeslot_id=timeslot_id, reason="noshow", at=at)
    return _listed(had)


def _listed(rows: Sequence[BookingResource]) -> list[list[int]]:
    return sorted([row.resource_id, row.units] for row in rows)
