"""Reservation (8), extension (2), confirmation (4)."""

from collections.abc import Callable
from typing import Any

from outfitter_octo.types import BookingShape
from tests.plugins.octo.answer_rules import booking_rules, fits, refuses, status, that
from tests.plugins.octo.scenarios import Ask, Scenario
from tests.plugins.octo.world import CONTACT, World

NO_UUID = "invalidUUID"


def reserve(**changes: Any) -> Callable[[World], Ask]:
    """Ask for a reservation; a change to None leaves a field out."""

    def ask(world: World) -> Ask:
        body = {**world.reservation(), **changes}
        kept = {name: value for name, value in body.items() if value is not None}
        return Ask("POST", "/bookings", kept)

    return ask


def of_full_boat(world: World) -> Ask:
    """Ask for five seats where there are none."""
    return Ask("POST", "/bookings", world.reservation(world.sold_out))


def extend(world: World) -> Ask:
    """Ask for a minute more than usual."""
    world.before = world.hold()
    return Ask("POST", f"/bookings/{world.before['uuid']}/extend", {"expirationMinutes": 31})


def confirm(**given: Any) -> Callable[[World], Ask]:
    """Ask for a hold to be sold."""

    def ask(world: World) -> Ask:
        held = world.hold()
        body = {"contact": CONTACT, "resellerReference": "yard-77", **given}
        items = body.get("unitItems")
        if items is not None:
            body["unitItems"] = [{"unitId": one or world.timed.adult} for one in items]
        return Ask("POST", f"/bookings/{held['uuid']}/confirm", body)

    return ask


def _later(world: World, body: dict[str, Any]) -> bool:
    return bool(body["utcExpiresAt"] > world.before["utcExpiresAt"])


def _echoes(world: World, body: dict[str, Any]) -> bool:
    told = {name: body["contact"][name] for name in CONTACT}
    return told == CONTACT and body["resellerReference"] == "yard-77"


def _has(cnt: int) -> Callable[[World, dict[str, Any]], bool]:
    return lambda world, body: [one["unitId"] for one in body["unitItems"]] == [world.timed.adult] * cnt


def _is_what_was_asked(world: World, body: dict[str, Any]) -> bool:
    product = world.timed
    asked = (product.id, product.option, product.first)
    return (body["productId"], body["optionId"], body["availabilityId"]) == asked


HELD = (fits(BookingShape), booking_rules, status("ON_HOLD"))
SOLD = (fits(BookingShape), booking_rules, status("CONFIRMED"), that(_echoes))

RESERVATION = (
    Scenario("reservation", "five seats", reserve(), (*HELD, that(_has(5)), that(_is_what_was_asked))),
    Scenario("reservation", "sold out", of_full_boat, (refuses("UNPROCESSABLE_ENTITY"),)),
    Scenario(
        "reservation",
        "unknown product",
        reserve(productId="invalidProductId"),
        (refuses("INVALID_PRODUCT_ID", productId="invalidProductId"),),
    ),
    Scenario(
        "reservation",
        "unknown option",
        reserve(optionId="invalidOptionId"),
        (refuses("INVALID_OPTION_ID", optionId="invalidOptionId"),),
    ),
    Scenario(
        "reservation",
        "unknown departure",
        reserve(availabilityId="invalidAvailabilityId"),
        (refuses("INVALID_AVAILABILITY_ID", availabilityId="invalidAvailabilityId"),),
    ),
    Scenario("reservation", "no units", reserve(unitItems=None), (refuses("UNPROCESSABLE_ENTITY"),)),
    Scenario("reservation", "empty units", reserve(unitItems=[]), (refuses("UNPROCESSABLE_ENTITY"),)),
    Scenario(
        "reservation",
        "unknown unit",
        reserve(unitItems=[{"unitId": "invalidUnitId"}]),
        (refuses("INVALID_UNIT_ID", unitId="invalidUnitId"),),
    ),
)

EXTENSION = (
    Scenario("extension", "31 minutes", extend, (*HELD, that(_later))),
    Scenario(
        "extension",
        "no such booking",
        lambda world: Ask("POST", f"/bookings/{NO_UUID}/extend", {"expirationMinutes": 31}),
        (refuses("INVALID_BOOKING_UUID", uuid=NO_UUID),),
    ),
)

CONFIRMATION = (
    Scenario("confirmation", "with contact and reference", confirm(), (*SOLD, that(_has(5)))),
    Scenario(
        "confirmation", "of three instead of five", confirm(unitItems=[None] * 3), (*SOLD, that(_has(3)))
    ),
    Scenario(
        "confirmation",
        "no such booking",
        lambda world: Ask("POST", f"/bookings/{NO_UUID}/confirm", {"contact": {}}),
        (refuses("INVALID_BOOKING_UUID", uuid=NO_UUID),),
    ),
    Scenario(
        "confirmation",
        "of an unknown unit",
        confirm(unitItems=["invalidUnitId", "invalidUnitId"]),
        (refuses("INVALID_UNIT_ID", unitId="invalidUnitId"),),
    ),
)
