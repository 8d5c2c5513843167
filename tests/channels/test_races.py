"""Many channels and the web at once around the same seats, on a real database."""

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.channels import errors
from outfitter.sdk import channels
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import allotments
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips.models import Trip
from tests.checkout.trip_world import check_seats
from tests.support.fake_channel import ask, connect, open_fair
from tests.support.sales import fill_cart, make_offer

SCHEMA = "t_reef"
pytestmark = pytest.mark.django_db(transaction=True)


def at_once(jobs, workers=12):
    """Run the jobs in threads, the first of them together; gives what each returned or raised."""
    start = Barrier(workers)

    def run(job):
        number, work = job
        try:
            with in_schema(SCHEMA):
                if number < workers:
                    start.wait(30)
                return work()
        except Exception as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(run, enumerate(jobs)))


@pytest.fixture
def market(db):
    """Forty seats, three connections, everything committed."""
    with in_schema(SCHEMA), open_fair(SCHEMA):
        offer = make_offer(capacity=40)
        yield offer, [connect(offer) for _ in range(3)]


def trying(work):
    """Repeat while somebody else holds the lock for too long, as channels do."""

    def run():
        for _ in range(20):
            try:
                return work()
            except errors.TemporarilyUnavailable:
                continue
        raise AssertionError("nobody let us in")

    return run


def test_fifty_reserves_from_three_channels_and_the_web_sell_exactly_forty(market):
    offer, stalls = market
    jobs = []
    for number in range(50):
        if number % 4 == 3:
            jobs.append(lambda: fill_cart(offer, adults=1, children=0))
        else:
            wanted = ask(offer, reference=f"R-{number}", adults=1)
            book = channels.book if number % 2 else channels.hold
            jobs.append(trying(lambda b=book, s=stalls[number % 4], w=wanted: b(s, w)))
    random.Random(8).shuffle(jobs)

    results = at_once(jobs)

    refused = [one for one in results if isinstance(one, Exception)]
    assert all(isinstance(one, SoldOut | errors.SoldOut) for one in refused), refused
    assert len(results) - len(refused) == 40
    with in_schema(SCHEMA):
        slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id, at=utc_now())
        assert slot.booked_pax_cnt + slot.held_pax_cnt == 40
        check_seats()


def test_one_reference_many_times_at_once_is_one_booking(market):
    offer, stalls = market
    jobs = [trying(lambda: channels.book(stalls[0], ask(offer, adults=2)))] * 16

    results = at_once(jobs, workers=8)

    assert {one.uuid for one in results} == {results[0].uuid}
    with in_schema(SCHEMA):
        assert ExternalBooking.objects.count() == 1
        assert Trip.objects.count() == 1
        slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id, at=utc_now())
        assert slot.booked_pax_cnt == 2


def test_a_promise_and_a_bound_hold_under_fire(market):
    offer, stalls = market
    with in_schema(SCHEMA):
        for stall, guaranteed, most in ((stalls[0], 10, None), (stalls[1], 0, 5)):
            draft = allotments.Draft(offer.experience_id, None, None, 127, (), guaranteed, most, 0)
            allotments.save(connection_id=stall.id, allotment_id=None, draft=draft, at=utc_now())
            allotments.keep({"connection_id": stall.id}, utc_now())
    jobs = []
    for number in range(48):
        stall = stalls[number % 3]
        wanted = ask(offer, reference=f"R-{number}", adults=1)
        jobs.append(trying(lambda s=stall, w=wanted: (s.id, channels.book(s, w))))

    results = at_once(jobs)

    sold = [one[0] for one in results if isinstance(one, tuple)]
    refused = [one for one in results if not isinstance(one, tuple)]
    assert all(isinstance(one, errors.SoldOut) for one in refused), refused
    assert sold.count(stalls[0].id) >= 10
    assert sold.count(stalls[1].id) == 5
    with in_schema(SCHEMA):
        check_seats()
