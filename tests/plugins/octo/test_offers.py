"""octo/offers: codes told, priced before anything is booked, put on bookings, refused in words."""

from datetime import timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter

from outfitter.kit.clock import utc_now
from outfitter_octo.types import AvailabilityShape, BookingShape, CalendarShape
from outfitter_tenants.catalog.models import Experience, ExperienceCustomerType
from outfitter_tenants.channels.models import ChannelConnection, ExternalBooking
from outfitter_tenants.pricing.models import OfferCode, OfferCodeRedemption, Surcharge
from outfitter_tenants.trips.models import Trip
from tests.plugins.octo.conftest import world_for
from tests.plugins.octo.world import CONTACT, World
from tests.support.offer_codes import make_code

BOTH = "octo/pricing, octo/offers"


@pytest.fixture
def market(made: World, reef: Any) -> World:
    """Return a reseller that asks for prices and offers."""
    return world_for(made, BOTH)


def partner() -> int:
    return ChannelConnection.objects.get(channel="octo").reseller_id


def departures(world: World, cnt: int | None = None, **more: Any) -> list[dict[str, Any]]:
    timed = world.timed
    body: dict[str, Any] = {"productId": timed.id, "optionId": timed.option, "localDate": world.day}
    if cnt:
        body["units"] = [{"id": timed.adult, "quantity": cnt}]
    reply = world.ask("POST", "/availability", {**body, **more})
    assert reply.status == 200, reply.body
    TypeAdapter(list[AvailabilityShape]).validate_python(reply.body)
    assert reply.body
    found: list[dict[str, Any]] = reply.body
    return found


def refused(world: World, **given: Any) -> str:
    reply = world.ask("POST", "/bookings", world.reservation(**given))
    assert (reply.status, reply.body["error"]) == (400, "UNPROCESSABLE_ENTITY")
    assert not Trip.objects.exclude(status="draft").exists()
    message: str = reply.body["errorMessage"]
    return message


