"""Many buyers at once, in real transactions: never a seat too many, never one lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import close_old_connections, connection

from outfitter.kit.errors import DomainError
from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import Hold, TimeslotPool
from outfitter_tenants.scheduling.operations import SoldOut, TooManyHolds, holds
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import NOW, make_hold, make_pools, make_timeslot, swap_hold

pytestmark = pytest.mark.django_db(transaction=True)
BUYERS = 24


def at_once(schema: str, jobs: list[Callable[[], Any]]) -> list[Any]:
    """Run jobs at the same moment in threads with connections of their own."""
    gate = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        close_old_connections()
        connection.set_schema(schema)  # type: ignore[attr-defined]
        try:
            gate.wait(timeout=20)
            return job()
        except DomainError as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def sold(results: list[Any]) -> int:
    refused = [result for result in results if isinstance(result, DomainError)]
    assert all(isinstance(result, SoldOut) for result in refused), refused
    return len(results) - len(refused)


@pytest.mark.parametrize("limit", ["timeslot", "day", "online"])
def test_the_last_five_seats(reef: Any, limit: str) -> None:
    slot = make_timeslot(
        capacity=5 if limit == "timeslot" else None,
        day_capacity=5 if limit == "day" else None,
        online_allotment=5 if limit == "online" else None,
    )
    kind = price_ids(slot.experience)[0]
    jobs = [lambda: make_hold(timeslot=slot, qty_by_type={kind: 1})] * BUYERS
    results = at_once(reef.schema_name, jobs)
    assert sold(results) == 5
    slot.refresh_from_db()
    assert slot.held_pax_cnt == 5
    assert queries.count_drift() == []


@pytest.mark.parametrize("limit", ["type", "channel", "day"])
def test_the_last_five_seats_set_apart(reef: Any, limit: str) -> None:
    slot = make_timeslot(capacity=None, day_capacity=5 if limit == "day" else None)
    adult, child = price_ids(slot.experience)
    make_pools(
        slot,
        types={adult: 5 if limit == "type" else 99, child: 99},
        methods={"ecommerce": 5 if limit == "channel" else 99},
    )
    wanted = {adult: 1} if limit != "day" else {child: 1}
    jobs: list[Callable[[], Any]] = [
        lambda: make_hold(timeslot=slot, qty_by_type=wanted, method="ecommerce")
    ] * BUYERS
    assert sold(at_once(reef.schema_name, jobs)) == 5
    slot.refresh_from_db()
    assert slot.held_pax_cnt == 5
    held = TimeslotPool.objects.filter(timeslot=slot).values_list("held_pax_cnt", flat=True)
    assert sorted(held) == [0, 5, 5]
    assert queries.count_drift() == []


def test_parties_of_several_types_get_through_whole_or_not_at_all(reef: Any) -> None:
    slot = make_timeslot(capacity=30)
    adult, child = price_ids(slot.experience)
    make_pools(slot, types={adult: 9, child: 5})
    parties = [{adult: 2, child: 1}, {child: 2, adult: 1}] * 8

    def buy(wanted: dict[int, int]) -> Callable[[], Any]:
        return lambda: make_hold(timeslot=slot, qty_by_type=wanted)

    results = at_once(reef.schema_name, [buy(wanted) for wanted in parties])
    got = [parties[n] for n, one in enumerate(results) if not isinstance(one, DomainError)]
    assert 0 < sold(results) < len(parties)
    pools = {p.experience_customer_type_id: p for p in TimeslotPool.objects.filter(timeslot=slot)}
    for kind, pool in pools.items():
        assert pool.held_pax_cnt == sum(wanted[kind] for wanted in got) <= pool.capacity
    slot.refresh_from_db()
    assert slot.held_pax_cnt == sum(sum(wanted.values()) for wanted in got)


def test_seats_of_expired_holds_are_sold_again_once(reef: Any) -> None:
    slot = make_timeslot(capacity=5)
    kind = price_ids(slot.experience)[0]
    for _ in range(5):
        make_hold(timeslot=slot)
    later = NOW + timedelta(minutes=16)
    jobs: list[Callable[[], Any]] = [
        lambda: make_hold(timeslot=slot, qty_by_type={kind: 1}, at=later)
    ] * BUYERS
    results = at_once(reef.schema_name, [*jobs, lambda: operations.sweep_expired_holds(at=later)])
    assert sold(results[:-1]) == 5
    assert Hold.objects.filter(status="active").count() == 5
    assert queries.count_drift() == []


def test_converting_the_same_hold_many_times_sells_it_once(reef: Any) -> None:
    slot = make_timeslot(capacity=5)
    hold = make_hold(timeslot=slot, qty=2, trip_id=1, trip_order_id=1)
    jobs = [lambda: operations.convert_hold(hold_id=hold.id, at=NOW)] * 8
    assert sold(at_once(reef.schema_name, jobs)) == 8
    slot.refresh_from_db()
    assert (slot.booked_pax_cnt, slot.held_pax_cnt) == (2, 0)


def test_an_expired_hold_is_paid_while_others_want_its_seats(reef: Any) -> None:
    slot = make_timeslot(capacity=2)
    kind = price_ids(slot.experience)[0]
    hold = make_hold(timeslot=slot, qty=2, trip_id=1, trip_order_id=1)
    later = NOW + timedelta(minutes=16)
    jobs: list[Callable[[], Any]] = [lambda: operations.convert_hold(hold_id=hold.id, at=later)] * 4
    jobs += [lambda: make_hold(timeslot=slot, qty_by_type={kind: 2}, at=later)] * 12
    results = at_once(reef.schema_name, jobs)
    slot.refresh_from_db()
    assert slot.booked_pax_cnt + slot.held_pax_cnt == 2
    assert sold(results) in {1, 4}
    assert queries.count_drift() == []


def test_carts_that_swap_departures_get_through(reef: Any) -> None:
    experience = make_experience()
    kind = price_ids(experience)[0]
    first = make_timeslot(experience=experience, capacity=100)
    second = make_timeslot(experience=experience, start_at=first.start_at + timedelta(hours=2), capacity=100)
    holds = [make_hold(timeslot=(first, second)[n % 2]) for n in range(16)]

    def swap(number: int) -> Callable[[], Any]:
        other = (second, first)[number % 2]
        return lambda: swap_hold(
            hold_id=holds[number].id,
            timeslot_id=other.pk,
            qty_by_type={kind: 2},
            audience="online",
            minutes=15,
            at=NOW,
        )

    results = at_once(reef.schema_name, [swap(number) for number in range(16)])
    assert sold(results) == 16
    for slot in (first, second):
        slot.refresh_from_db()
        assert slot.held_pax_cnt == 16
    assert queries.count_drift() == []


def held_at_once(schema: str, slot: Any, who: Callable[[int], dict[str, str]]) -> int:
    """Let many requests take a seat in the same moment; returns how many got one."""
    kind = price_ids(slot.experience)[0]

    def job(number: int) -> Callable[[], Any]:
        return lambda: make_hold(timeslot=slot, qty_by_type={kind: 1}, **who(number))

    results = at_once(schema, [job(number) for number in range(BUYERS)])
    refused = [result for result in results if isinstance(result, DomainError)]
    assert all(isinstance(result, TooManyHolds) for result in refused), refused
    return len(results) - len(refused)


def test_a_visitor_with_many_hands_gets_five(reef: Any) -> None:
    slot = make_timeslot(capacity=100)
    got = held_at_once(reef.schema_name, slot, lambda n: {"visitor": "v1", "ip": f"10.0.0.{n}"})
    assert got == holds.MAX_HOLDS_OF_VISITOR == Hold.objects.count()
    assert queries.count_drift() == []


@pytest.mark.parametrize("ip", ["10.0.0.1", "2001:db8:1:2::{0}"])
def test_an_address_with_many_names_gets_twenty(reef: Any, ip: str) -> None:
    slot = make_timeslot(capacity=100)
    got = held_at_once(reef.schema_name, slot, lambda n: {"visitor": f"v{n}", "ip": ip.format(n + 1)})
    assert got == holds.MAX_HOLDS_OF_IP == Hold.objects.count()
    assert queries.count_drift() == []
