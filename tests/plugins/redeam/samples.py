"""A connection, products, departures and bookings as the engine tells them, made up."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from outfitter.sdk.channels import (
    BookedUnit,
    Booking,
    CancellationRule,
    Connection,
    Contact,
    Content,
    Departure,
    Option,
    Price,
    Product,
    Unit,
)

DENVER = ZoneInfo("America/Denver")
UUID = "0b0cba6c-5d10-4d35-9d5c-7a6f3b0a6f01"
PRODUCT = "11111111-2222-4333-8444-555555555555"
RATE = "22222222-2222-4333-8444-555555555555"
ADULT = "33333333-2222-4333-8444-555555555555"
CHILD = "44444444-2222-4333-8444-555555555555"
START = datetime(2027, 6, 12, 9, 30, tzinfo=DENVER)
NOW = datetime(2027, 6, 1, 12, tzinfo=UTC)


def connection(**settings: Any) -> Connection:
    return Connection(
        id=1,
        uuid=UUID,
        channel="redeam",
        title="Redeam",
        state="live",
        currency="USD",
        time_zone="America/Denver",
        locale="en-US",
        price_mode="ours",
        hold_minutes=15,
        most_hold_minutes=60,
        settings=settings,
        credentials={"api_key": "theirs", "api_secret": "hidden"},
    )


def unit(name: str = ADULT, kind: Any = "adult", **rest: Any) -> Unit:
    return Unit(name, 7, kind.title(), kind, rest.pop("pax", 1), **rest)


def option(*units: Unit, **rest: Any) -> Option:
    values: dict[str, Any] = {
        "option_id": RATE,
        "mapping_id": 5,
        "title": "Morning",
        "is_default": True,
        "is_all_day": False,
        "start_times": (),
        "min_pax": 1,
        "max_pax": 12,
        "cutoff_minutes": 60,
    }
    return Option(**{**values, **rest}, units=units or (unit(), unit(CHILD, "child")))


def product(*options: Option, **rest: Any) -> Product:
    values: dict[str, Any] = {
        "product_id": PRODUCT,
        "experience_id": 3,
        "internal_name": "Rafting",
        "reference": None,
        "time_zone": "America/Denver",
        "currency": "USD",
        "is_instant": True,
        "content": Content("en-US", "Rafting"),
        "cancellation": (CancellationRule(1440, 10**6),),
    }
    return Product(**{**values, **rest}, options=options or (option(),))


def departure(start: datetime = START, **rest: Any) -> Departure:
    values: dict[str, Any] = {
        "id": start.isoformat(),
        "product_id": PRODUCT,
        "option_id": RATE,
        "starts_at": start,
        "ends_at": start + timedelta(hours=3),
        "cutoff_at": start - timedelta(hours=1),
        "is_all_day": False,
        "status": "available",
        "refusal": None,
        "vacancies": 8,
        "capacity": 12,
        "most_units": 8,
    }
    return Departure(**{**values, **rest})


def ticket(name: str = ADULT, reference: str | None = "0", **rest: Any) -> BookedUnit:
    values: dict[str, Any] = {
        "uuid": f"ticket-{name[:2]}-{reference}",
        "unit_id": name,
        "reference": reference,
        "state": "confirmed",
        "contact": Contact(),
        "ticket_code": "T-1",
        "price": Price(9000, 9000, None, "USD"),
    }
    return BookedUnit(**{**values, **rest})


def booking(*units: BookedUnit, **rest: Any) -> Booking:
    values: dict[str, Any] = {
        "uuid": "55555555-2222-4333-8444-555555555555",
        "reference": "booking:R-1|.0",
        "channel_reference": "R-1",
        "supplier_reference": "OF-12345",
        "state": "confirmed",
        "is_test": False,
        "product_id": PRODUCT,
        "option_id": RATE,
        "departure": departure(),
        "contact": Contact("Ada", "Lovelace"),
        "notes": "",
        "price": Price(9000, 9000, None, "USD"),
        "created_at": NOW,
        "updated_at": NOW,
        "expires_at": None,
        "confirmed_at": NOW + timedelta(minutes=1),
        "redeemed_at": None,
        "is_cancellable": True,
        "cancellable_until": None,
        "cancellation": None,
        "version": 1,
        "group": "66666666-2222-4333-8444-555555555555",
        "extra": {"booking": "yes", "part": "0"},
    }
    return Booking(**{**values, **rest}, units=units or (ticket(),))
