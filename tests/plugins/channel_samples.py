"""What the platform hands to a channel plugin, made by hand: for tests of words alone."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.test import RequestFactory

from outfitter.sdk import TenantContext
from outfitter.sdk.channels import (
    BookedUnit,
    Booking,
    CancellationRule,
    Connection,
    Contact,
    Content,
    Departure,
    IncludedTax,
    Option,
    PartnerCall,
    Price,
    Product,
    Unit,
    UnitPrice,
)

ZONE = ZoneInfo("America/New_York")
NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
START = datetime(2026, 6, 5, 9, 30, tzinfo=ZONE)
CONTACT = Contact(first_name="Ada", last_name="Lovelace", email="ada@guest.example")


def price(retail: int = 4900, **given: Any) -> Price:
    """Return a price of which the operator gets four fifths."""
    values = {"original": retail, "net": retail * 4 // 5, "currency": "USD", **given}
    return Price(retail=retail, **values)


def unit(unit_id: str = "adult", **given: Any) -> Unit:
    """Return a kind of ticket for one."""
    values = {"id": 7, "title": "Adult", "kind": "adult", "pax": 1, **given}
    return Unit(unit_id=unit_id, **values)


def option(**given: Any) -> Option:
    """Return an option with tickets for adults and children."""
    values: dict[str, Any] = {
        "option_id": "DEFAULT",
        "mapping_id": 3,
        "title": "Morning",
        "is_default": True,
        "is_all_day": False,
        "start_times": (time(9, 30),),
        "min_pax": 1,
        "max_pax": None,
        "units": (unit(), unit("child", id=8, title="Child", kind="child", max_age=12)),
        "cutoff_minutes": 60,
    }
    return Option(**{**values, **given})


def product(**given: Any) -> Product:
    """Return a product with one option that can be cancelled until a day before."""
    values: dict[str, Any] = {
        "product_id": "reef",
        "experience_id": 5,
        "internal_name": "Reef",
        "reference": None,
        "time_zone": "America/New_York",
        "currency": "USD",
        "options": (option(),),
        "content": Content("en-US", "Reef tour"),
        "is_instant": True,
        "cancellation": (CancellationRule(1440, 1_000_000),),
    }
    return Product(**{**values, **given})


def departure(**given: Any) -> Departure:
    """Return a departure with ten seats of which four are left."""
    values: dict[str, Any] = {
        "id": "11",
        "product_id": "reef",
        "option_id": "DEFAULT",
        "starts_at": START,
        "ends_at": START + timedelta(hours=2),
        "cutoff_at": START - timedelta(hours=1),
        "is_all_day": False,
        "status": "available",
        "refusal": None,
        "vacancies": 4,
        "capacity": 10,
        "most_units": 4,
        "prices": (UnitPrice("adult", price()), UnitPrice("child", price(2900))),
    }
    return Departure(**{**values, **given})


def booked_unit(**given: Any) -> BookedUnit:
    """Return one ticket."""
    values: dict[str, Any] = {
        "uuid": "6d3b2a60-0c7e-4a7e-9d55-0f8f5d1c2b3a",
        "unit_id": "adult",
        "reference": None,
        "state": "on_hold",
        "contact": Contact(),
        "ticket_code": "T1CK3T",
        "price": price(),
    }
    return BookedUnit(**{**values, **given})


def booking(state: Any = "on_hold", **given: Any) -> Booking:
    """Return a booking in a state, with one ticket in the same."""
    values: dict[str, Any] = {
        "uuid": "a2f0c3a4-33a8-4b1e-8d0a-5a4a1f2b7c11",
        "reference": "0b0f9c62-0f9a-4b1d-9b57-7d9f1d9f5e21",
        "channel_reference": None,
        "supplier_reference": "RR4711",
        "state": state,
        "is_test": False,
        "product_id": "reef",
        "option_id": "DEFAULT",
        "departure": departure(),
        "units": (booked_unit(state=state),),
        "contact": CONTACT,
        "notes": "",
        "price": price(),
        "created_at": NOW,
        "updated_at": NOW,
        "expires_at": NOW + timedelta(minutes=30),
        "confirmed_at": NOW,
        "redeemed_at": NOW,
        "is_cancellable": True,
        "cancellable_until": START,
        "cancellation": None,
        "version": 1,
    }
    return Booking(**{**values, **given})


def connection(channel: str = "octo", **given: Any) -> Connection:
    """Return a live connection."""
    values: dict[str, Any] = {
        "id": 1,
        "uuid": "5cbe0d38-6d0d-4b0c-a9f6-6a4e3a3f1d20",
        "channel": channel,
        "title": "Reseller",
        "state": "live",
        "currency": "USD",
        "time_zone": "America/New_York",
        "locale": "en-US",
        "price_mode": "ours",
        "hold_minutes": 30,
        "most_hold_minutes": 120,
    }
    return Connection(**{**values, **given})


def call(
    body: bytes = b"",
    *,
    headers: Mapping[str, str] | None = None,
    query: Mapping[str, str] | None = None,
    **given: Any,
) -> PartnerCall:
    """Return a request as a handler gets it."""
    request: HttpRequest = RequestFactory().generic("GET", "/", query_params=query or {})
    for name, value in (headers or {}).items():
        request.META[f"HTTP_{name.upper().replace('-', '_')}"] = value
    ctx = TenantContext(schema="reef", name="Reef Runners", base_url="https://reef.example")
    values: dict[str, Any] = {"optional_connection": connection(), "params": {}, "at": NOW, **given}
    return PartnerCall(ctx=ctx, request=request, body=body, **values)


def taxed(found: Price) -> Price:
    """Return a price with a tax in it."""
    return replace(found, taxes=(IncludedTax("Sales tax", 400),))
