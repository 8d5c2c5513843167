"""Two people at one order, or at the last seat, in the same instant: a real database decides."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Busy, StaleVersion
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.arrivals import operations as arrivals
from outfitter_tenants.checkout.bookings import order_guests
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.cancellations import PaymentInProgress
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_changes.change import WrongState
from outfitter_tenants.checkout.trip_management import order_split
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, ClientAction, TripOrder
from outfitter_tenants.trips.operations.arrivals import ActionReused, ArrivalAction
from tests.checkout.test_races import SCHEMA, at_once
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import STAFF, another_departure, drift, guests_of, order_of, pay, seats, sell

pytestmark = pytest.mark.django_db(transaction=True)
TOTAL = 2 * ADULT + CHILD


def about(trip_id):
    return {"trip_id": trip_id, "trip_order_id": order_of(trip_id).pk, "by": STAFF, "at": utc_now()}


def rebook(trip_id, there, version=None):
    return lambda: reschedule.rebook(
        move=reschedule.RescheduleRequest(there), version=version, **about(trip_id)
    )


def check_in(trip_id):
    order_id = order_of(trip_id).pk
    return arrivals.note(
        deed=ArrivalAction(trip_order_id=order_id, status_slug="checked_in", by=1), at=utc_now()
    )


def problems(results):
    return [result for result in results if isinstance(result, Exception)]


class TestLastSeat:
    def test_a_move_and_a_sale(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=3)
            there, trip_id = another_departure(offer), sell(offer, adults=1, children=0)
            other = sell(offer, adults=2, children=0)
            reschedule.rebook(move=reschedule.RescheduleRequest(there), **about(other))
            aim = replace(offer, timeslot_id=there)

        results = at_once([rebook(trip_id, there), *[lambda: fill_cart(aim, adults=1, children=0)] * 3])

        lost = problems(results)
        assert len(lost) == 3
        assert all(isinstance(problem, SoldOut) for problem in lost)
        with in_schema(SCHEMA):
            assert sum(seats(there)) == 3
            assert drift() == []

    def test_a_guest_more_and_a_sale(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=4)
            trip_id = sell(offer)

        def add():
            return order_guests.add_guests(quantities={offer.adult: 1}, names=(), **about(trip_id))

        results = at_once([add, add, *[lambda: fill_cart(offer, adults=1, children=0)] * 2])

        assert len(problems(results)) == 3
        assert all(isinstance(problem, SoldOut) for problem in problems(results))
        with in_schema(SCHEMA):
            assert sum(seats(offer.timeslot_id)) == 4
            assert drift() == []

    def test_coming_back_and_a_sale(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=3)
            trip_id = sell(offer)
            cancellations.cancel(wish=CancellationOptions("customer"), **about(trip_id))

        def back():
            return cancellations.uncancel(is_unscheduled=False, **about(trip_id))

        results = at_once([back, lambda: fill_cart(offer, adults=1, children=0)])

        assert [type(problem) for problem in problems(results)] == [SoldOut]
        with in_schema(SCHEMA):
            assert drift() == []


class TestOneOrder:
    def test_two_who_saw_the_same_move_it_once(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer()
            places = [another_departure(offer, days=n) for n in (1, 2)]
            trip_id = sell(offer)
            seen = trips.get_trip(trip_id=trip_id).version

        results = at_once([rebook(trip_id, place, seen) for place in places])

        assert [type(problem) for problem in problems(results)] == [StaleVersion]
        with in_schema(SCHEMA):
            assert order_of(trip_id).rebooked_cnt == 1
            assert sum(seats(place)[0] for place in [*places, offer.timeslot_id]) == 3
            assert drift() == []

    def test_crossing_moves_do_not_wait_for_each_other(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer()
            there = another_departure(offer)
            one, two = sell(offer), sell(offer)
            reschedule.rebook(move=reschedule.RescheduleRequest(there), **about(two))

        results = at_once([rebook(one, there), rebook(two, offer.timeslot_id)])

        assert problems(results) == []
        with in_schema(SCHEMA):
            assert (seats(offer.timeslot_id), seats(there)) == ((3, 0), (3, 0))
            assert drift() == []

    def test_cancelled_by_two_is_refunded_once(self, gateway):
        with in_schema(SCHEMA):
            trip_id = sell(make_offer())
            pay(trip_id, TOTAL)

        def cancel():
            return cancellations.cancel(wish=CancellationOptions("weather", "full"), **about(trip_id))

        results = at_once([cancel] * 4)

        assert [type(problem) for problem in problems(results)] == [WrongState] * 3
        with in_schema(SCHEMA):
            assert [row.amount for row in Payment.objects.filter(kind="refund")] == [TOTAL]
            assert drift() == []

    def test_cancelled_and_checked_in(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer()
            trip_id = sell(offer)

        def cancel():
            return cancellations.cancel(wish=CancellationOptions("customer"), **about(trip_id))

        results = at_once([cancel, lambda: check_in(trip_id)])

        with in_schema(SCHEMA):
            order = order_of(trip_id)
            arrived = Booking.objects.filter(checked_in_at__isnull=False).count()
            # Whoever came first: the order is cancelled, and nobody arrived on it afterwards.
            assert order.status == "cancelled"
            assert (arrived == 0) == any(problems(results))
            assert seats(offer.timeslot_id) == (0, 0)
            assert drift() == []

    def test_a_check_in_that_waited_finds_the_guest_who_came_meanwhile(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer()
            trip_id = sell(offer)

        def waiting():
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
                return cursor.fetchone()[0]

        with in_schema(SCHEMA), ThreadPoolExecutor(1) as pool:
            with atomic():
                trips.lock_trip(trip_id=trip_id)
                check = pool.submit(lambda: at_once([lambda: check_in(trip_id)]))
                # It has seen three guests, and waits for us.
                while not waiting() and not check.done():
                    pass
                order_guests.add_guests(quantities={offer.adult: 1}, names=(), **about(trip_id))
            assert problems(check.result()) == []
            assert [row.booking_status.slug for row in guests_of(trip_id)] == ["checked_in"] * 4

    def test_an_action_sent_twice_at_once_counts_once(self, gateway):
        with in_schema(SCHEMA):
            trip_id = sell(make_offer())
            order_id = order_of(trip_id).pk

        def note():
            deed = ArrivalAction(trip_order_id=order_id, status_slug="checked_in", by=1, action_id="a")
            return arrivals.note(deed=deed, at=utc_now())

        results = at_once([note] * 4)

        assert problems(results) == []
        with in_schema(SCHEMA):
            told = AuditLog.objects.filter(action="booking.checked_in")
            assert (told.count(), ClientAction.objects.count()) == (1, 1)

    def test_one_action_for_two_orders_at_once_is_refused_once(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer()
            order_ids = [order_of(sell(offer)).pk for _ in range(2)]

        def note(order_id):
            deed = ArrivalAction(trip_order_id=order_id, status_slug="checked_in", by=1, action_id="a")
            return lambda: arrivals.note(deed=deed, at=utc_now())

        results = at_once([note(order_id) for order_id in order_ids])

        assert [type(problem) for problem in problems(results)] == [ActionReused]
        with in_schema(SCHEMA):
            assert Booking.objects.filter(checked_in_at__isnull=False).count() == 3

    def test_two_lists_of_the_same_orders_do_not_wait_for_each_other(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=20)
            order_ids = [order_of(sell(offer)).pk for _ in range(5)]

        def note(who, ids):
            at = utc_now()
            deeds = [
                ArrivalAction(order_id, who, status_slug="checked_in", action_id=f"{who}-{order_id}")
                for order_id in ids
            ]
            return lambda: arrivals.note_all(deeds=deeds, at=at)

        results = at_once([note(1, order_ids), note(2, order_ids[::-1])])

        assert problems(results) == []
        assert {one.outcome for answers in results for one in answers} <= {"applied", "unchanged"}
        with in_schema(SCHEMA):
            assert Booking.objects.filter(checked_in_at__isnull=True).count() == 0

    def test_split_by_two(self, gateway):
        with in_schema(SCHEMA):
            trip_id = sell(make_offer())
            ids = [guests_of(trip_id)[0].pk]

        def split():
            return order_split.split(booking_ids=ids, to="trip", **about(trip_id))

        results = at_once([split, split])

        assert len(problems(results)) == 1
        with in_schema(SCHEMA):
            assert TripOrder.objects.count() == 2
            assert drift() == []


class TestPaying:
    def test_what_is_charged_in_this_moment_is_not_cancelled(self, gateway):
        with in_schema(SCHEMA):
            trip_id = sell(make_offer())
            start = intents.begin(trip_id=trip_id, channel="web", amount_mode="balance", at=utc_now())
            Intent.objects.filter(pk=start.intent_id).update(status="processing")

        def cancel():
            return cancellations.cancel(wish=CancellationOptions("customer", "full"), **about(trip_id))

        [refused] = at_once([cancel])
        assert isinstance(refused, PaymentInProgress)
        gateway.pay(start.answer.gateway_id)

        def confirm():
            return intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

        at_once([confirm])
        with in_schema(SCHEMA):
            cancellations.cancel(wish=CancellationOptions("customer", "full"), **about(trip_id))
            assert Payment.objects.get(kind="refund").amount == TOTAL

    def test_a_payment_and_a_cancellation_at_once_lose_no_money(self, gateway):
        with in_schema(SCHEMA):
            trip_id = sell(make_offer())
            start = intents.begin(trip_id=trip_id, channel="web", amount_mode="balance", at=utc_now())
            gateway.pay(start.answer.gateway_id)

        def confirm():
            return intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

        def cancel():
            return cancellations.cancel(wish=CancellationOptions("weather", "full"), **about(trip_id))

        results = at_once([confirm, cancel])

        assert [p for p in problems(results) if not isinstance(p, Busy)] == []
        with in_schema(SCHEMA):
            trip = trips.get_trip(trip_id=trip_id)
            promised = sum(row.amount for row in Payment.objects.filter(kind="refund"))
            # Paid before the cancellation: on its way back. After it: shown as overpaid.
            assert promised in {0, TOTAL}
            assert cancellations.overpaid_of(trip) == TOTAL - promised
