"""Trips and automations as the rules see them, to try things on."""

from datetime import UTC, datetime, time
from typing import Any

from outfitter_tenants.crm.automations.rules.types import Circumstances, OrderFacts, Step, TripFacts

NEW_YORK = Circumstances("America/New_York", time(21), time(8), can_text=True)


def utc(text: str) -> datetime:
    """Return an instant of UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def step(trigger: str, offset_minutes: int, **changes: Any) -> Step:
    """Return an automation by mail that is on."""
    facts: dict[str, Any] = {
        "id": 1,
        "slug": None,
        "trigger": trigger,
        "offset_minutes": offset_minutes,
        "position": 0,
        "is_on": True,
        "stop_if": frozenset(),
        "experience_id": None,
        "template_id": 7,
        "category": "reminder",
        "channel": "email",
        "is_template_on": True,
        **changes,
    }
    return Step(**facts)


def order(**changes: Any) -> OrderFacts:
    """Return an order of experience 5 that starts on December 5 at 15:30 in New York."""
    facts: dict[str, Any] = {
        "id": 9,
        "experience_id": 5,
        "is_active": True,
        "is_no_show": False,
        "start_at": utc("2026-12-05T20:30"),
        "end_at": utc("2026-12-05T23:00"),
        "timeslot_id": 3,
        **changes,
    }
    return OrderFacts(**facts)


def trip(**changes: Any) -> TripFacts:
    """Return a booked trip with one order that is paid."""
    facts: dict[str, Any] = {
        "id": 41,
        "status": "reserved",
        "method": "ecommerce",
        "locale": "en",
        "customer_id": 3,
        "email": "ana@guest.example",
        "name": "Ana Ruíz",
        "phone": "+12125550123",
        "reserved_at": utc("2026-11-20T12:00"),
        "balance_amount": 0,
        "balance_due_at": None,
        "orders": (order(),),
        **changes,
    }
    return TripFacts(**facts)
