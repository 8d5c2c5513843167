"""What channels answer to the operator's questions arrives as answers, and else as words."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection as database_connection
from django.test.utils import CaptureQueriesContext

from outfitter.plugins.channels.booking_types import AmendRequest, BookingDetails, BookingKey, UnitRequest
from outfitter.plugins.channels.errors import MalformedRequest
from outfitter.sdk import channels
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.checkout.custom_field_answers import operations as custom_fields
from outfitter_tenants.fields.models import CustomFieldValue
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip, TripOrder
from tests.support.add_ons import ask as ask_field
from tests.support.fake_channel import ask

ANA = channels.Contact("Ana", "Ruiz", "ana@example.com", "+12025550123", "US")


def said(answers: dict[Any, str], **values: Any) -> BookingDetails:
    """Return what a channel says with answers by field id."""
    return BookingDetails(
        channel_reference="F-1", answers={str(key): text for key, text in answers.items()}, **values
    )


def kept() -> dict[tuple[str, int], Any]:
    """Return the answers there are, by scope and field."""
    return {(row.scope, row.custom_field_id): row.value for row in CustomFieldValue.objects.all()}


def key(booking: channels.Booking) -> BookingKey:
    return BookingKey(uuid=booking.uuid)


class TestArriving:
    def test_each_where_it_belongs(self, stall: Any, offer: Any) -> None:
        hotel = ask_field(offer, name="hotel", scope="trip", label="Your hotel?")
        boat = ask_field(offer, name="boat", scope="trip_order", kind="select", options=["Big", "Small"])
        diet = ask_field(offer, name="diet", scope="booking", label="Diet?")
        units = (UnitRequest("ADULT", 1, answers={str(diet): "Vegan"}), UnitRequest("ADULT", 1))

        made = channels.book(stall, ask(offer, units=units, details=said({hotel: " Mar ", boat: "small"})))

        assert kept() == {("trip", hotel): "Mar", ("trip_order", boat): "Small", ("booking", diet): "Vegan"}
        row = ExternalBooking.objects.get()
        [first, _] = row.units
        assert CustomFieldValue.objects.get(scope="booking").target_id == first["booking_id"]
        assert made.answers == {str(hotel): " Mar ", str(boat): "small"}
        assert [unit.answers for unit in made.units] == [{str(diet): "Vegan"}, {}]
        assert TripOrder.objects.get(pk=row.trip_order_id).note == ""
        log = AuditLog.objects.get(action="trip.field_answered")
        assert (log.actor_type, log.after["Your hotel?"]) == ("channel", "Mar")

    def test_those_of_the_customer_once_there_is_one(self, stall: Any, offer: Any) -> None:
        club = ask_field(offer, name="club", scope="customer", kind="number")
        held = channels.hold(stall, ask(offer, details=said({club: "12"}, contact=ANA)))
        assert kept() == {}
        channels.confirm(stall, key(held), details=BookingDetails(contact=ANA))
        trip = Trip.objects.get(pk=ExternalBooking.objects.get().trip_id)
        found = CustomFieldValue.objects.get(scope="customer")
        assert (found.target_id, found.value) == (trip.customer_id, 12)

    def test_said_while_confirming_and_changed_later(self, stall: Any, offer: Any) -> None:
        hotel = ask_field(offer, name="hotel", scope="trip")
        diet = ask_field(offer, name="diet", scope="booking")
        held = channels.hold(stall, ask(offer, details=said({hotel: "Mar"})))
        sold = channels.confirm(stall, key(held), details=said({hotel: "Rio"}))
        assert kept() == {("trip", hotel): "Rio"}
        units = tuple(
            UnitRequest(unit.unit_id, uuid=unit.uuid, answers={str(diet): f"No. {number}"})
            for number, unit in enumerate(sold.units)
        )
        changed = channels.amend(stall, key(sold), AmendRequest(units=units, details=said({hotel: ""})))
        values = CustomFieldValue.objects.order_by("target_id").values_list("scope", "value")
        assert list(values) == [("booking", "No. 0"), ("booking", "No. 1")]
        assert (changed.answers, changed.units[1].answers) == ({}, {str(diet): "No. 1"})
        again = channels.amend(stall, key(sold), AmendRequest(details=BookingDetails(notes="Hello")))
        assert again.units[1].answers == {str(diet): "No. 1"}

    def test_the_office_and_the_checkout_see_them(self, stall: Any, offer: Any) -> None:
        hotel = ask_field(offer, name="hotel", scope="trip", is_required=True)
        channels.hold(stall, ask(offer))
        trip_id = ExternalBooking.objects.get().trip_id
        assert [one.field.id for one in custom_fields.missing_fields(trip_id=trip_id)] == [hotel]
        channels.hold(stall, ask(offer, reference="R-2", details=said({hotel: "Mar"})))
        trip_id = ExternalBooking.objects.get(reference="R-2").trip_id
        assert custom_fields.missing_fields(trip_id=trip_id) == []
        [[found]] = custom_fields.list_questions(trips.get_trip(trip_id=trip_id)).values()
        assert found.answer is not None
        assert found.answer.value == "Mar"

    def test_answers_that_identify_are_not_in_the_log(self, stall: Any, offer: Any) -> None:
        passport = ask_field(offer, name="passport", scope="trip", label="Passport", is_pii=True)
        channels.hold(stall, ask(offer, details=said({passport: "X123"})))
        assert AuditLog.objects.get(action="trip.field_answered").after == {"Passport": custom_fields.HIDDEN}


class TestKinds:
    @pytest.mark.parametrize(
        ("kind", "text", "expected"),
        [
            ("text", "Mar\x07", "Mar"),
            ("number", "2,5", 2.5),
            ("checkbox", "Yes", True),
            ("checkbox", "false", False),
            ("date", "2026-02-14", "2026-02-14"),
            ("select", "SMALL", "Small"),
            ("multiselect", "small; Big", ["Big", "Small"]),
            ("phone", "(202) 555-0123", "+12025550123"),
            ("country", "pt", "PT"),
        ],
    )
    def test_what_is_written_is_what_is_kept(
        self, stall: Any, offer: Any, kind: str, text: str, expected: Any
    ) -> None:
        options = ["Big", "Small"] if "select" in kind else []
        field_id = ask_field(offer, name="it", scope="trip", kind=kind, options=options)
        channels.hold(stall, ask(offer, details=said({field_id: text}, is_answer_binding=True)))
        assert kept() == {("trip", field_id): expected}

    @pytest.mark.parametrize(
        ("kind", "text"),
        [
            ("number", "fifty"),
            ("checkbox", "perhaps"),
            ("date", "soon"),
            ("select", "Middle"),
            ("text", "x" * 401),
        ],
    )
    def test_what_does_not_fit_is_refused_where_it_binds(
        self, stall: Any, offer: Any, kind: str, text: str
    ) -> None:
        field_id = ask_field(
            offer, name="it", scope="trip", kind=kind, options=["Big", "Small"] if kind == "select" else []
        )
        with pytest.raises(MalformedRequest) as problem:
            channels.hold(stall, ask(offer, details=said({field_id: text}, is_answer_binding=True)))
        assert problem.value.detail["field"] == f"answers.{field_id}"
        assert not ExternalBooking.objects.exists()
        assert kept() == {}


class TestWhatIsNoAnswer:
    def test_goes_into_the_note(self, stall: Any, offer: Any) -> None:
        weight = ask_field(offer, name="weight", scope="trip", kind="number", label="Weight?")
        details = said({weight: "fifty", "999999": "Blue"}, notes="Late")
        channels.hold(stall, ask(offer, details=details))
        order = TripOrder.objects.get(pk=ExternalBooking.objects.get().trip_order_id)
        assert order.note.splitlines() == ["Late", "Weight?: fifty", "999999: Blue"]
        assert kept() == {}

    def test_while_confirming_below_what_was_said_before(self, stall: Any, offer: Any) -> None:
        weight = ask_field(offer, name="weight", scope="trip", kind="number", label="Weight?")
        held = channels.hold(stall, ask(offer, details=BookingDetails(notes="Late")))
        channels.confirm(stall, key(held), details=said({weight: "fifty"}))
        order = TripOrder.objects.get(pk=ExternalBooking.objects.get().trip_order_id)
        assert order.note.splitlines() == ["Late", "Weight?: fifty"]

    @pytest.mark.parametrize("scope", ["trip", "booking"])
    def test_asked_elsewhere_is_not_asked_here(self, stall: Any, offer: Any, scope: str) -> None:
        field_id = str(ask_field(offer, name="it", scope=scope))
        details = said({}, is_answer_binding=True)
        units = (UnitRequest("ADULT", 2),)
        if scope == "booking":
            details = replace(details, answers={field_id: "x"})
        else:
            units = (UnitRequest("ADULT", 2, answers={field_id: "x"}),)
        with pytest.raises(MalformedRequest):
            channels.hold(stall, ask(offer, units=units, details=details))

    @pytest.mark.parametrize("values", [{"is_health": True}, {"kind": "file"}, {"ask_when": "internal"}])
    def test_channels_do_not_ask_everything(self, stall: Any, offer: Any, values: dict[str, Any]) -> None:
        field_id = ask_field(offer, name="it", scope="trip", **values)
        assert channels.product(stall, f"P{offer.experience_id}").questions == ()
        with pytest.raises(MalformedRequest):
            channels.hold(stall, ask(offer, details=said({field_id: "x"}, is_answer_binding=True)))

    def test_a_question_of_another_experience(self, stall: Any, offer: Any) -> None:
        with pytest.raises(MalformedRequest):
            channels.hold(stall, ask(offer, details=said({"7": "x"}, is_answer_binding=True)))

    def test_no_channel_floods_us(self, stall: Any, offer: Any) -> None:
        for answers in ({str(one): "x" for one in range(101)}, {"1": "x" * 8001}):
            with pytest.raises(MalformedRequest) as problem:
                channels.hold(stall, ask(offer, details=said(answers)))
            assert problem.value.detail["field"] == "answers"


class TestRequired:
    def test_a_booking_waits_for_what_is_required_where_answers_bind(self, stall: Any, offer: Any) -> None:
        hotel = ask_field(offer, name="hotel", scope="trip", is_required=True, label="Your hotel?")
        diet = ask_field(offer, name="diet", scope="booking", is_required=True)
        held = channels.hold(stall, ask(offer, details=said({}, is_answer_binding=True)))
        with pytest.raises(MalformedRequest) as problem:
            channels.confirm(stall, key(held), details=said({}, is_answer_binding=True))
        assert problem.value.detail["field"] == f"answers.{hotel}"
        details = said({hotel: "Mar"}, is_answer_binding=True)
        with pytest.raises(MalformedRequest) as problem:
            channels.confirm(stall, key(held), details=details)
        assert problem.value.detail["field"] == f"answers.{diet}"
        units = tuple(UnitRequest(one.unit_id, uuid=one.uuid, answers={str(diet): "-"}) for one in held.units)
        assert channels.confirm(stall, key(held), details=details, units=units).state == "confirmed"

    def test_and_not_where_they_do_not(self, stall: Any, offer: Any) -> None:
        ask_field(offer, name="hotel", scope="trip", is_required=True)
        assert channels.book(stall, ask(offer)).state == "confirmed"


def test_answers_cost_a_few_statements_however_many(stall: Any, offer: Any) -> None:
    asked = [ask_field(offer, name=f"q{number}", scope="trip") for number in range(5)]

    def count(reference: str, answers: dict[Any, str]) -> int:
        with CaptureQueriesContext(database_connection) as found:
            channels.hold(stall, ask(offer, adults=1, reference=reference, details=said(answers)))
        return len(found)

    every = dict.fromkeys(asked, "x")
    count("R-1", {}), count("R-2", every)
    # Two read what is asked where nothing is kept, one what there was; one writes, one logs.
    assert count("R-3", every) - count("R-4", {}) <= 5
