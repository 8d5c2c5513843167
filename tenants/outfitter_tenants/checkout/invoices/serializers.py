"""Invoices as the calls around them answer."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.person_names import full_name
from outfitter.kit.zones import local_day
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.invoices import operations
from outfitter_tenants.invoices import lists, payment_links
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.queries.eligibility import EligibleCount
from outfitter_tenants.invoices.types import DIRECTIONS
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import InvoicePayment, InvoiceTrip
    from outfitter_tenants.resellers.models import Reseller


def invoice_full(invoice_id: int, *, at: datetime) -> dict[str, object]:
    """
    Return an invoice, whole.

    :raises InvoiceNotFound: there is none
    """
    row = invoices.get_invoice(invoice_id=invoice_id)
    today = local_day(at, people.get_properties().time_zone)
    lines: list[InvoiceTrip] = row.all_lines  # type: ignore[attr-defined]
    return {
        **lists.row_of(row, trips_cnt=len(lines), today=today),
        "trips": [_line(line) for line in lines],
        "discount": {"amount": row.discount_amount, "reason": row.discount_reason},
        "note": row.note,
        "voided_at": row.voided_at,
        "payments": [_payment(one) for one in row.all_payments],  # type: ignore[attr-defined]
        "payment_url": payment_links.url_of(row),
        "charges": _charges(row.pk, row.all_payments),  # type: ignore[attr-defined]
        "events": audit.list_of_entity(entity_type="invoice", entity_id=row.pk),
        "billing_emails": resellers.own_emails(row.reseller),
        "send_problem": operations.send_problem(invoice=row, at=at),
    }


def _line(line: "InvoiceTrip") -> dict[str, object]:
    trip = line.trip
    names = (
        "gross_amount",
        "commission_amount",
        "tax_amount",
        "net_amount",
        "discount_amount",
        "settled_amount",
    )
    return {
        "id": line.pk,
        "trip": {
            "id": trip.pk,
            "hash": trip.hash,
            "confirmation_code": trip.confirmation_code,
            "contact_name": trip.group_name or full_name(trip.contact_first_name, trip.contact_last_name),
            "first_start_at": trip.first_start_at,
        },
        **{name: getattr(line, name) for name in names},
        "is_adjustment": line.is_adjustment,
    }


def _payment(row: "InvoicePayment") -> dict[str, object]:
    names = ("method", "amount", "paid_at", "note", "removed_at", "remove_reason")
    return {
        "id": row.pk,
        "is_by_link": row.charge_id is not None,
        **{name: getattr(row, name) for name in names},
        "allocations": [
            {"trip_id": part.invoice_trip.trip_id, "amount": part.amount}
            for part in row.live_allocations  # type: ignore[attr-defined]
        ],
    }


def _charges(invoice_id: int, payments: "Sequence[InvoicePayment]") -> list[dict[str, object]]:
    charges = money.charges_of(invoice_ids=[invoice_id])
    sums = money.sums_of_charges(charges=charges) if charges else {}
    counted = {one.charge_id: one.amount for one in payments if one.removed_at is None}
    return [
        {
            "id": one.pk,
            "amount": one.amount,
            "card_last4": one.card_last4,
            "paid_at": one.received_at,
            "waiting_amount": sums[one.pk].waiting,
            "questioned_amount": sums[one.pk].questioned,
            "left_amount": sums[one.pk].kept - counted.get(one.pk, 0),
        }
        for one in charges
    ]


def eligible(reseller: "Reseller", found: EligibleCount) -> dict[str, object]:
    """Return how much of a partner can be billed."""
    return {
        "reseller": {"id": reseller.pk, "name": reseller.name},
        "trips_cnt": found.trips_cnt,
        "net_amount": found.net_amount,
        "currency": reseller.currency,
        "billing_emails": resellers.own_emails(reseller),
    }


def ageing(*, at: datetime, reseller_id: int | None = None) -> list[dict[str, object]]:
    """Return what is unpaid in both directions, by how late it is."""
    today = local_day(at, people.get_properties().time_zone)
    return [
        {"direction": direction, **row}
        for direction in DIRECTIONS
        for row in invoices.ageing(direction=direction, today=today, reseller_id=reseller_id)
    ]
