"""Noting in what a gateway's books and ours differ, and that they no longer do."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from outfitter_tenants.audit.operations import record
from outfitter_tenants.ledger.models import Difference


@dataclass(frozen=True, slots=True)
class BooksDifference:
    """
    One thing in which the books differ. Amounts are signed and in minor units.

    `gateway_id` is what the gateway calls it; a side that knows nothing of it has no amount.
    """

    kind: str
    gateway_id: str
    currency: str
    our_amount: int | None = None
    their_amount: int | None = None
    payment_id: int | None = None
    trip_id: int | None = None
    invoice_id: int | None = None


def note_difference(*, gateway: str, found: BooksDifference, at: datetime) -> Difference | None:
    """Keep a difference; returns it when it is news, None when it is known and unchanged."""
    row = Difference.objects.filter(gateway=gateway, kind=found.kind, gateway_id=found.gateway_id).first()
    is_same = (
        row is not None
        and row.settled_at is None
        and ((row.our_amount, row.their_amount) == (found.our_amount, found.their_amount))
    )
    if row is not None and is_same:
        return None
    values = {
        "payment_id": found.payment_id,
        "trip_id": found.trip_id,
        "invoice_id": found.invoice_id,
        "currency": found.currency,
        "our_amount": found.our_amount,
        "their_amount": found.their_amount,
        "found_at": at,
        "settled_at": None,
    }
    row, _ = Difference.objects.update_or_create(
        gateway=gateway, kind=found.kind, gateway_id=found.gateway_id, defaults=values
    )
    record(
        entity_type="difference",
        entity_id=row.pk,
        trip_id=row.trip_id,
        action="books.differ",
        at=at,
        after={
            "kind": row.kind,
            "gateway_id": row.gateway_id,
            "our_amount": row.our_amount,
            "their_amount": row.their_amount,
            "currency": row.currency,
        },
    )
    return row


def settle_differences(
    *, gateway: str, kinds: Collection[str], still: Collection[tuple[str, str]], at: datetime
) -> int:
    """
    Close the open differences of these kinds that were not found again; returns how many.

    `still` are (kind, gateway_id) of those that were.
    """
    settled = 0
    rows = Difference.objects.filter(gateway=gateway, kind__in=list(kinds), settled_at__isnull=True)
    for row in rows.order_by("pk"):
        if (row.kind, row.gateway_id) in still:
            continue
        row.settled_at = at
        row.save(update_fields=["settled_at"])
        record(
            entity_type="difference",
            entity_id=row.pk,
            trip_id=row.trip_id,
            action="books.agree",
            at=at,
            before={"kind": row.kind, "gateway_id": row.gateway_id},
        )
        settled += 1
    return settled
