"""What guests and orders are asked: told with the product, saved as guests and answers, missed by name."""

from typing import Any

import pytest

from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.channels.models import ExternalBooking, ProductMapping
from outfitter_tenants.fields.models import CustomFieldValue
from outfitter_tenants.trips.models import Booking, TripOrder
from outfitter_tiqets.visitor_data import problems
from tests.plugins.tiqets.world import World
from tests.support.add_ons import ask

JON = {"full_name": "Jon Snow", "weight_kg": "80", "email": "jon@guest.example"}
ARYA = {"full_name": "Arya Stark", "weight_kg": "fifty", "email": "arya@guest.example"}


class _Offer:
    def __init__(self, experience_id: int) -> None:
        self.experience_id = experience_id


@pytest.fixture
def weighed(world: World) -> dict[str, int]:
    """Have the reef tour ask the weight of every guest and a flight once, as Tiqets' data."""
    offer: Any = _Offer(Experience.objects.get(name="Reef tour").pk)
    made = {
        "weight": ask(
            offer, name="weight", scope="booking", kind="number", label="Weight?", is_required=True
        ),
        "flight": ask(offer, name="flight", scope="trip", label="Your flight?"),
    }
    settings = {
        "visitor_data": ["full_name", "email"],
        "order_data": ["zipcode"],
        "answers": [
            {"field": "weight_kg", "question": " weight? "},
            {"field": "flight_number", "question": "Your flight?"},
        ],
    }
    rows = ProductMapping.objects.filter(product_ref=world.timed, connection__channel="tiqets")
    assert rows.update(settings=settings) == 1
    return made


def listed(world: World) -> dict[str, Any]:
    found: dict[str, Any] = next(
        one for one in world.ask("GET", "/products").body if one["id"] == world.timed
    )
    return found


def reserve(world: World, *people: dict[str, str] | None, **order: str) -> Any:
    body = world.reservation()
    body["tickets"][0] |= {"quantity": len(people), "required_visitor_data": list(people)}
    return world.reserve(tickets=body["tickets"], required_order_data=order)


def note_of() -> list[str]:
    return TripOrder.objects.get(pk=ExternalBooking.objects.get().trip_order_id).note.splitlines()


def test_the_product_tells_what_is_asked(world: World, weighed: dict[str, int]) -> None:
    found = listed(world)
    # What answers a required question is asked for; a flight may be said, and needs not.
    assert found["required_visitor_data"] == ["full_name", "email", "weight_kg"]
    assert found["required_order_data"] == ["zipcode"]


def test_guests_and_answers_arrive(world: World, weighed: dict[str, int]) -> None:
    held = reserve(world, JON, {**ARYA, "weight_kg": "50"}, zipcode="10115", flight_number="KL 1")
    assert held.status == 200, held.text
    assert world.book(held.body["reservation_id"]).status == 200
    guests = Booking.objects.order_by("position", "id")
    assert [(one.guest_first_name, one.guest_last_name, one.guest_email) for one in guests] == [
        ("Jon", "Snow", "jon@guest.example"),
        ("Arya", "Stark", "arya@guest.example"),
    ]
    weights = CustomFieldValue.objects.filter(custom_field_id=weighed["weight"]).order_by("id")
    assert [(one.target_id, float(one.value)) for one in weights] == [
        (guest.pk, weight) for guest, weight in zip(guests, (80.0, 50.0), strict=True)
    ]
    [flight] = CustomFieldValue.objects.filter(custom_field_id=weighed["flight"])
    assert flight.value == "KL 1"
    assert note_of() == ["Zipcode: 10115"]


def test_what_is_no_answer_is_in_the_note(world: World, weighed: dict[str, int]) -> None:
    held = reserve(world, JON, {**ARYA, "address": "Winterfell"}, zipcode="1")
    assert held.status == 200, held.text
    assert CustomFieldValue.objects.filter(custom_field_id=weighed["weight"]).count() == 1
    note = "\n".join(note_of())
    assert "Arya Stark: Address: Winterfell" in note
    assert "fifty" in note


@pytest.mark.parametrize("left_out", ["full_name", "email", "weight_kg"])
def test_what_was_asked_is_missed_by_name(world: World, weighed: dict[str, int], left_out: str) -> None:
    person = {name: text for name, text in JON.items() if name != left_out}
    reply = reserve(world, person, zipcode="1")
    assert (reply.status, reply.body["error_code"]) == (400, 1003)
    assert left_out in reply.body["message"]
    assert not ExternalBooking.objects.exists()


def test_an_order_without_its_data_is_refused(world: World, weighed: dict[str, int]) -> None:
    reply = reserve(world, JON)
    assert (reply.status, reply.body["error_code"], "zipcode" in reply.body["message"]) == (400, 1003, True)


def test_the_screen_says_what_cannot_be_answered(world: World, weighed: dict[str, int]) -> None:
    from outfitter.sdk import channels
    from outfitter_tenants.channels.models import ChannelConnection
    from outfitter_tenants.channels.queries.connections import serialize_connection

    rows = ProductMapping.objects.filter(product_ref=world.timed, connection__channel="tiqets")
    own = serialize_connection(ChannelConnection.objects.get(channel="tiqets"))
    assert problems(channels.product(own, world.timed)) == []
    answers = [{"field": "zipcode", "question": "Weight?"}, {"field": "zipcode", "question": "Shoe size?"}]
    rows.update(settings={"answers": answers})
    found = problems(channels.product(own, world.timed))
    assert found == [
        "“Weight?” is asked every guest, and zipcode isn't.",
        "The experience doesn't ask “Shoe size?”.",
        "The same data of Tiqets answers two questions.",
    ]
    assert "required_visitor_data" not in listed(world)
