"""The right to be forgotten, for the rows of customers; crm.operations.privacy does the rest."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from outfitter.kit import ids
from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import Customer, CustomerCard, CustomerMerge
from outfitter_tenants.customers.operations import duplicates

# What says who somebody is. Country and language stay: they count guests, they name nobody.
_EMPTY: Final[dict[str, Any]] = {
    "first_name": "",
    "last_name": "",
    "email": None,
    "phone": None,
    "more_emails": [],
    "more_phones": [],
    "company": None,
    "address": {},
    "birth_date": None,
    "is_vip": False,
    "tags": [],
    "marketing": {},
    "unsubscribed_at": None,
    "gateway_customer_id": None,
    "notes": "",
}


def anonymise(*, rows: Sequence[Customer], at: datetime) -> None:
    """
    Take away who these customers are, for good; the caller has locked them.

    Their old hash leads nowhere, saved cards, suggested duplicates and what merges kept of them go.
    """
    wanted = [row.pk for row in rows]
    CustomerCard.objects.filter(customer_id__in=wanted).delete()
    CustomerMerge.objects.filter(keep_id__in=wanted).delete()
    CustomerMerge.objects.filter(merged_ids__overlap=wanted).delete()
    duplicates.forget_pairs(ids=wanted)
    for row in rows:
        for name, value in _EMPTY.items():
            setattr(row, name, value)
        row.hash = ids.public_hash()
        row.anonymised_at = row.anonymised_at or at
        row.version += 1
        row.save()
        record(
            entity_type="customer",
            entity_id=row.pk,
            action="customer.anonymised",
            at=at,
            after={"anonymised_at": at.isoformat()},
        )


def delete_row(*, row: Customer, at: datetime) -> None:
    """Delete a customer nothing hangs on; the caller has made sure and holds the lock."""
    record(entity_type="customer", entity_id=row.pk, action="customer.deleted", at=at)
    duplicates.forget_pairs(ids=[row.pk])
    row.delete()


def has_history(*, customer_id: int) -> bool:
    """Return whether others were merged into this customer or cards are kept for them."""
    return (
        bool(queries.list_merged_ids(customer_id=customer_id))
        or CustomerMerge.objects.filter(keep_id=customer_id).exists()
        or CustomerCard.objects.filter(customer_id=customer_id).exists()
    )
