"""Counters that say something else than their rows are found and put right."""

from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.scheduling import booking_port, operations, queries, tasks
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot, TimeslotPool
from outfitter_tenants.trips import queries as trips
from tests.support.sales import fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")


def test_whatever_is_wrong_is_put_right(caplog: Any) -> None:
    at = utc_now()
    offer = make_offer(capacity=10, at=at)
    operations.edit_timeslot(
        timeslot_id=offer.timeslot_id, changes={"channel_allotments": {"ecommerce": 5}}, version=None, at=at
    )
    trip = trips.lock_trip(trip_id=fill_cart(offer, adults=2, children=1))
    conversion.complete(trip=trip, kind="free", at=at)
    fill_cart(offer, adults=1, children=0)
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    operations.set_day_capacity(experience_id=offer.experience_id, day=slot.date, capacity=8, at=at)
    assert queries.count_drift(sold=booking_port.seats_on()) == []
    tasks.recount_seats({}, at)
    assert "counted" not in caplog.text
    Timeslot.objects.update(booked_pax_cnt=1, held_pax_cnt=4, online_booked_pax_cnt=2)
    TimeslotPool.objects.update(booked_pax_cnt=0, held_pax_cnt=0)
    ExperienceDate.objects.update(booked_pax_cnt=0, held_pax_cnt=7)
    assert len(queries.count_drift(sold=booking_port.seats_on())) >= 6
    tasks.recount_seats({}, at)
    assert queries.count_drift(sold=booking_port.seats_on()) == []
    slot.refresh_from_db()
    assert (slot.booked_pax_cnt, slot.held_pax_cnt, slot.online_booked_pax_cnt) == (3, 1, 0)
    pool = TimeslotPool.objects.get()
    assert (pool.booked_pax_cnt, pool.held_pax_cnt) == (3, 1)
    assert "its rows say (1, 3)" in caplog.text
