"""v1 on an operator's host: bookings made, retried, changed, cancelled and asked after."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Experience, ExperienceCustomerType
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import holds
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.trip_world import check_money, check_seats
from tests.support import viator
from tests.support.sales import ADULT, CHILD
from tests.support.viator import booking_data, day_of, error_of, reserve_body


def confirmed(data):
    assert data["RequestStatus"] == {"Status": "SUCCESS"}
    assert data["TransactionStatus"] == {"Status": "CONFIRMED"}
    return data["SupplierConfirmationNumber"]


def rejected(data):
    assert data["RequestStatus"] == {"Status": "SUCCESS"}
    found = data["TransactionStatus"]
    assert found["Status"] == "REJECTED"
    assert found["RejectionReasonDetails"]
    return found["RejectionReason"]


def lapse(*, is_swept=True):
    """Let every hold run out."""
    gone = utc_now() - timedelta(seconds=1)
    ExternalBooking.objects.filter(state="on_hold").update(expires_at=gone)
    Hold.objects.update(expires_at=gone)
    if is_swept:
        for row in ExternalBooking.objects.filter(state="on_hold"):
            holds.expire_due_holds({"id": row.pk}, utc_now() + timedelta(minutes=1))


def cancellation(number, *, reference="BR-1", **values):
    return {
        "BookingReference": reference,
        "SupplierConfirmationNumber": number,
        "CancelDate": utc_now().date().isoformat(),
        "Author": "Customer Service",
        "Reason": "No longer traveling",
        **values,
    }


class TestBooking:
    def test_a_booking_is_a_trip_of_the_partners_on_the_manifest(self, caller, offer, seats):
        data = booking_data(
            offer,
            children=1,
            Amount=101.6,
            CurrencyCode="USD",
            SpecialRequirement="No fish",
            PickupPoint="Pier 4",
            ContactEmail="x@mail.example",
        )
        answer = caller.v1("Booking", data)
        number = confirmed(answer)
        trip = Trip.objects.get(confirmation_code=number)

        assert (trip.status, trip.trip_method.slug, trip.reseller_voucher) == ("reserved", "ota", "BR-1")
        assert (trip.contact_first_name, trip.contact_email) == ("Guest1", "x@mail.example")
        assert trip.total_amount == 2 * ADULT + CHILD
        assert "No fish" in trip.orders.get().note
        assert "Pickup: Pier 4" in trip.orders.get().note
        names = Booking.objects.order_by("pk").values_list("guest_first_name", flat=True)
        assert list(names) == ["Guest1", "Guest2", "Guest3"]
        assert ExternalBooking.objects.get().their_amount == 10160
        codes = [row["TravellerBarcode"] for row in answer["Traveller"]]
        assert len(set(codes)) == 3
        assert seats() == (3, 0)
        check_money(trip.pk)
        check_seats()
        log = AuditLog.objects.get(trip_id=trip.pk, action="trip.reserved")
        assert (log.actor_type, log.actor_name) == ("channel", "Viator (viator)")

    def test_what_was_reserved_is_booked_at_the_frozen_price(self, caller, offer, seats):
        held = caller.v2("reserve", reserve_body(offer, children=1))
        ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=9900)
        data = booking_data(offer, children=1, AvailabilityHoldReference=held["reference"])
        number = confirmed(caller.v1("Booking", data))
        trip = Trip.objects.get(confirmation_code=number)

        assert (trip.total_amount, seats()) == (2 * ADULT + CHILD, (3, 0))
        assert ExternalBooking.objects.count() == 1
        check_money(trip.pk)

    @pytest.mark.parametrize("has_hold", [True, False])
    @pytest.mark.parametrize("retry", [True, False])
    def test_the_same_booking_again_gets_the_same_answer(self, caller, offer, seats, has_hold, retry):
        held = caller.v2("reserve", reserve_body(offer)) if has_hold else {"reference": ""}
        data = booking_data(offer, AvailabilityHoldReference=held["reference"])
        first = caller.v1("Booking", data)
        again = caller.v1("Booking", {**data, "Retry": retry})
        bare = caller.v1("Booking", booking_data(offer, Retry=True))

        for answer in (again, bare):
            assert confirmed(answer) == confirmed(first)
            assert answer["Traveller"] == first["Traveller"]
        assert (Trip.objects.count(), seats()) == (1, (2, 0))

    def test_a_reference_that_is_taken_by_another_booking_is_an_error(self, caller, offer, seats):
        confirmed(caller.v1("Booking", booking_data(offer)))

        assert error_of(caller.v1("Booking", booking_data(offer, adults=3))) == "TGDS0023"
        assert seats() == (2, 0)

    def test_a_late_retry_of_what_was_cancelled_makes_nothing(self, caller, offer, seats):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        confirmed(caller.v1("BookingCancellation", cancellation(number)))

        assert rejected(caller.v1("Booking", booking_data(offer, Retry=True))) == "OTHER"
        assert seats() == (0, 0)

    def test_another_reference_books_the_seats_that_came_back(self, caller, offer, seats):
        number = confirmed(caller.v1("Booking", booking_data(offer, adults=10)))
        confirmed(caller.v1("BookingCancellation", cancellation(number)))
        other = booking_data(offer, adults=10, reference="BR-2")

        assert confirmed(caller.v1("Booking", other)) != number
        assert seats() == (10, 0)
        check_seats()

    @pytest.mark.parametrize("is_swept", [True, False])
    def test_a_hold_that_ran_out_is_taken_once_more_while_there_are_seats(
        self, caller, offer, seats, is_swept
    ):
        held = caller.v2("reserve", reserve_body(offer))
        lapse(is_swept=is_swept)
        data = booking_data(offer, AvailabilityHoldReference=held["reference"])

        number = confirmed(caller.v1("Booking", data))
        assert confirmed(caller.v1("Booking", {**data, "Retry": True})) == number
        assert seats() == (2, 0)
        check_seats()

    @pytest.mark.parametrize("is_swept", [True, False])
    def test_a_hold_that_ran_out_and_was_sold_to_others_is_rejected(self, caller, offer, seats, is_swept):
        held = caller.v2("reserve", reserve_body(offer))
        lapse(is_swept=is_swept)
        confirmed(caller.v1("Booking", booking_data(offer, adults=10, reference="BR-9")))
        data = booking_data(offer, AvailabilityHoldReference=held["reference"])

        assert rejected(caller.v1("Booking", data)) == "OTHER"
        assert seats() == (10, 0)

    def test_a_hold_that_never_was_is_no_reason_to_refuse(self, caller, offer):
        data = booking_data(offer, AvailabilityHoldReference="RES-nobody-knows")

        confirmed(caller.v1("Booking", data))

    def test_what_is_booked_is_what_was_reserved(self, caller, offer, seats):
        held = caller.v2("reserve", reserve_body(offer))
        data = booking_data(offer, adults=3, AvailabilityHoldReference=held["reference"])

        assert error_of(caller.v1("Booking", data)) == "TGDS0023"
        assert seats() == (0, 2)

    def test_a_hold_of_another_connection_is_not_known(self, caller, offer, seats):
        viator.connect(offer, key="another-key-of-viators")
        other = viator.Viator(key="another-key-of-viators")
        held = caller.v2("reserve", reserve_body(offer))
        data = booking_data(offer, AvailabilityHoldReference=held["reference"])
        confirmed(other.v1("Booking", data))

        assert seats() == (2, 2)


class TestRejection:
    def test_sold_out_names_other_times_then_other_dates(self, caller, offer):
        full = booking_data(offer, adults=10)
        confirmed(caller.v1("Booking", full))
        late = booking_data(offer, reference="BR-2")
        assert rejected(caller.v1("Booking", late)) == "OTHER"

        day = day_of(offer) + timedelta(days=3)
        start = Timeslot.objects.get(pk=offer.timeslot_id).start_time
        scheduling.add_timeslot(experience_id=offer.experience_id, day=day, start_time=start, at=utc_now())
        answer = caller.v1("Booking", late)
        assert rejected(answer) == "BOOKED_OUT_ALT_DATES"
        assert day.isoformat() in answer["TransactionStatus"]["RejectionReasonDetails"]

        scheduling.add_timeslot(
            experience_id=offer.experience_id,
            day=day_of(offer),
            start_time=start.replace(hour=15),
            at=utc_now(),
        )
        answer = caller.v1("Booking", late)
        assert rejected(answer) == "BOOKED_OUT_ALT_TIMES"
        assert "15:00" in answer["TransactionStatus"]["RejectionReasonDetails"]

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"TravelDate": "2020-01-01"}, "NOT_OPERATING"),
            ({"TravelDate": "9999-12-31"}, "NOT_OPERATING"),
            ({"TourOptions": {"TourDepartureTime": "17:00:00"}}, "NOT_OPERATING"),
        ],
    )
    def test_when_nothing_leaves(self, caller, offer, change, reason):
        assert rejected(caller.v1("Booking", booking_data(offer, **change))) == reason

    def test_past_the_cutoff(self, caller, offer):
        Timeslot.objects.update(cutoff_at_reseller=utc_now() - timedelta(minutes=1))

        assert rejected(caller.v1("Booking", booking_data(offer))) == "OTHER"

    def test_what_waits_for_staff(self, caller, offer, seats):
        Experience.objects.update(is_requires_review=True)

        assert rejected(caller.v1("Booking", booking_data(offer))) == "OTHER"
        assert seats() == (0, 0)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"SupplierProductCode": "NOPE"}, "TGDS0013"),
            ({"TourOptions": {"SupplierOptionCode": "NOPE"}}, "TGDS0013"),
            ({"TourOptions": {"TourDepartureTime": "noon"}}, "TGDS0020"),
            ({"CurrencyCode": "EUR", "Amount": 10}, "TGDS0023"),
            ({"Amount": 10.001}, "TGDS0023"),
            ({"Traveller": []}, "TGDS0020"),
            ({"TravellerMix": {"Adult": 1}}, "TGDS0023"),
            ({"TravellerMix": {"Adult": 2, "Senior": 1}}, "TGDS0036"),
            ({"BookingReference": ""}, "TGDS0020"),
            ({"BookingReference": "x" * 101}, "TGDS0020"),
            ({"BookingReference": "a\x00b"}, "TGDS0001"),
        ],
    )
    def test_what_makes_no_sense_is_an_error_and_makes_nothing(self, caller, offer, seats, change, code):
        assert error_of(caller.v1("Booking", booking_data(offer, **change))) == code
        assert (Trip.objects.count(), seats()) == (0, (0, 0))


class TestAmendment:
    def change(self, caller, offer, number, **values):
        data = booking_data(offer, **values)
        return caller.v1("BookingAmendment", {**data, "SupplierConfirmationNumber": number})

    def test_the_party_grows_and_shrinks_and_keeps_its_bar_codes(self, caller, offer, seats):
        first = caller.v1("Booking", booking_data(offer))
        number = confirmed(first)
        more = self.change(caller, offer, number, adults=2, children=1)
        assert confirmed(more) == number
        assert more["Traveller"][:2] == first["Traveller"]
        assert seats() == (3, 0)
        fewer = self.change(caller, offer, number, adults=1)
        assert fewer["Traveller"] == first["Traveller"][:1]
        assert seats() == (1, 0)
        assert Trip.objects.get().total_amount == ADULT
        check_money(Trip.objects.get().pk)
        check_seats()

    def test_the_same_change_again_changes_nothing(self, caller, offer, seats):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        once = self.change(caller, offer, number, adults=3)
        again = self.change(caller, offer, number, adults=3)

        assert once["Traveller"] == again["Traveller"]
        assert seats() == (3, 0)

    def test_a_late_retry_of_the_booking_undoes_no_change(self, caller, offer, seats):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        self.change(caller, offer, number, adults=3)

        assert confirmed(caller.v1("Booking", booking_data(offer, Retry=True))) == number
        assert seats() == (3, 0)
        assert error_of(caller.v1("Booking", booking_data(offer, adults=5))) == "TGDS0023"

    def test_another_day_another_name(self, caller, offer, seats):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        day = day_of(offer) + timedelta(days=1)
        start = Timeslot.objects.get(pk=offer.timeslot_id).start_time
        scheduling.add_timeslot(experience_id=offer.experience_id, day=day, start_time=start, at=utc_now())
        travellers = booking_data(offer)["Traveller"]
        travellers[0]["GivenName"] = "Ines"
        moved = self.change(
            caller, offer, number, TravelDate=day.isoformat(), Traveller=travellers, PickupPoint="Hotel Mar"
        )
        confirmed(moved)

        assert seats() == (0, 0)
        trip = Trip.objects.get()
        assert trip.contact_first_name == "Ines"
        assert "Hotel Mar" in trip.orders.get().note

    def test_what_cannot_be_changed_stays_as_it_was(self, caller, offer, seats):
        number = confirmed(caller.v1("Booking", booking_data(offer)))

        assert rejected(self.change(caller, offer, number, adults=11)) == "OTHER"
        gone = self.change(caller, offer, number, TravelDate="2020-01-01")
        assert rejected(gone) == "NOT_OPERATING"
        assert seats() == (2, 0)

    @pytest.mark.parametrize(("reference", "number"), [("BR-9", None), ("BR-1", "WRONG")])
    def test_a_booking_nobody_knows_is_an_error(self, caller, offer, reference, number):
        made = confirmed(caller.v1("Booking", booking_data(offer)))
        answer = self.change(caller, offer, number or made, reference=reference)

        assert error_of(answer) == "TGDS0026"


class TestCancellation:
    def test_the_seats_come_back_and_again_is_the_same_answer(self, caller, offer, seats):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        first = caller.v1("BookingCancellation", cancellation(number))
        again = caller.v1("BookingCancellation", cancellation(number))

        assert confirmed(first) == number
        assert first["SupplierCancellationNumber"] == again["SupplierCancellationNumber"]
        assert confirmed(again) == number
        assert seats() == (0, 0)
        reason = ExternalBooking.objects.get().cancel_reason
        assert reason == "Customer Service: No longer traveling"
        check_seats()

    def test_what_has_begun(self, caller, offer, seats):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        Timeslot.objects.update(start_at=utc_now() - timedelta(minutes=1))

        assert rejected(caller.v1("BookingCancellation", cancellation(number))) == "PAST_TOUR_DATE"
        assert seats() == (2, 0)

    def test_what_was_used(self, caller, offer):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        Booking.objects.update(checked_in_at=utc_now())

        assert rejected(caller.v1("BookingCancellation", cancellation(number))) == "TOUR_REDEEMED"

    def test_a_booking_nobody_knows(self, caller, offer):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        viator.connect(offer, key="another-key-of-viators")
        other = viator.Viator(key="another-key-of-viators")

        for who, reference, code in (
            (caller, "BR-9", number),
            (caller, "BR-1", "WRONG"),
            (other, "BR-1", number),
        ):
            data = cancellation(code, reference=reference)
            assert error_of(who.v1("BookingCancellation", data)) == "TGDS0026"


class TestRedemption:
    def test_nobody_some_and_all(self, caller, offer):
        number = confirmed(caller.v1("Booking", booking_data(offer)))
        data = {
            "BookingReference": "BR-1",
            "SupplierConfirmationNumber": number,
            "TravelDate": day_of(offer).isoformat(),
        }

        def asked():
            answer = caller.v1("Redemption", data)
            rows = [row["RedemptionStatus"] for row in answer["Traveller"]]
            return answer["RedemptionStatus"], rows

        assert asked() == (False, [False, False])
        first = Booking.objects.order_by("pk").first()
        Booking.objects.filter(pk=first.pk).update(checked_in_at=utc_now())
        assert asked() == (True, [True, False])
        Booking.objects.update(checked_in_at=utc_now())
        assert asked() == (True, [True, True])
        missing = {**data, "BookingReference": "BR-9"}
        assert error_of(caller.v1("Redemption", missing)) == "TGDS0026"
