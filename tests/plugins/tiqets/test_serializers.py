"""Tiqets' words for what the platform says: no database, no network."""

from datetime import date, timedelta
from typing import Any

import orjson
import pytest

from outfitter.plugins.channels import errors as problems
from outfitter.sdk.channels import CancellationRefused, CancellationRule, Fault, UnitPrice
from outfitter_tiqets import availability, errors, requests
from outfitter_tiqets.products import TiqetsProduct
from outfitter_tiqets.products import problems as problems_of
from outfitter_tiqets.serializers import tickets
from outfitter_tiqets.settings import TiqetsSettings, settings_of
from tests.plugins import channel_samples as things

pytestmark = pytest.mark.rules


def _listed(product: Any = None, **settings: Any) -> TiqetsProduct:
    found = product or things.product()
    return TiqetsProduct(found.product_id, found, found.options[0], TiqetsSettings(**settings))


SAID = {
    "unknown_product": 1001,
    "unknown_option": 1001,
    "unknown_unit": 2003,
    "unknown_departure": 2002,
    "sold_out": 3000,
    "no_availability": 3000,
    "past_cutoff": 3000,
    "price_changed": 3000,
    "party_refused": 3008,
}


@pytest.mark.parametrize(
    "problem",
    [
        problems.UnknownProduct("p"),
        problems.UnknownOption("o"),
        problems.UnknownUnit("u"),
        problems.UnknownDeparture("d"),
        problems.SoldOut(left=2),
        problems.NoAvailability("no"),
        problems.PastCutoff("late"),
        problems.PriceChanged(ours=1, theirs=2),
        problems.PartyRefused("too many", most=4),
    ],
    ids=lambda one: one.code,
)
def test_every_refusal_has_a_number(problem: problems.ChannelError) -> None:
    found = errors.of_problem(problem)
    assert found is not None
    assert found.code == SAID[problem.code]
    assert orjson.loads(found.response().content)["error"] == errors.NAMES[found.code]


def test_what_is_ours_to_mend_is_left_to_the_host() -> None:
    assert errors.of_problem(problems.TemporarilyUnavailable("busy")) is None
    small = errors.of_problem(problems.PartyRefused("too few", least=2))
    assert small is not None
    assert small.code == 2005


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("past_cutoff", 2009),
        ("past_departure", 2009),
        ("redeemed", 3005),
        ("not_refundable", 3004),
        ("other", 3004),
    ],
)
def test_why_a_booking_stays(reason: Any, code: int) -> None:
    found = errors.of_cancellation(CancellationRefused("no", reason=reason), 24)
    assert found.code == code


@pytest.mark.parametrize(
    ("kind", "status", "expected", "text"),
    [
        ("bad_credentials", 401, 403, errors.FORBIDDEN),
        ("connection_closed", 403, 403, errors.FORBIDDEN),
        ("method_not_allowed", 405, 405, errors.WRONG_METHOD),
        ("too_many_requests", 429, 503, errors.UNAVAILABLE),
        ("overloaded", 503, 503, errors.UNAVAILABLE),
        ("timed_out", 504, 504, errors.UNAVAILABLE),
        ("internal", 500, 500, errors.UNAVAILABLE),
    ],
)
def test_what_the_host_finds_is_said_plainly(kind: Any, status: int, expected: int, text: str) -> None:
    answer = errors.fault(things.call().request, Fault(kind, status, "Words.", seconds=3))
    assert (answer.status_code, answer.content.decode()) == (expected, text)


def test_a_row_of_the_catalogue() -> None:
    found = _listed(visitor_data=["weight_kg"], order_data=["zipcode"]).shape()
    assert found == {
        "id": "reef",
        "name": "Reef tour",
        "use_timeslots": True,
        "is_refundable": True,
        "provides_pricing": True,
        "cutoff_time": 1440,
        "required_order_data": ["zipcode"],
        "required_visitor_data": ["weight_kg"],
    }


def test_what_guests_are_asked_is_asked_once() -> None:
    asked = things.option(unit_contact_fields=("first_name", "last_name", "email"))
    found = _listed(things.product(options=(asked,)), visitor_data=["full_name"])
    assert found.asked.visitor == ("full_name", "email")


@pytest.mark.parametrize(
    ("rules", "minutes", "is_refundable"),
    [
        ((), 0, False),
        ((CancellationRule(0, 1_000_000),), 0, True),
        ((CancellationRule(2880, 1_000_000), CancellationRule(60, 500_000)), 2880, True),
        ((CancellationRule(2880, 500_000),), 2880, True),
    ],
)
def test_until_when_it_can_be_cancelled(rules: Any, minutes: int, is_refundable: bool) -> None:
    shape = _listed(things.product(cancellation=rules)).shape()
    assert (shape["cutoff_time"], shape["is_refundable"]) == (minutes, is_refundable)


@pytest.mark.parametrize(
    ("minor", "currency", "amount"),
    [
        (575, "EUR", "5.75"),
        (1000, "EUR", "10.00"),
        (5, "USD", "0.05"),
        (980, "JPY", "980"),
        (0, "USD", "0.00"),
    ],
)
def test_amounts_are_decimal_text(minor: int, currency: str, amount: str) -> None:
    found = availability.money(things.price(minor, currency=currency))
    assert found == {"amount": amount, "currency": currency}


