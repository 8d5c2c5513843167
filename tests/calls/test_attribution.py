"""Which call a sale came of, and what its source says of it."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.calls import call_attribution
from outfitter_tenants.calls.models import Call, CallNumber
from outfitter_tenants.trips.models import Trip, TripSource
from outfitter_tenants.trips.operations.drafts import Contact
from tests.calls.support import CALLER, LINE, make_call
from tests.support.customers import sell
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer

pytestmark = pytest.mark.usefixtures("reef")
ANA = Contact("Ana", "Ruiz", "ana@example.com", CALLER, "ES")


@pytest.fixture
def source() -> TripSource:
    """Return the source that a call to the line stands for."""
    found = TripSource.objects.filter(archived_at__isnull=True).order_by("pk").first()
    assert found is not None
    CallNumber.objects.create(number=LINE, label="Ad", trip_source_id=found.pk)
    return found


def book(**changes: Any) -> Trip:
    trip_id = sell(make_offer(), ANA)
    Trip.objects.filter(pk=trip_id).update(**changes)
    call_attribution.attribute(trip_id=trip_id, at=utc_now())
    return Trip.objects.get(pk=trip_id)


def test_a_sale_after_a_call(source, client_for):
    call = make_call()
    make_call(ago=timedelta(hours=3))
    trip = book()
    call.refresh_from_db()
    assert trip.trip_source_id == source.pk
    assert (call.trip_id, call.outcome, call.customer_id) == (trip.pk, "booked", trip.customer_id)
    # Reports by source are those of trips.
    found = owner_of(client_for).get("/api/trips/get", {"group_by": "trip_source"}).json()
    assert {"value": source.pk, "label": source.name, "cnt": 1} in found["meta"]["groups"]


def test_twice_is_as_once(source):
    call = make_call()
    trip = book()
    version = trip.version
    call_attribution.attribute(trip_id=trip.pk, at=utc_now())
    trip.refresh_from_db()
    call.refresh_from_db()
    assert (trip.version, call.trip_id) == (version, trip.pk)


def test_what_people_said_stays(source):
    other = TripSource.objects.create(slug="neighbor", name="Neighbor", position=9)
    call = make_call(outcome="quoted", trip_id=None)
    trip = book(trip_source_id=other.pk)
    call.refresh_from_db()
    assert (trip.trip_source_id, call.outcome, call.trip_id) == (other.pk, "quoted", trip.pk)


def test_a_line_that_stands_for_nothing():
    call = make_call()
    trip = book()
    call.refresh_from_db()
    assert (trip.trip_source_id, call.trip_id, call.outcome) == (None, trip.pk, "booked")


@pytest.mark.parametrize(
    "more",
    [
        {"ago": timedelta(hours=25)},
        {"ago": timedelta(minutes=-10)},
        {"number": "+442079460000"},
        {"number": ""},
    ],
)
def test_another_call_has_nothing_to_do_with_it(source, more):
    call = make_call(**more)
    trip = book()
    call.refresh_from_db()
    assert (trip.trip_source_id, call.trip_id, call.outcome) == (None, None, None)


def test_what_a_partner_sold_is_the_partners(source):
    call = make_call()
    trip = book(reseller_id=make_reseller())
    call.refresh_from_db()
    assert (trip.trip_source_id, call.outcome) == (None, None)


def test_the_number_that_tracks_counts_where_a_telephone_system_told_first(source):
    call = make_call(provider="dialpad", destination_number="+13055550101")
    make_call(provider="callrail", part_of_id=call.pk)
    assert book().trip_source_id == source.pk


def test_a_source_that_is_no_longer_offered(source):
    TripSource.objects.filter(pk=source.pk).update(archived_at=utc_now())
    call = make_call()
    trip = book()
    call.refresh_from_db()
    assert (trip.trip_source_id, call.trip_id) == (None, trip.pk)


def test_a_call_of_two_sales_tells_of_the_first(source):
    call = make_call()
    first, second = book(), book()
    call.refresh_from_db()
    assert call.trip_id == first.pk
    assert second.trip_source_id == source.pk
    assert Call.objects.count() == 1
