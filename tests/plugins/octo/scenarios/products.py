"""Supplier (1), products (3), calendar (5), availability (11)."""

from collections.abc import Callable
from typing import Any

from outfitter_octo.types import AvailabilityShape, CalendarShape, ProductShape, SupplierShape
from tests.plugins.octo.answer_rules import LOCAL, all_in, availability_rules, fits, refuses, that
from tests.plugins.octo.scenarios import Ask, Scenario, get
from tests.plugins.octo.world import World

BAD_PRODUCT, BAD_OPTION = "invalidProductId", "invalidOptionId"


def dates(kind: str, path: str, **changes: Any) -> Callable[[World], Ask]:
    """Ask for thirty days of a product; a change to None leaves a field out."""

    def ask(world: World) -> Ask:
        product = getattr(world, kind)
        body = {
            "productId": product.id,
            "optionId": product.option,
            "localDateStart": world.first_day,
            "localDateEnd": world.last_day,
            **changes,
        }
        return Ask("POST", path, {name: value for name, value in body.items() if value})

    return ask


def one_day(kind: str) -> Callable[[World], Ask]:
    """Ask for a single day of a product."""

    def ask(world: World) -> Ask:
        day = {"localDateStart": world.day, "localDateEnd": world.day}
        return dates(kind, "/availability", **day)(world)

    return ask


def by_id(kind: str, which: str) -> Callable[[World], Ask]:
    """Ask for a departure by its id."""

    def ask(world: World) -> Ask:
        product = getattr(world, kind)
        ids = [getattr(product, which)]
        body = {"productId": product.id, "optionId": product.option, "availabilityIds": ids}
        return Ask("POST", "/availability", body)

    return ask


def both(world: World) -> Ask:
    """Ask for days and ids at once."""
    ask = dates("open", "/availability")(world)
    return Ask(ask.method, ask.path, {**ask.body, "availabilityIds": [world.open.first]})


def _products_are_usable(world: World, found: list[dict[str, Any]]) -> bool:
    kinds = {one["availabilityType"] for one in found}
    options = [option for one in found for option in one["options"]]
    return kinds == {"START_TIME", "OPENING_HOURS"} and all(
        option["units"] and isinstance(option["restrictions"]["minUnits"], int) for option in options
    )


def _times_are_told(world: World, found: list[dict[str, Any]]) -> bool:
    return all(
        bool(option["availabilityLocalStartTimes"]) is (one["availabilityType"] == "START_TIME")
        for one in found
        for option in one["options"]
    )


def _every_day_once(world: World, found: list[dict[str, Any]]) -> bool:
    days = [row["localDate"] for row in found]
    return len(days) == 31 == len(set(days))


def _is_sellable(world: World, found: list[dict[str, Any]]) -> bool:
    return any(one["available"] and one["status"] in {"AVAILABLE", "FREESALE", "LIMITED"} for one in found)


def _is_only(kind: str, which: str) -> Callable[[World, list[dict[str, Any]]], bool]:
    return lambda world, found: [one["id"] for one in found] == [getattr(getattr(world, kind), which)]


def _no_content(world: World, found: list[dict[str, Any]]) -> bool:
    return all("title" not in one and "defaultCurrency" not in one for one in found)


PRODUCTS = (
    Scenario(
        "supplier",
        "shape",
        get("/supplier"),
        (fits(SupplierShape), that(lambda world, body: body["name"] == "Reef Runners")),
    ),
    Scenario(
        "products",
        "list",
        get("/products"),
        (
            fits(list[ProductShape]),
            that(_products_are_usable),
            that(_times_are_told),
            that(_no_content, "nothing that was not asked for"),
        ),
    ),
    Scenario(
        "products",
        "one",
        lambda world: Ask("GET", f"/products/{world.timed.id}"),
        (fits(ProductShape), that(lambda world, body: body["id"] == world.timed.id)),
    ),
    Scenario(
        "products",
        "unknown",
        get(f"/products/{BAD_PRODUCT}"),
        (refuses("INVALID_PRODUCT_ID", productId=BAD_PRODUCT),),
    ),
)

CALENDAR = (
    *(
        Scenario(
            "calendar",
            f"thirty days of {kind}",
            dates(kind, "/availability/calendar"),
            (
                fits(list[CalendarShape]),
                all_in("first_day", "last_day", "localDate"),
                that(_every_day_once),
                that(_is_sellable),
            ),
        )
        for kind in ("open", "timed")
    ),
    Scenario(
        "calendar",
        "unknown product",
        dates("open", "/availability/calendar", productId=BAD_PRODUCT),
        (refuses("INVALID_PRODUCT_ID", productId=BAD_PRODUCT),),
    ),
    Scenario(
        "calendar",
        "unknown option",
        dates("open", "/availability/calendar", optionId=BAD_OPTION),
        (refuses("INVALID_OPTION_ID", optionId=BAD_OPTION),),
    ),
    Scenario(
        "calendar",
        "no first day",
        dates("open", "/availability/calendar", localDateStart=None),
        (refuses("BAD_REQUEST"),),
    ),
)

AVAILABILITY = (
    *(
        Scenario(
            "availability",
            f"thirty days of {kind}",
            dates(kind, "/availability"),
            (
                fits(list[AvailabilityShape]),
                all_in("first_day", "last_day", "localDateTimeStart"),
                availability_rules(kind == "open"),
            ),
        )
        for kind in ("open", "timed")
    ),
    *(
        Scenario(
            "availability",
            f"one day of {kind}",
            one_day(kind),
            (
                fits(list[AvailabilityShape]),
                all_in("day", "day", "localDateTimeStart"),
                availability_rules(kind == "open"),
            ),
        )
        for kind in ("open", "timed")
    ),
    *(
        Scenario(
            "availability",
            f"an id of {kind}",
            by_id(kind, which),
            (fits(list[AvailabilityShape]), that(_is_only(kind, which)), availability_rules(kind == "open")),
        )
        for kind, which in (("open", "first"), ("timed", "second"))
    ),
    *(
        Scenario(
            "availability",
            f"something to sell of {kind}",
            dates(kind, "/availability"),
            (
                that(_is_sellable),
                that(
                    lambda world, found: all(LOCAL.fullmatch(one["id"]) for one in found if one["available"])
                ),
            ),
        )
        for kind in ("timed", "open")
    ),
    Scenario(
        "availability",
        "unknown product",
        dates("open", "/availability", productId=BAD_PRODUCT),
        (refuses("INVALID_PRODUCT_ID", productId=BAD_PRODUCT),),
    ),
    Scenario(
        "availability",
        "unknown option",
        dates("open", "/availability", optionId=BAD_OPTION),
        (refuses("INVALID_OPTION_ID", optionId=BAD_OPTION),),
    ),
    Scenario("availability", "days and ids at once", both, (refuses("BAD_REQUEST"),)),
)
