"""What every channel has to do, said in OCTO."""

from collections.abc import Iterator
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import orjson
from django.http import HttpResponse

from outfitter.sdk.testing import Answer, ChannelConformance, ChannelDriver, SampleBooking

CONTACT = {"firstName": "Ada", "lastName": "Lovelace", "emailAddress": "ada@guest.example"}


class OctoDriver(ChannelDriver):
    """A reseller."""

    channel = "octo"
    # The price is the operator's: the reseller reads it and says none.
    says_price = False

    def send(
        self, method: str, path: str, body: Any = None, *, key: str | None = "", **given: Any
    ) -> HttpResponse:
        """Send a request with a key, by default the right one."""
        headers = {"Octo-Capabilities": "octo/pricing"}
        chosen = self.key if key == "" else key
        if chosen is not None:
            headers["Authorization"] = f"Bearer {chosen}"
        raw = given.get("raw")
        return self.client.generic(
            method,
            f"/partner/octo{path}",
            orjson.dumps(body) if raw is None else raw,
            content_type=given.get("content_type", "application/json"),
            headers=headers,
        )

    def read(self, response: HttpResponse) -> Answer:
        """Read a booking or an error."""
        body = orjson.loads(response.content)
        if response.status_code != 200:
            return Answer(response, code=body["error"])
        return Answer(response, reference=body["uuid"], amount=body["pricing"]["retail"])

    def body(self, wish: SampleBooking) -> dict[str, Any]:
        """Return the body of a reservation."""
        return {
            "uuid": str(uuid5(NAMESPACE_URL, wish.reference)),
            "productId": wish.product_id,
            "optionId": wish.option_id,
            "availabilityId": wish.starts_at.isoformat(),
            "unitItems": self.items(wish),
        }

    def items(self, wish: SampleBooking) -> list[dict[str, str]]:
        """Return one item for every unit."""
        return [{"unitId": unit} for unit, count in wish.units.items() for _ in range(count)]

    def hold(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Reserve."""
        return self.send("POST", "/bookings", self.body(wish))

    def confirm(self, held: Answer, wish: SampleBooking) -> HttpResponse:
        """Confirm."""
        body = {"contact": CONTACT, "resellerReference": wish.reference}
        return self.send("POST", f"/bookings/{held.reference}/confirm", body)

    def book(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Reserve and confirm."""
        held = self.hold(wish)
        return self.confirm(self.read(held), wish) if held.status_code == 200 else held

    def amend(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        """Change the party and the time."""
        body = {"unitItems": self.items(wish), "availabilityId": wish.starts_at.isoformat()}
        return self.send("PATCH", f"/bookings/{booked.reference}", body)

    def cancel(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        """Cancel."""
        return self.send("POST", f"/bookings/{booked.reference}/cancel", {"reason": "rain"})

    def altered(self, wish: SampleBooking, what: str) -> HttpResponse:
        """Reserve what is not there."""
        change: dict[str, Any] = {
            "product": {"productId": "nothing"},
            "unit": {"unitItems": [{"unitId": "giant"}]},
            "departure": {"availabilityId": wish.starts_at.replace(minute=7).isoformat()},
            "past": {"availabilityId": wish.starts_at.replace(year=2020).isoformat()},
        }
        return self.send("POST", "/bookings", {**self.body(wish), **change[what]})

    def malformed(self, wish: SampleBooking) -> Iterator[HttpResponse]:
        """Leave out, mistype, overdo."""
        good = self.body(wish)
        for name in ("productId", "optionId", "availabilityId", "unitItems"):
            body = {key: value for key, value in good.items() if key != name}
            yield self.send("POST", "/bookings", body)
        for change in (
            {"unitItems": "two"},
            {"unitItems": [{}]},
            {"expirationMinutes": "soon"},
            {"expirationMinutes": -1},
            {"uuid": "me"},
            {"contact": []},
            {"notes": "x" * 5000},
        ):
            yield self.send("POST", "/bookings", {**good, **change})

    def raw(self, body: bytes, content_type: str = "application/json") -> HttpResponse:
        """Send bytes."""
        return self.send("POST", "/bookings", raw=body, content_type=content_type)

    def with_key(self, key: str | None, wish: SampleBooking) -> HttpResponse:
        """Reserve with another key; an empty one is a header without one."""
        return self.send("POST", "/bookings", self.body(wish), key=" " if key == "" else key)

    def seats(self, wish: SampleBooking) -> int | None:
        """Ask for the departure."""
        body = {
            "productId": wish.product_id,
            "optionId": wish.option_id,
            "availabilityIds": [wish.starts_at.isoformat()],
        }
        found: int | None = orjson.loads(self.send("POST", "/availability", body).content)[0]["vacancies"]
        return found


class TestOcto(ChannelConformance):
    """The suite."""

    driver = OctoDriver
