"""Viator in front of an operator's host: a connection of theirs, and what it says."""

import json
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from typing import Any

from django.test import Client

from outfitter.kit.clock import utc_now
from tests.support.ota_connection import OtaChannel
from tests.support.sales import Offer
from tests.support.tenant_clients import make_client

ADDRESS = "/partner/viator/supplier/api"
KEY = "viator-key-0123456789"
OUR_KEY = "viator-to-viator-key"
SUPPLIER = 77
SETTINGS = {"supplier_id": SUPPLIER, "country_code": "US", "destination_code": "NYC"}
_numbers = count(1)
CHANNEL = OtaChannel("viator", "Viator", SETTINGS, {"api_key": OUR_KEY}, KEY)
enable, connect, map_offer = CHANNEL.enable, CHANNEL.connect, CHANNEL.map_offer


@dataclass
class Viator:
    """Calls an operator's host as Viator does."""

    slug: str = "reef"
    key: str = KEY
    client: Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = make_client(self.slug)

    def v2(self, path: str, body: Any, *, status: int = 200, key: str | None = None) -> Any:
        """Post to v2; returns the answer, whose status must be as said."""
        headers = {"X-Api-Key": self.key if key is None else key}
        answer = self.client.post(
            f"{ADDRESS}/v2/{path}", body, content_type="application/json", headers=headers
        )
        assert answer.status_code == status, (answer.status_code, answer.content)
        assert answer["Content-Type"] == "application/json"
        return answer.json()

    def v1(self, kind: str, data: dict[str, Any] | None = None, *, path: str = "", **head: Any) -> Any:
        """Post a request of v1; returns the data of the answer."""
        whole = {
            "ApiKey": self.key,
            "ResellerId": "1000",
            "SupplierId": SUPPLIER,
            "ExternalReference": f"X-{next(_numbers)}",
            "Timestamp": "2027-06-01T09:00:00.000Z",
            **head,
            **(data or {}),
        }
        answer = self.client.post(
            f"{ADDRESS}{path}",
            json.dumps({"requestType": f"{kind}Request", "data": whole}),
            content_type="application/json",
        )
        assert answer.status_code == 200, (answer.status_code, answer.content)
        body = answer.json()
        assert body["responseType"] == f"{kind}Response"
        for name in ("ApiKey", "ResellerId", "SupplierId", "ExternalReference"):
            assert body["data"][name] == whole[name]
        assert body["data"]["Timestamp"]
        return body["data"]


def day_of(offer: Offer) -> date:
    """Return the local day of the offer's departure."""
    return utc_now().date() + timedelta(days=2)


def reserve_body(offer: Offer, *, adults: int = 2, children: int = 0, **values: Any) -> dict[str, Any]:
    tickets = [{"type": "ADULT", "quantity": adults}, {"type": "CHILD", "quantity": children}]
    return {
        "supplierId": SUPPLIER,
        "productOptionId": "CAVES:DEFAULT",
        "startTime": "09:00",
        "travelDate": day_of(offer).isoformat(),
        "totalTravelers": adults + children,
        "tickets": [one for one in tickets if one["quantity"]],
        **values,
    }


def booking_data(
    offer: Offer, *, reference: str = "BR-1", adults: int = 2, children: int = 0, **values: Any
) -> dict[str, Any]:
    bands = ["Adult"] * adults + ["Child"] * children
    return {
        "BookingReference": reference,
        "TravelDate": day_of(offer).isoformat(),
        "SupplierProductCode": "CAVES",
        "TourOptions": {"SupplierOptionCode": "DEFAULT", "TourDepartureTime": "09:00:00"},
        "Traveller": [
            {
                "TravellerIdentifier": str(number),
                "GivenName": f"Guest{number}",
                "Surname": "Sol",
                "AgeBand": band,
                "LeadTraveller": number == 1,
            }
            for number, band in enumerate(bands, start=1)
        ],
        "TravellerMix": {"Adult": adults, "Child": children, "Total": adults + children},
        **values,
    }


def error_of(data: dict[str, Any]) -> str:
    """Return the code of an answer that is an error."""
    assert data["RequestStatus"]["Status"] == "ERROR"
    return str(data["RequestStatus"]["Error"]["ErrorCode"])
