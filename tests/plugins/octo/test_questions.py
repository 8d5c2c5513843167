"""octo/questions: what is asked is told, what is answered arrives, and what is no answer is refused."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from outfitter_octo.types import BookingShape, ProductShape
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.fields.models import CustomFieldValue
from tests.plugins.octo.conftest import world_for
from tests.plugins.octo.world import CONTACT, World
from tests.support.add_ons import ask


class _Offer:
    """What `ask` needs of an offer."""

    def __init__(self, experience_id: int) -> None:
        self.experience_id = experience_id


@pytest.fixture
def curious(made: World, reef: Any) -> World:
    return world_for(made, "octo/questions")


@pytest.fixture
def asked(curious: World) -> dict[str, str]:
    """Have the reef tour ask for a hotel, the kind of boat, a license, and the diet of every guest."""
    offer: Any = _Offer(Experience.objects.get(name="Reef tour").pk)
    made = {
        "hotel": ask(offer, name="hotel", scope="trip", label="Your hotel?", is_required=True),
        "boat": ask(offer, name="boat", scope="trip_order", kind="select", options=["Big", "Small"]),
        "diver": ask(offer, name="diver", scope="trip", kind="checkbox", label="Can you dive?"),
        "diet": ask(offer, name="diet", scope="booking", kind="textarea", label="Diet?"),
    }
    return {name: str(field_id) for name, field_id in made.items()}


def answer(*given: tuple[str, str | None]) -> list[dict[str, str | None]]:
    return [{"questionId": question, "value": value} for question, value in given]


def confirm(world: World, held: dict[str, Any], **body: Any) -> Any:
    return world.ask("POST", f"/bookings/{held['uuid']}/confirm", {"contact": CONTACT, **body})


def test_products_tell_what_is_asked(curious: World, asked: dict[str, str]) -> None:
    reply = curious.ask("GET", f"/products/{curious.timed.id}")
    found = reply.body
    TypeAdapter(ProductShape).validate_python(found)
    assert reply.headers["Octo-Capabilities"] == "octo/questions"
    by_id = {one["id"]: one for one in found["questions"]}
    assert set(by_id) == {asked["hotel"], asked["boat"], asked["diver"]}
    hotel = by_id[asked["hotel"]]
    assert (hotel["title"], hotel["required"], hotel["inputType"]) == ("Your hotel?", True, "text")
    assert by_id[asked["boat"]]["selectOptions"] == [
        {"label": "Big", "value": "Big"},
        {"label": "Small", "value": "Small"},
    ]
    assert {one["value"] for one in by_id[asked["diver"]]["selectOptions"]} == {"true", "false"}
    [option] = found["options"]
    assert [one["id"] for one in option["questions"]] == [one["id"] for one in found["questions"]]
    assert {unit["questions"][0]["inputType"] for unit in option["units"]} == {"textarea"}


def test_who_does_not_ask_for_them_is_told_of_none(world: World, asked: dict[str, str]) -> None:
    found = world.ask("GET", f"/products/{world.timed.id}").body
    assert "questions" not in found
    assert "questions" not in found["options"][0]
    held = world.hold(questionAnswers=answer(("nonsense", "x")))
    assert "questionAnswers" not in held
    assert not CustomFieldValue.objects.exists()
    assert confirm(world, held).body["status"] == "CONFIRMED"


def test_answers_arrive_and_are_told_back(curious: World, asked: dict[str, str]) -> None:
    body = curious.reservation(
        cnt=2, questionAnswers=answer((asked["hotel"], "Mar"), (asked["diver"], "true"))
    )
    body["unitItems"][0]["questionAnswers"] = answer((asked["diet"], "Vegan"))
    held = curious.ask("POST", "/bookings", body).body
    TypeAdapter(BookingShape).validate_python(held)
    values = {one["questionId"]: one["value"] for one in held["questionAnswers"]}
    assert values == {asked["hotel"]: "Mar", asked["boat"]: None, asked["diver"]: "true"}
    assert [item["questionAnswers"][0]["value"] for item in held["unitItems"]] == ["Vegan", None]
    kept = dict(CustomFieldValue.objects.values_list("custom_field__name", "value"))
    assert kept == {"hotel": "Mar", "diver": True, "diet": "Vegan"}

    path = f"/bookings/{held['uuid']}"
    changes = answer((asked["diver"], None), (asked["boat"], "Small"))
    changed = curious.ask("PATCH", path, {"questionAnswers": changes}).body
    values = {one["questionId"]: one["value"] for one in changed["questionAnswers"]}
    assert values == {asked["hotel"]: "Mar", asked["boat"]: "Small", asked["diver"]: None}
    assert confirm(curious, held).body["status"] == "CONFIRMED"
    assert curious.ask("GET", path).body["questionAnswers"] == changed["questionAnswers"]


@pytest.mark.parametrize(
    ("question", "value", "code"),
    [
        ("boat", "Middle", "UNPROCESSABLE_ENTITY"),
        ("diver", "perhaps", "UNPROCESSABLE_ENTITY"),
        ("hotel", "x" * 401, "UNPROCESSABLE_ENTITY"),
        ("diet", "Vegan", "UNPROCESSABLE_ENTITY"),
        ("hotel", "x" * 5001, "BAD_REQUEST"),
        ("hotel", 7, "BAD_REQUEST"),
    ],
)
def test_what_is_no_answer_is_refused(
    curious: World, asked: dict[str, str], question: str, value: Any, code: str
) -> None:
    body = curious.reservation(questionAnswers=[{"questionId": asked[question], "value": value}])
    reply = curious.ask("POST", "/bookings", body)
    assert (reply.status, reply.body["error"]) == (400, code)
    assert not CustomFieldValue.objects.exists()


def test_a_question_is_answered_once(curious: World, asked: dict[str, str]) -> None:
    twice = answer((asked["hotel"], "Mar"), (asked["hotel"], "Rio"))
    reply = curious.ask("POST", "/bookings", curious.reservation(questionAnswers=twice))
    assert (reply.status, reply.body["error"]) == (400, "BAD_REQUEST")


def test_what_is_required_is_answered_before_it_is_sold(curious: World, asked: dict[str, str]) -> None:
    held = curious.hold()
    refused = confirm(curious, held)
    assert (refused.status, refused.body["error"]) == (400, "UNPROCESSABLE_ENTITY")
    assert "Your hotel?" in refused.body["errorMessage"]
    sold = confirm(curious, held, questionAnswers=answer((asked["hotel"], "Mar")))
    assert sold.body["status"] == "CONFIRMED"
