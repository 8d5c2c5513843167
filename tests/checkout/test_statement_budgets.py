"""
What the hottest routes may cost in statements, so that nobody makes them slower unseen.

A request is sent once before it is counted, so that whatever a process keeps is there. A test's savepoints
stand for BEGIN and COMMIT. If you need another statement, raise the budget here and say why in the commit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from outfitter.accounts import hosts
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking
from tests.support.kept_reads import unchecked
from tests.support.owner_client import owner_of
from tests.support.sales import FakeGateway, Offer, fill_cart, make_offer

CONTACT: Final = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}


@dataclass
class World:
    """Who asks, for what."""

    staff: Client
    visitor: Client
    offer: Offer
    day: str
    sold: int
    booking: int

    def cart(self, client: Client, **more: Any) -> Any:
        """Put two adults into a new cart."""
        quantities = [{"experience_customer_type_id": self.offer.adult, "qty": 2}]
        order = {
            "experience_id": self.offer.experience_id,
            "timeslot_id": self.offer.timeslot_id,
            "quantities": quantities,
        }
        return post(client, "/api/trip/save", {"contact": CONTACT, "orders": [order], **more})

    def wish(self) -> dict[str, Any]:
        """Ask for two seats."""
        quantities = [{"experience_customer_type_id": self.offer.adult, "qty": 2}]
        return {"items": [{"timeslot_id": self.offer.timeslot_id, "quantities": quantities}]}

    def reserve(self) -> Callable[[], Any]:
        """Fill a cart at the desk, and return what sells it."""
        trip = self.cart(self.staff, method="phone").json()["trip"]
        return lambda: post(self.staff, f"/api/trip/{trip['id']}/reserve", {"notify": False})

    def intent(self) -> Callable[[], Any]:
        """Fill a visitor's cart, and return what begins to pay for it."""
        trip = self.cart(self.visitor).json()["trip"]
        return lambda: post(self.visitor, f"/api/payment/trip/{trip['hash']}/createIntent")


def post(client: Client, path: str, body: object = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


@pytest.fixture
def world(reef: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    # Ten seconds after a host was asked for it is asked anew, wherever that falls.
    monkeypatch.setattr(hosts, "TTL_SECONDS", 3600.0)
    hosts.forget()
    offer = make_offer(capacity=60)
    trip = trips.lock_trip(trip_id=fill_cart(offer))
    conversion.complete(trip=trip, kind="free", at=utc_now())
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    booking = Booking.objects.filter(trip_order__trip=trip).values_list("pk", flat=True)[0]
    with unchecked():
        yield World(owner_of(client_for), client_for("reef"), offer, str(slot.date), trip.pk, booking)
    hosts.forget()


def again(ask: Callable[[World], Any]) -> Callable[[World], Callable[[], Any]]:
    """Count a request that may be asked twice: the second one."""

    def ready(world: World) -> Callable[[], Any]:
        assert ask(world).status_code == 200
        return lambda: ask(world)

    return ready


def anew(make: Callable[[World], Callable[[], Any]]) -> Callable[[World], Callable[[], Any]]:
    """Count a request that happens once: that of a second world like it."""

    def ready(world: World) -> Callable[[], Any]:
        assert make(world)().status_code == 200
        return make(world)

    return ready


def day_range(path: str) -> Callable[[World], Any]:
    return lambda world: post(world.visitor, path.format(day=world.day), {"showPrices": True})


def of_staff(path: str) -> Callable[[World], Any]:
    return lambda w: w.staff.get(path.format(day=w.day, trip=w.sold, slot=w.offer.timeslot_id))


BUDGETS: Final[dict[str, tuple[int, Callable[[World], Callable[[], Any]]]]] = {
    "a desk saves a cart": (10, again(lambda w: w.cart(w.staff, method="phone"))),
    "a visitor saves a cart": (10, again(lambda w: w.cart(w.visitor))),
    "a desk reserves": (12, anew(World.reserve)),
    "a visitor begins to pay": (37, anew(World.intent)),
    "a trip is opened": (3, again(of_staff("/api/trip/{trip}/get"))),
    "its messages": (3, again(of_staff("/api/messages/trip/{trip}/get"))),
    "its history": (3, again(of_staff("/api/trip/{trip}/history"))),
    "the manifest of a day": (13, again(of_staff("/api/manifest/getManifestOnDay/{day}"))),
    "a departure's manifest": (12, again(of_staff("/api/timeslot/{slot}/manifest"))),
    "the list of trips": (9, again(of_staff("/api/trips/get"))),
    "the list of customers": (6, again(of_staff("/api/customers/get"))),
    "the bell": (3, again(of_staff("/api/notifications/count"))),
    "the desk's calendar": (28, again(of_staff("/api/calendar/init"))),
    "prices of a departure": (13, again(of_staff("/api/prices/getForTimeslot/{slot}/phone"))),
    "prices of a day": (10, again(of_staff("/api/prices/getForDate/{day}/phone"))),
    "the office begins": (20, again(of_staff("/app/init"))),
    "the widget begins": (8, again(lambda w: post(w.visitor, "/api/init"))),
    "a day of the calendar": (0, again(day_range("/api/experiences/getInDateRange/{day}/{day}"))),
    "a search": (11, again(lambda w: w.staff.get("/app/search?q=ruiz"))),
    "may it be booked": (7, again(lambda w: post(w.visitor, "/api/timeslots/areBookable", w.wish()))),
}


@pytest.mark.parametrize("name", BUDGETS)
def test_costs_no_more(world: World, gateway: FakeGateway, name: str) -> None:
    budget, ready = BUDGETS[name]
    ask = ready(world)
    with CaptureQueriesContext(connection) as found:
        answer = ask()
    assert answer.status_code == 200, answer.content
    assert len(found) <= budget, "\n".join(one["sql"][:120] for one in found)
