"""GetYourGuide in front of an operator's host: a connection of theirs, and what it says."""

import base64
import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.test import Client

from outfitter_tenants.scheduling.models import Timeslot
from tests.support.ota_connection import OtaChannel
from tests.support.sales import Offer
from tests.support.tenant_clients import make_client

ADDRESS = "/partner/gyg/1"
PASSWORD = "a-password-of-gyg-0123"
CREDENTIALS = {"user_name": "us-at-gyg", "password": "our-password-at-gyg"}
SETTINGS = {"user_name": "gyg", "city": "Lagos", "country": "PT"}
CHANNEL = OtaChannel("getyourguide", "GetYourGuide", SETTINGS, CREDENTIALS, PASSWORD)
enable, connect, map_offer = CHANNEL.enable, CHANNEL.connect, CHANNEL.map_offer


def basic(name: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


@dataclass
class GetYourGuide:
    """Calls an operator's host as GetYourGuide does: whatever it is, the status is 200."""

    slug: str = "reef"
    name: str = "gyg"
    password: str = PASSWORD
    client: Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = make_client(self.slug)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": basic(self.name, self.password)}

    def get(self, path: str, **query: str) -> Any:
        answer = self.client.get(f"{ADDRESS}/{path}", query, headers=self.headers)
        return self.read(answer)

    def post(self, path: str, data: dict[str, Any]) -> Any:
        answer = self.client.post(
            f"{ADDRESS}/{path}/",
            json.dumps({"data": data}),
            content_type="application/json",
            headers=self.headers,
        )
        return self.read(answer)

    def read(self, answer: Any) -> Any:
        assert answer.status_code == 200, (answer.status_code, answer.content)
        body = answer.json()
        assert ("data" in body) is not ("errorCode" in body)
        return body.get("data", body)


def moment(offer: Offer) -> datetime:
    """Return the start of the offer's departure on the operator's clock."""
    from zoneinfo import ZoneInfo

    start = Timeslot.objects.get(pk=offer.timeslot_id).start_at
    return start.astimezone(ZoneInfo("America/New_York"))


def items(adults: int = 2, children: int = 0, **more: Any) -> list[dict[str, Any]]:
    found = [{"category": "ADULT", "count": adults, **more}] if adults else []
    return found + ([{"category": "CHILD", "count": children, **more}] if children else [])


def reserve_data(
    offer: Offer, *, reference: str = "GYG1", adults: int = 2, children: int = 0, **values: Any
) -> dict[str, Any]:
    return {
        "productId": "CAVES",
        "dateTime": moment(offer).isoformat(),
        "bookingItems": items(adults, children),
        "gygBookingReference": reference,
        **values,
    }


def book_data(
    offer: Offer,
    reservation: str,
    *,
    reference: str = "GYG1",
    adults: int = 2,
    children: int = 0,
    **values: Any,
) -> dict[str, Any]:
    return {
        **reserve_data(offer, reference=reference),
        "bookingItems": items(adults, children, retailPrice=4900),
        "currency": "USD",
        "reservationReference": reservation,
        "comment": "\n",
        "travelers": [
            {
                "firstName": "Ines",
                "lastName": "Sol",
                "email": "ines@mail.example",
                "phoneNumber": "+12025550123",
            }
        ],
        **values,
    }
