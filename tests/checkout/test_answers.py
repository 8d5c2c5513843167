"""Custom fields of a trip, its orders and its guests, asked and answered through HTTP."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.custom_field_answers import operations as custom_field_answers
from outfitter_tenants.customers.operations import match_or_create
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.fields.models import CustomFieldValue
from outfitter_tenants.scheduling.models import Timeslot, TimeslotGuide
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations import retention
from tests.checkout.front_desk import Desk, actions
from tests.support.add_ons import ask, sell
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.team import browser_of, make_colleague


@pytest.fixture
def desk(reef, client_for):
    return Desk(owner_of(client_for))


def guest_key(desk, trip_id, field_id):
    return f"booking.{desk.guests(trip_id)[0]['id']}.{field_id}"


class TestAsking:
    def test_each_is_asked_where_it_belongs(self, desk, offer):
        of_trip = ask(offer, name="hotel", scope="trip")
        of_order = ask(offer, name="boat", scope="trip_order")
        of_guest = ask(offer, name="diet", scope="booking")
        trip_id = fill_cart(offer)

        trip = desk.trip(trip_id)

        [order] = trip["tripOrders"]
        assert [row["key"] for row in trip["customFieldValues"]] == [f"trip.{trip_id}.{of_trip}"]
        assert [r["custom_field_id"] for r in order["customFieldValues"]] == [of_order]
        assert [
            [row["custom_field_id"] for row in guest["customFieldValues"]] for guest in order["bookings"]
        ] == [[of_guest]] * 3
        assert trip["customFieldValues"][0]["id"] is None

    def test_asked_by_two_experiences_it_is_asked_once(self, desk, offer):
        field = ask(offer, scope="trip")
        other = make_offer(name="Zip-line")
        fields.assign(experience_id=other.experience_id, field_id=field, is_required=True, at=utc_now())
        trip_id = fill_cart(offer)
        wanted = [
            {
                "experience_id": one.experience_id,
                "timeslot_id": one.timeslot_id,
                "quantities": [{"experience_customer_type_id": one.adult, "qty": 1}],
            }
            for one in (offer, other)
        ]

        trip = desk.done("/api/trip/save", id=trip_id, orders=wanted)["trip"]

        [one] = trip["customFieldValues"]
        assert one["is_required"] is True

    def test_an_answer_stays_when_it_is_no_longer_asked(self, desk, offer):
        field = ask(offer, scope="trip")
        trip_id = fill_cart(offer)
        desk.done(f"/saveCustomField/trip.{trip_id}.{field}", value="Sol")
        fields.unassign(experience_id=offer.experience_id, field_id=field, at=utc_now())

        [one] = desk.trip(trip_id)["customFieldValues"]

        assert (one["value"], one["is_asked"], one["is_required"]) == ("Sol", False, False)


class TestAnswering:
    def test_first_by_key_then_by_id(self, desk, offer):
        field = ask(offer)
        trip_id = fill_cart(offer)
        key = guest_key(desk, trip_id, field)

        first = desk.done(f"/saveCustomField/{key}", value=" Nuts ")["customFieldValue"]
        second = desk.done(f"/saveCustomField/{first['id']}", value="Fish")

        assert (first["value"], second["customFieldValue"]["value"]) == ("Nuts", "Fish")
        assert second["customFieldValue"]["id"] == first["id"]
        assert second["trip_version"] == desk.trip(trip_id)["version"]
        assert actions(trip_id)[-2:] == ["trip.field_answered"] * 2

    def test_null_takes_it_away_and_the_same_again_leaves_no_trace(self, desk, offer):
        field = ask(offer)
        trip_id = fill_cart(offer)
        path = f"/saveCustomField/{guest_key(desk, trip_id, field)}"
        desk.done(path, value="Nuts")
        told = actions(trip_id)
        desk.done(path, value="Nuts")
        assert actions(trip_id) == told

        gone = desk.done(path, value=None)["customFieldValue"]

        assert (gone["id"], gone["value"], gone["is_answered"]) == (None, None, False)

    @pytest.mark.parametrize(
        ("given", "value", "kept"),
        [
            ({"kind": "number", "validation": {"min": 1, "max": 9}}, "3,5", 3.5),
            ({"kind": "number"}, 4.0, 4),
            ({"kind": "height"}, 180, 180),
            ({"kind": "date"}, "2020-02-29", "2020-02-29"),
            ({"kind": "select", "options": ["A", "B"]}, "B", "B"),
            ({"kind": "multiselect", "options": ["A", "B", "C"]}, ["C", "A"], ["A", "C"]),
            ({"kind": "checkbox"}, False, False),
            ({"kind": "phone"}, "(212) 555-0123", "+12125550123"),
            ({"kind": "email"}, "a@b.example", "a@b.example"),
            ({"kind": "country"}, "de", "DE"),
            ({"kind": "textarea"}, "One\nTwo", "One\nTwo"),
        ],
    )
    def test_every_kind_is_kept_in_its_form(self, desk, offer, given, value, kept):
        field = ask(offer, **given)
        path = f"/saveCustomField/{guest_key(desk, fill_cart(offer), field)}"

        answer = desk.done(path, value=value)["customFieldValue"]

        assert (answer["value"], answer["is_answered"]) == (kept, True)

    @pytest.mark.parametrize(
        ("given", "value"),
        [
            ({"kind": "text", "validation": {"max_length": 3}}, "Four"),
            ({"kind": "text"}, 5),
            ({"kind": "number", "validation": {"min": 1}}, 0),
            ({"kind": "number", "validation": {"max": 9}}, 10),
            ({"kind": "number"}, "many"),
            ({"kind": "number"}, True),
            ({"kind": "weight"}, -1),
            ({"kind": "date"}, "2021-02-29"),
            ({"kind": "select", "options": ["A"]}, "B"),
            ({"kind": "multiselect", "options": ["A"]}, ["A", "B"]),
            ({"kind": "checkbox"}, "yes"),
            ({"kind": "phone"}, "12"),
            ({"kind": "email"}, "nobody"),
            ({"kind": "country"}, "ZZ"),
            ({"kind": "file"}, "https://files.example/a.pdf"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, desk, offer, given, value):
        field = ask(offer, **given)
        path = f"/saveCustomField/{guest_key(desk, fill_cart(offer), field)}"

        problem = assert_error(desk.post(path, value=value), 422, "validation_failed")

        assert list(problem["detail"]["fields"]) == ["value"]
        assert not CustomFieldValue.objects.exists()

    @pytest.mark.parametrize("key", ["999999", "x", "trip.0.1", "booking.999999.1", "trip.1", "-1"])
    def test_an_address_that_is_none(self, desk, key):
        assert_error(desk.post(f"/saveCustomField/{key}", value="A"), 404, "not_found")

    def test_what_is_not_asked_there_cannot_be_answered(self, desk, offer):
        field = ask(offer, scope="trip")
        trip_id = fill_cart(offer)

        for key in (guest_key(desk, trip_id, field), f"trip.{fill_cart(make_offer())}.{field}"):
            assert_error(desk.post(f"/saveCustomField/{key}", value="A"), 404, "not_found")


class TestHealth:
    def test_it_is_encrypted_and_the_log_keeps_quiet(self, desk, offer):
        field = ask(offer, is_health=True)
        trip_id = fill_cart(offer)

        saved = desk.done(f"/saveCustomField/{guest_key(desk, trip_id, field)}", value="Epilepsy")

        assert saved["customFieldValue"]["value"] == "Epilepsy"
        row = CustomFieldValue.objects.get()
        assert (row.value, "Epilepsy" in row.value_encrypted) == (None, False)
        told = AuditLog.objects.filter(action="trip.field_answered").get()
        assert "Epilepsy" not in str((told.before, told.after))

    def test_a_link_does_not_tell_it(self, desk, offer, client_for):
        field = ask(offer, is_health=True)
        trip_id = fill_cart(offer)
        desk.done(f"/saveCustomField/{guest_key(desk, trip_id, field)}", value="Epilepsy")
        key = Trip.objects.get(pk=trip_id).hash

        seen = client_for("reef").get(f"/api/trip/{key}/get").json()

        one = seen["tripOrders"][0]["bookings"][0]["customFieldValues"][0]
        assert (one["value"], one["is_answered"]) == (None, True)

    @pytest.mark.parametrize("kind", ["is_health", "is_pii"])
    def test_it_is_forgotten_when_the_activity_is_long_over(self, desk, offer, kind):
        old, new = (ask(offer, name=name, **{kind: True}) for name in ("a", "b"))
        trip_id = sell(offer)
        for field in (old, new):
            desk.done(f"/saveCustomField/{guest_key(desk, trip_id, field)}", value="Epilepsy")
        long_ago = utc_now() - timedelta(days=900)
        CustomFieldValue.objects.update(answered_at=long_ago)
        state = {}
        while state is not None:
            state = retention.forget_sensitive_answers(state, utc_now())
        assert CustomFieldValue.objects.count() == 2

        Timeslot.objects.filter(pk=offer.timeslot_id).update(
            start_at=long_ago - timedelta(hours=2), end_at=long_ago
        )
        state = {}
        while state is not None:
            state = retention.forget_sensitive_answers(state, utc_now())

        assert CustomFieldValue.objects.count() == 0


class TestWhatIdentifies:
    """Answers that identify somebody (`is_pii`): a number of a passport."""

    @pytest.fixture
    def asked(self, desk, offer):
        """Give a sold trip, and the address of the answer of one of its guests."""
        field = ask(offer, is_pii=True, show_on_manifest=True)
        trip_id = sell(offer)
        key = guest_key(desk, trip_id, field)
        saved = desk.done(f"/saveCustomField/{key}", value="L01X00T47")
        assert saved["customFieldValue"]["value"] == "L01X00T47"
        return trip_id, key

    def test_the_log_keeps_quiet(self, asked):
        told = AuditLog.objects.filter(action="trip.field_answered").get()
        assert "L01X00T47" not in str((told.before, told.after))

    def test_a_link_and_roles_without_customers_do_not_tell_it(self, desk, asked, offer, client_for):
        trip_id, _key = asked
        guide = make_colleague("Gus", "guide", is_guide=True)
        TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar=guide)
        day = Timeslot.objects.get(pk=offer.timeslot_id).date
        mine = Trip.objects.get(pk=trip_id).hash
        dock = browser_of(client_for, guide)

        for client, address in ((client_for("reef"), mine), (dock, trip_id)):
            seen = client.get(f"/api/trip/{address}/get").json()
            [one] = seen["tripOrders"][0]["bookings"][0]["customFieldValues"]
            assert (one["value"], one["is_answered"]) == (None, True)
        path = f"/api/manifest/getManifestOnDay/{day}"
        assert "L01X00T47" in desk.client.get(path).content.decode()
        assert "L01X00T47" not in dock.get(path).content.decode()


class TestWho:
    def test_a_visitor_answers_for_their_own_trip(self, desk, offer, client_for):
        field, inside = ask(offer), ask(offer, name="inside", ask_when="internal")
        trip_id = fill_cart(offer)
        key, hidden = (guest_key(desk, trip_id, one) for one in (field, inside))
        visitor = Desk(client_for("reef"))
        mine = Trip.objects.get(pk=trip_id).hash

        done = visitor.done(f"/saveCustomField/{key}", value="Nuts", trip=mine)

        assert done["customFieldValue"]["answered_by"] is None
        theirs = Trip.objects.get(pk=fill_cart(offer)).hash
        for body in ({}, {"trip": theirs}, {"trip": "0" * 22}):
            refused = visitor.post(f"/saveCustomField/{key}", value="A", **body)
            assert_error(refused, 404, "not_found")
        refused = visitor.post(f"/saveCustomField/{hidden}", value="A", trip=mine)
        assert_error(refused, 404, "not_found")
        shown = visitor.client.get(f"/api/trip/{mine}/get").json()["tripOrders"][0]["bookings"][0]
        assert [row["custom_field_id"] for row in shown["customFieldValues"]] == [field]

    def test_a_guide_answers_what_is_asked_on_arrival(self, desk, offer, client_for):
        weight = ask(offer, name="weight", kind="weight", ask_when="check_in")
        diet = ask(offer)
        trip_id = sell(offer)
        ida = make_colleague("Ida", "guide", is_guide=True)
        guide = Desk(browser_of(client_for, ida))
        keys = [guest_key(desk, trip_id, one) for one in (weight, diet)]
        assert_error(guide.post(f"/saveCustomField/{keys[0]}", value=70), 404, "not_found")
        TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar_id=ida.pk, status="assigned")

        done = guide.done(f"/saveCustomField/{keys[0]}", value=70)

        assert done["customFieldValue"]["answered_by"] == ida.pk
        assert_error(guide.post(f"/saveCustomField/{keys[1]}", value="A"), 403, "forbidden")

    def test_what_is_asked_of_customers_is_their_own(self, desk, offer):
        field = ask(offer, scope="customer")
        who = match_or_create(
            first_name="Gus",
            last_name="Guest",
            email="gus@example.com",
            phone=None,
            country=None,
            locale="en",
            at=utc_now(),
        )

        done = desk.done(f"/saveCustomField/customer.{who}.{field}", value="Tall")

        assert (done["customFieldValue"]["value"], done["trip_version"]) == ("Tall", None)
        assert AuditLog.objects.filter(action="customer.changed", entity_id=who).count() == 1
        assert_error(desk.post(f"/saveCustomField/customer.999999.{field}", value="A"), 404)


class TestSelling:
    def test_what_has_to_be_answered_is_named(self, desk, offer):
        diet = ask(offer, is_required=True)
        ask(offer, name="later", is_required=True, ask_when="check_in")
        trip_id = fill_cart(offer, adults=1, children=0)
        key = guest_key(desk, trip_id, diet)

        [missing] = custom_field_answers.missing_fields(trip_id=trip_id)

        assert missing.about.key == key
        desk.done(f"/saveCustomField/{key}", value="None")
        assert custom_field_answers.missing_fields(trip_id=trip_id) == []

    def test_staff_are_told_and_may_go_on(self, desk, offer):
        diet = ask(offer, label="Diet", is_required=True)
        trip_id = fill_cart(offer, adults=2, children=0)

        before = desk.client.get(f"/api/trip/{trip_id}/canReserve").json()
        done = desk.done(f"/api/trip/{trip_id}/reserve")

        for warnings in (before["warnings"], done["warnings"]):
            assert {
                "code": "answers_missing",
                "message": "Not answered yet: Diet.",
                "severity": "warn",
            } in warnings
        missing = custom_field_answers.missing_fields(trip_id=trip_id)
        keys = [f"booking.{row['id']}.{diet}" for row in desk.guests(trip_id)]
        assert [one.about.key for one in missing] == keys
