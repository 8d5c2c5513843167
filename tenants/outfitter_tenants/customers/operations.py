"""Writes of customers."""

from datetime import datetime

from django.db.models import F

from outfitter.kit import ids
from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers.models import Customer


def match_or_create(
    *,
    first_name: str,
    last_name: str,
    email: str | None,
    phone: str | None,
    country: str | None,
    locale: str,
    at: datetime,
) -> int:
    """
    Return the id of the customer these contact data belong to (domain.md 3.7).

    Exact e-mail first, then exact phone with the same last name; never by name alone.
    """
    live = Customer.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)
    found: Customer | None = None
    if email:
        found = live.filter(email=email.lower()).order_by("id").first()
    if found is None and phone:
        same = live.filter(phone=phone, last_name__iexact=last_name)
        found = same.order_by("id").first()
    if found is not None:
        return found.pk
    made = Customer.objects.create(
        hash=ids.public_hash(),
        first_name=first_name,
        last_name=last_name,
        email=email.lower() if email else None,
        phone=phone,
        country=country,
        locale=locale,
    )
    after = {"name": f"{first_name} {last_name}".strip(), "email": made.email}
    record(entity_type="customer", entity_id=made.pk, action="customer.created", at=at, after=after)
    return made.pk


def add_trip(*, customer_id: int, value_amount: int, start_at: datetime | None) -> None:
    """Count a reserved trip of a customer; `value_amount` in minor units."""
    Customer.objects.filter(pk=customer_id).update(
        trip_cnt=F("trip_cnt") + 1,
        lifetime_value_amount=F("lifetime_value_amount") + value_amount,
        last_trip_at=start_at,
    )
    Customer.objects.filter(pk=customer_id, first_trip_at__isnull=True).update(
        first_trip_at=start_at
    )
