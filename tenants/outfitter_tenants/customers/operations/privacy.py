"""The right to be forgotten, for the rows of customers; crm.operations.privacy does the rest."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

from outfitter.kit import ids
from outfitter_tenants.audit.operations import record, record_all
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


def delete_rows(*, customer_ids: Sequence[int], at: datetime) -> None:
    """Delete customers nothing hangs on; the caller has made sure and holds the locks."""
    record_all(
        {"entity_type": "customer", "entity_id": pk, "action": "customer.deleted", "at": at}
        for pk in customer_ids
    )
    duplicates.forget_pairs(ids=customer_ids)
    Customer.objects.filter(pk__in=customer_ids).delete()


def with_history(*, customer_ids: Collection[int]) -> set[int]:
    """Return those of these customers who others were merged into or whose cards are kept."""
    merged = Customer.objects.filter(merged_into_id__in=customer_ids).values_list("merged_into_id", flat=True)
    kept = CustomerMerge.objects.filter(keep_id__in=customer_ids).values_list("keep_id", flat=True)
    cards = CustomerCard.objects.filter(customer_id__in=customer_ids).values_list("customer_id", flat=True)
    return {pk for pk in (*merged, *kept, *cards) if pk is not None}
