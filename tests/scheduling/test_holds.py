"""Seats: taken, kept, changed, sold and given back."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations import (
    HoldExpired,
    HoldNotFound,
    NotBookable,
    SoldOut,
    TooManyHolds,
)
from tests.support.catalog import make_experience, make_price, price_ids
from tests.support.departures import NOW, TOMORROW, make_hold, make_timeslot, swap_hold

pytestmark = pytest.mark.usefixtures("reef")
LATER = NOW + timedelta(minutes=16)


def seats(slot: Any) -> tuple[int, int, int, int]:
    """Return held, of them online, booked, of them online."""
    slot.refresh_from_db()
    return (slot.held_pax_cnt, slot.online_held_pax_cnt, slot.booked_pax_cnt, slot.online_booked_pax_cnt)


def test_a_hold_takes_its_seats() -> None:
    slot = make_timeslot()
    hold = make_hold(timeslot=slot, qty=3)
    assert hold.pax_cnt == 3
    assert hold.expires_at == NOW + timedelta(minutes=15)
    assert seats(slot) == (3, 3, 0, 0)
    assert queries.get_timeslot(timeslot_id=slot.pk, at=NOW).remaining.online == 7


def test_seats_run_out() -> None:
    slot = make_timeslot(capacity=4)
    make_hold(timeslot=slot, qty=3)
    with pytest.raises(SoldOut) as refused:
        make_hold(timeslot=slot, qty=2)
    assert refused.value.detail == {"remaining": 1, "asked": 2}
    assert seats(slot) == (3, 3, 0, 0)


def test_a_group_takes_several_seats_and_an_infant_none() -> None:
    experience = make_experience(prices=())
    boat = make_price(experience=experience, slug="boat", kind="unit", pax_per_booking=6)
    infant = make_price(experience=experience, slug="infant", is_consume_capacity=False)
    slot = make_timeslot(experience=experience, capacity=6)
    assert make_hold(timeslot=slot, qty_by_type={boat.pk: 1, infant.pk: 2}).pax_cnt == 6
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot, qty_by_type={boat.pk: 1})


def test_strangers_get_the_online_allotment_and_staff_the_rest() -> None:
    slot = make_timeslot(capacity=5, online_allotment=2)
    make_hold(timeslot=slot, qty=2)
    with pytest.raises(SoldOut) as refused:
        make_hold(timeslot=slot, qty=1)
    assert refused.value.detail["remaining"] == 0
    make_hold(timeslot=slot, qty=3, audience="direct", kind="staff")
    assert seats(slot) == (5, 2, 0, 0)


def test_only_staff_use_what_was_allowed_beyond_the_capacity() -> None:
    slot = make_timeslot(capacity=2, overbook_cnt=1)
    make_hold(timeslot=slot, qty=2)
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot)
    make_hold(timeslot=slot, audience="direct", kind="staff")
    assert seats(slot)[0] == 3


def test_unlimited_never_sells_out() -> None:
    slot = make_timeslot(capacity=None)
    make_hold(timeslot=slot, qty=40)
    assert queries.get_timeslot(timeslot_id=slot.pk, at=NOW).remaining.total is None


def test_a_day_cap_binds_all_departures() -> None:
    experience = make_experience()
    first = make_timeslot(experience=experience, day_capacity=3)
    second = make_timeslot(experience=experience, start_at=first.start_at + timedelta(hours=2), capacity=10)
    make_hold(timeslot=first, qty=2)
    with pytest.raises(SoldOut) as refused:
        make_hold(timeslot=second, qty=2)
    assert refused.value.detail["remaining"] == 1
    assert seats(second) == (0, 0, 0, 0)
    hold = make_hold(timeslot=second, qty=1)
    operations.release_hold(hold_id=hold.id, at=NOW)
    make_hold(timeslot=second, qty=1)
    assert queries.count_drift() == []


def test_an_expired_hold_never_blocks_on_the_day_either() -> None:
    experience = make_experience()
    first = make_timeslot(experience=experience, day_capacity=3)
    second = make_timeslot(experience=experience, start_at=first.start_at + timedelta(hours=2))
    make_hold(timeslot=first, qty=3)
    assert make_hold(timeslot=second, qty=3, at=LATER).pax_cnt == 3
    assert seats(first) == (0, 0, 0, 0)
    assert queries.count_drift() == []


def test_an_expired_hold_never_blocks() -> None:
    slot = make_timeslot(capacity=2)
    old = make_hold(timeslot=slot, qty=2)
    assert queries.get_timeslot(timeslot_id=slot.pk, at=LATER).remaining.online == 2
    make_hold(timeslot=slot, qty=2, at=LATER)
    assert seats(slot) == (2, 2, 0, 0)
    assert Hold.objects.get(pk=old.id).status == "expired"


def test_sweeping_only_tidies() -> None:
    slot = make_timeslot()
    make_hold(timeslot=slot, qty=2)
    fresh = make_hold(timeslot=slot, qty=1, at=LATER)
    assert operations.sweep_expired_holds(at=LATER) == 1
    assert operations.sweep_expired_holds(at=LATER) == 0
    assert seats(slot) == (1, 1, 0, 0)
    assert Hold.objects.get(pk=fresh.id).status == "active"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"status": "cancelled"}, "cancelled"),
        ({"status": "closed"}, "closed"),
        ({"status": "closed_online"}, "closed"),
        ({"cutoff_at_online": NOW}, "cutoff"),
        ({"start_at": NOW - timedelta(minutes=1)}, "past"),
    ],
)
def test_what_is_not_on_sale_cannot_be_held(given: dict[str, Any], reason: str) -> None:
    slot = make_timeslot(**given)
    with pytest.raises(NotBookable) as refused:
        make_hold(timeslot=slot)
    assert refused.value.detail["reason"] == reason
    assert seats(slot) == (0, 0, 0, 0)


def test_staff_sell_what_is_closed_online() -> None:
    slot = make_timeslot(status="closed_online", cutoff_at_online=NOW - timedelta(hours=1))
    make_hold(timeslot=slot, audience="direct", kind="staff")
    assert seats(slot) == (1, 0, 0, 0)


def test_a_plugin_may_refuse() -> None:
    slot = make_timeslot()
    with pytest.raises(NotBookable) as refused:
        make_hold(timeslot=slot, check=lambda *, timeslot_id, pax_cnt: [f"no {pax_cnt} today"])
    assert refused.value.detail == {"reason": "channel_blocked", "reasons": ["no 1 today"]}


def test_nobody_hoards_seats() -> None:
    slot = make_timeslot(capacity=100)
    for _ in range(5):
        make_hold(timeslot=slot, visitor="v1", ip="10.0.0.1")
    with pytest.raises(TooManyHolds):
        make_hold(timeslot=slot, visitor="v1", ip="10.0.0.2")
    for number in range(15):
        make_hold(timeslot=slot, visitor=f"w{number}", ip="10.0.0.1")
    with pytest.raises(TooManyHolds):
        make_hold(timeslot=slot, visitor="x", ip="10.0.0.1")
    # Those that lapsed no longer count.
    make_hold(timeslot=slot, visitor="v1", ip="10.0.0.1", at=LATER)


def test_replacing_takes_the_difference() -> None:
    slot = make_timeslot(capacity=4)
    hold = make_hold(timeslot=slot, qty=2)
    again = replaced(hold.id, slot, qty=4, at=NOW + timedelta(minutes=5))
    assert (again.id, again.pax_cnt) == (hold.id, 4)
    assert again.expires_at == NOW + timedelta(minutes=20)
    assert seats(slot) == (4, 4, 0, 0)
    replaced(hold.id, slot, qty=1)
    assert seats(slot) == (1, 1, 0, 0)


def replaced(hold_id: int, slot: Any, *, qty: int, at: Any = NOW, audience: Any = "online") -> Any:
    return swap_hold(
        hold_id=hold_id,
        timeslot_id=slot.pk,
        qty_by_type={price_ids(slot.experience)[0]: qty},
        audience=audience,
        minutes=15,
        at=at,
    )


def test_replacing_keeps_the_old_seats_on_failure() -> None:
    slot = make_timeslot(capacity=4)
    other = make_timeslot(experience=slot.experience, start_at=slot.start_at + timedelta(hours=2), capacity=1)
    hold = make_hold(timeslot=slot, qty=2)
    make_hold(timeslot=slot, qty=2)
    for wrong in (slot, other):
        with pytest.raises(SoldOut):
            replaced(hold.id, wrong, qty=3)
    assert seats(slot) == (4, 4, 0, 0)
    assert seats(other) == (0, 0, 0, 0)
    row = Hold.objects.get(pk=hold.id)
    assert (row.status, row.pax_cnt, row.timeslot_id) == ("active", 2, slot.pk)


def test_replacing_moves_to_another_departure_and_audience() -> None:
    slot = make_timeslot()
    other = make_timeslot(experience=slot.experience, start_at=slot.start_at + timedelta(hours=2))
    hold = make_hold(timeslot=slot, qty=2)
    replaced(hold.id, other, qty=3)
    assert seats(slot) == (0, 0, 0, 0)
    assert seats(other) == (3, 3, 0, 0)
    replaced(hold.id, other, qty=3, audience="direct")
    assert seats(other) == (3, 0, 0, 0)
    assert queries.count_drift() == []


def test_touching_does_not_keep_a_hold_for_ever() -> None:
    slot = make_timeslot()
    hold = make_hold(timeslot=slot)
    for minute in (10, 20, 29):
        last = replaced(hold.id, slot, qty=1, at=NOW + timedelta(minutes=minute))
    assert last.expires_at == NOW + timedelta(minutes=30)
    until = NOW + timedelta(minutes=50)
    ref = operations.extend_hold(hold_id=hold.id, until=until, at=NOW + timedelta(minutes=29))
    assert ref.expires_at == NOW + timedelta(minutes=30)


def test_extending_prolongs_and_never_shortens() -> None:
    slot = make_timeslot()
    hold = make_hold(timeslot=slot)
    near = operations.extend_hold(hold_id=hold.id, until=NOW, at=NOW)
    assert near.expires_at == hold.expires_at
    far = operations.extend_hold(hold_id=hold.id, until=NOW + timedelta(minutes=20), at=NOW)
    assert far.expires_at == NOW + timedelta(minutes=20)


def test_an_expired_hold_is_extended_while_nobody_took_its_seats() -> None:
    slot = make_timeslot(capacity=1)
    hold = make_hold(timeslot=slot)
    kept = operations.extend_hold(hold_id=hold.id, until=LATER + timedelta(minutes=10), at=LATER)
    assert kept.id == hold.id
    operations.sweep_expired_holds(at=LATER + timedelta(minutes=11))
    assert seats(slot) == (0, 0, 0, 0)
    at = LATER + timedelta(minutes=12)
    anew = operations.extend_hold(hold_id=hold.id, until=at + timedelta(minutes=10), at=at)
    assert anew.id != hold.id
    assert seats(slot) == (1, 1, 0, 0)


def test_an_expired_hold_whose_seats_are_gone_is_gone() -> None:
    slot = make_timeslot(capacity=1)
    hold = make_hold(timeslot=slot)
    make_hold(timeslot=slot, at=LATER)
    with pytest.raises(HoldExpired):
        operations.extend_hold(hold_id=hold.id, until=LATER + timedelta(minutes=5), at=LATER)


def test_converting_sells_once() -> None:
    slot = make_timeslot()
    hold = make_hold(timeslot=slot, qty=2)
    operations.convert_hold(hold_id=hold.id, at=NOW)
    operations.convert_hold(hold_id=hold.id, at=NOW)
    assert seats(slot) == (0, 0, 2, 2)
    assert operations.release_hold(hold_id=hold.id, at=NOW) is False
    with pytest.raises(HoldNotFound):
        replaced(hold.id, slot, qty=1)


def test_a_late_payment_gets_its_seats_again_once() -> None:
    slot = make_timeslot(capacity=2)
    hold = make_hold(timeslot=slot, qty=2, trip_id=7, trip_order_id=70)
    operations.sweep_expired_holds(at=LATER)
    after_cutoff = slot.cutoff_at_online + timedelta(minutes=1)
    assert [row.id for row in queries.holds_of_trip(trip_id=7)] == [hold.id]
    operations.convert_hold(hold_id=hold.id, at=after_cutoff)
    operations.convert_hold(hold_id=hold.id, at=after_cutoff)
    assert seats(slot) == (0, 0, 2, 2)
    assert queries.count_drift() == []


def test_a_late_payment_for_seats_that_are_gone_is_refused() -> None:
    slot = make_timeslot(capacity=1)
    hold = make_hold(timeslot=slot, trip_id=7, trip_order_id=70)
    other = make_hold(timeslot=slot, at=LATER)
    operations.convert_hold(hold_id=other.id, at=LATER)
    with pytest.raises(SoldOut):
        operations.convert_hold(hold_id=hold.id, at=LATER)
    assert seats(slot) == (0, 0, 1, 1)


def test_a_cancelled_departure_is_not_sold() -> None:
    slot = make_timeslot()
    hold = make_hold(timeslot=slot)
    type(slot).objects.filter(pk=slot.pk).update(status="cancelled")
    with pytest.raises(NotBookable):
        operations.convert_hold(hold_id=hold.id, at=NOW)


def test_releasing_gives_back_held_and_sold_seats() -> None:
    slot = make_timeslot()
    hold = make_hold(timeslot=slot, qty=2)
    assert operations.release_hold(hold_id=hold.id, at=NOW) is True
    assert operations.release_hold(hold_id=hold.id, at=NOW) is False
    with pytest.raises(HoldExpired):
        operations.convert_hold(hold_id=hold.id, at=NOW)
    sold = make_hold(timeslot=slot, qty=3)
    operations.convert_hold(hold_id=sold.id, at=NOW)
    kind = price_ids(slot.experience)[0]
    operations.release_booked(
        timeslot_id=slot.pk, pax_by_type={kind: 2}, audience="online", method="ecommerce", at=NOW
    )
    assert seats(slot) == (0, 0, 1, 1)


def test_drift_is_seen() -> None:
    slot = make_timeslot()
    make_hold(timeslot=slot, qty=2)
    assert queries.count_drift(booked={}) == []
    type(slot).objects.filter(pk=slot.pk).update(held_pax_cnt=5, booked_pax_cnt=1)
    found = queries.count_drift(booked={slot.pk: (0, 0)})
    assert [(d.counter, d.counted, d.rows) for d in found] == [
        ("held_pax_cnt", 5, 2),
        ("booked_pax_cnt", 1, 0),
    ]


def test_setting_a_day_cap_counts_what_is_there() -> None:
    slot = make_timeslot()
    make_hold(timeslot=slot, qty=2)
    operations.set_day_capacity(experience_id=slot.experience_id, day=TOMORROW, capacity=3, at=NOW)
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot, qty=2)
    make_hold(timeslot=slot, qty=1)
    assert queries.count_drift() == []
    operations.set_day_capacity(experience_id=slot.experience_id, day=TOMORROW, capacity=None, at=NOW)
    make_hold(timeslot=slot, qty=2)


def test_holding_takes_a_fixed_number_of_queries(django_assert_num_queries: Any) -> None:
    slot = make_timeslot()
    kind = price_ids(slot.experience)[0]
    make_hold(timeslot=slot)  # warms what is cached for five minutes
    with django_assert_num_queries(2):  # what is offered; take and write
        make_hold(timeslot=slot, qty_by_type={kind: 2}, visitor="v", ip="10.0.0.1")
