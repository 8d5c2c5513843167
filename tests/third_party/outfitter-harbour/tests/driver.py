"""Speaks as Harbour does, for the conformance suite."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, ClassVar

from django.http import HttpResponse
from outfitter.sdk.testing import Answer, ChannelDriver, SampleBooking

BOOKINGS = "/partner/harbour/v1/bookings"


class Driver(ChannelDriver):
    """Every method sends what Harbour would send."""

    channel = "harbour"
    settings: ClassVar = {"push_url": "https://api.harbour.example/changes"}
    credentials: ClassVar = {"push_key": "push-key-of-harbour"}

    def send(self, method: str, path: str, body: Any = None, key: str | None = "") -> HttpResponse:
        """Send JSON with our key, another one, or none."""
        key = self.key if key == "" else key
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        data = b"" if body is None else body
        return self.client.generic(
            method, path, self.client._encode_json(data, "application/json"), "application/json",
            headers=headers,
        )  # fmt: skip

    def body(self, wish: SampleBooking, **more: Any) -> dict[str, Any]:
        """Return a booking as Harbour writes it."""
        return {
            "reference": wish.reference,
            "product": wish.product_id,
            "starts_at": wish.starts_at.isoformat(),
            "units": dict(wish.units),
            "currency": wish.currency,
            "total": wish.amount,
            "guest": {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"},
            **more,
        }

    def read(self, response: HttpResponse) -> Answer:
        """Read an answer as Harbour does."""
        found = response.json()
        if response.status_code >= 400:
            return Answer(response, code=found["error"]["code"])
        return Answer(response, reference=found["reference"], amount=found["total"])

    def book(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Book at once."""
        total = wish.amount if amount is None else amount
        return self.send("POST", BOOKINGS, self.body(wish, total=total))

    def hold(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Set seats aside."""
        return self.send("POST", BOOKINGS, self.body(wish, hold=True))

    def confirm(self, held: Answer, wish: SampleBooking) -> HttpResponse:
        """Make a hold a booking."""
        return self.send("POST", f"{BOOKINGS}/{held.reference}/confirm")

    def amend(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        """Change the party."""
        body = {"units": dict(wish.units), "starts_at": wish.starts_at.isoformat()}
        return self.send("PATCH", f"{BOOKINGS}/{booked.reference}", body)

    def cancel(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        """Cancel."""
        return self.send("DELETE", f"{BOOKINGS}/{booked.reference}")

    def seats(self, wish: SampleBooking) -> int | None:
        """Return the seats that Harbour is told of the wish's departure."""
        day = wish.starts_at.date()
        span = f"from={day - timedelta(days=1)}&to={day + timedelta(days=1)}"
        path = f"/partner/harbour/v1/products/{wish.product_id}/departures?{span}"
        found = self.send("GET", path).json()["departures"]
        return next(
            one["seats"] for one in found
            if one["starts_at"][:16] == wish.starts_at.astimezone(
                self.stall.connection.zone
            ).isoformat()[:16]
        )  # fmt: skip

    def altered(self, wish: SampleBooking, what: str) -> HttpResponse:
        """Book something that is not there."""
        long_ago = (wish.starts_at - timedelta(days=400)).isoformat()
        later = (wish.starts_at + timedelta(minutes=7)).isoformat()
        changes = {
            "product": {"product": "no-such-product"},
            "unit": {"units": {"NO_SUCH_UNIT": 1}},
            "departure": {"starts_at": later},
            "past": {"starts_at": long_ago},
        }
        return self.send("POST", BOOKINGS, self.body(wish, **changes[what]))

    def malformed(self, wish: SampleBooking) -> Iterator[HttpResponse]:
        """Send what makes no sense."""
        for name in ("reference", "product", "starts_at", "units"):
            body = self.body(wish)
            del body[name]
            yield self.send("POST", BOOKINGS, body)
        for change in (
            {"units": {}}, {"units": {"ADULT": 0}}, {"units": {"ADULT": -1}},
            {"units": {"ADULT": 10**9}}, {"units": "2"}, {"starts_at": "tomorrow"},
            {"starts_at": wish.starts_at.replace(tzinfo=None).isoformat()}, {"reference": ""},
            {"reference": "x" * 5000}, {"reference": 5}, {"currency": "XXX"}, {"total": -1},
            {"total": "12.50"}, {"guest": "Ana"},
        ):  # fmt: skip
            yield self.send("POST", BOOKINGS, self.body(wish, **change))

    def raw(self, body: bytes, content_type: str = "application/json") -> HttpResponse:
        """Send these very bytes."""
        return self.client.generic(
            "POST", BOOKINGS, body, content_type, headers={"Authorization": f"Bearer {self.key}"}
        )

    def with_key(self, key: str | None, wish: SampleBooking) -> HttpResponse:
        """Book with another key, or without any."""
        return self.send("POST", BOOKINGS, self.body(wish), key=key or None)
