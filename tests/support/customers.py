"""Customers with trips, messages and cards, made as the product makes them."""

from datetime import datetime, timedelta
from typing import Any

from outfitter.kit import ids
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.customers.models import Customer, CustomerCard, CustomerMerge
from outfitter_tenants.customers.operations import customers
from outfitter_tenants.messaging.models import Message, Review
from outfitter_tenants.trips.models import Booking, Trip, TripNote
from outfitter_tenants.trips.operations.drafts import Contact
from tests.support.sales import Offer, fill_cart

PAST = timedelta(days=40)


def actions(customer_id: int) -> list[str]:
    """Return what the audit log tells of a customer, the newest first."""
    rows = audit.list_of_entity(entity_type="customer", entity_id=customer_id)
    return [row["action"] for row in rows]


def make_customer(at: datetime | None = None, **values: Any) -> int:
    """Make a customer by hand; returns the id."""
    values = {"first_name": "Ana", "last_name": "Ruiz", **values}
    return customers.save_customer(values=values, region="US", at=at or utc_now())  # type: ignore[arg-type]


def sell(offer: Offer, contact: Contact, *, is_over: bool = False, is_paid: bool = True) -> int:
    """Sell a trip without payment; returns its id. `is_over` puts it into the past."""
    trip_id = fill_cart(offer, contact=contact, adults=1, children=1)
    Trip.objects.filter(pk=trip_id).update(total_amount=0, deposit_due_amount=0)
    conversion.convert(trip_id=trip_id, expected_total=0, accept_terms=True, is_opt_in=False, at=utc_now())
    total = 7800
    changes: dict[str, Any] = {"total_amount": total, "paid_amount": total if is_paid else 0}
    if is_over:
        changes["first_start_at"] = utc_now() - PAST
    Trip.objects.filter(pk=trip_id).update(**changes)
    return trip_id


def add_message(customer_id: int, trip_id: int | None = None, status: str = "sent") -> int:
    """Keep a message to a customer; returns its id."""
    row = Message.objects.create(
        hash=ids.public_hash(),
        category="confirmation",
        customer_id=customer_id,
        trip_id=trip_id,
        status=status,
        to="Ana Ruiz <ana@example.com>",
        subject="See you, Ana",
        body_text="Dear Ana",
        body_html="<p>Dear Ana</p>",
        created_at=utc_now(),
    )
    return row.pk


def add_card(customer_id: int, *, gateway_customer: str = "cus_1", **more: Any) -> int:
    """Keep a saved card of a customer; returns its id."""
    values = {
        "brand": "visa",
        "last4": "4242",
        "exp_month": 4,
        "exp_year": 2031,
        "is_default": False,
        "created_at": utc_now(),
        **more,
    }
    row = CustomerCard.objects.create(
        customer_id=customer_id,
        gateway="stripe",
        gateway_customer_id=gateway_customer,
        gateway_method_id=f"pm_{ids.public_hash()}",
        **values,
    )
    return row.pk


# Version and time of change count changes: an undo is one more.
_COUNTING = {"version", "changed_at"}


def everything() -> dict[str, Any]:
    """Return all rows a merge may touch, without what counts changes."""
    tables = (Customer, CustomerCard, Trip, Booking, TripNote, Message, Review)
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in _COUNTING}
            for row in model.objects.order_by("pk").values()
        ]
        for model in tables
    }


def open_merges() -> int:
    """Return how many merges can still be taken back."""
    return CustomerMerge.objects.filter(undone_at__isnull=True).count()
