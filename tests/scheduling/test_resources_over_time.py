"""
Resources against a naive model: whatever happens, no instant has too much and no scope is broken.

Buyers hold, change, pay and leave; holds lapse with and without a sweeper; staff move people,
black vans and whole tours out. The model knows rows and clocks only (domain.md 7.3, invariants 2
and 11), and the public calendar says what the model says.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from outfitter.kit.errors import DomainError
from outfitter_tenants.calendar import queries as calendar
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import Blackout, BookingResource, Hold
from outfitter_tenants.scheduling.operations import (
    NotBookable,
    blackouts,
    resource_assignments,
    resource_claims,
)
from outfitter_tenants.scheduling.operations.resource_assignments import Guests
from outfitter_tenants.scheduling.operations.resource_claims import ResourceUnavailable
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import NOW, make_hold, make_timeslot, swap_hold
from tests.support.example_count import how_many
from tests.support.resources import make_group, make_resource, make_usage

SCOPES = ("any", "experience", "timeslot", "trip_order", "exclusive")
STRICTNESS = {scope: place for place, scope in enumerate(SCOPES)}


@dataclass
class World:
    """Three departures of two experiences, three vans, and everybody who wants something."""

    slots: list[Any]
    vans: list[Any]
    now: datetime = NOW
    orders: dict[int, tuple[int, int]] = field(default_factory=dict)  # order -> (hold, slot)
    locked: dict[int, int] = field(default_factory=dict)

    def live(self) -> list[Any]:
        """Return the rows that count now: sold, or of a hold that lives."""
        rows = BookingResource.objects.select_related("hold", "timeslot", "resource")
        return [
            row
            for row in rows.order_by("id")
            if row.hold is None or (row.hold.status == "active" and row.hold.expires_at > self.now)
        ]


def make_world(scopes: tuple[str, str], buffer: int) -> World:
    group = make_group()
    vans = [make_resource(group=group, capacity=capacity, buffer_minutes=buffer) for capacity in (2, 3, 5)]
    slots = []
    for number, scope in enumerate(scopes):
        experience = make_experience(name=f"Tour {number}", default_capacity=None)
        make_usage(experience=experience, group=group, sharing_scope=scope)
        begin = NOW + timedelta(days=1, minutes=30 * number)
        slots.append(make_timeslot(experience=experience, capacity=None, start_at=begin))
        if number == 0:
            slots.append(
                make_timeslot(experience=experience, capacity=None, start_at=begin + timedelta(hours=1))
            )
    return World(slots, vans)


def owner(row: Any) -> Any:
    order = row.trip_order_id or (row.hold.trip_order_id if row.hold else None)
    return order or f"hold {row.hold_id}"


def together(one: Any, other: Any) -> bool:
    """Return whether two rows are on at once, the van's buffer between them counted."""
    gap = timedelta(minutes=one.resource.buffer_minutes)
    return bool(one.start_at < other.end_at + gap and other.start_at < one.end_at + gap)


def may(one: Any, other: Any) -> bool:
    scope = max(one.sharing_scope, other.sharing_scope, key=STRICTNESS.__getitem__)
    same = {
        "any": True,
        "experience": one.timeslot.experience_id == other.timeslot.experience_id,
        "timeslot": one.timeslot_id == other.timeslot_id,
        "trip_order": owner(one) == owner(other),
        "exclusive": owner(one) == owner(other) and one.resource_usage_id == other.resource_usage_id,
    }
    return same[scope]


def check(world: World) -> None:
    """Look at every pair and every instant."""
    rows = world.live()
    for van in world.vans:
        mine = [row for row in rows if row.resource_id == van.pk]
        for one in mine:
            gap = timedelta(minutes=van.buffer_minutes)
            here = [r for r in mine if r.start_at <= one.start_at < r.end_at + gap]
            assert sum(row.units for row in here) <= van.capacity
            assert all(may(one, other) for other in mine if together(one, other))
    for row in rows:
        assert row.pk not in world.locked or row.resource_id == world.locked[row.pk]
    check_calendar(world)


