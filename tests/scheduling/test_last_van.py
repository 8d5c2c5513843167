"""Many buyers of shared vans at once, in real transactions: never a seat too many."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from outfitter.kit.errors import DomainError
from outfitter_tenants.scheduling.models import BookingResource, Hold
from outfitter_tenants.scheduling.operations import blackouts, resource_assignments, resource_claims
from outfitter_tenants.scheduling.operations.resource_assignments import Guests
from outfitter_tenants.scheduling.operations.resource_claims import ResourceUnavailable
from tests.scheduling.test_last_seats import at_once
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import NOW, make_timeslot
from tests.support.resources import hold_with_resources, make_group, make_resource, make_usage, party_of

pytestmark = pytest.mark.django_db(transaction=True)


def make_tours(scope: str, *, vans: int = 1, tours: int = 2) -> list[Any]:
    """Return departures of different experiences at one time that share vans of eight."""
    group = make_group()
    for _ in range(vans):
        make_resource(group=group)
    found = []
    for number in range(tours):
        experience = make_experience(name=f"Tour {number}", default_capacity=None)
        make_usage(experience=experience, group=group, sharing_scope=scope)
        found.append(make_timeslot(experience=experience, capacity=None))
    return found


def buys(slot: Any, qty: int, **given: Any) -> Callable[[], Any]:
    """Return somebody who wants so many seats with their van, all or nothing."""
    kind = price_ids(slot.experience)[0]
    return lambda: hold_with_resources(slot, qty, kind=kind, **given)


def refused(results: list[Any]) -> int:
    bad = [item for item in results if isinstance(item, DomainError)]
    assert all(isinstance(item, ResourceUnavailable) for item in bad), bad
    return len(bad)


def seats_by_van() -> dict[int, int]:
    found: dict[int, int] = {}
    for row in BookingResource.objects.all():
        found[row.resource_id] = found.get(row.resource_id, 0) + row.units
    return found


def test_the_last_van_goes_to_one_of_two_tours(reef: Any) -> None:
    first, second = make_tours("timeslot")
    results = at_once(reef.schema_name, [buys(first, 2), buys(second, 2)])
    assert refused(results) == 1
    # Who was refused has no seats either.
    assert Hold.objects.filter(status="active").count() == 1
    assert BookingResource.objects.count() == 1


def test_the_last_seats_of_shared_vans(reef: Any) -> None:
    tours = make_tours("any", vans=2, tours=4)
    jobs = [buys(slot, 1) for slot in tours] * 6
    results = at_once(reef.schema_name, jobs)
    assert refused(results) == 8
    assert list(seats_by_van().values()) == [8, 8]


def test_staff_and_a_buyer_want_the_same_seats(reef: Any) -> None:
    [slot] = make_tours("any", tours=1)
    van = slot.experience.resource_usages.get().resource_group.resources.get()
    kind = price_ids(slot.experience)[0]
    guests = Guests(slot.pk, 77, dict.fromkeys(range(1, 7), kind), True)

    def assign() -> Any:
        return resource_assignments.assign_resource(
            guests=guests, resource_id=van.pk, usage_id=None, window=None, is_locked=True, force=False, at=NOW
        )

    results = at_once(reef.schema_name, [assign, buys(slot, 3)])
    assert refused(results) == 1
    assert seats_by_van()[van.pk] in {3, 6}


def test_a_blackout_and_a_buyer_meet(reef: Any) -> None:
    [slot] = make_tours("any", tours=1)
    van = slot.experience.resource_usages.get().resource_group.resources.get()

    def darken() -> Any:
        return blackouts.add_blackouts(
            target="resource_id",
            ids=[van.pk],
            span=(slot.start_at, slot.end_at),
            reason="",
            again=None,
            at=NOW,
        )

    made, bought = at_once(reef.schema_name, [darken, buys(slot, 3)])
    if isinstance(bought, ResourceUnavailable):
        assert made.conflicts == []
        assert BookingResource.objects.count() == 0
    else:
        assert BookingResource.objects.count() == 1


def test_a_lapsed_hold_is_paid_while_others_want_its_van(reef: Any) -> None:
    first, second = make_tours("timeslot")
    hold_id = hold_with_resources(first, 2, trip_id=1, trip_order_id=1)
    later = NOW + timedelta(minutes=16)

    def pay() -> Any:
        with transaction.atomic():
            return resource_claims.convert(hold_id=hold_id, trip_order_id=1, at=later)

    results = at_once(reef.schema_name, [pay, *[buys(second, 2, at=later) for _ in range(6)]])
    assert refused(results) in {6, 3}
    scopes = {row.timeslot_id for row in BookingResource.objects.all()}
    assert len(scopes) == 1
    assert sum(seats_by_van().values()) in {2, 8}


def test_orders_that_swap_their_vans_get_through(reef: Any) -> None:
    slots = make_tours("any", vans=2, tours=2)
    holds = [hold_with_resources(slot, 2) for slot in slots for _ in range(2)]

    def again(number: int) -> Callable[[], Any]:
        slot = slots[number // 2]
        kind = price_ids(slot.experience)[0]

        def run() -> Any:
            with transaction.atomic():
                party = party_of(slot, 3 + number % 2, kind=kind)
                return resource_claims.claim(party=party, hold_id=holds[number], at=NOW)

        return run

    results = at_once(reef.schema_name, [again(number) for number in range(4)])
    assert refused(results) == 0
    assert sum(seats_by_van().values()) == 14
    assert max(seats_by_van().values()) <= 8
