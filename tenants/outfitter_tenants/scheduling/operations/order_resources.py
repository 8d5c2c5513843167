"""
What a sold order has of resources, made to fit its party when that changes on the departure.

Whoever stays keeps what they have: rows only shrink by those who leave and only grow by those who
come, and those who come ride with their own as long as there is room (domain.md 4.12, 4.21).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.models import BookingGuide, BookingResource
from outfitter_tenants.scheduling.operations import resource_claims
from outfitter_tenants.scheduling.operations.booking_rules import Party
from outfitter_tenants.scheduling.queries import resource_claims as fleets
from outfitter_tenants.scheduling.queries import timeslots
from outfitter_tenants.scheduling.rules.resource_assignment import Placement, assign
from outfitter_tenants.scheduling.rules.resource_capacity import Need, free
from outfitter_tenants.scheduling.rules.resource_needs import Usage, needs_of


def release_resources(*, trip_order_id: int, timeslot_id: int, booking_ids: Collection[int]) -> None:
    """Give back what guests who leave an order had to themselves: resources and guides."""
    mine = {"trip_order_id": trip_order_id, "timeslot_id": timeslot_id}
    gone = list(booking_ids)
    BookingGuide.objects.filter(**mine, booking_id__in=gone).delete()
    BookingResource.objects.filter(**mine, booking_id__in=gone, hold__isnull=True).delete()


def shrink(*, trip_order_id: int, timeslot_id: int, quantities: Mapping[int, int], at: datetime) -> None:
    """
    Give back what an order has beyond what this party needs: experience customer type -> how many.

    What staff assigned by hand goes last; what serves some other purpose stays as it is.
    """
    slot = timeslots.get_timeslot(timeslot_id=timeslot_id, at=at)
    usages = _usages(slot.experience_id)
    if not usages:
        return
    wanted = units_of(timeslot_id=timeslot_id, quantities=quantities, at=at)
    rows = rows_of(trip_order_id, timeslot_id)
    for usage_id in {row.resource_usage_id for row in rows} & {usage.id for usage in usages}:
        mine = [row for row in rows if row.resource_usage_id == usage_id]
        beyond = sum(row.units for row in mine) - wanted.get(usage_id or 0, 0)
        _take_off(mine, beyond)


def units_of(*, timeslot_id: int, quantities: Mapping[int, int], at: datetime) -> dict[int, int]:
    """Return the units that a party needs, by resource usage."""
    slot = timeslots.get_timeslot(timeslot_id=timeslot_id, at=at)
    needs = _needs(slot, _usages(slot.experience_id), quantities, "")
    return {need.usage_id: need.units for need in needs}


def _take_off(rows: Sequence[BookingResource], units: int) -> None:
    together = [row for row in rows if row.booking_id is None]
    for row in sorted(together, key=lambda r: (r.is_locked, r.assigned_by == "user", -r.pk)):
        taken = max(0, min(units, row.units))
        units -= taken
        if taken == row.units:
            row.delete()
        elif taken:
            row.units -= taken
            row.save(update_fields=["units"])


def grow(
    *, party: Party, trip_order_id: int, quantities: Mapping[int, int], at: datetime, may_lack: bool
) -> tuple[int, ...]:
    """
    Give an order what this party needs beyond what it has; returns the usages without room.

    :raises ResourceUnavailable: it is taken, and this may not be sold without it
    """
    usages = _usages(party.slot.experience_id)
    if not usages:
        return ()
    fleets.lock_groups(group_ids={usage.resource_group_id for usage in usages})
    owner = fleets.owner_of(trip_order_id, None, party.slot.id)
    rows = rows_of(trip_order_id, party.slot.id)
    has = {
        usage_id: sum(row.units for row in rows if row.resource_usage_id == usage_id)
        for usage_id in {row.resource_usage_id for row in rows}
    }
    open_ = [
        _beyond(need, has.get(need.usage_id, 0))
        for need in _needs(party.slot, usages, quantities, owner)
        if need.units > has.get(need.usage_id, 0)
    ]
    if not open_:
        return ()
    loaded = fleets.load_fleet(
        group_ids={usage.resource_group_id for usage in usages},
        span=fleets.spanned([usage.window(party.slot) for usage in usages]),
        at=at,
    )
    plan = _plan(party, usages, loaded, open_, rows)
    legal = {usage.resource_group_id for usage in usages if usage.is_legal_limit}
    if plan.lacking and not (may_lack and not legal & {n.group_id for n in plan.lacking}):
        raise plan.refusal()
    resource_claims.forget(loaded.lapsed_ids)
    _write(plan, trip_order_id)
    return tuple(need.usage_id for need in plan.lacking)


def _plan(
    party: Party,
    usages: Sequence[Usage],
    loaded: fleets.ClaimedFleet,
    needs: Sequence[Need],
    rows: Sequence[BookingResource],
) -> resource_claims.ClaimPlan:
    fleet, beside, rest = loaded.fleet, [], []
    for need in needs:
        own = (row.resource_id for row in rows if row.resource_usage_id == need.usage_id)
        place = next(
            (
                Placement(need, resource_id, need.units)
                for resource_id in dict.fromkeys(own)
                if resource_id in fleet.supplies
                and free(fleet, fleet.supplies[resource_id], need) >= need.units
            ),
            None,
        )
        if place is None:
            rest.append(need)
            continue
        beside.append(place)
        fleet = fleet.with_claims([need.claim(resource_id=place.resource_id, units=place.units)])
    made = assign(fleet, rest)
    kinds = catalog.experience_customer_types(experience_id=party.slot.experience_id)
    return resource_claims.ClaimPlan(
        party, usages, kinds, loaded.fleet, (), (*beside, *made.placements), made.moves, made.lacking
    )


def _write(plan: resource_claims.ClaimPlan, trip_order_id: int) -> None:
    for move in plan.moves:
        BookingResource.objects.filter(pk=move.claim.id).update(resource_id=move.resource_id)
    BookingResource.objects.bulk_create(
        BookingResource(
            timeslot_id=item.need.timeslot_id,
            trip_order_id=trip_order_id,
            resource_id=item.resource_id,
            resource_usage_id=item.need.usage_id,
            sharing_scope=item.need.scope,
            start_at=item.need.start_at,
            end_at=item.need.end_at,
            units=item.units,
        )
        for item in plan.placements
    )


def _beyond(need: Need, has: int) -> Need:
    """Return the part of a need that nothing serves yet, the last bookings of it."""
    left, parties = need.units - has, []
    for units in reversed([unit for party in need.parties for unit in party]):
        if left <= 0:
            break
        parties.append((min(units, left),))
        left -= min(units, left)
    return replace(need, parties=tuple(parties))


def _needs(
    slot: timeslots.TimeslotRow, usages: Sequence[Usage], quantities: Mapping[int, int], owner: str
) -> list[Need]:
    kinds = catalog.experience_customer_types(experience_id=slot.experience_id)
    return needs_of(usages, departure=slot, kinds=kinds, quantities=quantities, owner=owner)


def _usages(experience_id: int) -> list[Usage]:
    rows = fleets.usages_of(experience_ids=[experience_id]).get(experience_id, [])
    return [usage for usage in rows if usage.is_claimed]


def rows_of(trip_order_id: int, timeslot_id: int) -> list[BookingResource]:
    """Return what a sold order has of resources on a departure, locked, oldest first."""
    rows = BookingResource.objects.select_for_update(of=("self",)).filter(
        trip_order_id=trip_order_id, timeslot_id=timeslot_id, hold__isnull=True
    )
    return list(rows.order_by("pk"))
