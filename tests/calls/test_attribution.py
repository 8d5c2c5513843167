"""Which call a sale came of, and what its source says of it."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.types import Event
from outfitter_tenants.calls import call_attribution, call_owners
from outfitter_tenants.calls.models import Call, CallNumber
from outfitter_tenants.trips.models import Trip, TripSource
from outfitter_tenants.trips.operations.drafts import Contact
from tests.calls.support import CALLER, LINE, make_call
from tests.support.customers import make_customer, sell
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


def test_whoever_was_called_back_came_by_the_number_they_rang(source):
    rang = make_call(status="missed", answered_at=None, ago=timedelta(hours=1))
    back = make_call(direction="outbound", caller_number=LINE, destination_number=CALLER)
    trip = book()
    back.refresh_from_db()
    rang.refresh_from_db()
    assert (back.trip_id, back.outcome, rang.trip_id) == (trip.pk, "booked", None)
    assert trip.trip_source_id == source.pk


def test_a_call_of_ours_that_nobody_took_sold_nothing(source):
    call = make_call(
        direction="outbound", caller_number=LINE, destination_number=CALLER, answered_at=None, status="failed"
    )
    trip = book()
    call.refresh_from_db()
    assert (trip.trip_source_id, call.trip_id, call.outcome) == (None, None, None)


class TestWhoseTheyWere:
    @pytest.fixture
    def nobodys(self) -> tuple[Call, Call]:
        rang = make_call(ago=timedelta(days=9))
        called = make_call(
            direction="outbound", caller_number=LINE, destination_number=CALLER, ago=timedelta(days=8)
        )
        return rang, called

    def test_calls_of_a_number_are_given_to_whom_it_turns_out_to_be(self, nobodys, client_for):
        made = owner_of(client_for).post(
            "/api/customer/create", {"first_name": "Ana", "phone": CALLER}, content_type="application/json"
        )
        customer_id = made.json()["id"]
        call_owners.on_created(
            contexts.context_for(schema_name="t_reef"),
            Event("e1", "customer.created", {"customer_id": customer_id}, utc_now()),
        )
        assert set(Call.objects.values_list("customer_id", flat=True)) == {customer_id}

    def test_also_by_a_sale(self, nobodys):
        trip_id = sell(make_offer(), ANA)
        event = Event("e1", "trip.converted", {"trip_id": trip_id}, utc_now())
        call_attribution.on_booked(contexts.context_for(schema_name="t_reef"), event)
        trip = Trip.objects.get(pk=trip_id)
        assert set(Call.objects.values_list("customer_id", flat=True)) == {trip.customer_id}
        # They were long before, and the sale came of none of them.
        assert set(Call.objects.values_list("trip_id", flat=True)) == {None}

    def test_nobody_is_assumed_where_two_have_it(self, nobodys):
        make_customer(email="a@x.io", phone=CALLER)
        make_customer(email="b@x.io", phone=CALLER)
        assert call_owners.rematch(number=CALLER) == []
        assert set(Call.objects.values_list("customer_id", flat=True)) == {None}

    def test_whose_they_are_stays(self, nobodys):
        other = make_customer(email="o@x.io")
        Call.objects.filter(pk=nobodys[0].pk).update(customer_id=other)
        make_customer(email="a@x.io", phone=CALLER)
        assert call_owners.rematch(number=CALLER) == [nobodys[1].pk]
        assert call_owners.rematch(number=CALLER) == []
        assert Call.objects.get(pk=nobodys[0].pk).customer_id == other

    def test_of_somebody_who_is_gone_nothing_is_said(self, nobodys):
        context = contexts.context_for(schema_name="t_reef")
        call_owners.on_created(context, Event("e1", "customer.created", {"customer_id": 999_999}, utc_now()))
        assert set(Call.objects.values_list("customer_id", flat=True)) == {None}
