"""Guests through HTTP: who they are, one more, one less."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.customers.operations import match_or_create
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import TimeslotGuide
from outfitter_tenants.trips.models import Booking, Trip, TripOrder
from tests.checkout.front_desk import Desk, actions, counts
from tests.support.add_ons import ask, make_addon, make_product, sell, stock_of
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.team import browser_of, make_colleague


@pytest.fixture
def desk(reef, client_for):
    return Desk(owner_of(client_for))


def customer(email="guest@example.com"):
    return match_or_create(
        first_name="Gus", last_name="Guest", email=email, phone=None, country=None, locale="en", at=utc_now()
    )


class TestSaving:
    def test_everything_that_is_known_of_a_guest(self, desk, offer):
        trip_id = fill_cart(offer)
        booking = desk.guests(trip_id)[0]["id"]
        field = ask(offer)
        who = customer()

        answer = desk.done(
            f"/api/booking/{booking}/save",
            guest={
                "first_name": "Mia",
                "last_name": "Wong",
                "email": "mia@example.com",
                "phone": "+1 212 555 0123",
                "birth_date": "1990-02-03",
            },
            customer_id=who,
            pickup={"place": "Hotel Sol", "time": "08:15"},
            customFieldValues=[{"custom_field_id": field, "value": "Peanuts"}],
        )

        saved = answer["trip"]["tripOrders"][0]["bookings"][0]
        assert saved["guest"] == {
            "first_name": "Mia",
            "last_name": "Wong",
            "email": "mia@example.com",
            "phone": "+12125550123",
            "birth_date": "1990-02-03",
        }
        assert (saved["customer_id"], saved["pickup"]["place"]) == (who, "Hotel Sol")
        assert saved["customFieldValues"][0]["value"] == "Peanuts"
        assert answer["warnings"] == []
        assert actions(trip_id).count("booking.saved") == 1

    def test_what_is_left_out_stays(self, desk, offer):
        trip_id = fill_cart(offer)
        booking = desk.guests(trip_id)[0]["id"]
        desk.done(f"/api/booking/{booking}/save", guest={"first_name": "Mia"}, customer_id=customer())

        desk.done(f"/api/booking/{booking}/save", guest={"last_name": "Wong"})

        saved = Booking.objects.get(pk=booking)
        assert (saved.guest_first_name, saved.guest_last_name) == ("Mia", "Wong")
        assert saved.customer_id is not None

    def test_the_same_again_leaves_no_trace(self, desk, offer):
        trip_id = fill_cart(offer)
        booking = desk.guests(trip_id)[0]["id"]
        desk.done(f"/api/booking/{booking}/save", guest={"first_name": "Mia"})
        before = (Trip.objects.get(pk=trip_id).version, actions(trip_id))

        desk.done(f"/api/booking/{booking}/save", guest={"first_name": "Mia"})

        assert (Trip.objects.get(pk=trip_id).version, actions(trip_id)) == before

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"guest": {"birth_date": "2999-01-01"}}, "guest.birth_date"),
            ({"guest": {"birth_date": "1800-01-01"}}, "guest.birth_date"),
            ({"guest": {"phone": "12"}}, "guest.phone"),
            ({"guest": {"email": "nobody"}}, "guest.email"),
            ({"customer_id": 999_999}, "customer_id"),
            ({"experience_customer_type_id": 999_999}, "experience_customer_type_id"),
            ({"pickup": {"place": "Pier", "time": "25:00"}}, "pickup.time"),
        ],
    )
    def test_what_cannot_be_is_named(self, desk, offer, body, field):
        trip_id = fill_cart(offer)
        booking = desk.guests(trip_id)[0]["id"]
        before = actions(trip_id)

        problem = assert_error(desk.post(f"/api/booking/{booking}/save", **body), 422, "validation_failed")

        assert field in problem["detail"]["fields"]
        assert actions(trip_id) == before

    def test_staff_are_told_of_an_age_that_does_not_fit(self, desk, offer):
        ExperienceCustomerType.objects.filter(pk=offer.child).update(min_age=4, max_age=12)
        trip_id = fill_cart(offer)
        child = desk.guests(trip_id)[2]["id"]

        answer = desk.done(f"/api/booking/{child}/save", guest={"birth_date": "1980-01-01"})

        [warning] = answer["warnings"]
        assert (warning["code"], warning["severity"]) == ("age_mismatch", "block_online")
        fits = utc_now().date() - timedelta(days=8 * 366)
        answer = desk.done(f"/api/booking/{child}/save", guest={"birth_date": fits.isoformat()})
        assert answer["warnings"] == []

    @pytest.mark.parametrize("is_sold", [False, True])
    def test_another_customer_type_has_another_price(self, desk, offer, is_sold):
        trip_id = (sell if is_sold else fill_cart)(offer)
        before = counts(trip_id, offer)
        adult = desk.guests(trip_id)[0]["id"]

        desk.done(f"/api/booking/{adult}/save", experience_customer_type_id=offer.child)

        after = counts(trip_id, offer)
        assert after["total_amount"] == before["total_amount"] - ADULT + CHILD
        assert (after["booked"], after["held"]) == (before["booked"], before["held"])
        desk.done(f"/api/booking/{adult}/save", experience_customer_type_id=offer.adult)
        assert counts(trip_id, offer) == before

    def test_a_stale_version_changes_nothing(self, desk, offer):
        trip_id = fill_cart(offer)
        booking = desk.guests(trip_id)[0]["id"]
        desk.done(f"/api/booking/{booking}/save", guest={"first_name": "Mia"})

        answer = desk.post(f"/api/booking/{booking}/save", guest={"first_name": "Eve"}, version=1)

        assert_error(answer, 409, "stale_version")
        assert Booking.objects.get(pk=booking).guest_first_name == "Mia"


class TestReading:
    def test_a_guest_with_the_trip(self, desk, offer):
        trip_id = fill_cart(offer)
        booking = desk.guests(trip_id)[1]["id"]

        found = desk.client.get(f"/api/booking/get/{booking}").json()

        assert (found["booking"]["id"], found["trip"]["id"]) == (booking, trip_id)
        assert found["booking"]["bookingProducts"] == []

    def test_a_guest_who_was_taken_off_is_none(self, desk, offer):
        trip_id = sell(offer)
        booking = desk.guests(trip_id)[1]["id"]
        desk.done(f"/api/booking/delete/{booking}")

        assert_error(desk.client.get(f"/api/booking/get/{booking}"), 404, "not_found")

    def test_a_guide_sees_guests_of_their_departures_only(self, desk, offer, client_for):
        ida = make_colleague("Ida", "guide", is_guide=True)
        client = browser_of(client_for, ida)
        booking = desk.guests(sell(offer))[0]["id"]

        assert_error(client.get(f"/api/booking/get/{booking}"), 404, "not_found")
        TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar_id=ida.pk, status="assigned")

        assert client.get(f"/api/booking/get/{booking}").status_code == 200
        assert_error(Desk(client).post(f"/api/booking/{booking}/save"), 403, "forbidden")


class TestDeleting:
    def test_a_guest_of_a_cart_is_gone_with_the_seat(self, desk, offer):
        trip_id = fill_cart(offer)
        before = counts(trip_id, offer)
        child = desk.guests(trip_id)[2]["id"]

        desk.done(f"/api/booking/delete/{child}")

        after = counts(trip_id, offer)
        assert after["total_amount"] == before["total_amount"] - CHILD
        assert after["held"] == before["held"] - 1
        assert not Booking.objects.filter(pk=child).exists()

    def test_a_guest_of_a_sold_trip_stays_as_a_cancelled_row(self, desk, offer):
        trip_id = sell(offer)
        before = counts(trip_id, offer)
        child = desk.guests(trip_id)[2]["id"]

        answer = desk.done(f"/api/booking/delete/{child}", reason="Ill")

        after = counts(trip_id, offer)
        assert (after["booked"], after["pax_cnt"]) == (before["booked"] - 1, 2)
        assert Booking.objects.get(pk=child).cancelled_at is not None
        assert [w["code"] for w in answer["warnings"]] == ["refund_not_made"]
        assert answer["trip"]["totals"]["balance"] == -CHILD
        assert actions(trip_id)[-1] == "booking.deleted"

    def test_what_a_guest_has_goes_back_to_the_shelf(self, desk, offer):
        product = make_product(stock=5)
        snorkel = make_addon(offer, stock_product_id=product)
        for trip_id in (fill_cart(offer), sell(offer)):
            guest = desk.guests(trip_id)[0]["id"]
            desk.done(f"/api/booking/{guest}/addon/add", addon_id=snorkel)
            desk.done(f"/api/booking/{guest}/product/add", product_id=product, qty=2)
            assert stock_of(product) == 2

            trip = desk.done(f"/api/booking/delete/{guest}")["trip"]

            assert (stock_of(product), trip["bookingProducts"]) == (5, [])
            assert trip["totals"]["total"] == ADULT + CHILD

    def test_several_at_once_are_one_change(self, desk, offer):
        trip_id = sell(offer)
        order = desk.order(trip_id)
        ids = [row["id"] for row in order["bookings"][:2]]

        desk.done(f"/api/bookings/{order['id']}/delete", booking_ids=ids)

        assert [row["id"] for row in desk.guests(trip_id)] == [order["bookings"][2]["id"]]
        assert actions(trip_id).count("booking.deleted") == 1

    def test_the_last_guest_of_a_cart_takes_the_order_along(self, desk, offer):
        trip_id = fill_cart(offer)

        trip = desk.done(f"/api/bookings/{desk.order(trip_id)['id']}/delete")["trip"]

        assert (trip["tripOrders"], trip["totals"]["total"]) == ([], 0)
        assert counts(trip_id, offer)["held"] == 0

    def test_the_last_guest_of_a_sold_order_cancels_it(self, desk, offer):
        trip_id = sell(offer)
        order = desk.order(trip_id)["id"]

        trip = desk.done(f"/api/bookings/{order}/delete", reason="All ill")["trip"]

        assert trip["tripOrders"][0]["status"] == "cancelled"
        assert (trip["totals"]["total"], counts(trip_id, offer)["booked"]) == (0, 0)
        assert_error(desk.post(f"/api/bookings/{order}/delete"), 409, "already_done")

    def test_guests_of_another_order_stay(self, desk, offer):
        mine, theirs = desk.order(fill_cart(offer))["id"], fill_cart(offer)
        stranger = desk.guests(theirs)[0]["id"]

        answer = desk.post(f"/api/bookings/{mine}/delete", booking_ids=[stranger])

        assert_error(answer, 404, "not_found")
        assert len(desk.guests(theirs)) == 3


class TestCloning:
    @pytest.mark.parametrize("is_sold", [False, True])
    def test_more_like_one_then_less_is_as_before(self, desk, offer, is_sold):
        trip_id = (sell if is_sold else fill_cart)(offer)
        before = counts(trip_id, offer)
        adult = desk.guests(trip_id)[0]["id"]
        old = {row["id"] for row in desk.guests(trip_id)}

        desk.done(f"/api/booking/clone/{adult}", qty=2)

        after = counts(trip_id, offer)
        assert after["total_amount"] == before["total_amount"] + 2 * ADULT
        assert after["booked"] + after["held"] == before["booked"] + before["held"] + 2
        new = [row["id"] for row in desk.guests(trip_id) if row["id"] not in old]
        desk.done(f"/api/bookings/{desk.order(trip_id)['id']}/delete", booking_ids=new)
        assert counts(trip_id, offer) == before

    def test_add_ons_come_along_names_and_gifts_do_not(self, desk, offer):
        lunch, field = make_addon(offer), ask(offer)
        trip_id = fill_cart(offer)
        adult = desk.guests(trip_id)[0]["id"]
        desk.done(f"/api/booking/{adult}/addon/add", addon_id=lunch)
        desk.done(
            f"/api/booking/{adult}/save",
            guest={"first_name": "Mia"},
            customFieldValues=[{"custom_field_id": field, "value": "Nuts"}],
        )
        Booking.objects.filter(pk=adult).update(is_comped=True)

        desk.done(f"/api/booking/clone/{adult}", copy_custom_fields=True)
        desk.done(f"/api/booking/clone/{adult}", copy_addons=False)

        with_all, bare = desk.guests(trip_id)[-2:]
        assert [row["addon_id"] for row in with_all["addons"]] == [lunch]
        assert with_all["customFieldValues"][0]["value"] == "Nuts"
        assert (with_all["guest"]["first_name"], with_all["is_comped"]) == ("", False)
        assert (bare["addons"], bare["customFieldValues"][0]["value"]) == ([], None)

    @pytest.mark.parametrize("is_sold", [False, True])
    def test_sold_out_changes_nothing(self, desk, is_sold):
        offer = make_offer(capacity=4)
        trip_id = (sell if is_sold else fill_cart)(offer)
        adult = desk.guests(trip_id)[0]["id"]
        before = (counts(trip_id, offer), actions(trip_id))

        assert_error(desk.post(f"/api/booking/clone/{adult}", qty=2), 409, "sold_out")

        assert (counts(trip_id, offer), actions(trip_id)) == before

    def test_an_order_takes_five_hundred(self, desk):
        offer = make_offer(capacity=None)
        adult = desk.guests(fill_cart(offer))[0]["id"]

        assert_error(desk.post(f"/api/booking/clone/{adult}", qty=499), 422, "validation_failed")

    def test_an_order_without_a_date_is_priced_as_the_experience_asks(self, desk, offer):
        trip_id = sell(offer)
        slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
        TripOrder.objects.filter(trip_id=trip_id).update(timeslot=None, schedule_state="unscheduled")
        adult = desk.guests(trip_id)[0]["id"]

        desk.done(f"/api/booking/clone/{adult}")

        assert desk.guests(trip_id)[-1]["unit_amount"] == ADULT
        again = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
        assert again.booked_pax_cnt == slot.booked_pax_cnt


class TestWaivers:
    @pytest.mark.parametrize(
        ("state", "is_now"),
        [
            ("marked_signed", {"state": "marked", "required": 1, "signed": 1}),
            ("required", {"state": "unsigned", "required": 1, "signed": 0}),
            ("not_applicable", {"state": "none_required", "required": 0, "signed": 0}),
        ],
    )
    def test_a_state_is_kept_on_the_guest(self, desk, offer, state, is_now):
        trip_id = sell(offer)
        guest = desk.guests(trip_id)[0]["id"]
        desk.done(f"/api/booking/{guest}/waiverStatus/set", state="required")

        desk.done(f"/api/booking/{guest}/waiverStatus/set", state=state, note="On paper")

        seen = desk.guests(trip_id)[0]["waiver"]
        assert {name: seen[name] for name in is_now} == is_now

    def test_an_unknown_template_is_refused(self, desk, offer):
        guest = desk.guests(sell(offer))[0]["id"]

        answer = desk.post(f"/api/booking/{guest}/waiverStatus/set", state="required", template_id=999_999)

        assert_error(answer, 404, "not_found")

    def test_nothing_is_unassigned_where_nothing_is_assigned(self, desk, offer):
        guest = desk.guests(sell(offer))[0]["id"]

        answer = desk.post(f"/api/booking/{guest}/unassignWaiver", waiver_id=1)

        assert "no such signed waiver" in assert_error(answer, 404, "not_found")["message"]

    def test_what_was_marked_on_paper_comes_off_and_is_to_be_signed_again(self, desk, offer):
        trip_id = sell(offer)
        guest = desk.guests(trip_id)[0]["id"]
        desk.done(f"/api/booking/{guest}/waiverStatus/set", state="marked_signed")

        desk.done(f"/api/booking/{guest}/unassignWaiver", waiver_id=None)

        seen = desk.guests(trip_id)[0]["waiver"]
        assert (seen["state"], seen["required"], seen["signed"]) == ("unsigned", 1, 0)
