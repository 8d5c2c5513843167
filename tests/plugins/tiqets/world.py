"""Tiqets' server, and an operator with what it may ask for."""

from dataclasses import dataclass
from typing import Any

from tests.plugins import channel_partner as shop
from tests.plugins.channel_partner import Partner, Reply

PERSON = {
    "first_name": "Jan",
    "last_name": "Jansen",
    "email": "jan@guest.example",
    "phone": "+31 20 123 4567",
    "country": "NL",
}


@dataclass
class World:
    """A connection with one product that has times and one that is open all day."""

    tiqets: Partner
    key: str
    timed: str
    open: str
    day: str

    def ask(self, method: str, path: str, body: object = None, **given: Any) -> Reply:
        """Send a request of Tiqets."""
        return self.tiqets.send(method, f"/v2{path}", body, **given)

    def slots(self, product: str, first: str | None = None, last: str | None = None) -> Any:
        """Return the slots of days, by default of the world's own."""
        query = f"start={first or self.day}&end={last or first or self.day}"
        return self.ask("GET", f"/products/{product}/availability?{query}").body

    def reservation(self, **changes: Any) -> dict[str, Any]:
        """Return the body of a reservation of two adults; None leaves a field out."""
        at, slot = next(iter(self.slots(self.timed).items()))
        variant = next(one["id"] for one in slot["variants"] if one["name"] == "Adult")
        body = {
            "datetime": at,
            "tickets": [{"variant_id": variant, "quantity": 2}],
            "customer": PERSON,
            **changes,
        }
        return {name: value for name, value in body.items() if value is not None}

    def reserve(self, product: str | None = None, **changes: Any) -> Reply:
        """Ask for a reservation."""
        path = f"/products/{product or self.timed}/reservation"
        return self.ask("POST", path, self.reservation(**changes))

    def book(self, reservation: str, order: object = "123456789012") -> Reply:
        """Ask for a reservation to become a booking."""
        body = {"reservation_id": reservation, "order_reference": order}
        return self.ask("POST", "/booking", body)

    def booked(self) -> dict[str, Any]:
        """Return a booking that was made."""
        reply = self.book(self.reserve().body["reservation_id"])
        assert reply.status == 200, reply.text
        found: dict[str, Any] = reply.body
        return found


def make_world(**values: Any) -> World:
    """Return a world on next week's day."""
    timed = shop.timed("Reef tour", default_capacity=40)
    open_hours = shop.open_hours("Harbour museum", default_capacity=40)
    _, key = shop.connect("tiqets", is_open_to_all=True, **values)
    day = shop.today() + shop.timedelta(days=7)
    tiqets = Partner("tiqets", {"API-Key": key})
    return World(tiqets, key, str(timed.pk), str(open_hours.pk), day.isoformat())
