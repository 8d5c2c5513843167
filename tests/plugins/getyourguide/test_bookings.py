"""Reserve, book and cancel on an operator's host, as GetYourGuide does, and does again."""

from datetime import datetime, timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience, ExperienceCustomerType
from outfitter_tenants.channels.models import ExternalBooking, ProductMapping
from outfitter_tenants.channels.operations import holds
from outfitter_tenants.fields.models import CustomFieldValue
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.trip_world import check_money, check_seats
from tests.support import getyourguide
from tests.support.add_ons import ask
from tests.support.getyourguide import book_data, items, moment, reserve_data
from tests.support.sales import ADULT, CHILD


def reference_of(answer):
    assert "errorCode" not in answer, answer
    return answer["reservationReference"]


def lapse(*, is_swept=True):
    """Let every hold run out."""
    gone = utc_now() - timedelta(seconds=1)
    ExternalBooking.objects.filter(state="on_hold").update(expires_at=gone)
    Hold.objects.update(expires_at=gone)
    if is_swept:
        for row in ExternalBooking.objects.filter(state="on_hold"):
            holds.expire_due_holds({"id": row.pk}, utc_now() + timedelta(minutes=1))


def cancel_data(answer, *, reference="GYG1"):
    return {
        "bookingReference": answer["bookingReference"],
        "gygBookingReference": reference,
        "productId": "CAVES",
    }


class TestReserve:
    def test_seats_are_kept_for_an_hour(self, caller, offer, seats):
        begun = utc_now().replace(microsecond=0)
        answer = caller.post("reserve", reserve_data(offer, children=1))
        expires = datetime.fromisoformat(answer["reservationExpiration"])

        assert reference_of(answer)
        assert begun + timedelta(minutes=59) <= expires <= begun + timedelta(minutes=61)
        assert expires.utcoffset() in (timedelta(hours=-4), timedelta(hours=-5))
        assert seats() == (0, 3)

    def test_reserving_again_is_the_same_reservation(self, caller, offer, seats):
        first, again = (caller.post("reserve", reserve_data(offer)) for _ in range(2))

        assert first == again
        assert seats() == (0, 2)

    def test_the_same_moment_in_another_spelling_is_the_same_reservation(self, caller, offer, seats):
        first = caller.post("reserve", reserve_data(offer))
        zulu = moment(offer).astimezone(tz=utc_now().tzinfo).isoformat().replace("+00:00", "Z")
        again = caller.post("reserve", reserve_data(offer, dateTime=zulu))

        assert reference_of(first) == reference_of(again)
        assert seats() == (0, 2)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"productId": "NOPE"}, "INVALID_PRODUCT"),
            ({"productId": ""}, "VALIDATION_FAILURE"),
            ({"adults": 11}, "NO_AVAILABILITY"),
            ({"dateTime": "2020-01-01T09:00:00-05:00"}, "NO_AVAILABILITY"),
            ({"dateTime": "2027-06-12"}, "VALIDATION_FAILURE"),
            ({"dateTime": "9999-12-31T23:59:59-05:00"}, "VALIDATION_FAILURE"),
            ({"bookingItems": []}, "VALIDATION_FAILURE"),
            ({"bookingItems": [{"category": "SENIOR", "count": 1}]}, "INVALID_TICKET_CATEGORY"),
            ({"bookingItems": [{"category": "ADULT", "count": 0}]}, "VALIDATION_FAILURE"),
            ({"bookingItems": [{"category": "ADULT", "count": "2"}]}, "VALIDATION_FAILURE"),
            ({"bookingItems": [{"category": "GROUP", "count": 1}]}, "VALIDATION_FAILURE"),
            ({"bookingItems": items(60)}, "INVALID_PARTICIPANTS_CONFIGURATION"),
            ({"gygBookingReference": ""}, "VALIDATION_FAILURE"),
            ({"gygBookingReference": "a\x00"}, "VALIDATION_FAILURE"),
        ],
    )
    def test_what_cannot_be_had_is_refused_by_name(self, caller, offer, seats, change, code):
        assert caller.post("reserve", reserve_data(offer, **change))["errorCode"] == code
        assert seats() == (0, 0)

    def test_an_unknown_category_is_named(self, caller, offer):
        data = reserve_data(offer, bookingItems=[{"category": "STUDENT", "count": 1}])

        assert caller.post("reserve", data)["ticketCategory"] == "STUDENT"

    def test_bounds_of_a_party_are_told(self, caller, offer):
        answer = caller.post("reserve", reserve_data(offer, adults=60))

        assert answer["participantsConfiguration"]["min"] >= 1
        assert answer["participantsConfiguration"]["max"] < 60

    def test_past_the_cutoff(self, caller, offer):
        Timeslot.objects.update(cutoff_at_reseller=utc_now() - timedelta(minutes=1))

        assert caller.post("reserve", reserve_data(offer))["errorCode"] == "NO_AVAILABILITY"

    def test_what_waits_for_staff(self, caller, offer, seats):
        Experience.objects.update(is_requires_review=True)

        assert caller.post("reserve", reserve_data(offer))["errorCode"] == "NO_AVAILABILITY"
        assert seats() == (0, 0)


