"""Compiled statements and bundles return what their querysets return, for every kind of row there is."""

from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Count, Exists, F, Model, OuterRef, TextField, Value
from django.test.utils import CaptureQueriesContext

from outfitter.db.statements import Bundle, Param, ParamList, Statement
from outfitter_tenants.trips.models import Booking, BookingProduct, Trip, TripOrder
from tests.support.sales import ANA, fill_cart, make_offer

SOLD = (Trip, TripOrder, Booking)


def values_of(row: Model) -> dict[str, Any]:
    """Return the fields of a row, and of the rows that came with it."""
    found: dict[str, Any] = {}
    for field in row._meta.concrete_fields:
        found[field.name] = getattr(row, field.attname)
        if field.is_relation and field.is_cached(row) and getattr(row, field.name) is not None:
            found[f"{field.name} itself"] = values_of(getattr(row, field.name))
    return found


@pytest.fixture
def trip(reef: Any) -> int:
    return fill_cart(make_offer(), contact=ANA)


def test_every_table_is_read_the_same(trip: int) -> None:
    """Rows of whatever a new operator with one cart has: by the driver, and through JSON."""
    read = 0
    for model in apps.get_models():
        if not model.__module__.startswith("outfitter_tenants."):
            continue
        pointing = [one.name for one in model._meta.fields if one.is_relation]
        rows = model._base_manager.select_related(*pointing).order_by("pk")
        statement: Statement[Any] = Statement(lambda rows=rows: rows)
        try:
            through_json = Bundle(rows=statement).read()["rows"]
        except TypeError:
            continue  # a kind of field that does not pass through JSON is refused, not read otherwise
        expected = [values_of(row) for row in rows]
        assert [values_of(row) for row in through_json] == expected, model
        assert [values_of(row) for row in statement.all()] == expected, model
        read += bool(expected)
    assert read > 15


def test_annotations_and_joins_come_with_the_row(trip: int) -> None:
    has_products = Exists(BookingProduct.objects.filter(trip=OuterRef("trip")))
    rows = TripOrder.objects.select_related("experience", "timeslot", "trip__customer").annotate(
        guests=Count("bookings"), has_products=has_products
    )
    statement = Statement(lambda: rows.filter(trip_id=Param("trip_id")).order_by("pk"))
    for one in (statement.all(trip_id=trip)[0], Bundle(orders=statement).read(trip_id=trip)["orders"][0]):
        assert (one.guests, one.has_products) == (3, False)
        assert one.experience.name == "Kayak"
        assert one.timeslot.start_at == rows.get().timeslot.start_at
        assert one.trip.customer is None
    assert statement.all(trip_id=0) == []


def test_what_is_put_off_is_read_when_somebody_asks(trip: int) -> None:
    rows = TripOrder.objects.select_related("experience").defer("note", "experience__description_html")
    statement = Statement(lambda: rows.filter(trip_id=Param("trip_id")))
    for one in (statement.all(trip_id=trip)[0], Bundle(orders=statement).read(trip_id=trip)["orders"][0]):
        with CaptureQueriesContext(connection) as sent:
            assert one.experience.name == "Kayak"
        assert not sent.captured_queries
        with CaptureQueriesContext(connection) as sent:
            assert (one.note, one.experience.description_html) == ("", "")
        assert len(sent) == 2


def test_values_are_tuples(trip: int) -> None:
    rows = Booking.objects.values_list("pk", "ticket_code", "trip_order__trip__created_at")
    statement = Statement(lambda: rows.filter(trip_order__trip_id=Param("trip_id")).order_by("pk"))
    expected = list(rows.order_by("pk"))
    assert statement.all(trip_id=trip) == expected
    assert Bundle(rows=statement).read(trip_id=trip)["rows"] == expected


def test_values_have_places_by_name(trip: int) -> None:
    rows = Booking.objects.filter(
        pk__in=ParamList("ids"), trip_order__trip__hash=Param("hash", TextField())
    ).order_by("-pk")
    statement = Statement(lambda: rows)
    known = list(Booking.objects.order_by("-pk"))
    trip_hash = Trip.objects.get().hash
    assert statement.all(ids=[row.pk for row in known[:2]], hash=trip_hash) == known[:2]
    assert statement.all(ids=[row.pk for row in known], hash="another") == []
    with pytest.raises(KeyError):
        statement.all(ids=[])


def test_a_bundle_is_one_statement_of_one_moment(trip: int) -> None:
    parts = {model.__name__: Statement(lambda model=model: model.objects.order_by("pk")) for model in SOLD}
    bundle = Bundle(**parts)
    bundle.read()
    with CaptureQueriesContext(connection) as sent, bundle.read_ahead() as found:
        for model in SOLD:
            assert parts[model.__name__].all() == found[model.__name__] == list(model.objects.order_by("pk"))
    # The others are the querysets that it is compared with.
    assert len(sent) == 1 + len(SOLD)
    with CaptureQueriesContext(connection) as sent:
        parts["Trip"].all()
    assert len(sent) == 1


def test_what_was_read_ahead_is_of_its_values_alone(trip: int) -> None:
    statement = Statement(lambda: Trip.objects.filter(pk=Param("trip_id")))
    with Bundle(trip=statement).read_ahead(trip_id=0):
        assert statement.all(trip_id=0) == []
        assert [row.pk for row in statement.all(trip_id=trip)] == [trip]


def test_what_cannot_be_compiled_is_refused(trip: int) -> None:
    with pytest.raises(TypeError):
        Statement(lambda: Trip.objects.prefetch_related("orders")).all()
    with pytest.raises(TypeError):
        Statement(lambda: Trip.objects.values("pk")).all()
    late = Statement(lambda: Trip.objects.annotate(x=Value(1) + F("pk")).values_list("x"))
    assert late.all() == [(trip + 1,)]