def check_calendar(world: World) -> None:
    """Compare what strangers see with the seats that are free the slow way."""
    room = {slot.pk: free(world, slot, -1) for slot in world.slots}
    first, last = NOW.date(), NOW.date() + timedelta(days=2)
    ids = {slot.experience_id for slot in world.slots}
    rooms = queries.load_rooms(experience_ids=ids, first=first, last=last, at=world.now, is_open_ended=True)
    assert rooms.of_shown() == room
    rows = catalog.list_live()
    month = calendar.Month(
        experiences=rows,
        first=first,
        last=last,
        at=world.now,
        rooms=rooms.of_shown(),
        priced=calendar.PricedTimeslot(),
    )
    lit = [slot for slot in world.slots if not is_dark(slot)]
    seen = list(calendar.online_days(month))
    assert {rows[day.place].id for day in seen} == ids
    for day in seen:
        mine = [slot for slot in lit if slot.experience_id == rows[day.place].id]
        assert day.seats == sum(room[slot.pk] for slot in mine)
        assert day.open_cnt == sum(1 for slot in mine if room[slot.pk])
        assert day.departures is not None
        assert (
            sorted((day.departures.ids or "").split(",")) == sorted(str(slot.pk) for slot in mine) or not mine
        )
    assert rooms.next_days() == {slot.experience_id: slot.date for slot in lit if room[slot.pk]}


def is_dark(slot: Any) -> bool:
    return Blackout.objects.filter(
        experience=slot.experience, start_at__lt=slot.end_at, end_at__gt=slot.start_at
    ).exists()


def free(world: World, slot: Any, number: int) -> int:
    """Return the seats of all vans that a new order could have, the slow way."""
    usage = slot.experience.resource_usages.get()
    total = 0
    for van in world.vans:
        asked = BookingResource(
            timeslot=slot,
            resource=van,
            start_at=slot.start_at,
            end_at=slot.end_at,
            units=1,
            sharing_scope=usage.sharing_scope,
            resource_usage=usage,
            trip_order_id=number,
        )
        near = [
            row
            for row in world.live()
            if row.resource_id == van.pk and together(asked, row) and owner(row) != number
        ]
        dark = Blackout.objects.filter(resource=van, start_at__lt=slot.end_at, end_at__gt=slot.start_at)
        if dark.exists() or not all(may(asked, row) for row in near):
            continue
        instants = [slot.start_at, *(row.start_at for row in near if row.start_at > slot.start_at)]
        gap = timedelta(minutes=van.buffer_minutes)
        total += van.capacity - max(
            sum(r.units for r in near if r.start_at <= at < r.end_at + gap) for at in instants
        )
    return total


# --- what people do ------------------------------------------------------------------------------


@contextmanager
def tried() -> Iterator[None]:
    """Let a refusal be a refusal: it undoes all of its step."""
    try:
        with transaction.atomic():
            yield
    except DomainError:
        pass


def hold(world: World, slot_no: int, qty: int) -> None:
    slot, number = world.slots[slot_no], len(world.orders) + 1
    seats = free(world, slot, number)
    before = Hold.objects.count()
    if is_dark(slot):
        with pytest.raises(NotBookable):
            make_hold(timeslot=slot, qty=qty, at=world.now)
        return
    try:
        with transaction.atomic():
            made = make_hold(timeslot=slot, qty=qty, at=world.now, trip_id=number, trip_order_id=number)
    except ResourceUnavailable as problem:
        refused = problem
    else:
        world.orders[number] = (made.id, slot_no)
        taken = BookingResource.objects.filter(hold_id=made.id)
        assert sum(row.units for row in taken) == qty
        return
    assert seats < qty
    assert refused.detail["max_fit"] == seats
    assert Hold.objects.count() == before


def change(world: World, pick: int, slot_no: int, qty: int) -> None:
    hold_id, number = picked(world, pick)
    slot = world.slots[slot_no]
    with tried():
        swap_hold(
            hold_id=hold_id,
            timeslot_id=slot.pk,
            qty_by_type={price_ids(slot.experience)[0]: qty},
            audience="online",
            minutes=15,
            at=world.now,
        )
        world.orders[number] = (newest(hold_id, number), slot_no)


def pay(world: World, pick: int) -> None:
    hold_id, number = picked(world, pick)
    if Hold.objects.get(pk=hold_id).status == "converted":
        return
    with tried():
        operations.convert_hold(hold_id=hold_id, at=world.now)
        sold = BookingResource.objects.filter(trip_order_id=number, hold=None)
        paid = Hold.objects.get(pk=newest(hold_id, number))
        assert sum(row.units for row in sold) == paid.pax_cnt


def leave(world: World, pick: int) -> None:
    hold_id, _ = picked(world, pick)
    with tried():
        operations.release_hold(hold_id=hold_id, at=world.now)


def cancel(world: World, pick: int) -> None:
    _, number = picked(world, pick)
    for slot in world.slots:
        resource_claims.release_order(trip_order_id=number, timeslot_id=slot.pk)
    assert not BookingResource.objects.filter(trip_order_id=number, hold=None).exists()


