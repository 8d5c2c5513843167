"""What is offered anywhere can be booked: calendars, the desk and every channel say one number."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter.plugins.channels.booking_types import UnitRequest
from outfitter.plugins.channels.catalog_types import Connection, Departure
from outfitter.plugins.channels.errors import ChannelError
from outfitter.sdk import channels
from outfitter_tenants.calendar import gzip_response, range_service
from outfitter_tenants.calendar.response_builder import RangeQuery
from outfitter_tenants.channels.operations import allotments
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import bookability
from outfitter_tenants.scheduling.operations.booking_rules import Buyer
from tests.channels.seat_world import MOST, WORLDS, Drawn, Taker, build, try_hold
from tests.plugins import channel_partner as shop
from tests.plugins.redeam import world as redeam
from tests.support import getyourguide, viator
from tests.support.database import REEF
from tests.support.example_count import how_many, patience
from tests.support.fake_channel import ask, connect
from tests.support.sales import Offer, make_offer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(patience(240))]
BOAT = Drawn(400, None, None, {}, (3,), 1, "any", None, 0, (Taker(True, 1, "sold", "walk_in"),))
# A boat that two departures share, one that nobody may share, kept seats beyond the allotment.
TWICE = Drawn(None, None, None, {}, (6,), 1, "any", 30, 0, ())
APART = Drawn(20, None, None, {}, (6,), 1, "timeslot", None, 45, (Taker(True, 2, "live", "ecommerce"),))
ALLOTTED = Drawn(20, 2, None, {}, None, 1, "any", None, 0, ())
POOLED = Drawn(20, None, None, {"ota": 3}, None, 1, "any", None, 0, ())
SHARES = st.tuples(st.integers(0, 4), st.none() | st.integers(4, 8))
PROFILE = settings(
    max_examples=how_many(6),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Undone(Exception):
    """Whatever was made is taken back."""


@dataclass(frozen=True)
class Stalls:
    """Two connections of the fair: one that nothing is kept for, and one with a share."""

    plain: Connection
    shared: Connection
    offer: Offer
    other: Offer


@pytest.fixture
def stalls(fair, offer) -> Stalls:
    return Stalls(connect(offer), connect(offer), offer, make_offer(name="Other"))


def accepted(stall: Connection, offer: Offer, qty: int) -> bool:
    """Return whether a channel's hold of so many is taken; it is taken back at once."""
    try:
        with transaction.atomic():
            channels.hold(stall, ask(offer, adults=qty, reference="Try"))
            raise Undone
    except Undone:
        return True
    except ChannelError:
        return False


def told(stall: Connection, offer: Offer, *units: UnitRequest) -> Departure:
    [found] = channels.departures(
        stall, product_id=f"P{offer.experience_id}", departure_ids=[str(offer.timeslot_id)], units=units
    )
    return found


def is_offered(found: Departure, qty: int) -> bool:
    return found.refusal is None and (found.vacancies is None or qty <= found.vacancies)


def holds(offer: Offer, qty: int, audience: str, method: str) -> bool:
    try:
        with transaction.atomic():
            if try_hold(offer, qty, audience, method) is None:
                return False
            raise Undone
    except Undone:
        return True


def counted(offer: Offer, *, is_staff: bool) -> int:
    """Return how many seats the calendar's day tells strangers, or staff, of."""
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    wanted = RangeQuery(slot.date, slot.date, experience_id=offer.experience_id, is_staff=is_staff)
    cache.clear()
    if is_staff:
        found = json.loads(range_service.staff_answer(wanted=wanted, at=utc_now()) + b"}")
    else:
        answer = range_service.public_answer(wanted=wanted, at=utc_now())
        found = json.loads(gzip_response.plain(answer.packed, b"}"))
    [day] = found["dates"][slot.date.isoformat()]
    return int(day["total_availability_cnt" if is_staff else "online_availability_cnt"])


def is_bookable(offer: Offer, qty: int, audience: Any, method: str) -> bool:
    at = utc_now()
    slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id, at=at)
    buyer = Buyer(audience, method)
    answer = bookability.check(slot=slot, quantities={offer.adult: qty}, buyer=buyer, hold_id=0, at=at)
    left = slot.remaining.of(audience, method)
    assert (answer.reason is None) == (left is None or qty <= left)
    return answer.reason is None


def around(offered: int | None) -> list[int]:
    """Return the parties on both sides of what is offered, as far as anybody asks."""
    last = MOST if offered is None else min(offered, MOST)
    return [qty for qty in (last, last + 1) if 1 <= qty <= MOST]


