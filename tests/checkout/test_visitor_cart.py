"""What a visitor says, chooses and agrees to on their own cart, and what is demanded of them."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.carts import abandoned_carts
from outfitter_tenants.fields.models import CustomFieldValue
from outfitter_tenants.ledger.models import Intent
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk, actions
from tests.support.add_ons import ask, make_addon, make_product, make_sizes, sell
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD, fill_cart

PARTY = 2 * ADULT + CHILD
WHO = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}


@pytest.fixture
def visitor(reef, client_for):
    return Desk(client_for("reef"))


@pytest.fixture
def staff(reef, client_for):
    return Desk(owner_of(client_for))


def wanted(offer, *, adults=2, children=1, **more):
    return {
        "experience_id": offer.experience_id,
        "timeslot_id": offer.timeslot_id,
        "quantities": [
            {"experience_customer_type_id": offer.adult, "qty": adults},
            {"experience_customer_type_id": offer.child, "qty": children},
        ],
        **more,
    }


def cart(visitor, offer, **body):
    """Fill a visitor's cart; returns the trip."""
    return visitor.done("/api/trip/save", **{"orders": [wanted(offer)], **body})["trip"]


def fields_of(answer, status=422):
    return assert_error(answer, status, "validation_failed")["detail"]["fields"]


class TestAddons:
    def test_offered_to_whoever_holds_the_hash(self, visitor, offer):
        lunch = make_addon(offer)
        shirt = make_addon(
            offer, name="Shirt", scope="trip_order", input="quantity", stock_product_id=make_product(stock=3)
        )
        make_addon(offer, name="At the desk", methods=["phone"])
        trip = cart(visitor, offer)
        path = f"/api/tripOrder/{trip['tripOrders'][0]['id']}/addons/get"

        answer = visitor.client.get(f"{path}?trip={trip['hash']}").json()

        found = {one["id"]: one for one in answer["available"]}
        assert set(found) == {lunch, shirt}
        assert found[lunch]["booking_ids"] == [b["id"] for b in trip["tripOrders"][0]["bookings"]]
        assert (found[shirt]["max_qty"], found[shirt]["stock_left"]) == (3, None)
        other = cart(visitor, offer, orders=[wanted(offer, adults=1, children=0)])
        for key in ("", f"?trip={other['hash']}", "?trip=nothing"):
            assert_error(visitor.client.get(path + key), 404, "not_found")

    def test_of_the_order_and_its_guests_in_one_call(self, visitor, offer):
        kinds, values = make_sizes(S=0, L=500)
        suit = make_addon(offer, name="Suit", input="select", value_type_id=kinds)
        photos = make_addon(offer, name="Photos", scope="trip_order", price_per="order", price=900)
        trip = cart(visitor, offer)
        [order] = trip["tripOrders"]
        first, second, _child = order["bookings"]
        path = f"/api/trip/{trip['hash']}/tripOrder/{order['id']}/addon/save"

        saved = visitor.done(
            path,
            addons=[{"addon_id": photos}],
            guests=[
                {"booking_id": one["id"], "addons": [{"addon_id": suit, "value_id": values[size]}]}
                for one, size in ((first, "S"), (second, "L"))
            ],
        )["trip"]

        assert saved["totals"]["total"] == PARTY + 900 + 1500 + 2000
        assert [[a["value"] for a in b["addons"]] for b in saved["tripOrders"][0]["bookings"]] == [
            ["S"],
            ["L"],
            [],
        ]
        told = actions(Trip.objects.get(hash=trip["hash"]).pk)
        assert told.count("trip_order.addon_changed") == 1
        less = visitor.done(path, addons=[], guests=[{"booking_id": first["id"], "addons": []}])
        assert less["trip"]["totals"]["total"] == PARTY + 2000

    def test_what_is_wrong_is_named_by_its_add_on(self, visitor, offer):
        kinds, _values = make_sizes(S=0)
        suit = make_addon(offer, input="select", value_type_id=kinds)
        trip = cart(visitor, offer)
        [order] = trip["tripOrders"]
        guest = order["bookings"][0]["id"]

        answer = visitor.post(
            f"/api/trip/{trip['hash']}/tripOrder/{order['id']}/addon/save",
            addons=[],
            guests=[{"booking_id": guest, "addons": [{"addon_id": suit}]}],
        )

        assert fields_of(answer) == {f"addon.booking.{guest}.{suit}": ["Please choose one."]}

    def test_one_guest_alone(self, visitor, offer):
        lunch = make_addon(offer)
        trip = cart(visitor, offer)
        guest = trip["tripOrders"][0]["bookings"][0]["id"]

        saved = visitor.done(f"/api/trip/{trip['hash']}/booking/{guest}/addon/{lunch}")["trip"]

        assert saved["totals"]["total"] == PARTY + 1500

    def test_not_on_a_trip_of_somebody_else(self, visitor, offer):
        lunch = make_addon(offer)
        mine, theirs = cart(visitor, offer), cart(visitor, offer)
        [order] = theirs["tripOrders"]
        body = {"guests": [{"booking_id": order["bookings"][0]["id"], "addons": []}]}

        mixed = f"/api/trip/{mine['hash']}/tripOrder/{mine['tripOrders'][0]['id']}/addon/save"
        assert_error(visitor.post(mixed, addons=[{"addon_id": lunch}]), 422, "validation_failed")
        assert_error(visitor.post(mixed, addons=[], **body), 404)
        foreign = f"/api/trip/{mine['hash']}/tripOrder/{order['id']}/addon/save"
        assert_error(visitor.post(foreign, addons=[]), 404)

    def test_not_once_it_is_sold(self, visitor, offer):
        lunch = make_addon(offer)
        trip = Trip.objects.get(pk=sell(offer))
        order = trip.orders.get()
        guest = order.bookings.first().pk

        one = visitor.post(f"/api/trip/{trip.hash}/booking/{guest}/addon/{lunch}")
        every = visitor.post(f"/api/trip/{trip.hash}/tripOrder/{order.pk}/addon/save", addons=[])

        for answer in (one, every):
            assert_error(answer, 409, "already_done")


