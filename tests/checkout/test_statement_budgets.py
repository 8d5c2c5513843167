"""
What the hottest routes may cost in statements, so that nobody makes them slower unseen.

A request is sent once before it is counted, so that whatever a process keeps is there. A test's savepoints
stand for BEGIN and COMMIT. If you need another statement, raise the budget here and say why in the commit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from outfitter.accounts import hosts
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, BookingStatus, TripOrder
from tests.support.database import PASSWORD, REEF
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
    order: int

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

    def check_in(self) -> Callable[[], Any]:
        """Return what checks the sold order in, after it was undone."""
        self._undo()
        body = {"client_action_id": token_hex(8)}
        return lambda: post(self.staff, f"/api/tripOrder/{self.order}/checkin", body)

    def check_in_one(self) -> Callable[[], Any]:
        """Return what checks one of its guests in, likewise."""
        self._undo()
        here = BookingStatus.objects.get(slug="checked_in").pk
        return lambda: post(self.staff, f"/api/booking/{self.booking}/status/{here}/save")

    def check_in_all(self) -> Callable[[], Any]:
        """Return what checks five orders of a departure in."""
        orders = [self.order, *(sell(self.offer) for _ in range(4))]
        at = utc_now().isoformat()
        actions = [
            {"client_action_id": token_hex(8), "occurred_at": at, "kind": "checkin", "trip_order_id": order}
            for order in orders
        ]
        return lambda: post(self.staff, "/api/manifest/actions", {"actions": actions})

    def _undo(self) -> None:
        nobody = BookingStatus.objects.get(slug="not_checked_in").pk
        path = f"/api/tripOrder/{self.order}/setBookingStatuses/save"
        assert post(self.staff, path, {"booking_status_id": nobody}).status_code == 200

    def intent(self) -> Callable[[], Any]:
        """Fill a visitor's cart, and return what begins to pay for it."""
        trip = self.cart(self.visitor).json()["trip"]
        return lambda: post(self.visitor, f"/api/payment/trip/{trip['hash']}/createIntent")


def sell(offer: Offer) -> int:
    """Return the order of one more trip."""
    trip = trips.lock_trip(trip_id=fill_cart(offer))
    conversion.complete(trip=trip, kind="free", at=utc_now())
    return TripOrder.objects.get(trip=trip).pk


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
    guest = Booking.objects.filter(trip_order__trip=trip)[0]
    sold = (trip.pk, guest.pk, guest.trip_order_id)
    with unchecked():
        yield World(owner_of(client_for), client_for("reef"), offer, str(slot.date), *sold)
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


def unchanged(path: str) -> Callable[[World], Any]:
    """Ask for what the browser has already."""

    def ready(w: World) -> Callable[[], Any]:
        where = path.format(day=w.day, slot=w.offer.timeslot_id)
        tag = w.staff.get(where)["ETag"]
        return lambda: w.staff.get(where, HTTP_IF_NONE_MATCH=tag)

    return ready


def sign_in(w: World) -> Any:
    """Sign the owner in with a browser they use."""
    w.visitor.cookies.pop(settings.SESSION_COOKIE_NAME, None)
    return post(w.visitor, "/api/login", {"email": REEF.owner_email, "password": PASSWORD})


BUDGETS: Final[dict[str, tuple[int, Callable[[World], Callable[[], Any]]]]] = {
    "a desk saves a cart": (10, again(lambda w: w.cart(w.staff, method="phone"))),
    "a visitor saves a cart": (10, again(lambda w: w.cart(w.visitor))),
    "a desk reserves": (12, anew(World.reserve)),
    "a visitor begins to pay": (37, anew(World.intent)),
    "a trip is opened": (3, again(of_staff("/api/trip/{trip}/get"))),
    "its messages": (3, again(of_staff("/api/messages/trip/{trip}/get"))),
    "its history": (3, again(of_staff("/api/trip/{trip}/history"))),
    "the manifest of a day": (3, again(of_staff("/api/manifest/getManifestOnDay/{day}"))),
    "the manifest of a day, unchanged": (2, unchanged("/api/manifest/getManifestOnDay/{day}")),
    "a departure's manifest": (3, again(of_staff("/api/timeslot/{slot}/manifest"))),
    "a departure's manifest, unchanged": (2, unchanged("/api/timeslot/{slot}/manifest")),
    "a party is checked in": (6, anew(World.check_in)),
    "a guest is checked in": (6, anew(World.check_in_one)),
    "a departure is checked in": (5, anew(World.check_in_all)),
    "a person signs in": (12, again(sign_in)),
    "the list of trips": (9, again(of_staff("/api/trips/get"))),
    "the list of customers": (6, again(of_staff("/api/customers/get"))),
    "the bell": (2, again(of_staff("/api/notifications/count"))),
    "the desk's calendar": (18, again(of_staff("/api/calendar/init"))),
    "prices of a departure": (13, again(of_staff("/api/prices/getForTimeslot/{slot}/phone"))),
    "prices of a day": (10, again(of_staff("/api/prices/getForDate/{day}/phone"))),
    "the office begins": (10, again(of_staff("/app/init"))),
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
    assert answer.status_code in {200, 304}, answer.content
    assert len(found) <= budget, "\n".join(one["sql"][:120] for one in found)
