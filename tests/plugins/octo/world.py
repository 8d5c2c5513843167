"""A reseller that speaks OCTO, and an operator with all it may ask for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.plugins import channel_partner as shop
from tests.plugins.channel_partner import Partner, Reply

BASE = "octo"


def reseller_of(key: str, capabilities: str | None = "") -> Partner:
    """Return a reseller's server; without capabilities the header is left out."""
    headers = {"Authorization": f"Bearer {key}"}
    if capabilities is not None:
        headers["Octo-Capabilities"] = capabilities
    return Partner(BASE, headers)


@dataclass(frozen=True)
class Product:
    """What a reseller has read of a product."""

    id: str
    option: str
    adult: str
    child: str
    # Two departures of one day.
    first: str
    second: str


@dataclass
class World:
    """Everything the scenarios need."""

    reseller: Partner
    key: str
    timed: Product
    other: Product
    open: Product
    sold_out: Product
    first_day: str
    last_day: str
    day: str
    # What a scenario has prepared, for its checks.
    before: dict[str, Any] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: object = None, **given: Any) -> Reply:
        """Send a request of the reseller."""
        return self.reseller.send(method, path, body, **given)

    def reservation(self, product: Product | None = None, cnt: int = 5, **given: Any) -> dict[str, Any]:
        """Return the body of a reservation of so many adults."""
        wanted = product or self.timed
        return {
            "productId": wanted.id,
            "optionId": wanted.option,
            "availabilityId": wanted.first,
            "unitItems": [{"unitId": wanted.adult} for _ in range(cnt)],
            **given,
        }

    def hold(self, **given: Any) -> dict[str, Any]:
        """Return a reservation that was made."""
        reply = self.ask("POST", "/bookings", self.reservation(**given))
        assert reply.status == 200, reply.body
        found: dict[str, Any] = reply.body
        return found

    def sold(self, reference: str | None = None, **given: Any) -> dict[str, Any]:
        """Return a booking that was confirmed."""
        held = self.hold(**given)
        body = {"contact": CONTACT, "resellerReference": reference or uuid4().hex[:8]}
        reply = self.ask("POST", f"/bookings/{held['uuid']}/confirm", body)
        assert reply.status == 200, reply.body
        found: dict[str, Any] = reply.body
        return found


CONTACT = {
    "firstName": "Grace",
    "lastName": "Hopper",
    "fullName": "Grace Hopper",
    "emailAddress": "grace@guest.example",
    "notes": "Window seat, please",
}


def make_world(capabilities: str | None = "") -> World:
    """Return a world on next week's day; the schedule reaches nine days from tomorrow."""
    experiences = (
        shop.timed("Reef tour", default_capacity=40),
        shop.timed("Night dive", default_capacity=40),
        shop.open_hours("Harbour museum", default_capacity=40),
        shop.timed("Full boat", default_capacity=40),
    )
    shop.empty(shop.slot_of(experiences[3]))
    _, key = shop.connect("octo")
    names = tuple(one.name for one in experiences)
    return world_of(reseller_of(key, capabilities), key, names)


def world_of(reseller: Partner, key: str, names: Sequence[str]) -> World:
    """Return what a reseller sees of four products: two with times, an open one, a full one."""
    listed = {one["internalName"]: one for one in reseller.send("GET", "/products").body}
    day = shop.today() + shop.timedelta(days=7)
    made = [_product(reseller, listed[name], day.isoformat()) for name in names]
    return World(
        reseller,
        key,
        *made[:3],
        made[3],
        first_day=(shop.today()).isoformat(),
        last_day=(shop.today() + shop.timedelta(days=30)).isoformat(),
        day=day.isoformat(),
    )


def _product(reseller: Partner, listed: dict[str, Any], day: str) -> Product:
    option = listed["options"][0]
    units = {unit["type"]: unit["id"] for unit in option["units"]}
    body = {"productId": listed["id"], "optionId": option["id"], "localDateStart": day, "localDateEnd": day}
    slots = [one["id"] for one in reseller.send("POST", "/availability", body).body]
    return Product(listed["id"], option["id"], units["ADULT"], units["CHILD"], slots[0], slots[-1])
