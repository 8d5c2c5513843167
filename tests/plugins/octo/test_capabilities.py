"""octo/pricing and octo/content: only what was asked for, and all of it."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from outfitter_octo.types import AvailabilityShape, BookingShape, CalendarShape, ProductShape
from outfitter_tenants.catalog.models import Experience, ExperienceContent
from outfitter_tenants.channels.models import ChannelConnection
from tests.plugins.octo.world import World


def _departures(world: World, **more: Any) -> list[dict[str, Any]]:
    body = {"productId": world.timed.id, "optionId": world.timed.option, "localDate": world.day, **more}
    found: list[dict[str, Any]] = world.ask("POST", "/availability", body).body
    TypeAdapter(list[AvailabilityShape]).validate_python(found)
    return found


def test_products_tell_what_they_cost_at_least(full_world: World) -> None:
    found = full_world.ask("GET", f"/products/{full_world.timed.id}").body
    TypeAdapter(ProductShape).validate_python(found)
    assert (found["defaultCurrency"], found["availableCurrencies"]) == ("USD", ["USD"])
    units = found["options"][0]["units"]
    prices = {one["type"]: one["pricingFrom"][0]["retail"] for one in units}
    assert prices == {"ADULT": 4900, "CHILD": 2900}
    assert {one["pricingFrom"][0]["currencyPrecision"] for one in units} == {2}


def test_departures_tell_what_a_unit_costs(full_world: World) -> None:
    for one in _departures(full_world):
        prices = {price["unitId"]: price["retail"] for price in one["unitPricing"]}
        assert prices == {full_world.timed.adult: 4900, full_world.timed.child: 2900}
        assert "pricing" not in one


def test_a_party_is_priced_whole(full_world: World) -> None:
    timed = full_world.timed
    units = [{"id": timed.adult, "quantity": 2}, {"id": timed.child, "quantity": 1}]
    for one in _departures(full_world, units=units, currency="USD"):
        assert (one["available"], one["pricing"]["retail"]) == (True, 2 * 4900 + 2900)


def test_a_party_that_does_not_fit_cannot_have_it(full_world: World) -> None:
    units = [{"id": full_world.timed.adult, "quantity": 41}]
    assert not any(one["available"] for one in _departures(full_world, units=units))


def test_days_tell_the_least_price(full_world: World) -> None:
    timed = full_world.timed
    body = {
        "productId": timed.id,
        "optionId": timed.option,
        "localDateStart": full_world.day,
        "localDateEnd": full_world.day,
        "units": [{"id": timed.adult, "quantity": 3}],
    }
    (day,) = full_world.ask("POST", "/availability/calendar", body).body
    TypeAdapter(CalendarShape).validate_python(day)
    assert {one["retail"] for one in day["unitPricingFrom"]} == {4900, 2900}
    assert day["pricingFrom"]["retail"] == 3 * 4900


def test_bookings_tell_what_was_agreed(full_world: World) -> None:
    sold = full_world.sold(cnt=2)
    TypeAdapter(BookingShape).validate_python(sold)
    assert sold["pricing"]["retail"] == 9800
    assert [item["pricing"]["retail"] for item in sold["unitItems"]] == [4900, 4900]
    assert [one["retail"] for one in sold["availability"]["unitPricing"]] == [4900]
    # A fifth is the partner's.
    assert sold["pricing"]["net"] == 7840


def test_the_net_price_is_kept_back_where_it_is_not_told(full_world: World) -> None:
    ChannelConnection.objects.filter(channel="octo").update(settings={"is_net_told": False})
    assert full_world.sold(cnt=1)["pricing"]["net"] is None


def test_capabilities_may_come_in_the_address(full_world: World) -> None:
    full_world.reseller.headers.pop("Octo-Capabilities")
    reply = full_world.ask("GET", "/products?_capabilities=octo/pricing,octo/unheard-of")
    assert reply.headers["Octo-Capabilities"] == "octo/pricing"
    assert all("defaultCurrency" in one and "title" not in one for one in reply.body)


def test_a_refusal_says_what_was_honoured(full_world: World) -> None:
    reply = full_world.ask("GET", "/products/nothing")
    assert reply.headers["Octo-Capabilities"] == "octo/pricing, octo/content, octo/cart"


def test_content_is_told(full_world: World) -> None:
    Experience.objects.filter(name="Reef tour").update(
        short_description="Fish and corals",
        meeting_point="The old boathouse",
        inclusions="Mask\nFins",
        exclusions="Lunch",
        duration_minutes=120,
    )
    found = full_world.ask("GET", f"/products/{full_world.timed.id}").body
    features = {(one["type"], one["shortDescription"]) for one in found["features"]}
    assert (found["title"], found["shortDescription"]) == ("Reef tour", "Fish and corals")
    assert features == {
        ("INCLUSION", "Mask"),
        ("INCLUSION", "Fins"),
        ("EXCLUSION", "Lunch"),
        ("PREARRIVAL_INFORMATION", "The old boathouse"),
    }
    assert found["durationMinutesFrom"] == 120


@pytest.mark.parametrize(
    ("wanted", "title", "language"),
    [
        ("de-AT, en;q=0.5", "Rifftour", "de"),
        ("fr, de;q=0.8", "Rifftour", "de"),
        ("ja", "Reef tour", "en"),
        ("", "Reef tour", "en"),
    ],
)
def test_content_comes_in_a_language_that_is_read(
    full_world: World, wanted: str, title: str, language: str
) -> None:
    experience = Experience.objects.get(name="Reef tour")
    ExperienceContent.objects.create(experience=experience, locale="de", name="Rifftour")
    reply = full_world.ask("GET", f"/products/{full_world.timed.id}", headers={"Accept-Language": wanted})
    assert reply.body["title"] == title
    assert reply.headers["Content-Language"].split("-")[0] == language
    assert reply.headers["Available-Languages"]
    listed = full_world.ask("GET", "/products", headers={"Accept-Language": wanted}).body
    assert title in {one["title"] for one in listed}


PDF = "PDF_URL"


@pytest.mark.parametrize(
    ("settings", "formats"),
    [
        ({}, ["QRCODE", PDF]),
        ({"delivery_formats": "code", "code_format": "CODE128"}, ["CODE128"]),
        ({"delivery_formats": "pdf"}, [PDF]),
        ({"delivery": "both", "code_format": "AZTECCODE"}, ["AZTECCODE", PDF]),
    ],
)
def test_tickets_come_as_agreed(world: World, settings: dict[str, Any], formats: list[str]) -> None:
    ChannelConnection.objects.filter(channel="octo").update(settings=settings)
    product = world.ask("GET", f"/products/{world.timed.id}").body
    assert product["deliveryFormats"] == formats
    held = world.hold(cnt=2)
    assert [item["ticket"]["deliveryOptions"] for item in held["unitItems"]] == [[], []]
    sold = world.sold(cnt=2)
    TypeAdapter(BookingShape).validate_python(sold)
    for item in sold["unitItems"]:
        options = {one["deliveryFormat"]: one["deliveryValue"] for one in item["ticket"]["deliveryOptions"]}
        assert list(options) == formats
        assert {value for name, value in options.items() if name != PDF} <= {item["supplierReference"]}
        assert options.get(PDF, "/api/voucher/partner/").find("/api/voucher/partner/") >= 0
    if settings.get("delivery") == "both":
        options = {one["deliveryFormat"]: one["deliveryValue"] for one in sold["voucher"]["deliveryOptions"]}
        assert options["AZTECCODE"] == sold["supplierReference"]
        tickets = {
            one["deliveryValue"] for item in sold["unitItems"] for one in item["ticket"]["deliveryOptions"]
        }
        assert options[PDF] not in tickets
