"""Departures as Viator's events: capacity, prices, reasons."""

from datetime import date, timedelta

import pytest

from outfitter.sdk.channels import Tier, UnitPrice, UnitRequest
from outfitter_viator import v2_availability, v2_handlers, v2_prices
from outfitter_viator.product_ids import ProductOption
from outfitter_viator.settings import SpecialOffer, ViatorSettings
from tests.plugins.viator import samples
from tests.plugins.viator.samples import departure, option, price, product, unit

pytestmark = pytest.mark.rules
BOAT = unit("UNIT", pax=6, guests=6)


def test_an_event_of_a_check_says_it_all():
    assert v2_availability.checked(option(), departure(), [], why=None) == {
        "status": "AVAILABLE",
        "startTime": "09:30",
        "capacity": {
            "type": "LIMITED",
            "vacancies": [{"types": ["ADULT", "CHILD"], "quantity": 8, "quantityType": "SHARED"}],
            "original": 12,
            "remaining": 8,
        },
        "bookingCutoff": "2027-06-12T07:30:00Z",
        "price": {
            "type": "PER_PERSON_PRICE",
            "prices": [
                {"types": ["ADULT"], "retailPrice": 45.5, "netPrice": 36.4},
                {"types": ["CHILD"], "retailPrice": 20, "netPrice": 16},
            ],
        },
    }


def test_what_cannot_be_had_has_a_reason_and_no_price_in_a_check():
    event = v2_availability.checked(option(), departure(vacancies=0), [], why="SOLD_OUT")

    assert event["status"] == "UNAVAILABLE"
    assert event["unavailableReason"] == "SOLD_OUT"
    assert event["capacity"]["remaining"] == 0
    assert "price" not in event


def test_a_calendar_tells_the_price_also_of_what_cannot_be_had():
    event = v2_availability.listed(option(), departure(vacancies=0), [], why="SOLD_OUT")

    assert event["price"]["prices"][0]["retailPrice"] == 45.5


def test_seats_without_end_have_no_number():
    found = v2_availability.capacity(option(), departure(vacancies=None, capacity=None))

    assert found == {"type": "UNLIMITED"}


def test_who_needs_no_seat_has_a_number_of_their_own():
    kinds = option(unit("ADULT"), unit("INFANT", pax=0))
    full, room = departure(vacancies=0), departure(vacancies=3)

    assert v2_availability.capacity(kinds, room)["vacancies"] == [
        {"types": ["ADULT"], "quantity": 3, "quantityType": "SHARED"},
        {"types": ["INFANT"], "quantity": v2_availability.UNBOUNDED, "quantityType": "PER_TYPE"},
    ]
    assert v2_availability.capacity(kinds, full)["vacancies"][1]["quantity"] == 0


def test_seats_of_their_own_are_told_by_type():
    found = v2_availability.capacity(option(), departure(unit_vacancies={"ADULT": 3, "CHILD": 5}))

    assert [row["quantityType"] for row in found["vacancies"]] == ["PER_TYPE", "PER_TYPE"]
    assert [row["quantity"] for row in found["vacancies"]] == [3, 5]


def test_boats_are_counted_whole():
    one = departure(vacancies=20, capacity=24, prices={"UNIT": price(30000, 25000)})
    event = v2_availability.checked(option(BOAT), one, [], why=None)

    assert event["capacity"] == {
        "type": "LIMITED",
        "vacancies": [{"types": ["UNIT"], "quantity": 3, "quantityType": "PER_TYPE"}],
        "original": 4,
        "remaining": 3,
    }
    assert event["price"] == {
        "type": "PER_UNIT_PRICE",
        "retailPrice": 300,
        "netPrice": 250,
        "maxTravelers": 6,
    }


@pytest.mark.parametrize("vacancies", [0, 1, 12, 30])
def test_the_original_is_never_less_than_what_remains_and_never_nothing(vacancies):
    found = v2_availability.capacity(option(), departure(vacancies=vacancies, capacity=0))

    assert found["original"] >= max(found["remaining"], 1)


def test_bands_with_one_price_are_told_together():
    same = {"ADULT": price(9000, 7500), "CHILD": price(9000, 7500)}
    event = v2_availability.checked(option(), departure(prices=same), [], why=None)

    assert event["price"]["prices"] == [{"types": ["ADULT", "CHILD"], "retailPrice": 90, "netPrice": 75}]


def test_a_reduced_price_names_the_offer_of_its_day():
    offers = [
        SpecialOffer(offer_id="late", name="Late", valid_from="2027-07-01T00:00:00Z"),
        SpecialOffer(offer_id="other", name="Other", valid_from="2027-01-01T00:00:00Z", product_ids=["X"]),
        SpecialOffer(offer_id="june", name="June", valid_from="2027-06-01T00:00:00Z"),
    ]
    event = v2_availability.checked(
        option(unit("ADULT")), departure(prices={"ADULT": price(9000, None, 10000)}), offers, why=None
    )

    assert event["price"]["prices"][0]["discount"] == {"originalRetailPrice": 100, "specialOfferId": "june"}


