"""What every channel has to do, done by GetYourGuide."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.http import HttpResponse

from outfitter.sdk.testing import Answer, ChannelConformance, ChannelDriver, ChannelFixture, SampleBooking
from tests.support.getyourguide import ADDRESS, CREDENTIALS, SETTINGS, basic


class GetYourGuideDriver(ChannelDriver):
    """Reserves and books; what it books again, it books with the same reservation."""

    channel = "getyourguide"
    settings: ClassVar[dict[str, Any]] = SETTINGS
    credentials: ClassVar[dict[str, Any]] = CREDENTIALS
    # A change is a new booking and a cancellation, and what was paid is never a reason to refuse.
    can_amend = False
    says_price = False
    cancels_twice = False
    is_always_200 = True

    def __init__(self, stall: ChannelFixture) -> None:
        super().__init__(stall)
        self.reservations: dict[str, str] = {}

    def read(self, response: HttpResponse) -> Answer:
        body = json.loads(response.content)
        data = body.get("data", {})
        reference = data.get("bookingReference") or data.get("reservationReference") or ""
        return Answer(response, body.get("errorCode", ""), reference)

    def _post(self, path: str, data: dict[str, Any], *, key: str | None = "") -> HttpResponse:
        key = self.key if key == "" else key
        headers = {} if key is None else {"Authorization": basic("gyg", key)}
        return self.client.post(
            f"{ADDRESS}/{path}/", json.dumps({"data": data}), content_type="application/json", headers=headers
        )

    def _data(self, wish: SampleBooking, **values: Any) -> dict[str, Any]:
        start = wish.starts_at.astimezone(ZoneInfo(wish.time_zone))
        return {
            "productId": wish.product_id,
            "dateTime": start.isoformat(timespec="seconds"),
            "bookingItems": [
                {"category": unit, "count": count, "retailPrice": wish.unit_amounts[unit]}
                for unit, count in wish.units.items()
            ],
            "gygBookingReference": wish.reference,
            **values,
        }

    def hold(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        return self._post("reserve", self._data(wish))

    def confirm(self, held: Answer, wish: SampleBooking) -> HttpResponse:
        more = {
            "reservationReference": held.reference,
            "currency": wish.currency,
            "comment": "\n",
            "travelers": [{"firstName": "A", "lastName": "B", "email": "a@b.example", "phoneNumber": ""}],
        }
        return self._post("book", self._data(wish, **more))

    def book(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        if wish.reference not in self.reservations:
            response = self.hold(wish)
            held = self.read(response) if response.status_code == 200 else None
            if held is None or not held.is_ok:
                return response
            self.reservations[wish.reference] = held.reference
        known = self.reservations[wish.reference]
        return self.confirm(Answer(HttpResponse(), reference=known), wish)

    def cancel(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        return self._post(
            "cancel-booking",
            {
                "bookingReference": booked.reference,
                "gygBookingReference": wish.reference,
                "productId": wish.product_id,
            },
        )

    def seats(self, wish: SampleBooking) -> int | None:
        at = wish.starts_at.isoformat(timespec="seconds")
        query = {"productId": wish.product_id, "fromDateTime": at, "toDateTime": at}
        answer = self.client.get(
            f"{ADDRESS}/get-availabilities/", query, headers={"Authorization": basic("gyg", self.key)}
        )
        (row,) = json.loads(answer.content)["data"]["availabilities"]
        return int(row["vacancies"])

    def altered(self, wish: SampleBooking, what: str) -> HttpResponse:
        data = self._data(wish)
        if what == "product":
            data["productId"] = "NOPE"
        elif what == "unit":
            data["bookingItems"][0]["category"] = "MILITARY"
        elif what == "departure":
            data["dateTime"] = (wish.starts_at + timedelta(minutes=7)).isoformat()
        else:
            data["dateTime"] = "2020-01-01T09:00:00+00:00"
        return self._post("reserve", data)

    def malformed(self, wish: SampleBooking) -> Iterator[HttpResponse]:
        data = self._data(wish)
        for change in (
            {"productId": None},
            {"dateTime": "soon"},
            {"bookingItems": []},
            {"bookingItems": "2"},
            {"bookingItems": [{"category": "ADULT", "count": -1}]},
            {"bookingItems": [{"category": "ADULT"}]},
            {"gygBookingReference": 7},
            {"gygBookingReference": "x" * 101},
        ):
            yield self._post("reserve", {**data, **change})

    def raw(self, body: bytes, content_type: str = "application/json") -> HttpResponse:
        return self.client.post(
            f"{ADDRESS}/reserve/",
            body,
            content_type=content_type,
            headers={"Authorization": basic("gyg", self.key)},
        )

    def with_key(self, key: str | None, wish: SampleBooking) -> HttpResponse:
        data = self._data(wish)
        if key == "":
            headers = {"Authorization": basic("gyg", "")}
            body = json.dumps({"data": data})
            return self.client.post(
                f"{ADDRESS}/reserve/", body, content_type="application/json", headers=headers
            )
        return self._post("reserve", data, key=key)


class TestGetYourGuide(ChannelConformance):
    driver = GetYourGuideDriver
