"""Update (4), cancellation (3), reading (3), lists (3)."""

from collections.abc import Callable
from typing import Any

from outfitter_octo.types import BookingShape
from tests.plugins.octo.answer_rules import booking_rules, fits, refuses, status, that
from tests.plugins.octo.scenarios import Ask, Scenario
from tests.plugins.octo.world import World

NO_UUID = "invalidUUID"
REASON = "The weather is too nice"
PERSON = {
    "fullName": "Alan Turing",
    "firstName": "Alan",
    "lastName": "Turing",
    "emailAddress": "alan@guest.example",
    "phoneNumber": "+00000000",
    "country": "GB",
    "notes": "Vegetarian",
    "locales": ["en"],
}


def change(body: Callable[[World], dict[str, Any]]) -> Callable[[World], Ask]:
    """Ask for a change of a hold."""
    return lambda world: Ask("PATCH", f"/bookings/{world.hold()['uuid']}", body(world))


def cancel(make: Callable[[World], dict[str, Any]]) -> Callable[[World], Ask]:
    """Ask for the end of a booking."""
    return lambda world: Ask("POST", f"/bookings/{make(world)['uuid']}/cancel", {"reason": REASON})


def read(make: Callable[[World], dict[str, Any]]) -> Callable[[World], Ask]:
    """Ask how a booking stands."""
    return lambda world: Ask("GET", f"/bookings/{make(world)['uuid']}")


def find(field: str) -> Callable[[World], Ask]:
    """Ask for bookings by a reference, beside others."""

    def ask(world: World) -> Ask:
        world.sold(cnt=1)
        return Ask("GET", f"/bookings?{field}={world.sold(cnt=2)[field]}")

    return ask


def _hold(world: World) -> dict[str, Any]:
    return world.hold()


def _sale(world: World) -> dict[str, Any]:
    return world.sold()


def _three(world: World) -> dict[str, Any]:
    return {"unitItems": [{"unitId": world.timed.adult} for _ in range(3)]}


def _to_other(world: World) -> dict[str, Any]:
    return world.reservation(world.other, cnt=4)


def _is_other(world: World, body: dict[str, Any]) -> bool:
    other = world.other
    found = (body["productId"], body["optionId"], body["availabilityId"])
    units = [one["unitId"] for one in body["unitItems"]]
    return found == (other.id, other.option, other.first) and units == [other.adult] * 4


def _tells_person(world: World, body: dict[str, Any]) -> bool:
    told = {name: body["contact"][name] for name in PERSON}
    return told == PERSON and body["notes"] == "Please call before"


def _ended(world: World, body: dict[str, Any]) -> bool:
    found = body["cancellation"]
    return found["reason"] == REASON and found["refund"] in {"FULL", "PARTIAL", "NONE"}


def _is_only(world: World, body: list[dict[str, Any]]) -> bool:
    return [len(one["unitItems"]) for one in body] == [2]


HELD = (fits(BookingShape), booking_rules, status("ON_HOLD"))
ENDED = (fits(BookingShape), booking_rules, status("CANCELLED"), that(_ended))

UPDATE = (
    Scenario(
        "update",
        "another departure",
        change(lambda world: {"availabilityId": world.timed.second}),
        (*HELD, that(lambda world, body: body["availabilityId"] == world.timed.second)),
    ),
    Scenario(
        "update",
        "another party",
        change(_three),
        (*HELD, that(lambda world, body: len(body["unitItems"]) == 3)),
    ),
    Scenario(
        "update",
        "who comes",
        change(lambda world: {"contact": PERSON, "notes": "Please call before"}),
        (*HELD, that(_tells_person)),
    ),
    Scenario("update", "another product", change(_to_other), (*HELD, that(_is_other))),
)

CANCELLATION = (
    Scenario("cancellation", "of a hold", cancel(_hold), ENDED),
    Scenario("cancellation", "of a booking", cancel(_sale), ENDED),
    Scenario(
        "cancellation",
        "no such booking",
        lambda world: Ask("POST", f"/bookings/{NO_UUID}/cancel", {}),
        (refuses("INVALID_BOOKING_UUID", uuid=NO_UUID),),
    ),
)

READING = (
    Scenario("reading", "a hold", read(_hold), HELD),
    Scenario("reading", "a booking", read(_sale), (fits(BookingShape), booking_rules, status("CONFIRMED"))),
    Scenario(
        "reading",
        "no such booking",
        lambda world: Ask("GET", f"/bookings/{NO_UUID}"),
        (refuses("INVALID_BOOKING_UUID", uuid=NO_UUID),),
    ),
)

LISTS = (
    *(
        Scenario(
            "lists", f"by {field}", find(field), (fits(list[BookingShape]), booking_rules, that(_is_only))
        )
        for field in ("supplierReference", "resellerReference")
    ),
    Scenario("lists", "by nothing", lambda world: Ask("GET", "/bookings?"), (refuses("BAD_REQUEST"),)),
)