def test_a_slot_says_what_is_left_of_each_ticket() -> None:
    group = things.unit("boat", title="Boat", pax=3)
    option = things.option(units=(things.unit(), group))
    prices = (UnitPrice("adult", things.price()), UnitPrice("boat", things.price(9900)))
    departure = things.departure(vacancies=8, prices=prices, unit_vacancies={"adult": 5, "boat": None})
    found = availability.serialize_slot(_listed(things.product(options=(option,))), departure)
    assert found["available_tickets"] == 8
    assert [one["available_tickets"] for one in found["variants"]] == [5, 2]


def test_a_slot_that_is_over_has_nothing() -> None:
    for given in ({"refusal": "past_cutoff"}, {"status": "sold_out", "vacancies": 0}):
        found = availability.serialize_slot(_listed(), things.departure(**given))
        assert found == {"available_tickets": 0, "variants": []}


def test_unlimited_seats_are_a_number() -> None:
    free = things.departure(status="freesale", vacancies=None)
    assert availability.serialize_slot(_listed(unlimited_tickets=500), free)["available_tickets"] == 500


def test_a_ticket_without_a_price_is_not_on_that_slot() -> None:
    departure = things.departure(prices=(UnitPrice("adult", things.price()),))
    found = availability.serialize_slot(_listed(provides_pricing=False), departure)
    assert [(one["id"], "price" in one) for one in found["variants"]] == [("adult", False)]


def test_slots_are_named_by_the_clock_there() -> None:
    whole = things.departure(is_all_day=True, starts_at=things.START + timedelta(days=1))
    found = availability.availability(_listed(), [things.departure(), whole])
    assert list(found) == ["2026-06-05T09:30", "2026-06-06T00:00"]


def test_two_departures_of_one_minute_are_the_larger() -> None:
    pair = [things.departure(vacancies=1), things.departure(vacancies=3)]
    found = availability.availability(_listed(), pair)
    assert [one["available_tickets"] for one in found.values()] == [3]


@pytest.mark.parametrize("kind", ["QRCODE", "AZTEC-BYTES"])
def test_each_ticket_has_a_code(kind: str) -> None:
    found = tickets(things.booking("confirmed"), kind)
    assert found == {"adult": ["T1CK3T" if kind == "QRCODE" else "VDFDSzNU"]}


def test_what_a_product_lacks_is_said() -> None:
    bad = things.option(units=(things.unit("a b"),))
    assert len(problems_of(things.product(options=(bad,), is_instant=False))) == 2
    assert problems_of(things.product()) == []
    assert problems_of(things.product(product_id="x y"))


BODY = {
    "datetime": "2026-06-05T09:30",
    "tickets": [{"variant_id": "adult", "quantity": 2}],
    "customer": {
        "first_name": "Jon",
        "last_name": "Snow",
        "email": "jon@snow.example",
        "phone": "+58 555",
        "country": "nl",
    },
}


def test_guests_are_told_apart() -> None:
    people = [
        {"full_name": "Jon Snow", "date_of_birth": "2001-02-03", "weight_kg": "80"},
        {"full_name": "Arya", "date_of_birth": "long ago", "weight_kg": "50"},
    ]
    lines = [{**BODY["tickets"][0], "required_visitor_data": people}]  # type: ignore[index, dict-item]
    wanted = ["full_name", "date_of_birth", "weight_kg"]
    found = requests.parse_reservation(_listed(visitor_data=wanted), {**BODY, "tickets": lines})
    first, second = (unit.contact for unit in found.units)
    assert first is not None
    assert second is not None
    assert (first.last_name, first.birth_date) == ("Snow", date(2001, 2, 3))
    assert (second.first_name, second.birth_date) == ("Arya", None)
    assert found.notes == ("Jon Snow: Weight kg: 80", "Arya: Date of birth: long ago", "Arya: Weight kg: 50")


@pytest.mark.parametrize("people", [None, [], [{"full_name": "Jon"}], [{}, {}]])
def test_guests_that_were_asked_for_are_missed(people: Any) -> None:
    line = {"variant_id": "adult", "quantity": 2}
    if people is not None:
        line["required_visitor_data"] = people
    with pytest.raises(errors.TiqetsError) as refusal:
        requests.parse_reservation(_listed(visitor_data=["full_name"]), {**BODY, "tickets": [line]})
    assert (refusal.value.code, "full_name" in refusal.value.message) == (1003, True)


def test_what_an_order_is_asked_is_noted() -> None:
    listed = _listed(order_data=["pickup_location"])
    body = {**BODY, "required_order_data": {"pickup_location": "Pier 7", "unasked": "yes"}}
    assert "Pickup location: Pier 7" in requests.parse_reservation(listed, body).notes
    with pytest.raises(errors.TiqetsError) as refusal:
        requests.parse_reservation(listed, BODY)
    assert refusal.value.code == 1003


def test_settings_of_another_version_are_read_as_far_as_they_fit() -> None:
    own = things.connection("tiqets", settings={"barcode_format": "MORSE", "unlimited_tickets": 7})
    found = settings_of(own)
    assert (found.barcode_format, found.unlimited_tickets) == ("QRCODE", 7)
