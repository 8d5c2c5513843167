"""Confirm, webhook and reconciler at the same instant, on a real database."""

from functools import partial

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_prices import offer_codes
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.pricing.models import OfferCode, OfferCodeRedemption
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.support.offer_codes import make_code
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import STAFF
from tests.support.threads import SCHEMA, at_once


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_eight_bearers_of_one_payment_book_it_once(self, gateway, begin):
        with in_schema(SCHEMA):
            offer = make_offer()
            trip_id = fill_cart(offer)
            start = begin(trip_id)
            answer = gateway.pay(start.answer.gateway_id)

        def webhook():
            settlement.settle_by_gateway(schema_name=SCHEMA, gateway="stripe", answer=answer, at=utc_now())

        def browser():
            intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

        results = at_once([webhook, browser] * 4)

        assert [r for r in results if isinstance(r, Exception)] == []
        with in_schema(SCHEMA):
            slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
            assert Payment.objects.filter(trip_id=trip_id).count() == 1
            assert (slot.booked_pax_cnt, slot.held_pax_cnt) == (3, 0)
            assert trips.get_trip(trip_id=trip_id).customer.trip_cnt == 1

    def test_two_checkouts_for_the_last_seat_have_one_winner(self, gateway):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=1)

        results = at_once([lambda: fill_cart(offer, adults=1, children=0)] * 6)

        assert sum(isinstance(r, int) for r in results) == 1
        assert sum(isinstance(r, SoldOut) for r in results) == 5
        with in_schema(SCHEMA):
            assert scheduling.get_timeslot(timeslot_id=offer.timeslot_id).held_pax_cnt == 1

    def test_two_clicks_on_pay_open_one_intent(self, gateway, begin):
        with in_schema(SCHEMA):
            trip_id = fill_cart(make_offer())

        results = at_once([lambda: begin(trip_id).intent_id] * 4)

        assert len(set(results)) == 1
        assert len(gateway.intents) == 1


@pytest.mark.django_db(transaction=True)
class TestTheLastUseOfACode:
    def carts(self, cnt):
        with in_schema(SCHEMA):
            make_code(usage_limit=1)
            offer = make_offer(capacity=50)
            return [fill_cart(offer) for _ in range(cnt)]

    def test_of_six_carts_one_gets_it(self):
        carts = self.carts(6)

        def put(trip_id):
            return offer_codes.add(
                trip_id=trip_id, code="SPRING10", is_replacing=False, by=STAFF, at=utc_now()
            )

        results = at_once([partial(put, trip_id) for trip_id in carts])

        refused = [r for r in results if isinstance(r, offer_codes.OfferInvalid)]
        assert [r.detail["reason"] for r in refused] == ["used_up"] * 5
        with in_schema(SCHEMA):
            assert OfferCodeRedemption.objects.count() == 1

    def test_of_two_carts_that_lost_their_seats_one_is_sold_with_it(self):
        carts = self.carts(2)
        with in_schema(SCHEMA):
            for trip_id in carts:
                # The first one's seats have lapsed by the time the second one asks.
                offer_codes.add(trip_id=trip_id, code="SPRING10", is_replacing=False, by=STAFF, at=utc_now())
                Hold.objects.filter(trip_id=trip_id).update(expires_at=utc_now())
                Trip.objects.filter(pk=trip_id).update(deposit_override_amount=0)

        def convert(trip_id):
            conversion.convert(
                trip_id=trip_id, expected_total=11_430, accept_terms=True, is_opt_in=False, at=utc_now()
            )

        results = at_once([partial(convert, trip_id) for trip_id in carts])

        assert sorted(type(r).__name__ for r in results) == ["NoneType", "OfferInvalid"]
        with in_schema(SCHEMA):
            assert OfferCode.objects.get(code="SPRING10").used_cnt == 1
            assert Trip.objects.filter(status="reserved").count() == 1
