"""Channels as an operator's host meets them: staff who connect one, and its server that sells."""

import base64
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any, Final
from uuid import uuid4
from zoneinfo import ZoneInfo

from tests.e2e.support.client import Answer, Client
from tests.e2e.support.shop import ADULT, Shop, Tour

ZONE: Final = ZoneInfo("Europe/Lisbon")
FIRST: Final = time(9)
SUPPLIER: Final = 77
# Terms of most channels: they collect, and keep a fifth.
PARTNER: Final = {
    "reseller_type": "ota",
    "payment_method": "invoice_manual",
    "collect_type": "reseller_collects",
    "commission_ppm": 200_000,
}


def enable(shop: Shop, channel: str) -> None:
    """Switch a channel's plugin on."""
    shop.client.post(f"/api/plugin/{channel}/enable", {})


@dataclass(frozen=True)
class Terms:
    """How a channel is connected: its settings, and what it calls products and guests."""

    channel: str
    settings: Mapping[str, Any]
    adult: str = "ADULT"
    child: str = "CHILD"
    product: str = field(default_factory=lambda: f"CAVES-{secrets.token_hex(4)}")
    option: str = "DEFAULT"
    # The channel's own key; without one the operator makes it.
    key: str | None = None


@dataclass(frozen=True)
class Guest:
    """Who books."""

    first: str
    last: str

    @property
    def name(self) -> str:
        """Return the whole name, as the manifest has it."""
        return f"{self.first} {self.last}"

    @property
    def email(self) -> str:
        """Return an address."""
        return f"{self.first}@guests.example".lower()