def test_a_code_is_priced_before_it_is_booked_and_both_agree(market: World) -> None:
    make_code("SPRING10", public_description="A tenth off")
    [first, *_] = departures(market, 3, offerCode="spring10")
    assert (first["offerCode"], first["offerTitle"], first["offer"]["usable"]) == (
        "SPRING10",
        "A tenth off",
        True,
    )
    price = first["pricing"]
    assert (price["original"], price["retail"]) == (3 * 4900, 3 * 4410)
    assert price["offerDiscount"] == {"retail": 1470, "net": 1470 - 1470 // 5, "includedTaxes": []}
    held = market.hold(cnt=3, offerCode="spring10")
    TypeAdapter(BookingShape).validate_python(held)
    assert (held["offerCode"], held["offer"]["netDiscount"]) == ("SPRING10", "PRORATED")
    assert held["pricing"] == price
    assert [one["pricing"]["retail"] for one in held["unitItems"]] == [4410] * 3


@pytest.mark.parametrize("is_inclusive", [True, False])
@pytest.mark.parametrize(
    "code",
    [
        {"kind": "percent", "value": 125_000},
        {"kind": "amount", "value": 1001, "frequency": "per_trip"},
        {"kind": "amount", "value": 500, "frequency": "per_booking", "max_guests_per_trip": 1},
        {"kind": "percent", "value": 1_000_000},
        {"kind": "percent", "value": 100_000, "funded_by": "reseller"},
        {"kind": "percent", "value": 300_000, "max_discount_amount": 777},
    ],
)
def test_what_was_told_is_what_is_booked(market: World, code: dict[str, Any], is_inclusive: bool) -> None:
    Surcharge.objects.create(
        kind="tax",
        name="VAT",
        calc="percent",
        rate_ppm=100_000,
        applies_to=["tickets"],
        mode="inclusive" if is_inclusive else "exclusive",
    )
    make_code("DEAL", **code)
    told = departures(market, 3, offerCode="DEAL")[0]["pricing"]
    held = market.hold(cnt=3, offerCode="DEAL")["pricing"]
    # Taxes of a ticket are rounded each by itself before, and together afterwards.
    assert abs(told["retail"] - held["retail"]) <= 2
    assert abs(told["net"] - held["net"]) <= 4
    assert told["offerDiscount"]["retail"] == held["offerDiscount"]["retail"] > 0


def test_whoever_gives_it_bears_it(market: World) -> None:
    make_code("THEIRS", funded_by="reseller")
    plain = departures(market, 2)[0]["pricing"]
    told = departures(market, 2, offerCode="THEIRS")[0]
    assert told["offer"]["netDiscount"] == "NONE"
    assert (told["pricing"]["retail"], told["pricing"]["net"]) == (plain["retail"] - 980, plain["net"])
    held = market.hold(cnt=2, offerCode="THEIRS")["pricing"]
    assert (held["retail"], held["net"]) == (told["pricing"]["retail"], plain["net"])
    assert held["offerDiscount"]["net"] == 0


def test_units_by_themselves_are_priced_too(market: World) -> None:
    make_code("SPRING10")
    units = {one["unitId"]: one for one in departures(market, offerCode="SPRING10")[0]["unitPricing"]}
    adult, child = units[market.timed.adult], units[market.timed.child]
    assert (adult["original"], adult["retail"], child["retail"]) == (4900, 4410, 2610)


def test_a_code_for_some_guests_is_told_so(market: World) -> None:
    kind = ExperienceCustomerType.objects.get(experience__name="Reef tour", base_price=2900).customer_type_id
    make_code("KIDS", customer_type_ids=[kind])
    told = departures(market, offerCode="KIDS")[0]
    assert told["offer"]["restrictions"]["unitIds"] == [market.timed.child]
    prices = {one["unitId"]: one["retail"] for one in told["unitPricing"]}
    assert prices == {market.timed.adult: 4900, market.timed.child: 2610}


def test_what_this_party_cannot_have_is_told_and_changes_no_price(market: World) -> None:
    make_code("GROUP", min_pax=4, min_spend=5000)
    told = departures(market, 3, offerCode="GROUP")[0]
    assert (told["offerCode"], told["offer"]["usable"], told["pricing"]["retail"]) == (None, False, 14_700)
    assert told["offer"]["restrictions"] == {
        "minUnits": 4,
        "maxUnits": None,
        "minTotal": 5000,
        "maxTotal": None,
        "unitIds": [],
    }
    # Nobody has said how many will come.
    assert departures(market, offerCode="GROUP")[0]["offer"]["usable"] is True


def test_only_codes_for_this_reseller_are_listed(market: World) -> None:
    make_code("SECRET")
    make_code("OURS", reseller_ids=[partner()])
    make_code("OTHERS", reseller_ids=[partner() + 1000])
    make_code("OLD", reseller_ids=[partner()], is_active=False)
    assert [one["code"] for one in departures(market)[0]["offers"]] == ["OURS"]
    assert departures(market)[0]["offer"] is None


def test_what_applies_by_itself_is_in_the_price(market: World) -> None:
    make_code("AUTO5", value=50_000, is_auto_apply=True)
    make_code("AUTO10", is_auto_apply=True)
    told = departures(market, 2)[0]
    assert (told["offerCode"], told["pricing"]["retail"]) == ("AUTO10", 8820)
    held = market.hold(cnt=2)
    assert (held["offerCode"], held["pricing"]["retail"]) == ("AUTO10", 8820)


def test_days_have_it_too(market: World) -> None:
    make_code("SPRING10")
    body = {
        "productId": market.timed.id,
        "optionId": market.timed.option,
        "localDateStart": market.day,
        "localDateEnd": market.day,
        "units": [{"id": market.timed.adult, "quantity": 2}],
        "offerCode": "SPRING10",
    }
    [day] = market.ask("POST", "/availability/calendar", body).body
    TypeAdapter(CalendarShape).validate_python(day)
    assert (day["offerCode"], day["pricingFrom"]["retail"]) == ("SPRING10", 8820)


def test_departures_by_id_have_it_too(market: World) -> None:
    make_code("SPRING10")
    body = {
        "productId": market.timed.id,
        "optionId": market.timed.option,
        "availabilityIds": [market.timed.first],
        "units": [{"id": market.timed.adult, "quantity": 1}],
        "offerCode": "SPRING10",
    }
    [one] = market.ask("POST", "/availability", body).body
    assert (one["offerCode"], one["pricing"]["retail"]) == ("SPRING10", 4410)


def test_a_code_that_is_none_is_said_to_be(market: World) -> None:
    body = {"productId": market.timed.id, "optionId": market.timed.option, "localDate": market.day}
    reply = market.ask("POST", "/availability", {**body, "offerCode": "NOPE"})
    assert (reply.status, reply.body) == (
        400,
        {"error": "UNPROCESSABLE_ENTITY", "errorMessage": "Code not found."},
    )
    assert refused(market, offerCode="NOPE") == "Code not found."


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ({"is_active": False}, "This code is no longer in use."),
        ({"methods": ["phone"]}, "This code isn't valid for this sales channel."),
        ({"reseller_ids": [999_999]}, "This code is for other resellers."),
        ({"min_pax": 6}, "This code needs more guests."),
        ({"max_pax": 2}, "This code is for fewer guests."),
        ({"min_spend": 1_000_000}, "This code needs a larger booking."),
    ],
)
def test_what_does_not_apply_is_refused_in_words(market: World, code: dict[str, Any], says: str) -> None:
    make_code("DEAL", **code)
    assert refused(market, offerCode="DEAL") == says
    assert not ExternalBooking.objects.exists()


def test_a_code_for_something_else_is_refused(market: World) -> None:
    other = Experience.objects.get(name="Night dive").pk
    make_code("DEAL", experience_ids=[other])
    assert refused(market, offerCode="DEAL") == "This code is for other experiences."
    assert market.hold(product=market.other, offerCode="DEAL")["offerCode"] == "DEAL"