class TestAnswers:
    def test_saved_with_the_contact(self, visitor, offer):
        hotel = ask(offer, name="hotel", scope="trip")
        diet = ask(offer, name="diet")
        trip = cart(visitor, offer)
        hotel_key = trip["customFieldValues"][0]["key"]
        guest = trip["tripOrders"][0]["bookings"][1]
        said = [
            {"key": hotel_key, "value": " Sol "},
            {"key": guest["customFieldValues"][0]["key"], "value": "Vegan"},
        ]

        saved = visitor.done("/api/trip/save", id=trip["hash"], contact=WHO, customFieldValues=said)["trip"]

        assert hotel_key.endswith(f".{hotel}")
        assert saved["customFieldValues"][0]["value"] == "Sol"
        answers = saved["tripOrders"][0]["bookings"][1]["customFieldValues"]
        assert [(one["custom_field_id"], one["value"]) for one in answers] == [(diet, "Vegan")]
        trip_id = Trip.objects.get(hash=trip["hash"]).pk
        assert actions(trip_id)[-2:] == ["trip.contact_changed", "trip.field_answered"]

    def test_everything_wrong_is_named_and_nothing_is_kept(self, visitor, offer):
        ask(offer, name="age", kind="number", scope="trip", validation={"min": 1})
        secret = ask(offer, name="secret", scope="trip", ask_when="internal")
        trip = cart(visitor, offer)
        age = trip["customFieldValues"][0]["key"]
        trip_id = age.split(".")[1]
        said = [{"key": age, "value": 0}, {"key": f"trip.{trip_id}.{secret}", "value": "x"}]

        answer = visitor.post("/api/trip/save", id=trip["hash"], contact=WHO, customFieldValues=said)

        assert set(fields_of(answer)) == {age, f"trip.{trip_id}.{secret}"}
        assert not CustomFieldValue.objects.exists()
        assert Trip.objects.get(hash=trip["hash"]).contact_email is None

    def test_not_to_another_trip_nor_in_another_form(self, visitor, staff, offer):
        ask(offer, scope="trip")
        mine, theirs = cart(visitor, offer), cart(visitor, offer)
        key = theirs["customFieldValues"][0]["key"]

        foreign = visitor.post(
            "/api/trip/save", id=mine["hash"], customFieldValues=[{"key": key, "value": "x"}]
        )
        assert fields_of(foreign) == {key: ["This is not asked here."]}
        for strange in ("customer.1.1", "trip.0.1", "1"):
            body = {"customFieldValues": [{"key": strange, "value": "x"}]}
            assert visitor.post("/api/trip/save", id=mine["hash"], **body).status_code == 422
        of_staff = staff.post(
            "/api/trip/save", method="phone", customFieldValues=[{"key": key, "value": "x"}]
        )
        assert list(fields_of(of_staff)) == ["customFieldValues"]


