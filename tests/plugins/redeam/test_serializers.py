"""What Redeam reads: availabilities, statuses, tickets, errors."""

from datetime import timedelta
from types import SimpleNamespace
from typing import get_args

import pytest
from django.test import RequestFactory

from outfitter.plugins.channels.adapter import Fault, FaultKind
from outfitter.plugins.channels.booking_types import BookingState
from outfitter.plugins.channels.errors import neutral_codes
from outfitter.sdk.channels import Cancellation, CancellationRefused, Contact, SoldOut
from outfitter_redeam import adapter, availability, errors, responses, serializers, unit_types
from outfitter_redeam.requests import RequestContext
from outfitter_redeam.settings import RedeamSettings
from tests.plugins.redeam import samples

pytestmark = pytest.mark.rules


@pytest.fixture
def asked(monkeypatch) -> RequestContext:
    monkeypatch.setattr(serializers, "product", lambda connection, product_id: samples.product())
    call = SimpleNamespace(connection=samples.connection(), at=samples.NOW)
    return RequestContext(call, "r-1")  # type: ignore[arg-type]


def test_an_availability_has_seats_left_and_seats_at_all():
    connection, settings = samples.connection(), RedeamSettings()

    row = availability.serialize_departure(connection, samples.departure(), settings)

    assert row == {
        "id": availability.availability_id(connection, samples.departure()),
        "start": "2027-06-12T09:30:00-06:00",
        "end": "2027-06-12T12:30:00-06:00",
        "capacity": 8,
        "maxCapacity": 12,
    }


@pytest.mark.parametrize(
    ("change", "capacity", "most"),
    [
        ({"vacancies": None, "capacity": None}, 1000, -1),
        ({"refusal": "sold_out", "vacancies": 0}, 0, 12),
        ({"refusal": "too_few_seats", "vacancies": 1}, 0, 12),
        ({"vacancies": -3}, 0, 12),
    ],
)
def test_seats_that_are_not_counted_or_gone(change, capacity, most):
    row = availability.serialize_departure(
        samples.connection(), samples.departure(**change), RedeamSettings()
    )

    assert (row["capacity"], row["maxCapacity"]) == (capacity, most)


def test_rates_that_share_their_seats_are_one_availability_of_the_product():
    few = samples.departure(vacancies=2)
    many = samples.departure(vacancies=5, option_id="other")
    later = samples.departure(samples.START + timedelta(hours=4))

    assert availability.best_of([later, few, many], RedeamSettings()) == [many, later]


def test_the_id_of_an_availability_is_of_one_rate_and_one_connection():
    connection, other = samples.connection(), samples.departure(option_id="other")

    assert availability.availability_id(connection, samples.departure()) != availability.availability_id(
        connection, other
    )


@pytest.mark.parametrize("state", get_args(BookingState))
def test_every_state_has_a_word(asked, state):
    assert serializers.word(asked, state)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"state": "on_hold", "confirmed_at": None}, "HELD"),
        ({"state": "cancelled", "confirmed_at": None}, "RELEASED"),
        ({"state": "expired", "confirmed_at": None}, "EXPIRED"),
        ({"state": "confirmed"}, "BOOKED"),
        ({"state": "cancelled"}, "BOOKED"),
    ],
)
def test_how_a_hold_stands(asked, change, word):
    assert serializers.hold_status(asked, [samples.booking(**change)]) == word