def test_a_code_is_used_up_by_what_is_held(market: World) -> None:
    make_code("ONCE", usage_limit=1)
    held = market.hold(offerCode="ONCE")
    assert refused(market, offerCode="ONCE") == "This code has been used up."
    market.ask("POST", f"/bookings/{held['uuid']}/cancel", {})
    again = market.hold(offerCode="ONCE")
    sold = market.ask("POST", f"/bookings/{again['uuid']}/confirm", {"contact": CONTACT}).body
    assert (sold["status"], sold["offerCode"]) == ("CONFIRMED", "ONCE")
    assert OfferCode.objects.get(code="ONCE").used_cnt == 1
    assert departures(market, 2, offerCode="ONCE")[0]["offer"]["usable"] is False


def test_the_same_request_again_is_the_same_booking(market: World) -> None:
    make_code("SPRING10")
    make_code("OTHER")
    held = market.hold(offerCode="SPRING10")
    same = market.reservation(uuid=held["uuid"], offerCode="spring10")
    assert market.ask("POST", "/bookings", same).body["pricing"] == held["pricing"]
    other = market.ask("POST", "/bookings", {**same, "offerCode": "OTHER"})
    assert other.body["error"] == "INVALID_BOOKING_UUID"
    assert OfferCodeRedemption.objects.count() == 1


def test_a_held_booking_changes_its_code(market: World) -> None:
    make_code("SPRING10")
    make_code("HALF", value=500_000)
    held = market.hold(cnt=2, offerCode="SPRING10")
    path = f"/bookings/{held['uuid']}"
    changed = market.ask("PATCH", path, {"offerCode": "HALF"}).body
    assert (changed["offerCode"], changed["pricing"]["retail"]) == ("HALF", 4900)
    kept = market.ask("PATCH", path, {"notes": "Late"}).body
    assert kept["offerCode"] == "HALF"
    gone = market.ask("PATCH", path, {"offerCode": None}).body
    assert (gone["offerCode"], gone["offer"], gone["pricing"]["retail"]) == (None, None, 9800)
    assert "offerDiscount" not in gone["pricing"]
    assert not OfferCodeRedemption.objects.exists()


def test_a_change_that_the_code_does_not_fit_is_refused_whole(market: World) -> None:
    make_code("GROUP", min_pax=3)
    held = market.hold(cnt=3, offerCode="GROUP")
    fewer = {"unitItems": [{"unitId": market.timed.adult}]}
    reply = market.ask("PATCH", f"/bookings/{held['uuid']}", fewer)
    assert (reply.status, reply.body["errorMessage"]) == (400, "This code needs more guests.")
    now = market.ask("GET", f"/bookings/{held['uuid']}").body
    assert (len(now["unitItems"]), now["offerCode"]) == (3, "GROUP")
    both = market.ask("PATCH", f"/bookings/{held['uuid']}", {**fewer, "offerCode": None}).body
    assert (len(both["unitItems"]), both["pricing"]["retail"]) == (1, 4900)


def test_what_is_sold_keeps_its_code(market: World) -> None:
    make_code("GROUP", min_pax=3)
    make_code("SPRING10")
    held = market.hold(cnt=3, offerCode="GROUP")
    path = f"/bookings/{held['uuid']}"
    market.ask("POST", f"{path}/confirm", {"contact": CONTACT})
    for body in ({"offerCode": "SPRING10"}, {"offerCode": None}):
        reply = market.ask("PATCH", path, body)
        assert (reply.status, reply.body["error"]) == (400, "UNPROCESSABLE_ENTITY")
    fewer = market.ask("PATCH", path, {"unitItems": [{"unitId": market.timed.adult}]})
    assert fewer.body["errorMessage"] == "This code needs more guests."
    same = market.ask("PATCH", path, {"offerCode": "group", "notes": "Early"}).body
    assert (same["status"], same["offerCode"], same["notes"]) == ("CONFIRMED", "GROUP", "Early")


def test_a_code_that_ends_while_seats_are_held_is_refused_at_the_sale(market: World) -> None:
    make_code("SPRING10")
    held = market.hold(offerCode="SPRING10")
    OfferCode.objects.filter(code="SPRING10").update(book_to=utc_now().date() - timedelta(days=3))
    reply = market.ask("POST", f"/bookings/{held['uuid']}/confirm", {"contact": CONTACT})
    assert (reply.status, reply.body["errorMessage"]) == (400, "This code has expired.")
    assert market.ask("GET", f"/bookings/{held['uuid']}").body["status"] == "ON_HOLD"


def test_who_does_not_ask_for_offers_is_told_of_none(priced_world: World) -> None:
    make_code("SPRING10")
    told = departures(priced_world, 2, offerCode="SPRING10")[0]
    assert "offers" not in told
    assert told["pricing"]["retail"] == 9800
    held = priced_world.hold(cnt=2, offerCode="SPRING10")
    assert "offerCode" not in held
    assert held["pricing"]["retail"] == 9800


def test_what_is_no_text_is_refused(market: World) -> None:
    reply = market.ask("POST", "/bookings", market.reservation(offerCode=7))
    assert (reply.status, reply.body["error"]) == (400, "BAD_REQUEST")
