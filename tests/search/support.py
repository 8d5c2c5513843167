"""Rows to be found, written as the product's operations write them."""

from datetime import date, datetime
from typing import Any

from outfitter.kit import ids
from outfitter.kit.clock import utc_now
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Trip, TripMethod


def make_customer(first: str, last: str, **more: Any) -> int:
    """Make a customer; returns the id."""
    return Customer.objects.create(hash=ids.public_hash(), first_name=first, last_name=last, **more).pk


def make_trip(
    first: str,
    last: str,
    *,
    code: str | None = None,
    start_at: datetime | None = None,
    status: str = "reserved",
    group: str | None = None,
    voucher: str | None = None,
    **more: Any,
) -> int:
    """Make a trip; returns the id."""
    at = utc_now()
    return Trip.objects.create(
        hash=ids.public_hash(),
        confirmation_code=code or ids.confirmation_code(),
        status=status,
        trip_method=TripMethod.objects.order_by("id").first(),
        contact_first_name=first,
        contact_last_name=last,
        group_name=group,
        reseller_voucher=voucher,
        currency="USD",
        first_start_at=start_at,
        reserved_at=None if status == "draft" else at,
        created_at=at,
        changed_at=at,
        **more,
    ).pk


def make_reseller(name: str, **more: Any) -> int:
    """Make a reseller; returns the id."""
    return Reseller.objects.create(
        name=name,
        reseller_type="travel_agent",
        currency="USD",
        payment_method="invoice_manual",
        collect_type="operator_collects",
        created_at=utc_now(),
        **more,
    ).pk


def make_invoice(reseller: str, number: str) -> tuple[int, int]:
    """Make a sent invoice of a reseller by this name; returns its id and the reseller's."""
    partner = make_reseller(reseller)
    day = date(2026, 6, 1)
    row = Invoice.objects.create(
        direction="receivable",
        number=number,
        status="sent",
        reseller_id=partner,
        date_type="created",
        date_from=day,
        date_to=day,
        currency="USD",
        total_amount=12_050,
        due_date=date(2026, 7, 1),
        issued_at=utc_now(),
        created_at=utc_now(),
    )
    return row.pk, partner