class TestDemands:
    @pytest.mark.parametrize("call", ["createIntent", "convert"])
    def test_a_visitor_answers_and_chooses_first(self, visitor, offer, gateway, call):
        diet = ask(offer, name="diet", is_required=True)
        insured = make_addon(offer, name="Insurance", scope="trip_order", is_required=True)
        trip = cart(visitor, offer, contact=WHO)
        [order] = trip["tripOrders"]
        path = {
            "createIntent": f"/api/payment/trip/{trip['hash']}/createIntent",
            "convert": f"/api/trip/{trip['hash']}/convert",
        }[call]
        body = {"convert": {"expected_total": PARTY, "accept_terms": True}}.get(call, {})

        answer = visitor.post(path, **body)

        keys = {f"booking.{guest['id']}.{diet}" for guest in order["bookings"]}
        assert set(fields_of(answer)) == keys | {f"addon.trip_order.{order['id']}.{insured}"}
        assert not Intent.objects.exists()
        visitor.done(
            f"/api/trip/{trip['hash']}/tripOrder/{order['id']}/addon/save", addons=[{"addon_id": insured}]
        )
        said = [{"key": key, "value": "None"} for key in keys]
        visitor.done("/api/trip/save", id=trip["hash"], customFieldValues=said)
        complete = visitor.post(path, **body)
        # Nothing but the money is missing now.
        assert complete.status_code == (200 if call == "createIntent" else 422)
        if call == "convert":
            assert complete.json()["code"] == "price_changed"

    def test_an_open_payment_asks_for_new_guests_too(self, visitor, offer, gateway):
        diet = ask(offer, name="diet", is_required=True)
        one = [wanted(offer, adults=1, children=0)]
        trip = cart(visitor, offer, contact=WHO, orders=one)
        key = f"booking.{trip['tripOrders'][0]['bookings'][0]['id']}.{diet}"
        visitor.done("/api/trip/save", id=trip["hash"], customFieldValues=[{"key": key, "value": "None"}])
        intent = visitor.done(f"/api/payment/trip/{trip['hash']}/createIntent")
        visitor.done("/api/trip/save", id=trip["hash"], orders=[wanted(offer)])

        answer = visitor.post(
            f"/api/payment/trip/{trip['hash']}/intent/update", intent_id=intent["intent_id"]
        )

        assert len(fields_of(answer)) == 2

    def test_what_staff_put_together_is_paid_without(self, visitor, staff, offer, gateway):
        ask(offer, name="diet", is_required=True)
        made = staff.done("/api/trip/save", method="phone", contact=WHO, orders=[wanted(offer)])["trip"]

        assert visitor.post(f"/api/payment/trip/{made['hash']}/createIntent").status_code == 200


class TestOrders:
    def test_the_same_experience_twice(self, visitor, offer):
        trip = cart(visitor, offer, orders=[wanted(offer, adults=1, children=0)])
        first = trip["tripOrders"][0]["id"]

        saved = visitor.done(
            "/api/trip/save",
            id=trip["hash"],
            orders=[wanted(offer, adults=1, children=0, id=first), wanted(offer, adults=0, children=1)],
        )["trip"]

        assert [len(one["bookings"]) for one in saved["tripOrders"]] == [1, 1]
        assert saved["tripOrders"][0]["id"] == first
        assert saved["totals"]["total"] == ADULT + CHILD


