"""v2 on an operator's host: check, calendar, reserve, special offers."""

from datetime import datetime, timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.channels.models import ProductMapping
from outfitter_tenants.scheduling.models import Timeslot
from tests.support import viator
from tests.support.sales import ADULT, CHILD
from tests.support.viator import booking_data, day_of, reserve_body


def check_body(offer, *, adults=2, children=0, **values):
    body = reserve_body(offer, adults=adults, children=children)
    return {
        "supplierId": viator.SUPPLIER,
        "travelDate": body["travelDate"],
        "productOptions": [{"productOptionId": "CAVES:DEFAULT"}],
        "tickets": body["tickets"],
        "totalTravelers": body["totalTravelers"],
        **values,
    }


def only_event(answer):
    (option,) = answer["productOptions"]
    assert option["currency"] == "USD"
    (event,) = option["events"]
    return event


def calendar_body(first, last, *names):
    return {
        "supplierId": viator.SUPPLIER,
        "productOptionIds": list(names) or ["CAVES:DEFAULT"],
        "startDate": first.isoformat(),
        "endDate": last.isoformat(),
    }


class TestCheck:
    def test_an_event_that_can_be_had(self, caller, offer):
        event = only_event(caller.v2("availability/check", check_body(offer)))

        assert event["status"] == "AVAILABLE"
        assert event["startTime"] == "09:00"
        assert event["capacity"] == {
            "type": "LIMITED",
            "vacancies": [{"types": ["ADULT", "CHILD"], "quantity": 10, "quantityType": "SHARED"}],
            "original": 10,
            "remaining": 10,
        }
        assert [row["retailPrice"] for row in event["price"]["prices"]] == [49, 29]
        assert all(row["netPrice"] < row["retailPrice"] for row in event["price"]["prices"])
        cutoff = datetime.fromisoformat(event["bookingCutoff"])
        assert cutoff <= Timeslot.objects.get(pk=offer.timeslot_id).start_at

    @pytest.mark.parametrize(
        ("sold", "adults", "reason"), [(10, 1, "SOLD_OUT"), (8, 3, "LIMITED_AVAILABILITY"), (8, 2, None)]
    )
    def test_room(self, caller, offer, sold, adults, reason):
        caller.v1("Booking", booking_data(offer, adults=sold))
        event = only_event(caller.v2("availability/check", check_body(offer, adults=adults)))

        assert event.get("unavailableReason") == reason
        assert event["status"] == ("UNAVAILABLE" if reason else "AVAILABLE")
        assert event["capacity"]["remaining"] == 10 - sold

    def test_past_the_cutoff(self, caller, offer):
        Timeslot.objects.update(cutoff_at_reseller=utc_now() - timedelta(minutes=1))
        event = only_event(caller.v2("availability/check", check_body(offer)))

        assert event["unavailableReason"] == "PAST_BOOKING_CUTOFF"

    @pytest.mark.parametrize("band", ["SENIOR", "UNIT", "ALIEN"])
    def test_a_band_that_is_not_sold(self, caller, offer, band):
        body = check_body(offer, tickets=[{"type": band, "quantity": 1}], totalTravelers=1)
        event = only_event(caller.v2("availability/check", body))

        assert event["unavailableReason"] == "UNSUPPORTED_TICKET_COMBINATION"

    def test_a_time_that_is_asked_for_is_the_only_one_answered(self, caller, offer):
        options = [{"productOptionId": "CAVES:DEFAULT", "startTimes": ["09:00", "17:00"]}]
        late = [{"productOptionId": "CAVES:DEFAULT", "startTimes": ["17:00"]}]

        assert only_event(caller.v2("availability/check", check_body(offer, productOptions=options)))
        (option,) = caller.v2("availability/check", check_body(offer, productOptions=late))["productOptions"]
        assert option["events"] == []

    def test_what_is_not_sold_here_is_left_out(self, caller, offer):
        names = ["CAVES", "CAVES:NOON", "ELSE:DEFAULT", ":", "CAVES:DEFAULT"]
        options = [{"productOptionId": name} for name in names]
        answer = caller.v2("availability/check", check_body(offer, productOptions=options))

        assert [one["productOptionId"] for one in answer["productOptions"]] == ["CAVES:DEFAULT"]

    def test_a_day_that_is_over_has_nothing(self, caller, offer):
        answer = caller.v2("availability/check", check_body(offer, travelDate="2020-02-29"))

        assert answer["productOptions"][0]["events"] == []

    def test_what_waits_for_staff_is_not_sold_at_viator(self, caller, offer):
        Experience.objects.update(is_requires_review=True)

        assert caller.v2("availability/check", check_body(offer))["productOptions"] == []


