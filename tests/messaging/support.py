"""A confirmation to try things on."""

from typing import Any

from outfitter_tenants.messaging.mails.confirmation import Operator

ORDER = {
    "id": 9,
    "experience_id": 1,
    "experience_name": "Sunset Kayak Tour",
    "start_at": "2026-12-05T20:30:00+00:00",
    "end_at": "2026-12-05T23:00:00+00:00",
    "date": "2026-12-05",
    "start_time": "15:30",
    "meeting_point": "The boathouse\n12 Commercial Street",
    "hero_image": "/media/experiences/kayak.webp",
    "guests": [
        {"customer_type": "Adult", "qty": 2, "unit_amount": 8900},
        {"customer_type": "Child", "qty": 1, "unit_amount": 4900},
    ],
    "total_amount": 22700,
}
BILL = [
    {
        "kind": "ticket",
        "term": None,
        "label": name,
        "qty": qty,
        "unit_amount": unit,
        "amount": qty * unit,
        "is_inclusive": False,
        "trip_order_id": 9,
    }
    for name, qty, unit in (("Adult", 2, 8900), ("Child", 1, 4900))
]
UNSCHEDULED: dict[str, Any] = {
    **ORDER,
    "id": 10,
    "start_at": None,
    "end_at": None,
    "date": None,
    "start_time": None,
}


def payload(**changes: Any) -> dict[str, Any]:
    """Return what `trip.converted` carries: two adults and a child, partly paid."""
    return {
        "trip_id": 41,
        "hash": "AbC123xyz",
        "confirmation_code": "WXYZ-2345",
        "contact_name": "Ana Ruíz",
        "contact_first_name": "Ana",
        "contact_email": "ana@guest.example",
        "locale": "en",
        "customer_id": 3,
        "experience_names": ["Sunset Kayak Tour"],
        "first_start_at": "2026-12-05T20:30:00+00:00",
        "pax_cnt": 3,
        "bill": BILL,
        "total_amount": 22700,
        "tip_amount": 0,
        "paid_amount": 10000,
        "balance_amount": 12700,
        "currency": "USD",
        "orders": [ORDER],
        **changes,
    }


def operator(**changes: Any) -> Operator:
    """Return an operator in New York."""
    facts: dict[str, Any] = {
        "name": "Reef Runners",
        "base_url": "http://reef.localhost:8000",
        "locale": "en-US",
        "time_zone": "America/New_York",
        "brand_color": "#0f766e",
        "logo_url": None,
        "phone": None,
        "reply_to": "desk@reef.example",
        **changes,
    }
    return Operator(**facts)