class Seller(ABC):
    """A channel's server with a live connection that sells one tour."""

    def __init__(self, shop: Shop, tour: Tour, terms: Terms) -> None:
        self.shop, self.tour, self.terms = shop, tour, terms
        self.client: Client = shop.stack.client(shop.slug)
        self.reference = f"R-{secrets.token_hex(4)}"
        enable(shop, terms.channel)
        made = _connect(shop, terms)
        self.uuid, self.key = str(made["connection"]["uuid"]), str(terms.key or made["key"])
        connection = made["connection"]["id"]
        saved = shop.client.post("/api/ota/mapping/save", _mapping(connection, tour, terms))
        assert (saved["state"], saved["problems"]) == ("live", []), saved
        opened = shop.client.post(f"/api/ota/connection/{connection}/setState", {"state": "live"})
        assert (opened["state"], opened["problems"]) == ("live", []), opened

    @property
    def start(self) -> datetime:
        """Return when the first departure begins, on the operator's clock."""
        return datetime.combine(self.tour.day, FIRST, ZONE)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request; whatever is said with a status of failure fails the test."""
        answer = self.client.ask(method, path, body, **headers)
        assert 200 <= answer.status < 300, (path, answer.status, answer.body[:2000])
        return answer

    @abstractmethod
    def book(self, guest: Guest) -> str:
        """Book two adults on the first departure; returns what cancels the booking."""

    @abstractmethod
    def cancel(self, booking: str) -> None:
        """Cancel what was booked."""


def _connect(shop: Shop, terms: Terms) -> dict[str, Any]:
    name = f"{terms.channel.title()} {secrets.token_hex(3)}"
    partner = shop.client.post("/api/reseller/create", {"name": name, **PARTNER})
    body = {
        "channel": terms.channel,
        "title": name,
        "reseller_id": partner["id"],
        "is_open_to_all": False,
        "settings": dict(terms.settings),
        "key": terms.key,
    }
    made: dict[str, Any] = shop.client.post("/api/ota/connection/create", body)
    assert made["connection"]["state"] == "draft", made
    return made


def _mapping(connection: int, tour: Tour, terms: Terms) -> dict[str, Any]:
    return {
        "connection_id": connection,
        "experience_id": tour.id,
        "product_ref": terms.product,
        "option_ref": terms.option,
        "state": "live",
        "units": [
            {"unit_ref": terms.adult, "experience_customer_type_id": tour.adult_id},
            {"unit_ref": terms.child, "experience_customer_type_id": tour.child_id},
        ],
    }


class Viator(Seller):
    """Reserves by v2, books and cancels by v1."""

    PATH: Final = "/partner/viator/supplier/api"

    def __init__(self, shop: Shop, tour: Tour) -> None:
        settings = {
            "supplier_id": SUPPLIER,
            "country_code": "PT",
            "destination_code": "FAO",
            # Nobody answers at the other end.
            "is_notifying": False,
        }
        key = f"viator-{secrets.token_hex(16)}"
        super().__init__(shop, tour, Terms("viator", settings, key=key))

    def _v1(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        head = {
            "ApiKey": self.key,
            "ResellerId": "1000",
            "SupplierId": SUPPLIER,
            "ExternalReference": f"X-{uuid4().hex[:12]}",
            "Timestamp": _stamp(datetime.now(UTC)),
        }
        body = {"requestType": f"{kind}Request", "data": {**head, **data}}
        said = self.ask("POST", self.PATH, body).json()
        assert said["responseType"] == f"{kind}Response", said
        found: dict[str, Any] = said["data"]
        assert found["TransactionStatus"] == {"Status": "CONFIRMED"}, found
        return found

    def book(self, guest: Guest) -> str:
        """Reserve, then book what is reserved."""
        day, product = self.tour.day.isoformat(), self.terms.product
        wanted = {
            "supplierId": SUPPLIER,
            "productOptionId": f"{product}:{self.terms.option}",
            "startTime": f"{FIRST:%H:%M}",
            "travelDate": day,
            "totalTravelers": 2,
            "tickets": [{"type": self.terms.adult, "quantity": 2}],
        }
        held = self.ask("POST", f"{self.PATH}/v2/reserve", wanted, **{"X-Api-Key": self.key}).json()
        lead = {
            "TravellerIdentifier": "1",
            "GivenName": guest.first,
            "Surname": guest.last,
            "AgeBand": "Adult",
            "LeadTraveller": True,
        }
        other = {**lead, "TravellerIdentifier": "2", "GivenName": "Rui", "LeadTraveller": False}
        data = {
            "BookingReference": self.reference,
            "TravelDate": day,
            "SupplierProductCode": product,
            "AvailabilityHoldReference": held["reference"],
            "TourOptions": {
                "SupplierOptionCode": self.terms.option,
                "TourDepartureTime": f"{FIRST:%H:%M:%S}",
            },
            "Traveller": [lead, other],
            "TravellerMix": {"Adult": 2, "Total": 2},
        }
        return str(self._v1("Booking", data)["SupplierConfirmationNumber"])

    def cancel(self, booking: str) -> None:
        """Cancel for a customer."""
        data = {
            "BookingReference": self.reference,
            "SupplierConfirmationNumber": booking,
            "CancelDate": date.today().isoformat(),
            "Author": "Customer Service",
            "Reason": "No longer traveling",
        }
        self._v1("BookingCancellation", data)


class GetYourGuide(Seller):
    """Reserves, books, cancels; whatever it is, the status is 200."""

    def __init__(self, shop: Shop, tour: Tour) -> None:
        settings = {"user_name": "gyg", "city": "Lagos", "country": "PT", "is_telling": False}
        super().__init__(shop, tour, Terms("getyourguide", settings))

    def _post(self, path: str, data: Mapping[str, Any]) -> dict[str, Any]:
        login = base64.b64encode(f"gyg:{self.key}".encode()).decode()
        address = f"/partner/gyg/1/{path}/"
        said = self.ask("POST", address, {"data": data}, Authorization=f"Basic {login}").json()
        assert "errorCode" not in said, said
        found: dict[str, Any] = said["data"]
        return found

    def book(self, guest: Guest) -> str:
        """Reserve, then book at the price in euros."""
        items = {"category": self.terms.adult, "count": 2}
        wanted = {
            "productId": self.terms.product,
            "dateTime": self.start.isoformat(),
            "bookingItems": [items],
            "gygBookingReference": self.reference,
        }
        held = self._post("reserve", wanted)
        traveler = {
            "firstName": guest.first,
            "lastName": guest.last,
            "email": guest.email,
            "phoneNumber": "+351912000111",
        }
        booked = self._post(
            "book",
            {
                **wanted,
                "bookingItems": [{**items, "retailPrice": ADULT}],
                "currency": "EUR",
                "reservationReference": held["reservationReference"],
                "comment": "\n",
                "travelers": [traveler],
            },
        )
        return str(booked["bookingReference"])

    def cancel(self, booking: str) -> None:
        """Cancel."""
        self._post(
            "cancel-booking",
            {
                "bookingReference": booking,
                "gygBookingReference": self.reference,
                "productId": self.terms.product,
            },
        )


class Redeam(Seller):
    """Holds, books and cancels; names products, rates and prices by UUID."""

    PATH: Final = "/redeam/partner/api"

    def __init__(self, shop: Shop, tour: Tour) -> None:
        product, rate, adult, child = (str(uuid4()) for _ in range(4))
        super().__init__(shop, tour, Terms("redeam", {}, adult, child, product, rate))

    def _send(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        headers = {"X-API-Key": self.uuid, "X-API-Secret": self.key}
        said: dict[str, Any] = self.ask(method, f"{self.PATH}/{path}", body, **headers).json()
        return said

    def book(self, guest: Guest) -> str:
        """Hold, then book what is held."""
        at = _stamp(self.start)
        item = {
            "priceId": self.terms.adult,
            "quantity": 2,
            "rateId": self.terms.option,
            "supplierId": self.uuid,
        }
        meta = {"reqId": str(uuid4())}
        held = self._send("POST", "holds", {"hold": {"items": [{**item, "at": at}]}, "meta": meta})
        booking = {
            "customer": {
                "firstName": guest.first,
                "lastName": guest.last,
                "email": guest.email,
                "phone": "+351912000111",
            },
            "holdId": held["hold"]["id"],
            "resellerBookingRef": self.reference,
            "items": [{**item, "startTime": at, "productId": self.terms.product}],
        }
        booked = self._send("POST", "bookings", {"booking": booking, "meta": {"reqId": str(uuid4())}})
        assert booked["booking"]["status"] == "CONFIRMED", booked
        return str(booked["booking"]["id"])

    def cancel(self, booking: str) -> None:
        """Cancel."""
        ended = self._send("PUT", f"bookings/cancel/{booking}", {"meta": {"reqId": str(uuid4())}})
        assert ended["booking"]["status"] == "CANCELLED", ended


class Tiqets(Seller):
    """Reads slots, reserves, books, cancels."""

    PATH: Final = "/partner/tiqets/v2"

    def __init__(self, shop: Shop, tour: Tour) -> None:
        super().__init__(shop, tour, Terms("tiqets", {}, adult="adult", child="child"))

    def _send(self, method: str, path: str, body: Any = None) -> Answer:
        return self.ask(method, f"{self.PATH}{path}", body, **{"API-Key": self.key})

    def book(self, guest: Guest) -> str:
        """Find the slot, reserve it, then book what is reserved."""
        day, product = self.tour.day, f"/products/{self.terms.product}"
        slots = self._send("GET", f"{product}/availability?start={day}&end={day}").json()
        at = f"{day}T{FIRST:%H:%M}"
        adult = next(one for one in slots[at]["variants"] if one["id"] == self.terms.adult)
        assert adult["price"] == {"amount": "89.00", "currency": "EUR"}, slots
        held = self._send(
            "POST",
            f"{product}/reservation",
            {
                "datetime": at,
                "tickets": [{"variant_id": adult["id"], "quantity": 2}],
                "customer": {
                    "first_name": guest.first,
                    "last_name": guest.last,
                    "email": guest.email,
                    "phone": "+351 912 000 111",
                    "country": "PT",
                },
            },
        ).json()
        order = {"reservation_id": held["reservation_id"], "order_reference": self.reference}
        return str(self._send("POST", "/booking", order).json()["booking_id"])

    def cancel(self, booking: str) -> None:
        """Cancel."""
        assert self._send("DELETE", f"/booking/{booking}").status == 204


@dataclass(frozen=True)
class OctoReseller:
    """A reseller that speaks OCTO with an operator's host."""

    client: Client
    key: str

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.key}", "Octo-Capabilities": ""}
        answer = self.client.ask(method, f"/partner/octo{path}", body, **headers)
        assert answer.status == 200, (path, answer.status, answer.body[:2000])
        return answer.json()

    def refusal(self, key: str) -> int:
        """Return the status that another key gets."""
        return self.client.ask("GET", "/partner/octo/products", Authorization=f"Bearer {key}").status

    def book(self, product: str, unit: str, day: date, guest: Guest) -> dict[str, Any]:
        """Find a product's first departure of a day, reserve it for two, and confirm."""
        listed = next(one for one in self._send("GET", "/products") if one["id"] == product)
        option = listed["options"][0]
        assert unit in {one["id"] for one in option["units"]}, option
        where = {"productId": product, "optionId": option["id"]}
        span = {"localDateStart": str(day), "localDateEnd": str(day)}
        first = self._send("POST", "/availability", {**where, **span})[0]
        units = [{"unitId": unit}] * 2
        held = self._send("POST", "/bookings", {**where, "availabilityId": first["id"], "unitItems": units})
        assert held["status"] == "ON_HOLD", held
        contact = {
            "firstName": guest.first,
            "lastName": guest.last,
            "fullName": guest.name,
            "emailAddress": guest.email,
        }
        body = {"contact": contact, "resellerReference": secrets.token_hex(4)}
        sold: dict[str, Any] = self._send("POST", f"/bookings/{held['uuid']}/confirm", body)
        assert sold["status"] == "CONFIRMED", sold
        return sold


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


SELLERS: Final[Mapping[str, Callable[[Shop, Tour], Seller]]] = {
    "viator": Viator,
    "getyourguide": GetYourGuide,
    "redeam": Redeam,
    "tiqets": Tiqets,
}