class TestGroups:
    @pytest.fixture
    def boat(self, unsold):
        ExperienceCustomerType.objects.filter(pk=unsold.adult).update(pax_per_booking=4, max_qty=2)
        getyourguide.enable()
        getyourguide.connect(None, state="draft", key="another-password-123")
        made = getyourguide.connect(None, state="draft")
        getyourguide.map_offer(made.id, unsold, units={"GROUP": unsold.adult})
        from outfitter_tenants.channels.operations import connections

        connections.set_state(connection_id=made.id, state="live", at=utc_now())
        return getyourguide.GetYourGuide()

    def test_groups_are_reserved_and_booked_one_ticket_each(self, boat, offer, seats):
        party = [
            {"category": "GROUP", "count": 1, "groupSize": 3},
            {"category": "GROUP", "count": 1, "groupSize": 4},
        ]
        held = boat.post("reserve", reserve_data(offer, bookingItems=party))
        paid = [{**one, "retailPrice": 4900} for one in party]
        answer = boat.post("book", book_data(offer, reference_of(held), bookingItems=paid))

        assert [one["category"] for one in answer["tickets"]] == ["GROUP", "GROUP"]
        assert seats() == (8, 0)

    def test_a_group_that_is_too_large(self, boat, offer):
        party = [{"category": "GROUP", "count": 1, "groupSize": 5}]
        answer = boat.post("reserve", reserve_data(offer, bookingItems=party))

        assert answer["errorCode"] == "INVALID_PARTICIPANTS_CONFIGURATION"
        assert answer["participantsConfiguration"] == {"min": 1, "max": 4}
        assert answer["groupConfiguration"] == {"max": 2}


class TestCancelReservation:
    def cancel(self, caller, reservation, reference="GYG1"):
        data = {"reservationReference": reservation, "gygBookingReference": reference}
        return caller.post("cancel-reservation", data)

    def test_the_seats_come_back_and_again_is_no_mistake(self, caller, offer, seats):
        held = reference_of(caller.post("reserve", reserve_data(offer)))

        assert self.cancel(caller, held) == {}
        assert self.cancel(caller, held) == {}
        assert seats() == (0, 0)
        check_seats()

    def test_what_was_released_is_reserved_anew(self, caller, offer, seats):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        self.cancel(caller, held)
        again = reference_of(caller.post("reserve", reserve_data(offer)))

        assert again != held
        assert self.cancel(caller, held) == {}
        assert seats() == (0, 2)

    def test_unknown_expired_booked_and_others(self, caller, offer, sell):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        getyourguide.connect(offer, key="another-password-123")
        other = getyourguide.GetYourGuide(password="another-password-123")
        for who, reservation, reference in (
            (caller, "res789", "GYG1"),
            (caller, held, "GYG9"),
            (other, held, "GYG1"),
            (caller, "00000000-0000-4000-8000-000000000000", "GYG1"),
        ):
            answer = self.cancel(who, reservation, reference)
            assert answer["errorCode"] == "INVALID_RESERVATION"
        lapse()
        assert self.cancel(caller, held)["errorCode"] == "INVALID_RESERVATION"


