"""Seats of single customer types and trip methods, beside the timeslot's own count."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import Hold, TimeslotPool
from outfitter_tenants.scheduling.operations import NotBookable, SoldOut
from outfitter_tenants.scheduling.operations.pools import recount
from tests.support.catalog import make_experience, make_price, price_ids
from tests.support.departures import NOW, TOMORROW, make_hold, make_pools, make_rule, make_timeslot, swap_hold

pytestmark = pytest.mark.usefixtures("reef")
LATER = NOW + timedelta(minutes=16)


def typed(*, adults: int = 4, children: int = 2, **given: Any) -> tuple[Any, int, int]:
    """Return a departure with seats by customer type, and the two types."""
    experience = make_experience(capacity_type="timeslot_customer_type")
    slot = make_timeslot(experience=experience, **given)
    adult, child = price_ids(experience)
    make_pools(slot, types={adult: adults, child: children})
    return slot, adult, child


def held(slot: Any) -> dict[Any, tuple[int, int]]:
    """Return pool (type or method) -> held, booked."""
    rows = TimeslotPool.objects.filter(timeslot=slot)
    return {
        row.experience_customer_type_id or row.method: (row.held_pax_cnt, row.booked_pax_cnt) for row in rows
    }


def left(slot: Any, at: Any = NOW) -> Any:
    return queries.get_timeslot(timeslot_id=slot.pk, at=at).remaining


def test_each_type_has_its_own_seats() -> None:
    slot, adult, child = typed()
    make_hold(timeslot=slot, qty_by_type={adult: 3, child: 1})
    assert held(slot) == {adult: (3, 0), child: (1, 0)}
    with pytest.raises(SoldOut) as refused:
        make_hold(timeslot=slot, qty_by_type={adult: 1, child: 2})
    assert refused.value.detail == {"remaining": 2, "asked": 3, "by_type": {str(adult): 1, str(child): 1}}
    slot.refresh_from_db()
    assert (slot.held_pax_cnt, held(slot)) == (4, {adult: (3, 0), child: (1, 0)})
    assert (left(slot).total, left(slot).of_type(child, "online")) == (2, 1)


def test_the_timeslot_binds_as_well() -> None:
    slot, adult, child = typed(capacity=3)
    make_hold(timeslot=slot, qty_by_type={adult: 2})
    assert left(slot).of_type(child, "online") == 1
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot, qty_by_type={child: 2})
    assert held(slot) == {adult: (2, 0), child: (0, 0)}


def test_the_day_undoes_what_timeslot_and_pools_gave() -> None:
    slot, adult, _ = typed(day_capacity=1)
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot, qty_by_type={adult: 2})
    slot.refresh_from_db()
    assert (slot.held_pax_cnt, held(slot)[adult]) == (0, (0, 0))


def test_types_that_take_no_seats_need_none() -> None:
    slot, adult, child = typed(adults=1, children=0)
    infant = make_price(experience=slot.experience, slug="infant", is_consume_capacity=False)
    make_hold(timeslot=slot, qty_by_type={adult: 1, infant.pk: 3})
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot, qty_by_type={child: 1})
    senior = make_price(experience=slot.experience, slug="senior")
    with pytest.raises(NotBookable) as refused:
        make_hold(timeslot=slot, qty_by_type={senior.pk: 1})
    assert refused.value.reason == "customer_type_unavailable"


def test_a_channel_of_its_own_is_not_limited_by_the_online_allotment() -> None:
    slot = make_pools(make_timeslot(capacity=10, online_allotment=2), methods={"ota": 3})
    make_hold(timeslot=slot, qty=2, method="ecommerce")
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot, method="ecommerce")
    # A partner without seats of its own takes those of strangers.
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot, method="reseller", audience="reseller", kind="channel")
    make_hold(timeslot=slot, qty=3, method="ota", audience="reseller", kind="channel")
    with pytest.raises(SoldOut) as refused:
        make_hold(timeslot=slot, method="ota", audience="reseller", kind="channel")
    assert refused.value.detail["remaining"] == 0
    make_hold(timeslot=slot, qty=5, method="phone", audience="direct", kind="staff")
    slot.refresh_from_db()
    assert (slot.held_pax_cnt, slot.online_held_pax_cnt, held(slot)) == (10, 2, {"ota": (3, 0)})


def test_exchanging_takes_and_gives_by_type() -> None:
    slot, adult, child = typed()
    hold = make_hold(timeslot=slot, qty_by_type={adult: 3})

    def change(**quantities: int) -> Any:
        wanted = {{"adult": adult, "child": child}[name]: qty for name, qty in quantities.items()}
        return swap_hold(
            hold_id=hold.id, timeslot_id=slot.pk, qty_by_type=wanted, audience="online", minutes=15, at=NOW
        )

    change(adult=1, child=2)
    assert held(slot) == {adult: (1, 0), child: (2, 0)}
    with pytest.raises(SoldOut):
        change(child=3)
    assert held(slot) == {adult: (1, 0), child: (2, 0)}
    other, other_adult, _ = typed()
    swap_hold(
        hold_id=hold.id,
        timeslot_id=other.pk,
        qty_by_type={other_adult: 2},
        audience="online",
        minutes=15,
        at=NOW,
    )
    assert held(slot) == {adult: (0, 0), child: (0, 0)}
    assert held(other)[other_adult] == (2, 0)


def test_selling_and_cancelling_by_type_and_method() -> None:
    slot, adult, child = typed(online_allotment=5)
    make_pools_more(slot, "ota", 4)
    hold = make_hold(
        timeslot=slot, qty_by_type={adult: 2, child: 1}, method="ota", audience="reseller", kind="channel"
    )
    operations.convert_hold(hold_id=hold.id, at=NOW)
    assert held(slot) == {adult: (0, 2), child: (0, 1), "ota": (0, 3)}
    operations.release_booked(
        timeslot_id=slot.pk, pax_by_type={adult: 1, child: 1}, audience="reseller", method="ota", at=NOW
    )
    assert held(slot) == {adult: (0, 1), child: (0, 0), "ota": (0, 1)}
    slot.refresh_from_db()
    assert (slot.booked_pax_cnt, slot.online_booked_pax_cnt) == (1, 0)


def make_pools_more(slot: Any, method: str, capacity: int) -> None:
    TimeslotPool.objects.create(timeslot=slot, method=method, capacity=capacity)


def test_lapsed_holds_are_left_out_and_reclaimed() -> None:
    slot, adult, child = typed()
    old = make_hold(timeslot=slot, qty_by_type={adult: 4})
    assert left(slot).of_type(adult, "online") == 0
    assert left(slot, LATER).of_type(adult, "online") == 4
    make_hold(timeslot=slot, qty_by_type={adult: 3, child: 1}, at=LATER)
    assert Hold.objects.get(pk=old.id).status == "expired"
    assert held(slot) == {adult: (3, 0), child: (1, 0)}
    operations.sweep_expired_holds(at=LATER + timedelta(minutes=16))
    assert held(slot) == {adult: (0, 0), child: (0, 0)}


def test_a_rule_makes_pools_in_bulk() -> None:
    experience = make_experience(capacity_type="timeslot_customer_type", default_capacity=6)
    adult, child = price_ids(experience)
    made = make_rule(experience=experience, capacity_by_type={str(child): 2}, channel_allotments={"ota": 3})
    assert made.created_cnt == 7
    pools = TimeslotPool.objects.values_list("experience_customer_type_id", "method", "capacity")
    assert sorted(set(pools), key=str) == sorted(
        [(adult, None, 6), (child, None, 2), (None, "ota", 3)], key=str
    )
    assert len(pools) == 21
    assert made.rule is not None
    draft = operations.RuleDraft(
        date_from=TOMORROW,
        date_to=TOMORROW + timedelta(days=6),
        times=(NOW.time(),),
        capacity_by_type={str(adult): 1, str(child): 1},
    )
    operations.edit_rule(rule_id=made.rule.id, version=None, at=NOW, draft=draft)
    assert set(TimeslotPool.objects.values_list("capacity", "method")) == {(1, None)}
    assert TimeslotPool.objects.count() == 14


def test_a_type_that_comes_later_gets_seats_and_one_that_goes_gives_no_more() -> None:
    experience = make_experience(capacity_type="timeslot_customer_type", default_capacity=5)
    adult, child = price_ids(experience)
    make_rule(experience=experience, date_to=TOMORROW)
    slot = experience.timeslots.get()
    make_hold(timeslot=slot, qty_by_type={child: 2})
    senior = make_price(experience=experience, slug="senior")
    kinds = [operations_draft(kind) for kind in experience.experience_customer_types.exclude(pk=child)]
    make_known(experience, kinds)
    pools = dict(
        TimeslotPool.objects.filter(timeslot=slot).values_list("experience_customer_type_id", "capacity")
    )
    assert pools == {adult: 5, child: 2, senior.pk: 5}


def operations_draft(kind: Any) -> Any:
    from outfitter_tenants.catalog.operations import CustomerTypeDraft

    return CustomerTypeDraft(kind.customer_type_id, kind.base_price, id=kind.pk)


def make_known(experience: Any, kinds: list[Any]) -> None:
    operations.save_experience(values={}, experience_id=experience.pk, customer_types=kinds, at=NOW)


def test_counting_anew_repairs_pools_and_holds() -> None:
    slot, adult, child = typed(online_allotment=9)
    hold = make_hold(timeslot=slot, qty_by_type={adult: 2, child: 1}, method="ecommerce")
    TimeslotPool.objects.filter(timeslot=slot).update(held_pax_cnt=0)
    Hold.objects.filter(pk=hold.id).update(pool_claims={})
    make_pools_more(slot, "ecommerce", 5)
    recount(timeslot_ids=[slot.pk])
    assert held(slot) == {adult: (2, 0), child: (1, 0), "ecommerce": (3, 0)}
    slot.refresh_from_db()
    assert slot.online_held_pax_cnt == 0
    operations.release_hold(hold_id=hold.id, at=NOW)
    assert held(slot) == {adult: (0, 0), child: (0, 0), "ecommerce": (0, 0)}


def test_an_unpooled_departure_costs_no_statement_more(django_assert_num_queries: Any) -> None:
    plain = make_timeslot()
    kind = price_ids(plain.experience)[0]
    make_hold(timeslot=plain)
    with django_assert_num_queries(2):  # what is offered; take and write
        make_hold(timeslot=plain, qty_by_type={kind: 2}, kind="staff", audience="direct")
    slot, adult, _ = typed()
    with django_assert_num_queries(7):  # the pools, and savepoints round them and the whole
        make_hold(timeslot=slot, qty_by_type={adult: 2}, kind="staff", audience="direct")
