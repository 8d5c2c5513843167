"""Redeam does what every channel has to do."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from django.http import HttpResponse

from outfitter.sdk.testing import Answer, ChannelConformance, ChannelDriver, SampleBooking

BASE = "/redeam/partner/api"
PRODUCT = "0f5e2c1a-6b0d-4a3e-9c51-0a4b6f2d7e10"
RATE = "7c3d9a52-1e84-4c60-8f2b-5d6e1a9b3c20"


class RedeamDriver(ChannelDriver):
    """Speaks as Redeam does: two headers, items of prices, its own ids."""

    channel = "redeam"
    product_ref, option_ref = PRODUCT, RATE
    credentials: ClassVar = {"api_key": "ours-at-redeam", "api_secret": "our-secret-at-redeam"}
    says_price = False
    can_amend = False

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        kind: str = "application/json",
        secret: str | None = "",
    ) -> HttpResponse:
        """Send a request with the connection's credentials."""
        supplier = self.stall.connection.uuid
        headers = {"X-API-Key": supplier, "X-API-Secret": self.key if secret == "" else secret}
        content = raw if raw is not None else (json.dumps(body).encode() if body else b"")
        return self.client.generic(
            method,
            f"{BASE}/{path}",
            content,
            kind,
            headers={name: text for name, text in headers.items() if text},
        )

    def items(self, wish: SampleBooking, when: str, **given: Any) -> list[dict[str, Any]]:
        """Return what is wanted, price by price."""
        at = wish.starts_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return [
            {
                "priceId": unit,
                "quantity": count,
                "rateId": wish.option_id,
                "supplierId": self.stall.connection.uuid,
                "productId": wish.product_id,
                when: at,
                **given,
            }
            for unit, count in wish.units.items()
        ]

    def booking(self, wish: SampleBooking, **given: Any) -> dict[str, Any]:
        """Return a booking as Redeam writes it."""
        guest = {
            "firstName": "Ada",
            "lastName": "Lovelace",
            "email": "ada@guest.example",
            "phone": "+12025550123",
        }
        made = {
            "customer": guest,
            "items": self.items(wish, "startTime"),
            "resellerBookingRef": wish.reference,
            **given,
        }
        return {"booking": made, "meta": {"reqId": wish.reference}}

    def read(self, response: HttpResponse) -> Answer:
        """Read an answer: a hold's id, or the booking's."""
        found = json.loads(response.content)
        if response.status_code >= 400:
            return Answer(response, code=str(found["error"]["code"]))
        return Answer(response, reference=str((found.get("hold") or found["booking"])["id"]))

    def book(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Book at once."""
        return self.send("POST", "bookings", self.booking(wish))

    def hold(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Set seats aside."""
        body = {"hold": {"items": self.items(wish, "at")}, "meta": {"reqId": wish.reference}}
        return self.send("POST", "holds", body)

    def confirm(self, held: Answer, wish: SampleBooking) -> HttpResponse:
        """Book what is held."""
        return self.send("POST", "bookings", self.booking(wish, holdId=held.reference))

    def cancel(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        """Cancel."""
        return self.send("PUT", f"bookings/cancel/{booked.reference}")

    def seats(self, wish: SampleBooking) -> int | None:
        """Return the capacity that Redeam is told."""
        begin = wish.starts_at.astimezone(UTC) - timedelta(hours=1)
        span = f"start={_stamp(begin)}&end={_stamp(begin + timedelta(hours=2))}"
        path = f"suppliers/{self.stall.connection.uuid}/products/{wish.product_id}/availabilities"
        rows = self.send("GET", f"{path}?{span}").json()
        (one,) = rows["availabilities"]["byProduct"]["availability"]
        return int(one["capacity"])

    def altered(self, wish: SampleBooking, what: str) -> HttpResponse:
        """Book something that is not there."""
        nobody = "00000000-0000-4000-8000-000000000000"
        changes = {
            "product": {"productId": nobody},
            "unit": {"priceId": nobody},
            "departure": {"startTime": _stamp(wish.starts_at + timedelta(minutes=7))},
            "past": {"startTime": _stamp(wish.starts_at - timedelta(days=400))},
        }
        items = self.items(wish, "startTime", **changes[what])
        return self.send("POST", "bookings", self.booking(wish, items=items))

    def malformed(self, wish: SampleBooking) -> Iterator[HttpResponse]:
        """Send what makes no sense."""
        for name in ("customer", "items"):
            body = self.booking(wish)
            del body["booking"][name]
            yield self.send("POST", "bookings", body)
        for change in (
            {"quantity": 0},
            {"quantity": -1},
            {"quantity": "two"},
            {"quantity": 10**9},
            {"startTime": "tomorrow"},
            {"priceId": None},
            {"priceId": ""},
        ):
            items = self.items(wish, "startTime", **change)
            yield self.send("POST", "bookings", self.booking(wish, items=items))
        yield self.send("POST", "bookings", self.booking(wish, items=[]))
        yield self.send("POST", "holds", {"hold": {"items": []}})

    def raw(self, body: bytes, content_type: str = "application/json") -> HttpResponse:
        """Send these very bytes."""
        return self.send("POST", "bookings", raw=body, kind=content_type)

    def with_key(self, key: str | None, wish: SampleBooking) -> HttpResponse:
        """Book with another secret, or without any."""
        return self.send("POST", "bookings", self.booking(wish), secret=key or None)


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class TestRedeam(ChannelConformance):
    """Holds, bookings and refusals in Redeam's protocol."""

    driver = RedeamDriver
