"""What every channel has to do, done by Viator."""

import json
from collections.abc import Iterator
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.http import HttpResponse

from outfitter.sdk.testing import Answer, ChannelConformance, ChannelDriver, SampleBooking
from tests.support.viator import ADDRESS, OUR_KEY, SETTINGS, SUPPLIER

BANDS = {"ADULT": "Adult", "CHILD": "Child"}


class ViatorDriver(ChannelDriver):
    """Holds by v2, does everything else by v1."""

    channel = "viator"
    settings: ClassVar[dict[str, Any]] = SETTINGS
    credentials: ClassVar[dict[str, Any]] = {"api_key": OUR_KEY}
    # What Viator says it pays is net, and kept: it binds nobody.
    says_price = False
    is_always_200 = True

    def read(self, response: HttpResponse) -> Answer:
        body = json.loads(response.content)
        data = body.get("data", body)
        status = data.get("TransactionStatus", {})
        code = data.get("RequestStatus", {}).get("Error", {}).get("ErrorCode", "")
        code = code or status.get("RejectionReason", "")
        if data.get("status") == "NOT_RESERVED" or "error" in data:
            code = data.get("reason") or data["error"]
        reference = data.get("SupplierConfirmationNumber") or data.get("reference") or ""
        return Answer(response, code, reference)

    def _v1(self, kind: str, data: dict[str, Any], **head: Any) -> HttpResponse:
        whole = {
            "ApiKey": self.key,
            "ResellerId": "1",
            "SupplierId": SUPPLIER,
            "Timestamp": "2027-01-01T00:00:00Z",
            **data,
            **head,
        }
        body = json.dumps({"requestType": f"{kind}Request", "data": whole})
        return self.client.post(ADDRESS, body, content_type="application/json")

    def _v2(self, path: str, body: dict[str, Any]) -> HttpResponse:
        return self.client.post(
            f"{ADDRESS}/v2/{path}", body, content_type="application/json", headers={"X-Api-Key": self.key}
        )

    def _data(self, wish: SampleBooking, **values: Any) -> dict[str, Any]:
        start = wish.starts_at.astimezone(ZoneInfo(wish.time_zone))
        bands = [BANDS[unit] for unit, count in wish.units.items() for _ in range(count)]
        return {
            "BookingReference": wish.reference,
            "TravelDate": start.date().isoformat(),
            "SupplierProductCode": wish.product_id,
            "TourOptions": {"TourDepartureTime": start.strftime("%H:%M:%S")},
            "Traveller": [
                {"TravellerIdentifier": str(number), "GivenName": "G", "Surname": "S", "AgeBand": band}
                for number, band in enumerate(bands)
            ],
            **values,
        }

    def book(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        return self._v1("Booking", self._data(wish))

    def hold(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        start = wish.starts_at.astimezone(ZoneInfo(wish.time_zone))
        return self._v2(
            "reserve",
            {
                "supplierId": SUPPLIER,
                "productOptionId": f"{wish.product_id}:{wish.option_id}",
                "startTime": start.strftime("%H:%M"),
                "travelDate": start.date().isoformat(),
                "tickets": [{"type": unit, "quantity": cnt} for unit, cnt in wish.units.items()],
                "totalTravelers": wish.seats,
            },
        )

    def confirm(self, held: Answer, wish: SampleBooking) -> HttpResponse:
        return self._v1("Booking", self._data(wish, AvailabilityHoldReference=held.reference))

    def amend(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        data = self._data(wish, SupplierConfirmationNumber=booked.reference)
        return self._v1("BookingAmendment", data)

    def cancel(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        return self._v1(
            "BookingCancellation",
            {
                "BookingReference": wish.reference,
                "SupplierConfirmationNumber": booked.reference,
                "CancelDate": "2027-01-01",
                "Author": "Customer Service",
                "Reason": "Ill",
            },
        )

    def seats(self, wish: SampleBooking) -> int | None:
        start = wish.starts_at.astimezone(ZoneInfo(wish.time_zone))
        name = f"{wish.product_id}:{wish.option_id}"
        answer = self._v2(
            "availability/check",
            {
                "supplierId": SUPPLIER,
                "travelDate": start.date().isoformat(),
                "totalTravelers": 1,
                "productOptions": [{"productOptionId": name, "startTimes": [start.strftime("%H:%M")]}],
                "tickets": [{"type": "ADULT", "quantity": 1}],
            },
        )
        (event,) = json.loads(answer.content)["productOptions"][0]["events"]
        return int(event["capacity"]["remaining"])

    def altered(self, wish: SampleBooking, what: str) -> HttpResponse:
        data = self._data(wish)
        if what == "product":
            data["SupplierProductCode"] = "NOPE"
        elif what == "unit":
            data["Traveller"][0]["AgeBand"] = "Senior"
        elif what == "departure":
            data["TourOptions"] = {"TourDepartureTime": "03:33:00"}
        else:
            data["TravelDate"] = "2020-01-01"
        return self._v1("Booking", data)

    def malformed(self, wish: SampleBooking) -> Iterator[HttpResponse]:
        data = self._data(wish)
        for change in (
            {"Traveller": []},
            {"Traveller": "two"},
            {"TravelDate": "soon"},
            {"Retry": "maybe"},
            {"BookingReference": None},
            {"SupplierId": "seventy"},
            {"TravellerMix": {"Adult": -2}},
            {"SupplierProductCode": "x" * 51},
            {"Amount": "much"},
            {"TourOptions": []},
        ):
            yield self._v1("Booking", {**data, **change})

    def raw(self, body: bytes, content_type: str = "application/json") -> HttpResponse:
        return self.client.post(ADDRESS, body, content_type=content_type, headers={"X-Api-Key": self.key})

    def with_key(self, key: str | None, wish: SampleBooking) -> HttpResponse:
        return self._v1("Booking", self._data(wish), ApiKey=key)


class TestViator(ChannelConformance):
    driver = ViatorDriver

    def test_booking_twice_books_once(self, channel, stall):
        """The very same answer but for the time that stands in it."""
        wish = stall.wish()
        first, second = (self.ok(channel, channel.book(wish)) for _ in range(2))

        def said(answer):
            data = json.loads(answer.response.content)["data"]
            return {name: value for name, value in data.items() if name != "Timestamp"}

        assert said(first) == said(second)
        assert (stall.seats_left(), len(stall.live())) == (8, 1)

    def test_holding_twice_holds_once(self, channel, stall):
        """Viator's reserve has no name that would make it repeatable: twice is two holds."""
        wish = stall.wish()
        first, second = (self.ok(channel, channel.hold(wish)) for _ in range(2))

        assert first.reference != second.reference
        assert stall.seats_left() == 6
