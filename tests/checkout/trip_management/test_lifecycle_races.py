"""Selling, deleting and bringing back one trip, or the last seats, by several people at once."""

from datetime import timedelta
from functools import partial

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.sales import reservation
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations import sweep_expired_holds
from outfitter_tenants.trips import queries as trips
from tests.checkout.test_races import SCHEMA, at_once
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import STAFF, sell

pytestmark = pytest.mark.django_db(transaction=True)


def reserve(trip_id):
    return reservation.reserve(trip_id=trip_id, is_told=False, by=STAFF, at=utc_now())


def delete(trip_id):
    return deletion.delete_trip(trip_id=trip_id, reason="twice", by=STAFF, at=utc_now(), is_forced=True)


def seats(offer):
    slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
    return slot.booked_pax_cnt, slot.held_pax_cnt


def only_refusals(results):
    """Whatever was not done was refused for a reason, never by a crash."""
    failed = [r for r in results if isinstance(r, Exception)]
    assert all(isinstance(r, DomainError) for r in failed), failed
    return len(failed)


def done(trip_id, action):
    return sum(row["action"] == action for row in audit.list_of_trip(trip_id=trip_id))


class TestOneCart:
    def test_two_who_reserve_it_sell_it_once(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer()
            trip_id = fill_cart(offer)

        results = at_once([partial(reserve, trip_id)] * 4)

        assert only_refusals(results) == 3
        with in_schema(SCHEMA):
            assert seats(offer) == (3, 0)
            assert done(trip_id, "trip.reserved") == 1
            assert scheduling.count_drift() == []

    def test_reserved_while_its_hold_lapses_it_has_its_seats_or_is_a_cart(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=3)
            trip_id = fill_cart(offer)
            Hold.objects.filter(trip_id=trip_id).update(expires_at=utc_now())

        later = utc_now() + timedelta(seconds=1)
        results = at_once([partial(reserve, trip_id), partial(sweep_expired_holds, at=later)] * 2)

        only_refusals(results)
        with in_schema(SCHEMA):
            is_sold = trips.get_trip(trip_id=trip_id).status == "reserved"
            assert seats(offer)[0] == (3 if is_sold else 0)
            assert scheduling.count_drift() == []

    def test_reserved_and_deleted_at_once_it_is_deleted_and_nothing_is_taken(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer()
            trip_id = fill_cart(offer)

        results = at_once([partial(reserve, trip_id), partial(delete, trip_id)])

        only_refusals(results)
        with in_schema(SCHEMA):
            assert trips.get_trip(trip_id=trip_id).status == "deleted"
            assert seats(offer) == (0, 0)
            assert scheduling.count_drift() == []


class TestOneTrip:
    def test_deleted_while_it_is_paid_no_money_is_lost(self, gateway, begin):
        with in_schema(SCHEMA):
            offer = make_offer()
            trip_id = fill_cart(offer)
            start = begin(trip_id)
            gateway.pay(start.answer.gateway_id)

        def pay():
            intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

        results = at_once([pay, partial(delete, trip_id)])

        only_refusals(results)
        with in_schema(SCHEMA):
            trip = trips.get_trip(trip_id=trip_id)
            rows = ledger.list_payments(trip_id=trip_id)
            kinds = sorted(row.kind for row in rows)
            if trip.status == "deleted":
                # What came too late goes back; what came before was kept by whoever forced it.
                assert seats(offer) == (0, 0)
                assert kinds in (["payment"], ["payment", "refund"])
            else:
                assert (trip.status, seats(offer), kinds) == ("reserved", (3, 0), ["payment"])
            assert scheduling.count_drift() == []

    def test_brought_back_by_two_it_takes_its_seats_once(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=3)
            trip_id = sell(offer)
            delete(trip_id)

        def restore():
            return deletion.restore_trip(trip_id=trip_id, by=STAFF, at=utc_now())

        results = at_once([restore] * 3)

        assert only_refusals(results) == 2
        with in_schema(SCHEMA):
            assert seats(offer) == (3, 0)
            assert scheduling.count_drift() == []


class TestLastSeats:
    def test_two_clerks_with_carts_for_them_have_one_winner(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=3)
            first = fill_cart(offer)
            Hold.objects.filter(trip_id=first).update(expires_at=utc_now())
            sweep_expired_holds(at=utc_now() + timedelta(seconds=1))
            second = fill_cart(offer)

        results = at_once([partial(reserve, first), partial(reserve, second)])

        assert only_refusals(results) == 1
        with in_schema(SCHEMA):
            states = {trips.get_trip(trip_id=one).status for one in (first, second)}
            assert states == {"draft", "reserved"}
            assert seats(offer)[0] == 3
            assert scheduling.count_drift() == []
