"""Rows of several tables in one statement: what `save` would have left, all or nothing."""

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from outfitter.db.statements import insert_together, write_together
from outfitter.kit import ids
from outfitter.kit.clock import utc_now
from outfitter_tenants.trips.models import Booking, PriceLine, Trip, TripMethod, TripOrder
from tests.support.sales import Offer, fill_cart, make_offer


@pytest.fixture
def offer(reef: Any) -> Offer:
    return make_offer()


def new_trip(offer: Offer, guests: int = 2) -> tuple[Trip, list[TripOrder], list[Booking]]:
    """Return rows that are not stored yet: a trip with two orders and their guests."""
    at = utc_now()
    trip = Trip(
        hash=ids.public_hash(),
        confirmation_code=ids.confirmation_code(),
        trip_method=TripMethod.objects.get(slug="phone"),
        currency="USD",
        locale="en",
        ip="2001:db8::1",
        utm={"source": "a 'quoted' % word"},
        created_at=at,
        changed_at=at,
    )
    orders = [
        TripOrder(trip=trip, experience_id=offer.experience_id, timeslot_id=offer.timeslot_id, position=place)
        for place in range(2)
    ]
    bookings = [
        Booking(
            trip_order=order,
            ticket_code=ids.public_hash(),
            experience_customer_type_id=offer.adult,
            booking_status_id=1,
            unit_amount=4900,
            price_source="base",
            pax_cnt=1,
            position=place,
        )
        for order in orders
        for place in range(guests)
    ]
    return trip, orders, bookings


def test_rows_refer_to_one_another(offer: Offer) -> None:
    trip, orders, bookings = new_trip(offer)
    with CaptureQueriesContext(connection) as sent:
        insert_together(trip, *orders, *bookings)
    assert len(sent) == 1
    stored = Trip.objects.get(pk=trip.pk)
    for field in Trip._meta.concrete_fields:
        assert getattr(stored, field.attname) == getattr(trip, field.attname), field
    assert list(stored.orders.order_by("position")) == orders
    for order in orders:
        assert order.trip_id == trip.pk
        assert not order._state.adding
        mine = [row for row in bookings if row.trip_order is order]
        assert list(order.bookings.order_by("position")) == mine
        assert [row.trip_order_id for row in mine] == [order.pk] * 2


def test_new_and_changed_rows_are_one_statement(offer: Offer) -> None:
    trip = Trip.objects.get(pk=fill_cart(offer))
    order = trip.orders.get()
    at = utc_now()
    line = PriceLine(
        trip=trip, trip_order=order, kind="fee", label="Fee", qty=1, unit_amount=1, amount=1, created_at=at
    )
    trip.total_amount, trip.locale, trip.utm = 7, "de", {"a": [1]}
    order.subtotal_amount = 6
    with CaptureQueriesContext(connection) as sent:
        write_together(new=[line], changed=[(trip, ["total_amount", "utm"]), (order, ["subtotal_amount"])])
    assert len(sent) == 1
    stored = Trip.objects.get(pk=trip.pk)
    assert (stored.total_amount, stored.utm, stored.locale) == (7, {"a": [1]}, "en")
    assert stored.orders.get().subtotal_amount == 6
    assert PriceLine.objects.get(pk=line.pk).label == "Fee"


def test_nothing_to_write_is_no_statement(reef: Any) -> None:
    with CaptureQueriesContext(connection) as sent:
        write_together(changed=[(Trip(pk=1), [])])
    assert not sent.captured_queries


def test_a_row_that_is_gone_is_an_error(offer: Offer) -> None:
    trip = Trip.objects.get(pk=fill_cart(offer))
    trip.pk = 0
    with pytest.raises(DatabaseError):
        write_together(changed=[(trip, ["locale"])])


def test_one_bad_row_leaves_nothing(offer: Offer) -> None:
    trip, orders, bookings = new_trip(offer)
    bookings[-1].ticket_code = bookings[0].ticket_code
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_together(trip, *orders, *bookings)
    assert not Trip.objects.exists()


def test_an_expression_is_refused(offer: Offer) -> None:
    trip = Trip.objects.get(pk=fill_cart(offer))
    trip.version = F("version") + 1
    with pytest.raises(TypeError):
        write_together(changed=[(trip, ["version"])])