class TestCalendar:
    def test_days_with_an_event(self, caller, offer):
        day = day_of(offer)
        answer = caller.v2(
            "availability/calendar", calendar_body(day - timedelta(days=9), day + timedelta(days=9))
        )
        (option,) = answer["productOptions"]
        (found,) = option["dates"]

        assert found["travelDate"] == day.isoformat()
        (event,) = found["events"]
        assert (event["status"], event["startTime"]) == ("AVAILABLE", "09:00")
        assert event["price"]["type"] == "PER_PERSON_PRICE"

    def test_sold_out_is_told_with_its_price(self, caller, offer):
        caller.v1("Booking", booking_data(offer, adults=10))
        answer = caller.v2("availability/calendar", calendar_body(day_of(offer), day_of(offer)))
        event = answer["productOptions"][0]["dates"][0]["events"][0]

        assert event["unavailableReason"] == "SOLD_OUT"
        assert event["price"]["prices"]

    def test_asking_twice_for_one_option_is_answered_once(self, caller, offer):
        day = day_of(offer)
        body = calendar_body(day, day, "CAVES:DEFAULT", "NO:NO", "CAVES:DEFAULT")

        assert len(caller.v2("availability/calendar", body)["productOptions"]) == 1

    def test_years_are_answered_as_far_as_is_planned(self, caller, offer):
        body = calendar_body(day_of(offer), datetime(9999, 12, 31).date())

        assert caller.v2("availability/calendar", body)["productOptions"][0]["dates"]

    def test_it_begins_to_be_told_of_an_option_when_it_asks_for_it(self, caller, offer):
        assert ProductMapping.objects.get().is_push_refused
        caller.v2("availability/calendar", calendar_body(day_of(offer), day_of(offer)))

        assert not ProductMapping.objects.get().is_push_refused


class TestReserve:
    def test_seats_and_price_are_kept_for_a_quarter_of_an_hour_at_least(self, caller, offer, seats):
        begun = utc_now().replace(microsecond=0)
        answer = caller.v2("reserve", reserve_body(offer, adults=2, children=1))

        assert answer["status"] == "RESERVED"
        assert datetime.fromisoformat(answer["expiration"]) >= begun + timedelta(minutes=15)
        assert [(row["types"], row["retailPrice"]) for row in answer["price"]["prices"]] == [
            (["ADULT"], ADULT / 100),
            (["CHILD"], CHILD / 100),
        ]
        assert (answer["currency"], seats()) == ("USD", (0, 3))

    def test_a_connection_that_holds_shorter_holds_a_quarter_of_an_hour_for_viator(self, unsold):
        viator.enable()
        viator.connect(unsold, key="k" * 20, hold_minutes=5)
        begun = utc_now().replace(microsecond=0)
        answer = viator.Viator(key="k" * 20).v2("reserve", reserve_body(unsold))

        assert datetime.fromisoformat(answer["expiration"]) >= begun + timedelta(minutes=15)

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"adults": 11}, "LIMITED_AVAILABILITY"),
            ({"travelDate": "2020-01-01"}, "NO_EVENT"),
            ({"startTime": "17:00"}, "NO_EVENT"),
            ({"tickets": [{"type": "SENIOR", "quantity": 1}]}, "UNSUPPORTED_TICKET_COMBINATION"),
            ({"tickets": [{"type": "ADULT", "quantity": 0}]}, "UNSUPPORTED_TICKET_COMBINATION"),
        ],
    )
    def test_what_cannot_be_had_is_not_reserved_and_says_why(self, caller, offer, seats, change, reason):
        answer = caller.v2("reserve", reserve_body(offer, **change))

        assert answer == {"status": "NOT_RESERVED", "reason": reason}
        assert seats() == (0, 0)

    def test_sold_out(self, caller, offer):
        caller.v2("reserve", reserve_body(offer, adults=10))

        assert caller.v2("reserve", reserve_body(offer))["reason"] == "SOLD_OUT"

    def test_past_the_cutoff(self, caller, offer):
        Timeslot.objects.update(cutoff_at_reseller=utc_now() - timedelta(minutes=1))

        assert caller.v2("reserve", reserve_body(offer))["reason"] == "PAST_BOOKING_CUTOFF"

    @pytest.mark.parametrize("name", ["NO:DEFAULT", "CAVES:NO", "CAVES", ":"])
    def test_an_option_that_is_not_sold_is_422(self, caller, offer, name):
        answer = caller.v2("reserve", reserve_body(offer, productOptionId=name), status=422)

        assert answer["error"] == "INVALID_PRODUCT_OPTION"


class TestOffers:
    def test_what_is_known_is_told_and_the_rest_left_out(self, unsold):
        viator.enable()
        june = {"offer_id": "june", "name": "June", "valid_from": "2027-06-01T00:00:00+02:00"}
        viator.connect(unsold, settings={"offers": [june]})
        body = {"supplierId": viator.SUPPLIER, "specialOfferIds": ["june", "july"]}

        assert viator.Viator().v2("product/special-offers", body) == {
            "specialOffers": [
                {
                    "specialOfferId": "june",
                    "name": "June",
                    "type": "STANDARD",
                    "validFrom": "2027-05-31T22:00:00Z",
                }
            ]
        }