class TestBook:
    def test_a_booking_is_a_trip_of_the_partners_on_the_manifest(self, caller, offer, seats, sell):
        answer = sell(children=1)
        trip = Trip.objects.get(confirmation_code=answer["bookingReference"])

        assert len(answer["bookingReference"]) <= 25
        assert [one["category"] for one in answer["tickets"]] == ["ADULT", "ADULT", "CHILD"]
        assert len({one["ticketCode"] for one in answer["tickets"]}) == 3
        assert (trip.status, trip.trip_method.slug, trip.reseller_voucher) == ("reserved", "ota", "GYG1")
        assert (trip.contact_first_name, trip.contact_email) == ("Ines", "ines@mail.example")
        assert trip.total_amount == 2 * ADULT + CHILD
        assert seats() == (3, 0)
        check_money(trip.pk)
        check_seats()

    def test_what_the_customer_says_is_on_the_trip(self, caller, offer):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        more = {"firstName": "Rui", "lastName": "Sol", "email": "", "phoneNumber": ""}
        travelers = [*book_data(offer, held)["travelers"], more]
        data = book_data(
            offer,
            held,
            comment="Weight: 78 kg\nNo fish",
            travelerHotel="Hotel Mar",
            language="pt",
            travelers=travelers,
        )
        caller.post("book", data)
        note = Trip.objects.get().orders.get().note

        for words in ("Weight: 78 kg", "No fish", "Hotel: Hotel Mar", "Language: pt", "Rui Sol"):
            assert words in note

    def test_what_answers_a_question_is_an_answer(self, caller, offer):
        hotel = ask(offer, name="hotel", scope="trip", label="Where do you stay?")
        settings = {"hotel_question": "where do you stay?", "language_question": "Which language?"}
        ProductMapping.objects.filter(experience_id=offer.experience_id).update(settings=settings)
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        data = book_data(offer, held, comment="No fish", travelerHotel="Hotel Mar", language="pt")
        caller.post("book", data)
        found = CustomFieldValue.objects.get()

        assert (found.custom_field_id, found.value) == (hotel, "Hotel Mar")
        # Nobody asks for the language, so that it stays in words.
        assert Trip.objects.get().orders.get().note.splitlines() == ["No fish", "Language: pt"]

    def test_booking_again_is_the_same_booking(self, caller, offer, seats):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        first, *rest = [caller.post("book", book_data(offer, held)) for _ in range(3)]

        assert all(answer == first for answer in rest)
        assert (Trip.objects.count(), seats()) == (1, (2, 0))

    @pytest.mark.parametrize(
        "change",
        [
            {"bookingItems": items(2, retailPrice=1)},
            {"bookingItems": items(2)},
            {"bookingItems": items(2, retailPrice=4900), "currency": "EUR"},
            {"bookingItems": items(2, retailPrice=4900), "currency": None},
        ],
    )
    def test_what_the_customer_paid_is_never_a_reason_to_refuse(self, caller, offer, change):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        answer = caller.post("book", book_data(offer, held, **change))

        assert answer["bookingReference"]
        assert Trip.objects.get().total_amount == 2 * ADULT

    def test_the_price_of_the_reservation_is_kept(self, caller, offer):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=9900)
        caller.post("book", book_data(offer, held))

        assert Trip.objects.get().total_amount == 2 * ADULT

    def test_their_price_counts_where_that_is_agreed(self, unsold):
        getyourguide.enable()
        getyourguide.connect(unsold, price_mode="theirs")
        caller = getyourguide.GetYourGuide()
        held = reference_of(caller.post("reserve", reserve_data(unsold)))
        paid = items(2, retailPrice=5100)
        caller.post("book", book_data(unsold, held, bookingItems=paid))

        assert Trip.objects.get().total_amount == 10200
        check_money(Trip.objects.get().pk)

    @pytest.mark.parametrize("is_swept", [True, False])
    def test_a_reservation_that_ran_out_is_booked_while_there_are_seats(self, caller, offer, seats, is_swept):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        lapse(is_swept=is_swept)
        first, again = (caller.post("book", book_data(offer, held)) for _ in range(2))

        assert first["bookingReference"] == again["bookingReference"]
        assert first["tickets"] == again["tickets"]
        assert seats() == (2, 0)
        check_seats()

    @pytest.mark.parametrize("is_swept", [True, False])
    def test_a_reservation_that_ran_out_and_was_sold_to_others(self, caller, offer, seats, sell, is_swept):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        lapse(is_swept=is_swept)
        sell(adults=10, reference="GYG2")

        assert caller.post("book", book_data(offer, held))["errorCode"] == "NO_AVAILABILITY"
        assert seats() == (10, 0)

    def test_a_change_books_anew_and_cancels_the_old_one(self, caller, offer, seats, sell):
        old = sell()
        new = sell(adults=3)
        assert new["bookingReference"] != old["bookingReference"]
        assert caller.post("cancel-booking", cancel_data(old)) == {}

        assert seats() == (3, 0)
        check_seats()

    def test_a_change_of_names_alone_keeps_the_new_booking(self, caller, offer, seats, sell):
        old, new = sell(), sell()
        assert new["bookingReference"] != old["bookingReference"]
        assert caller.post("cancel-booking", cancel_data(old)) == {}

        assert seats() == (2, 0)
        assert caller.post("cancel-booking", cancel_data(new)) == {}
        assert seats() == (0, 0)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"reservationReference": "res789"}, "INVALID_RESERVATION"),
            ({"gygBookingReference": "GYG9"}, "INVALID_RESERVATION"),
            ({"bookingItems": items(3, retailPrice=1)}, "VALIDATION_FAILURE"),
            ({"dateTime": "2027-06-12T09:00:00-04:00"}, "VALIDATION_FAILURE"),
            ({"productId": "NOPE"}, "VALIDATION_FAILURE"),
            ({"travelers": "x"}, "VALIDATION_FAILURE"),
            ({"addonItems": [{"addonType": "FOOD", "count": 1}]}, "INVALID_ADDONS_CONFIGURATION"),
            ({"comment": "x" * 50_001}, "VALIDATION_FAILURE"),
        ],
    )
    def test_what_makes_no_sense_is_refused_by_name(self, caller, offer, seats, change, code):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        answer = caller.post("book", book_data(offer, held, **change))

        assert answer["errorCode"] == code
        assert seats() == (0, 2)

    def test_what_was_released_cannot_be_booked(self, caller, offer, seats):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        data = {"reservationReference": held, "gygBookingReference": "GYG1"}
        caller.post("cancel-reservation", data)

        assert caller.post("book", book_data(offer, held))["errorCode"] == "INVALID_RESERVATION"
        assert seats() == (0, 0)

    def test_another_connections_reservation_is_not_known(self, caller, offer):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        getyourguide.connect(offer, key="another-password-123")
        other = getyourguide.GetYourGuide(password="another-password-123")

        assert other.post("book", book_data(offer, held))["errorCode"] == "INVALID_RESERVATION"