def test_prices_of_larger_parties_are_tiers_in_a_calendar_and_one_price_in_a_check():
    tiers = (Tier(1, 6, price(15000, 12000)), Tier(7, None, price(12500, 6000)))
    one = departure(prices={}, vacancies=12)
    object.__setattr__(one, "prices", (UnitPrice("ADULT", price(15000, 12000), tiers),))
    kinds = option(unit("ADULT"), max_pax=12)

    told = v2_availability.listed(kinds, one, [], why=None)["price"]

    assert told["type"] == "TIERED_PER_PERSON_PRICE"
    assert told["prices"] == [
        {
            "types": ["ADULT"],
            "tiers": [
                {"min": 0, "max": 6, "retailPrice": 150, "netPrice": 120},
                {"min": 7, "max": 12, "retailPrice": 125, "netPrice": 60},
            ],
        }
    ]
    assert v2_availability.checked(kinds, one, [], why=None)["price"]["type"] == "PER_PERSON_PRICE"


def test_a_party_that_must_be_large_has_no_tier_from_none_on():
    tiers = (Tier(1, 6, price(15000)), Tier(7, None, price(12500)))
    one = departure(prices={})
    object.__setattr__(one, "prices", (UnitPrice("ADULT", price(15000), tiers),))

    told = v2_availability.listed(option(unit("ADULT"), min_pax=4), one, [], why=None)["price"]

    assert told["prices"][0]["tiers"][0]["min"] == 1


def test_what_viator_cannot_price_is_said():
    mixed = option(unit("ADULT"), BOAT)
    both = departure(prices={"ADULT": price(1000), "UNIT": price(9000)})

    assert v2_prices.price_of(mixed, both, [], is_tiered=False)["type"] == "UNSUPPORTED_PRICE"
    assert v2_prices.price_of(option(), departure(prices={}), [], is_tiered=False) == {
        "type": "UNSUPPORTED_PRICE",
        "reason": v2_prices.UNPRICED,
    }


def test_a_pass_is_told_with_its_hours():
    day = departure(is_all_day=True, ends_at=samples.START + timedelta(hours=20))
    event = v2_availability.listed(option(is_all_day=True), day, [], why=None)

    assert "startTime" not in event
    assert event["openingHours"] == {
        "coordinateStartTimes": False,
        "hours": [{"from": "09:30", "to": "23:59"}],
    }


def test_days_without_an_event_are_left_out_and_reasons_are_the_two_of_a_calendar():
    way = ProductOption(product(), option())
    found = [
        departure(refusal="sold_out", vacancies=0),
        departure(starts_at=samples.START + timedelta(days=1), refusal="closed"),
        departure(starts_at=samples.START + timedelta(days=2), refusal="past_cutoff"),
        departure(starts_at=samples.START + timedelta(days=3), refusal="not_yet_on_sale"),
    ]
    dates = v2_handlers._dates(way, found, ViatorSettings())

    assert [row["travelDate"] for row in dates] == ["2027-06-12", "2027-06-14"]
    assert [row["events"][0]["unavailableReason"] for row in dates] == ["SOLD_OUT", "PAST_BOOKING_CUTOFF"]


@pytest.mark.parametrize(
    ("people", "units", "sizes"), [(5, 1, [5]), (7, 2, [4, 3]), (1, 3, [1, 1, 1]), (0, 1, [1])]
)
def test_people_are_spread_evenly_over_boats(people, units, sizes):
    assert v2_availability.spread(people, units) == sizes


def test_a_party_becomes_units():
    assert v2_availability.wanted(option(), {"ADULT": 2, "CHILD": 1}, 3) == [
        UnitRequest("ADULT", 2),
        UnitRequest("CHILD", 1),
    ]
    assert v2_availability.wanted(option(BOAT), {"UNIT": 1}, 5) == [UnitRequest("UNIT", group_size=5)]
    assert v2_availability.wanted(option(), {"SENIOR": 1}, 1) is None


def test_a_hold_answers_the_price_that_was_frozen():
    held = samples.booking(
        [samples.booked(1, "ADULT"), samples.booked(2, "CHILD", price=price(2000, 1600))],
        reference="RES-9",
        expires_at=samples.START,
        state="on_hold",
    )
    answer = v2_handlers.reserved(ProductOption(product(), option()), held)

    assert answer == {
        "status": "RESERVED",
        "expiration": "2027-06-12T08:30:00Z",
        "reference": "RES-9",
        "currency": "EUR",
        "price": {
            "type": "PER_PERSON_PRICE",
            "prices": [
                {"types": ["ADULT"], "retailPrice": 45.5, "netPrice": 36.4},
                {"types": ["CHILD"], "retailPrice": 20, "netPrice": 16},
            ],
        },
    }


def test_a_calendar_never_reaches_past_the_end_of_time():
    from outfitter_viator import times

    assert times.later(date(9999, 12, 1), 549) == date.max