def left(trip):
    return Trip.objects.get(hash=trip["hash"])


def jobs():
    return scheduled_jobs.DueJob.objects.filter(kind=abandoned_carts.FORGET, done_at__isnull=True)


def go_on(trip, at):
    """Do the waiting work of a cart as it would be done then."""
    abandoned_carts.delete_abandoned_cart_contact({"trip_id": left(trip).pk}, at)


class TestLeaving:
    def test_who_agrees_is_known_by_what_they_typed_so_far(self, visitor, offer):
        trip = cart(visitor, offer)

        visitor.done("/api/trip/save", id=trip["hash"], may_remind=True, contact={"email": WHO["email"]})

        row = left(trip)
        assert row.reminder_consent_at is not None
        assert (row.contact_email, row.contact_last_name) == (WHO["email"], "")
        assert not jobs().exists()
        go_on(trip, utc_now() + timedelta(days=2))
        assert left(trip).contact_email == WHO["email"]

    def test_who_does_not_agree_gives_both_names(self, visitor, offer):
        trip = cart(visitor, offer)

        answer = visitor.post(
            "/api/trip/save", id=trip["hash"], may_remind=False, contact={"email": WHO["email"]}
        )

        assert "contact.first_name" in fields_of(answer)

    def test_taken_back_it_is_forgotten_at_once(self, visitor, offer):
        trip = cart(visitor, offer, contact=WHO, may_remind=True)

        visitor.done("/api/trip/save", id=trip["hash"], may_remind=False)

        row = left(trip)
        assert (row.reminder_consent_at, row.contact_email, row.contact_last_name) == (None, None, "")

    def test_a_cart_left_without_consent_is_nobodys(self, visitor, offer):
        diet = ask(offer, scope="trip")
        trip = cart(visitor, offer, contact=WHO)
        key = f"trip.{left(trip).pk}.{diet}"
        visitor.done("/api/trip/save", id=trip["hash"], customFieldValues=[{"key": key, "value": "Fish"}])
        assert jobs().count() == 1

        go_on(trip, utc_now() + timedelta(minutes=61))

        row = left(trip)
        assert (row.contact_email, row.contact_first_name, row.ip) == (None, "", None)
        assert (row.status, row.total_amount) == ("draft", PARTY)
        assert not CustomFieldValue.objects.exists()
        assert "ana@example.com" not in str(list(AuditLog.objects.values_list("after", flat=True)))

    def test_not_while_it_is_held_or_paid(self, visitor, offer, gateway):
        trip = cart(visitor, offer, contact=WHO)
        now = utc_now()
        Hold.objects.update(expires_at=now + timedelta(hours=3))
        go_on(trip, now + timedelta(hours=2))
        assert left(trip).contact_email == WHO["email"]
        assert jobs().get().next_at == now + timedelta(hours=3)

        Hold.objects.update(expires_at=now)
        Trip.objects.update(paid_amount=100)
        go_on(trip, now + timedelta(hours=4))
        assert left(trip).contact_email == WHO["email"]

    def test_staff_write_down_whom_they_like(self, staff, visitor, offer):
        trip = staff.done("/api/trip/save", method="phone", contact=WHO, orders=[wanted(offer)])["trip"]

        assert not jobs().exists()
        answer = staff.post("/api/trip/save", method="phone", may_remind=True)
        assert list(fields_of(answer)) == ["customFieldValues"]
        assert left(trip).contact_email == WHO["email"]

    def test_a_sold_trip_is_left_alone(self, visitor, offer):
        trip = Trip.objects.get(pk=sell(offer))

        abandoned_carts.delete_abandoned_cart_contact({"trip_id": trip.pk}, utc_now() + timedelta(days=1))

        trip.refresh_from_db()
        assert trip.contact_email == "ana@example.com"
        assert fill_cart(offer, adults=1, children=0)
