"""What a bundle's rows are known by changes exactly when what it reads does."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import TextField
from django.test.utils import CaptureQueriesContext

from outfitter.db.statements import Bundle, ColumnOf, Param, ParamList, Statement, among
from outfitter_tenants.trips.models import Booking, Trip, TripNote, TripOrder
from tests.support.sales import ANA, fill_cart, make_offer


@pytest.fixture
def trip(reef: Any) -> int:
    return fill_cart(make_offer(), contact=ANA)


def whole() -> Bundle:
    """Return a trip's orders, their guests found through them, and its notes without their ids."""
    orders = Statement(
        lambda: TripOrder.objects.filter(trip_id=Param("trip_id")).order_by("pk").values_list("trip_id", "pk")
    )
    guests = Statement(
        lambda: (
            Booking.objects.filter(among("trip_order_id", ColumnOf("orders", place=1)))
            .order_by("guest_last_name", "pk")
            .values_list("pk", "guest_first_name", "guest_last_name", "checked_in_at")
        )
    )
    notes = Statement(
        lambda: TripNote.objects.filter(trip_id=Param("trip_id")).order_by("body").values_list("body")
    )
    return Bundle(("orders",), orders=orders, guests=guests, notes=notes)


def note(trip_id: int, body: str) -> TripNote:
    return TripNote.objects.create(trip_id=trip_id, body=body, created_at=Trip.objects.get().created_at)


def test_it_follows_what_is_read(trip: int) -> None:
    bundle, seen = whole(), {}
    first, second = Booking.objects.order_by("pk")[:2]

    def look() -> None:
        rows, mark = repr(bundle.read(trip_id=trip)), bundle.fingerprint(trip_id=trip)
        assert seen.setdefault(mark, rows) == rows
        assert list(seen.values()).count(rows) == 1

    look()
    # Not among what is read.
    Booking.objects.update(guest_email="ana@example.com")
    look()
    for changed in (
        lambda: Booking.objects.filter(pk=first.pk).update(guest_first_name="Bo"),
        lambda: Booking.objects.filter(pk=second.pk).update(guest_first_name="Bo"),
        # The same two words in the other's place.
        lambda: Booking.objects.filter(pk=first.pk).update(guest_first_name="x", guest_last_name="y"),
        lambda: Booking.objects.filter(pk=first.pk).update(guest_first_name="y", guest_last_name="x"),
        lambda: Booking.objects.filter(pk=second.pk).update(checked_in_at="2030-01-01T00:00Z"),
        # Two equal rows are not none, nor two others.
        lambda: (note(trip, "A"), note(trip, "A")),
        lambda: TripNote.objects.update(body="B"),
        lambda: note(trip, "B"),
        lambda: TripNote.objects.all().delete(),
        lambda: Booking.objects.filter(pk=first.pk).update(guest_first_name="", guest_last_name="Ruiz"),
    ):
        changed()
        look()
    assert len(seen) >= 9
    assert bundle.fingerprint(trip_id=0) == bundle.fingerprint(trip_id=-1) != bundle.fingerprint(trip_id=trip)


def test_it_is_one_statement(trip: int) -> None:
    bundle = whole()
    bundle.fingerprint(trip_id=trip)
    with CaptureQueriesContext(connection) as sent:
        bundle.fingerprint(trip_id=trip)
    assert len(sent) == 1


def test_rows_sorted_by_what_they_do_not_tell_have_none(trip: int) -> None:
    rows = Booking.objects.order_by("guest_last_name").values_list("pk")
    bundle = Bundle(rows=Statement(lambda: rows))
    assert len(bundle.read()["rows"]) == 3
    with pytest.raises(TypeError, match="sorted by"):
        bundle.fingerprint()


def test_the_first_few_are_the_first_few(trip: int) -> None:
    rows = Booking.objects.order_by("guest_first_name", "pk").values_list("guest_first_name", "pk")
    bundle = Bundle(rows=Statement(lambda: rows[:1]))
    last = Booking.objects.order_by("-pk")[0]
    before = bundle.fingerprint()
    Booking.objects.filter(pk=last.pk).update(guest_first_name="Zoe")
    assert bundle.fingerprint() == before
    Booking.objects.exclude(pk=last.pk).update(guest_first_name="Zz")
    assert bundle.fingerprint() != before


def test_shared_rows_are_what_they_are_alone(trip: int) -> None:
    found = whole().read(trip_id=trip)
    assert found["orders"] == list(TripOrder.objects.values_list("trip_id", "pk"))
    guests = Booking.objects.order_by("guest_last_name", "pk")
    assert [row[0] for row in found["guests"]] == list(guests.values_list("pk", flat=True))
    assert whole().read(trip_id=0) == {"orders": [], "guests": [], "notes": []}


def test_columns_of_several_parts_are_all_of_them(trip: int) -> None:
    other = fill_cart(make_offer(name="Sail"), contact=ANA)
    one, two = (
        Statement(
            lambda name=name: TripOrder.objects.filter(trip__hash=Param(name, TextField())).values_list("pk")
        )
        for name in ("one", "two")
    )
    guests = Statement(
        lambda: Booking.objects.filter(among("trip_order_id", ColumnOf("one", "two", place=0))).values_list(
            "trip_order__trip_id"
        )
    )
    bundle = Bundle(("one", "two"), one=one, two=two, guests=guests)
    hashes = dict(Trip.objects.values_list("pk", "hash"))
    found = bundle.read(one=hashes[trip], two=hashes[other])
    assert {row[0] for row in found["guests"]} == {trip, other}
    assert {row[0] for row in bundle.read(one=hashes[trip], two="")["guests"]} == {trip}


def test_among_takes_a_list_and_rows_alike(trip: int) -> None:
    ids = list(Booking.objects.order_by("pk").values_list("pk", flat=True))
    by_list = Statement(
        lambda: Booking.objects.filter(among("pk", ParamList("ids"))).order_by("pk").values_list("pk")
    )
    assert [pk for (pk,) in by_list.all(ids=ids[1:])] == ids[1:]
    assert by_list.all(ids=[]) == []
    orders = TripOrder.objects.filter(trip_id=Param("trip_id")).values("pk")
    by_rows = Statement(lambda: Booking.objects.filter(among("trip_order_id", orders)).values_list("pk"))
    assert len(by_rows.all(trip_id=trip)) == len(ids)