def darken(world: World, van_no: int, hour: int) -> None:
    begin = world.slots[0].start_at + timedelta(hours=hour - 1)
    before = {row.pk for row in world.live()}
    made = blackouts.add_blackouts(
        target="resource_id",
        ids=[world.vans[van_no].pk],
        reason="",
        again=None,
        at=world.now,
        span=(begin, begin + timedelta(minutes=90)),
    )
    assert {row.pk for row in world.live()} == before
    told = {row.booking_resource_id for row in made.conflicts}
    assert told == {
        row.pk
        for row in world.live()
        if row.hold_id is None
        and row.resource_id == world.vans[van_no].pk
        and row.start_at < begin + timedelta(minutes=90)
        and row.end_at > begin
    }


def close(world: World, slot_no: int) -> None:
    """Black a tour out while one of its departures is on, or lift that again."""
    slot = world.slots[slot_no]
    mine = Blackout.objects.filter(experience=slot.experience)
    if mine.exists():
        blackouts.clear_blackouts(
            target="experience_id",
            ids=[slot.experience_id],
            first=NOW.date(),
            last=NOW.date() + timedelta(days=3),
            at=world.now,
        )
        assert not mine.exists()
        return
    blackouts.add_blackouts(
        target="experience_id",
        ids=[slot.experience_id],
        reason="",
        again=None,
        at=world.now,
        span=(slot.start_at, slot.start_at + timedelta(minutes=10)),
    )


def assign(world: World, pick: int, van_no: int, qty: int) -> None:
    _, number = picked(world, pick)
    slot = world.slots[world.orders[number][1]]
    sold = BookingResource.objects.filter(trip_order_id=number, hold=None)
    if not sold.exists():
        return
    kind = price_ids(slot.experience)[0]
    guests = Guests(slot.pk, number, dict.fromkeys(range(1, qty + 1), kind), True)
    with tried():
        made = resource_assignments.assign_resource(
            guests=guests,
            resource_id=world.vans[van_no].pk,
            usage_id=None,
            window=None,
            is_locked=True,
            force=qty % 2 == 0,
            at=world.now,
        )
        world.locked.update(dict.fromkeys(made, world.vans[van_no].pk))


def move(world: World, pick: int, van_no: int, hour: int) -> None:
    rows = [row for row in world.live() if row.hold_id is None]
    if not rows:
        return
    row = rows[pick % len(rows)]
    shift = timedelta(minutes=30 * (hour - 1))
    with tried():
        resource_assignments.reschedule(
            booking_resource_id=row.pk,
            window=(row.start_at + shift, row.end_at + shift),
            resource_id=world.vans[van_no].pk,
            force=False,
            at=world.now,
        )
        world.locked[row.pk] = world.vans[van_no].pk


def wait(world: World, hour: int) -> None:
    world.now += timedelta(minutes=10 * (hour + 1))


def sweep(world: World) -> None:
    operations.sweep_expired_holds(at=world.now)


def picked(world: World, pick: int) -> tuple[int, int]:
    """Return one of the holds there were, with its order."""
    for slot_no in range(len(world.slots)):
        if not world.orders:
            hold(world, slot_no, 1)
    # Where every tour is blacked out there is nobody to do anything.
    assume(world.orders)
    number = sorted(world.orders)[pick % len(world.orders)]
    return newest(world.orders[number][0], number), number


def newest(hold_id: int, number: int) -> int:
    return (
        Hold.objects.filter(trip_order_id=number).order_by("-id").values_list("pk", flat=True).first()
        or hold_id
    )


UNCHECKED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
slot_no = van_no = hour = st.integers(0, 2)
qty = st.integers(1, 6)
pick = st.integers(0, 9)
step = st.one_of(
    st.tuples(st.just(hold), slot_no, qty),
    st.tuples(st.just(hold), slot_no, qty),
    st.tuples(st.just(change), pick, slot_no, qty),
    *[st.tuples(st.just(act), pick) for act in (pay, pay, leave, cancel)],
    st.tuples(st.just(darken), van_no, hour),
    st.tuples(st.just(close), slot_no),
    st.tuples(st.just(assign), pick, van_no, qty),
    st.tuples(st.just(move), pick, van_no, hour),
    st.tuples(st.just(wait), hour),
    st.tuples(st.just(sweep)),
)
steps = st.lists(step, min_size=4, max_size=14)


@pytest.mark.usefixtures("reef")
@settings(max_examples=how_many(12), deadline=None, suppress_health_check=UNCHECKED)
@given(st.tuples(st.sampled_from(SCOPES), st.sampled_from(SCOPES)), st.sampled_from([0, 30]), steps)
def test_no_instant_is_over_and_no_scope_is_broken(
    scopes: tuple[str, str], buffer: int, todo: list[Any]
) -> None:
    with transaction.atomic():
        world = make_world(scopes, buffer)
        for act, *how in todo:
            act(world, *how)
            check(world)
        transaction.set_rollback(True)