class TestCancelBooking:
    def test_the_seats_come_back_and_again_is_told_so(self, caller, offer, seats, sell):
        made = sell()

        assert caller.post("cancel-booking", cancel_data(made)) == {}
        again = caller.post("cancel-booking", cancel_data(made))
        assert again["errorCode"] == "BOOKING_ALREADY_CANCELED"
        assert seats() == (0, 0)
        check_seats()

    def test_what_was_cancelled_is_booked_anew(self, caller, offer, seats, sell):
        made = sell(adults=10)
        caller.post("cancel-booking", cancel_data(made))
        again = sell(adults=10)

        assert again["bookingReference"] != made["bookingReference"]
        assert seats() == (10, 0)

    def test_what_was_used(self, caller, sell):
        made = sell()
        Booking.objects.update(checked_in_at=utc_now())

        answer = caller.post("cancel-booking", cancel_data(made))
        assert answer["errorCode"] == "BOOKING_REDEEMED"

    def test_what_has_begun(self, caller, sell):
        made = sell()
        Timeslot.objects.update(start_at=utc_now() - timedelta(minutes=1))

        assert caller.post("cancel-booking", cancel_data(made))["errorCode"] == "BOOKING_IN_PAST"

    def test_unknown_and_others(self, caller, offer, sell):
        made = sell()
        getyourguide.connect(offer, key="another-password-123")
        other = getyourguide.GetYourGuide(password="another-password-123")
        for who, change in (
            (caller, {"bookingReference": "NOPE"}),
            (caller, {"gygBookingReference": "GYG9"}),
            (other, {}),
        ):
            answer = who.post("cancel-booking", {**cancel_data(made), **change})
            assert answer["errorCode"] == "INVALID_BOOKING"
