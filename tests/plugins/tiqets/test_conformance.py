"""What every channel has to do, said in Tiqets' words."""

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from django.http import HttpResponse

from outfitter.sdk.testing import Answer, ChannelConformance, ChannelDriver, SampleBooking

PERSON = {
    "first_name": "Ada",
    "last_name": "Lovelace",
    "email": "ada@guest.example",
    "phone": "+31 20 1234567",
    "country": "nl",
}


class TiqetsDriver(ChannelDriver):
    """Tiqets: a reservation has no name of theirs, so it is the booking that is repeated."""

    channel = "tiqets"
    says_price = False
    can_amend = False
    cancels_twice = False

    def send(
        self, method: str, path: str, body: Any = None, *, key: str | None = "", **given: Any
    ) -> HttpResponse:
        """Send a request with a key, by default the right one."""
        chosen = self.key if key == "" else key
        raw = given.get("raw")
        data = b"" if body is None and raw is None else orjson.dumps(body)
        return self.client.generic(
            method,
            f"/partner/tiqets/v2{path}",
            data if raw is None else raw,
            content_type=given.get("content_type", "application/json"),
            headers={} if chosen is None else {"API-Key": chosen},
        )

    def read(self, response: HttpResponse) -> Answer:
        """Read a reservation, a booking, nothing at all or an error."""
        if response.status_code == 204:
            return Answer(response)
        if response.status_code != 200:
            is_json = response.headers["Content-Type"].startswith("application/json")
            words = orjson.loads(response.content)["error"] if is_json else response.content
            return Answer(response, code=str(words))
        body = orjson.loads(response.content)
        return Answer(response, reference=body.get("booking_id") or body["reservation_id"])

    def body(self, wish: SampleBooking) -> dict[str, Any]:
        """Return the body of a reservation."""
        return {
            "datetime": wish.starts_at.astimezone(ZoneInfo(wish.time_zone)).strftime("%Y-%m-%dT%H:%M"),
            "tickets": [{"variant_id": unit, "quantity": count} for unit, count in wish.units.items()],
            "customer": PERSON,
        }

    def path(self, wish: SampleBooking) -> str:
        """Return where a product is reserved."""
        return f"/products/{wish.product_id}/reservation"

    def hold(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Reserve, once for every wish."""
        memory: dict[str, HttpResponse] = vars(self.stall).setdefault("reserved", {})
        if wish.reference not in memory:
            memory[wish.reference] = self.send("POST", self.path(wish), self.body(wish))
        return memory[wish.reference]

    def confirm(self, held: Answer, wish: SampleBooking) -> HttpResponse:
        """Book what was reserved."""
        body = {"reservation_id": held.reference, "order_reference": wish.reference}
        return self.send("POST", "/booking", body)

    def book(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Reserve and book."""
        held = self.hold(wish)
        return self.confirm(self.read(held), wish) if held.status_code == 200 else held

    def cancel(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        """Cancel."""
        return self.send("DELETE", f"/booking/{booked.reference}")

    def altered(self, wish: SampleBooking, what: str) -> HttpResponse:
        """Reserve what is not there."""
        good = self.body(wish)
        if what == "product":
            return self.send("POST", "/products/nothing/reservation", good)
        change: dict[str, Any] = {
            "unit": {"tickets": [{"variant_id": "giant", "quantity": 1}]},
            "departure": {"datetime": good["datetime"][:-2] + "07"},
            "past": {"datetime": "2020" + good["datetime"][4:]},
        }
        return self.send("POST", self.path(wish), {**good, **change[what]})

    def malformed(self, wish: SampleBooking) -> Iterator[HttpResponse]:
        """Leave out, mistype, overdo."""
        good = self.body(wish)
        for name in good:
            body = {key: value for key, value in good.items() if key != name}
            yield self.send("POST", self.path(wish), body)
        unit = next(iter(wish.units))
        for change in (
            {"tickets": {}},
            {"tickets": []},
            {"tickets": [1]},
            {"customer": "Ada"},
            {"tickets": [{"variant_id": unit, "quantity": 0}]},
            {"tickets": [{"variant_id": unit, "quantity": "2"}]},
            {"tickets": [{"variant_id": 7, "quantity": 2}]},
            {"datetime": "tomorrow"},
            {"datetime": 7},
            {"customer": {**PERSON, "email": "x" * 1000}},
        ):
            yield self.send("POST", self.path(wish), {**good, **change})

    def raw(self, body: bytes, content_type: str = "application/json") -> HttpResponse:
        """Send bytes."""
        return self.send("POST", "/booking", raw=body, content_type=content_type)

    def with_key(self, key: str | None, wish: SampleBooking) -> HttpResponse:
        """Reserve with another key; an empty one is a header without one."""
        return self.send("POST", self.path(wish), self.body(wish), key=" " if key == "" else key)

    def seats(self, wish: SampleBooking) -> int | None:
        """Ask for the day."""
        at = self.body(wish)["datetime"]
        query = f"start={at[:10]}&end={at[:10]}"
        reply = self.send("GET", f"/products/{wish.product_id}/availability?{query}")
        found: int = orjson.loads(reply.content)[at]["available_tickets"]
        return found


class TestTiqets(ChannelConformance):
    """The suite."""

    driver = TiqetsDriver