@PROFILE
@example(drawn=BOAT, share=(0, None))
@example(drawn=TWICE, share=(2, 4))
@example(drawn=APART, share=(0, None))
@example(drawn=ALLOTTED, share=(4, None))
@example(drawn=POOLED, share=(4, 8))
@given(drawn=WORLDS, share=SHARES)
def test_what_is_offered_is_booked_and_what_is_booked_was_offered(stalls, drawn, share) -> None:
    offer = stalls.offer
    with transaction.atomic():
        build(drawn, offer, stalls.other)
        guaranteed, most = share
        if guaranteed or most:
            draft = allotments.Draft(offer.experience_id, None, None, 127, (), guaranteed, most, 0)
            allotments.save(connection_id=stalls.shared.id, allotment_id=None, draft=draft, at=utc_now())
            allotments.keep({"connection_id": stalls.shared.id}, utc_now())
        whole = [(stall, told(stall, offer)) for stall in (stalls.plain, stalls.shared)]
        days = {name: counted(offer, is_staff=name == "direct") for name in ("online", "direct")}
        for stall, found in whole:
            for qty in around(0 if found.refusal else found.vacancies):
                is_taken = accepted(stall, offer, qty)
                assert is_offered(found, qty) == is_taken, (stall.id, qty, found)
                alone = told(stall, offer, UnitRequest("ADULT", qty))
                assert (alone.refusal is None) == is_taken, (stall.id, qty, alone)
        for audience, method in (("online", "ecommerce"), ("direct", "walk_in")):
            for qty in around(days[audience]):
                is_taken = holds(offer, qty, audience, method)
                assert is_bookable(offer, qty, audience, method) == is_taken, (audience, qty)
                assert (qty <= days[audience]) == is_taken, (audience, qty, days)
        transaction.set_rollback(True)


@dataclass(frozen=True)
class Everybody:
    """Every channel there is, in front of an offer; each method says how many seats one tells."""

    offer: Offer
    other: Offer
    day: str
    octo: shop.Partner
    option: str
    tiqets: shop.Partner
    house: redeam.Redeam

    @property
    def product(self) -> str:
        return str(self.offer.experience_id)

    def told(self) -> dict[str, int]:
        return {
            "octo": self.in_octo("/availability"),
            "octo calendar": self.in_octo("/availability/calendar"),
            "tiqets": self.in_tiqets(),
            "gyg": self.in_gyg(),
            "viator": self.in_viator(),
            "viator v1": self.in_viator_v1(),
            "redeam": (self.house.capacity() or [0])[0],
        }

    def in_octo(self, path: str) -> int:
        body = {
            "productId": self.product,
            "optionId": self.option,
            "localDateStart": self.day,
            "localDateEnd": self.day,
        }
        found = self.octo.send("POST", path, body).body[0]
        return 999 if found["vacancies"] is None else found["vacancies"] * found["available"]

    def in_tiqets(self) -> int:
        path = f"/v2/products/{self.product}/availability?start={self.day}&end={self.day}"
        [slot] = self.tiqets.send("GET", path).body.values()
        return int(slot["available_tickets"])

    def in_gyg(self) -> int:
        found = getyourguide.GetYourGuide().get(
            "get-availabilities",
            productId="CAVES",
            fromDateTime=f"{self.day}T00:00:00-05:00",
            toDateTime=f"{self.day}T23:59:59-05:00",
        )
        [slot] = found["availabilities"]
        return int(slot["vacancies"])

    def in_viator(self) -> int:
        body = {
            "supplierId": viator.SUPPLIER,
            "productOptionIds": ["CAVES:DEFAULT"],
            "startDate": self.day,
            "endDate": self.day,
        }
        found = viator.Viator().v2("availability/calendar", body)
        [event] = found["productOptions"][0]["dates"][0]["events"]
        is_sold = event["status"] == "AVAILABLE"
        return int(event["capacity"].get("remaining", 999)) if is_sold else 0

    def in_viator_v1(self) -> int:
        data = {
            "SupplierProductCode": "CAVES",
            "StartDate": self.day,
            "EndDate": self.day,
            "TravellerMix": {"Adult": 1, "Total": 1},
        }
        [row] = viator.Viator().v1("Availability", data)["TourAvailability"]
        if row["AvailabilityStatus"]["Status"] != "AVAILABLE":
            return 0
        return int(row["Capacity"]["Simple"]["Remaining"]) if "Capacity" in row else 999


@pytest.fixture
def everybody(reef, client_for) -> Everybody:
    offer, other = make_offer(), make_offer(name="Other")
    for slug in ("viator", "getyourguide", "redeam"):
        configs.enable(schema_name=REEF.schema_name, slug=slug)
    octo = shop.Partner("octo", {"Authorization": f"Bearer {shop.connect('octo')[1]}"})
    tiqets = shop.Partner("tiqets", {"API-Key": shop.connect("tiqets", is_open_to_all=True)[1]})
    viator.connect(offer)
    getyourguide.connect(offer)
    house = redeam.connect(client_for("reef"))
    redeam.sell(house, offer)
    listed = {one["id"]: one for one in octo.send("GET", "/products").body}
    option = listed[str(offer.experience_id)]["options"][0]["id"]
    day = Timeslot.objects.get(pk=offer.timeslot_id).date.isoformat()
    return Everybody(offer, other, day, octo, option, tiqets, house)


@settings(PROFILE, max_examples=how_many(3))
@example(drawn=BOAT)
@example(drawn=APART)
@given(drawn=WORLDS)
def test_every_channel_tells_what_a_partner_can_have(everybody, drawn) -> None:
    offer = everybody.offer
    with transaction.atomic():
        build(drawn, offer, everybody.other)
        most = max((qty for qty in range(1, MOST + 1) if holds(offer, qty, "reseller", "ota")), default=0)
        told = {name: min(seats, MOST) for name, seats in everybody.told().items()}
        assert told == dict.fromkeys(told, most)
        transaction.set_rollback(True)
