"""GetYourGuide's words, amounts and times, without an operator."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.currencies import OFFERED, ZERO_DECIMAL, exponent
from outfitter.sdk import Permanent, Retryable
from outfitter.sdk.channels import OutboundResponse, Tier, UnitPrice
from outfitter_getyourguide import (
    adapter,
    amounts,
    availability,
    basic_auth,
    bookings,
    client,
    errors,
    product_ids,
    products,
    responses,
    times,
)
from outfitter_getyourguide.product_ids import ProductOption
from outfitter_getyourguide.settings import GetYourGuideSettings
from tests.plugins.viator import samples
from tests.plugins.viator.samples import booked, booking, departure, option, price, product, unit
from tests.support.channel_errors import ONE_OF_EACH

pytestmark = pytest.mark.rules
BERLIN = ZoneInfo("Europe/Berlin")
PLAIN = GetYourGuideSettings()
CONNECTION = replace(samples.CONNECTION, channel="getyourguide", settings={})
GROUP = unit("GROUP", pax=8, guests=8, max_quantity=2)


class TestAmounts:
    @pytest.mark.parametrize(
        ("ours", "currency", "theirs"),
        [
            (1500, "EUR", 1500),
            (5000, "JPY", 5000),
            (900, "CLP", 900),
            (700, "KRW", 700),
            (90000, "VND", 90000),
            (5000, "XOF", 500_000),
            (1200, "ISK", 1200),
            (0, "UGX", 0),
        ],
    )
    def test_four_currencies_are_whole_and_all_others_are_hundredths(self, ours, currency, theirs):
        assert amounts.to_gyg(ours, currency) == theirs

    @given(st.integers(0, 2**52), st.sampled_from(OFFERED))
    def test_what_is_told_is_read_as_the_same_amount(self, amount, currency):
        assert amounts.from_gyg(amounts.to_gyg(amount, currency), currency) == amount

    @pytest.mark.parametrize("currency", sorted(ZERO_DECIMAL - amounts.WHOLE))
    def test_a_part_of_what_cannot_be_divided_is_refused(self, currency):
        assert exponent(currency) == 0
        with pytest.raises(amounts.NotAnAmount):
            amounts.from_gyg(150, currency)


class TestClocks:
    @pytest.mark.parametrize(
        ("text", "utc"),
        [
            ("2027-06-12T10:00:00+02:00", "2027-06-12T08:00:00"),
            ("2027-06-12T10:00:00 02:00", "2027-06-12T08:00:00"),
            ("2027-06-12T08:00:00Z", "2027-06-12T08:00:00"),
            ("2027-06-12T08:00:00.123+0000", "2027-06-12T08:00:00.123000"),
        ],
    )
    def test_a_moment_is_read_also_when_its_plus_became_a_space(self, text, utc):
        assert times.read(text).astimezone(UTC).isoformat() == f"{utc}+00:00"

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "2027-06-12",
            "2027-06-12T10:00:00",
            "2027-06-12T25:00:00Z",
            "0001-01-01T00:00:00+14:00",
            "9999-12-31T23:59:59-12:00",
            "now",
            "2027-06-12T10:00:00+02:00; DROP",
        ],
    )
    def test_what_is_no_moment_with_an_offset_is_refused(self, text):
        with pytest.raises(times.NotATime):
            times.read(text)

    @pytest.mark.parametrize(
        ("day", "told"),
        [
            (datetime(2027, 3, 27, 10), "2027-03-27T10:00:00+01:00"),
            (datetime(2027, 3, 28, 10), "2027-03-28T10:00:00+02:00"),
            (datetime(2027, 10, 31, 1), "2027-10-31T01:00:00+02:00"),
            (datetime(2027, 10, 31, 10), "2027-10-31T10:00:00+01:00"),
        ],
    )
    def test_the_offset_is_that_of_the_day(self, day, told):
        assert times.write(day.replace(tzinfo=BERLIN), BERLIN) == told

    @given(
        st.datetimes(datetime(2001, 1, 1), datetime(2098, 1, 1)),
        st.sampled_from(["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "UTC"]),
    )
    def test_a_moment_that_is_told_is_read_as_the_same(self, naive, zone):
        at = naive.replace(tzinfo=UTC, microsecond=0)

        assert times.read(times.write(at, ZoneInfo(zone))) == at

    def test_a_cutoff_is_counted_across_the_night_when_clocks_change(self):
        start = datetime(2027, 3, 28, 10, tzinfo=BERLIN)
        one = departure(starts_at=start, cutoff_at=datetime(2027, 3, 27, 10, tzinfo=BERLIN))

        assert availability.cutoff(one, BERLIN) == 23 * 3600


class TestSlots:
    def test_a_time_point(self):
        found = availability.serialize_departure(ProductOption(product(), option()), departure(), PLAIN)

        assert found == {
            "dateTime": "2027-06-12T09:30:00+01:00",
            "vacancies": 8,
            "currency": "EUR",
            "pricesByCategory": {
                "retailPrices": [{"category": "ADULT", "price": 4550}, {"category": "CHILD", "price": 2000}]
            },
        }

    def test_a_time_period_is_named_by_its_midnight(self):
        day = departure(is_all_day=True, ends_at=samples.START + timedelta(hours=8))
        found = availability.serialize_departure(
            ProductOption(product(), option(is_all_day=True)), day, PLAIN
        )

        assert found["dateTime"] == "2027-06-12T00:00:00+01:00"
        assert found["openingTimes"] == [{"fromTime": "09:30", "toTime": "17:30"}]
        assert availability.cutoff(day, samples.LISBON) == 0

    def test_groups_are_counted_whole(self):
        one = departure(vacancies=20, prices={"GROUP": price(30000)})
        found = availability.serialize_departure(ProductOption(product(), option(GROUP)), one, PLAIN)

        assert found["vacancies"] == 2
        assert found["pricesByCategory"]["retailPrices"] == [{"category": "GROUP", "price": 30000}]

    @pytest.mark.parametrize(
        ("change", "vacancies"),
        [
            ({"vacancies": None}, 5000),
            ({"vacancies": 9000}, 5000),
            ({"vacancies": -1}, 0),
            ({"refusal": "sold_out"}, 0),
            ({"refusal": "past_cutoff"}, 0),
            ({"refusal": "closed"}, 0),
            ({"refusal": "party"}, 8),
        ],
    )
    def test_vacancies(self, change, vacancies):
        assert availability.vacancies(ProductOption(product(), option()), departure(**change)) == vacancies

    def test_what_waits_for_staff_has_no_vacancies(self):
        assert availability.vacancies(ProductOption(product(is_instant=False), option()), departure()) == 0

    def test_seats_by_category_are_told_in_place_of_the_sum(self):
        one = departure(unit_vacancies={"ADULT": 3, "CHILD": 99})
        settings = GetYourGuideSettings(is_by_category=True, is_price_told=False)
        found = availability.serialize_departure(ProductOption(product(), option()), one, settings)

        assert "vacancies" not in found
        assert found["vacanciesByCategory"] == [
            {"category": "ADULT", "vacancies": 3},
            {"category": "CHILD", "vacancies": 8},
        ]

    def test_tiers_come_beside_the_price(self):
        tiers = (Tier(1, 5, price(1600)), Tier(6, None, price(1500)))
        one = replace(departure(), prices=(UnitPrice("ADULT", price(1600), tiers),))
        way = ProductOption(product(), option(unit("ADULT")))
        found = availability.serialize_departure(way, one, GetYourGuideSettings(is_tier_told=True))

        assert found["pricesByCategory"]["retailPrices"] == [{"category": "ADULT", "price": 1600}]
        assert found["tieredPricesByCategory"]["retailPrices"][0]["tiers"] == [
            {"lowerBound": 1, "upperBound": 5, "price": 1600},
            {"lowerBound": 6, "upperBound": None, "price": 1500},
        ]
        assert "tieredPricesByCategory" not in availability.serialize_departure(way, one, PLAIN)

    @pytest.mark.parametrize(
        ("causes", "vacancies", "is_told"),
        [
            ({"capacity"}, 30, False),
            ({"capacity"}, 6, True),
            ({"capacity"}, 0, True),
            ({"availability", "capacity"}, 30, True),
            ({"price"}, 30, True),
            (set(), 30, True),
        ],
    )
    def test_not_every_seat_is_worth_telling(self, causes, vacancies, is_told):
        one = departure(vacancies=vacancies)
        found = availability.worth_telling(
            ProductOption(product(), option()), [one], PLAIN, frozenset(causes)
        )

        assert bool(found) is is_told


class TestRefusals:
    @pytest.mark.parametrize("problem", ONE_OF_EACH, ids=lambda one: one.code)
    @pytest.mark.parametrize("operation", sorted(errors.CODES))
    def test_every_refusal_is_said_in_words_that_its_operation_has(self, operation, problem):
        body = errors.of_problem(problem).body(operation)

        assert body["errorCode"] in errors.CODES[operation]
        assert body["errorMessage"]

    def test_bounds_of_people_and_groups(self):
        body = errors.participants("no", 0, 5, 2).body("reserve")

        assert body["participantsConfiguration"] == {"min": 1, "max": 5}
        assert body["groupConfiguration"] == {"max": 2}
        assert "groupConfiguration" not in errors.participants("no", 4, None).body("book")


class TestAccounts:
    @given(st.text(min_size=0).filter(lambda t: ":" not in t), st.text(min_size=1))
    def test_what_is_written_is_read(self, name, password):
        assert basic_auth.read(basic_auth.write(name, password)) == (name, password)

    @pytest.mark.parametrize("header", ["", "Basic", "Bearer abc", "Basic !!!", "Basic YWJj", "basic /w=="])
    def test_what_is_no_basic_authentication_is_nobody(self, header):
        assert basic_auth.read(header) is None


class TestCatalogue:
    def test_details(self):
        found = products.details(CONNECTION, ProductOption(product(), option(max_pax=12)))

        assert found["destinationLocation"] == {"city": "Lagos", "country": "PRT"}
        assert found["configuration"]["participantsConfiguration"] == {"min": 1, "max": 12}
        assert found["supplierId"] == CONNECTION.uuid

    @pytest.mark.parametrize(
        ("code", "alpha3"),
        [("DE", "DEU"), ("us", "USA"), ("FR", "FRA"), ("CD", "COD"), ("ROU", "ROU"), ("", ""), ("Q1", "")],
    )
    def test_countries_have_three_letters(self, code, alpha3):
        assert products.alpha3(code) == alpha3

    def test_categories(self):
        child = unit("CHILD", min_age=4, max_age=12, price_from=price(0))
        found = products.pricing_categories(ProductOption(product(), option(child, GROUP)))

        assert found[0]["bookingCategory"] == "FREE_TICKET_REQUIRED"
        assert (found[0]["ageFrom"], found[0]["ageTo"]) == (4, 12)
        assert (found[1]["groupSizeMin"], found[1]["groupSizeMax"]) == (1, 8)

    @pytest.mark.parametrize(
        ("found", "cnt"),
        [
            (product(), 0),
            (product(product_id="a%b"), 1),
            (product(is_instant=False), 1),
            (product(option(unit("ADULT"), GROUP)), 1),
            (product(option(unit("DOG"))), 1),
            (product(product_id="x" * 256), 1),
        ],
    )
    def test_a_mapping_is_checked_before_it_goes_live(self, found, cnt):
        assert len(products.check(CONNECTION, found)) == cnt

    def test_names(self):
        assert product_ids.join("CAVES", "DEFAULT") == "CAVES"
        assert product_ids.join("CAVES", "NOON") == "CAVES:NOON"
        assert adapter.suggest(unit("BOAT", pax=6)) == "GROUP"
        assert adapter.suggest(unit("STUDENTS")) == "STUDENT"
        assert adapter.suggest(unit("DOG")) is None


class TestTickets:
    def test_a_ticket_for_each_guest(self):
        made = booking([booked(1, "ADULT"), booked(2, "CHILD")])

        assert bookings.serialize_booking(made, PLAIN) == {
            "bookingReference": "OF7QX2",
            "tickets": [
                {"category": "ADULT", "ticketCode": "TK1", "ticketCodeType": "QR_CODE"},
                {"category": "CHILD", "ticketCode": "TK2", "ticketCodeType": "QR_CODE"},
            ],
        }

    def test_one_ticket_for_everybody(self):
        found = bookings.serialize_booking(booking(), GetYourGuideSettings(is_ticket_collective=True))

        assert [one["category"] for one in found["tickets"]] == ["COLLECTIVE"]

    def test_a_code_too_long_for_its_bars_is_printed(self):
        made = booking([booked(1, "ADULT", ticket_code="x" * 81)])
        bars = GetYourGuideSettings(ticket_code_type="BARCODE_CODE39")

        assert bookings.serialize_booking(made, bars)["tickets"][0]["ticketCodeType"] == "TEXT"


class TestTheirAnswers:
    def answer(self, status, body=None):
        return OutboundResponse(status, {}, b"" if body is None else json.dumps(body).encode())

    @pytest.mark.parametrize("status", [200, 201, 202, 204])
    def test_yes(self, status):
        assert client.read_response(self.answer(status)) is None

    @pytest.mark.parametrize("status", [408, 429, 500, 503])
    def test_later(self, status):
        with pytest.raises(Retryable):
            client.read_response(self.answer(status))

    @pytest.mark.parametrize("status", [400, 401, 404, 409])
    def test_no(self, status):
        body = {"errorCode": "VALIDATION_FAILURE", "errorMessage": "because"}
        with pytest.raises(client.RefusedByPartner) as problem:
            client.read_response(self.answer(status, body))

        assert isinstance(problem.value, Permanent)
        assert (problem.value.status, problem.value.code) == (status, "VALIDATION_FAILURE")


def test_a_fault_is_200_and_says_nothing_of_what_is_inside(monkeypatch):
    monkeypatch.setattr(responses, "connections", lambda channel: ())
    fault = SimpleNamespace(kind="internal", status=500, message="a secret", seconds=None)
    answer = responses.fault(SimpleNamespace(path="/partner/getyourguide/1/book/"), fault)

    assert answer.status_code == 200
    assert json.loads(answer.content)["errorCode"] == "INTERNAL_SYSTEM_FAILURE"
    assert b"secret" not in answer.content


@pytest.mark.parametrize(
    ("path", "operation"),
    [
        ("reserve/", "reserve"),
        ("get-availabilities", "get-availabilities"),
        ("products/CAVES", "product"),
        ("products/CAVES/addons/", "addons"),
        ("products/CAVES/pricing-categories", "pricing-categories"),
        ("suppliers/7/products/", "products"),
    ],
)
def test_a_fault_is_said_in_the_words_of_its_operation(path, operation):
    assert responses.operation_of(f"/partner/gyg/1/{path}") == operation
    assert operation in errors.CODES