def test_a_booking_has_both_references_its_tickets_and_what_happened(asked):
    one = samples.booking(
        samples.ticket(contact=Contact("Ada", "Lovelace"), ticket_code="A"),
        samples.ticket(ticket_code="B"),
        samples.ticket(samples.CHILD, "1", ticket_code="C"),
        cancellation=Cancellation(samples.NOW + timedelta(days=1), None, "full", 9000),
        extra={"booking": "yes", "part": "0", "ext.theirs": "x", "holdId": "h-1"},
    )

    found = serializers.serialize_booking(asked, [one])["booking"]

    assert (found["id"], found["resellerBookingRef"]) == (one.uuid, "R-1")
    assert found["ext"] == {"theirs": "x", "supplierReference": "OF-12345"}
    assert found["holdId"] == "h-1"
    assert [(item["priceId"], item["quantity"]) for item in found["items"]] == [
        (samples.ADULT, 2),
        (samples.CHILD, 1),
    ]
    assert [ticket["barcode"]["value"] for ticket in found["tickets"]] == ["A", "B", "C"]
    assert found["tickets"][2]["bookingItemIds"] == [found["items"][1]["id"]]
    assert found["tickets"][2]["guests"][0]["typeCode"] == "CHILD"
    assert [step["typeOf"] for step in found["timeline"]] == ["CREATED", "CONFIRMED", "CANCELLED"]
    assert found["items"][0]["rate"]["prices"][0]["retail"] == {"amount": 9000, "currency": "USD"}


def test_what_staff_added_by_hand_is_an_item_too(asked):
    one = samples.booking(samples.ticket(), samples.ticket(samples.CHILD, None))

    items = serializers.serialize_booking(asked, [one])["booking"]["items"]

    assert [item["priceId"] for item in items] == [samples.ADULT, samples.CHILD]


def test_every_refusal_has_a_code_that_redeam_knows():
    assert set(errors.NEUTRAL) == set(neutral_codes())
    assert {code for code, _ in errors.NEUTRAL.values()} <= set(errors.STATUSES)
    assert set(errors.FAULTS) == set(get_args(FaultKind))


def test_facts_of_a_refusal_are_texts():
    refused = errors.of_problem(SoldOut(left=3), RedeamSettings())
    other = errors.of_problem(SoldOut(left=3), RedeamSettings(no_room="NOT_FOUND"))
    late = errors.of_problem(CancellationRefused("Too late.", reason="past_cutoff"))

    assert (refused.status, refused.data) == (409, {"left": "3", "reason": "sold_out"})
    assert (other.code, other.status) == ("NOT_FOUND", 404)
    assert late.data == {"reason": "past_cutoff"}


@pytest.mark.parametrize("kind", get_args(FaultKind))
def test_the_host_speaks_as_redeam_does_and_mirrors_the_id(kind):
    request = RequestFactory().get("/redeam/partner/api/holds/1", headers={"X-Request-ID": "r-9"})

    answer = responses.fault(request, Fault(kind, 418, "Secret words.", seconds=7))

    assert answer["Content-Type"] == "application/json"
    assert b'"reqId":"r-9"' in answer.content
    assert answer["Retry-After"] == "7"
    assert (b"Secret words." in answer.content) is (errors.FAULTS[kind] != "INTERNAL_SERVER")


def test_a_mapping_is_checked_against_how_redeam_names_things():
    context = SimpleNamespace(base_url="https://a.example")
    good = samples.product(samples.option(samples.unit(), samples.unit("CHILD", "child")))
    bad = samples.product(
        samples.option(samples.unit("Grown-up"), option_id="DEFAULT"), product_id="RAFT", currency="EUR"
    )
    bare = samples.product(samples.option(samples.unit(), option_id="x"))

    assert adapter.check(context, samples.connection(), good) == []
    assert len(adapter.check(context, samples.connection(), bad)) == 4
    assert len(adapter.check(context, samples.connection(), bare)) == 1
    assert adapter.facts(context, samples.connection())["Partner API"].endswith("/redeam/partner/api")


@pytest.mark.parametrize(
    ("kind", "band"), [("adult", "ADULT"), ("student", "STUDENT"), ("family", None), ("military", None)]
)
def test_an_age_band_is_suggested_where_there_is_one(kind, band):
    assert adapter.suggest(samples.unit("x", kind)) == band


def test_a_ticket_mapped_by_its_band_is_of_that_band():
    assert unit_types.traveler_type(samples.unit("SENIOR", "other", min_age=65)) == {
        "ageBand": "SENIOR",
        "name": "Other",
        "minAge": 65,
    }
