"""Products, departures and bookings as the engine tells them, made up for these tests."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from outfitter.sdk.channels import (
    BookedUnit,
    Booking,
    Connection,
    Contact,
    Content,
    Departure,
    Option,
    Place,
    Price,
    Product,
    Unit,
    UnitPrice,
)

LISBON = ZoneInfo("Europe/Lisbon")
START = datetime(2027, 6, 12, 9, 30, tzinfo=LISBON)
KEY = "v" * 36

CONNECTION = Connection(
    id=1,
    uuid="0b0cba6c-5d10-4d35-9d5c-7a6f3b0a6f01",
    channel="viator",
    title="Viator",
    state="live",
    currency="EUR",
    time_zone="Europe/Lisbon",
    locale="en-GB",
    price_mode="ours",
    hold_minutes=20,
    most_hold_minutes=60,
    settings={"supplier_id": 77},
    credentials={"api_key": KEY},
)


def price(retail: int, net: int | None = None, original: int | None = None) -> Price:
    return Price(retail, retail if original is None else original, net, "EUR")


def unit(name: str, *, pax: int = 1, **rest: Any) -> Unit:
    return Unit(name, hash(name) % 1000, name.title(), "other", pax, **rest)


def option(*units: Unit, **rest: Any) -> Option:
    values: dict[str, Any] = {
        "option_id": "DEFAULT",
        "mapping_id": 5,
        "title": "",
        "is_default": True,
        "is_all_day": False,
        "start_times": (),
        "min_pax": 1,
        "max_pax": None,
        "cutoff_minutes": 60,
    }
    return Option(**{**values, **rest}, units=units or (unit("ADULT"), unit("CHILD")))


def product(*options: Option, **rest: Any) -> Product:
    values: dict[str, Any] = {
        "product_id": "CAVES",
        "experience_id": 3,
        "internal_name": "Caves",
        "reference": None,
        "time_zone": "Europe/Lisbon",
        "currency": "EUR",
        "is_instant": True,
        "content": Content(
            "en-GB",
            "Sea caves by kayak",
            "Paddle into the caves.",
            "Two hours of caves.",
            place=Place("Pier 2", city="Lagos", country="PT"),
        ),
    }
    return Product(**{**values, **rest}, options=options or (option(),))


def departure(**rest: Any) -> Departure:
    starts_at: datetime = rest.pop("starts_at", START)
    prices: Mapping[str, Price] = rest.pop("prices", {"ADULT": price(4550, 3640), "CHILD": price(2000, 1600)})
    values: dict[str, Any] = {
        "id": "d1",
        "product_id": "CAVES",
        "option_id": "DEFAULT",
        "starts_at": starts_at,
        "ends_at": starts_at + timedelta(hours=2),
        "cutoff_at": starts_at - timedelta(hours=1),
        "is_all_day": False,
        "status": "available",
        "refusal": None,
        "vacancies": 8,
        "capacity": 12,
        "most_units": None,
        "prices": tuple(UnitPrice(name, one) for name, one in prices.items()),
    }
    return Departure(**{**values, **rest})


def booked(number: int, name: str, *, reference: str | None = None, **rest: Any) -> BookedUnit:
    values: dict[str, Any] = {
        "uuid": f"00000000-0000-4000-8000-{number:012}",
        "unit_id": name,
        "reference": reference,
        "state": "confirmed",
        "contact": Contact(),
        "ticket_code": f"TK{number}",
        "price": price(4550, 3640),
    }
    return BookedUnit(**{**values, **rest})


def booking(units: Sequence[BookedUnit] = (), **rest: Any) -> Booking:
    now = datetime(2027, 6, 1, 12, tzinfo=UTC)
    values: dict[str, Any] = {
        "uuid": "0d7a3c11-0000-4000-8000-000000000001",
        "reference": "RES-1",
        "channel_reference": "BR-1",
        "supplier_reference": "OF7QX2",
        "state": "confirmed",
        "is_test": False,
        "product_id": "CAVES",
        "option_id": "DEFAULT",
        "departure": departure(),
        "contact": Contact(),
        "notes": "",
        "price": price(9100),
        "created_at": now,
        "updated_at": now,
        "expires_at": None,
        "confirmed_at": now,
        "redeemed_at": None,
        "is_cancellable": True,
        "cancellable_until": None,
        "cancellation": None,
        "version": 1,
    }
    units = tuple(units) or (booked(1, "ADULT"), booked(2, "ADULT"))
    return Booking(**{**values, **rest}, units=units)


def with_settings(**settings: Any) -> Connection:
    return replace(CONNECTION, settings={**CONNECTION.settings, **settings})
