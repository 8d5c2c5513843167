"""Reads of payments that a customer's bank takes back."""

from collections.abc import Collection

from outfitter_tenants.ledger.models import Dispute

UNDECIDED = ("inquiry", "needs_response", "under_review")


def disputes_of_trip(*, trip_id: int) -> list[Dispute]:
    """Return the disputes of a trip's payments, the newest first."""
    rows = Dispute.objects.select_related("payment").filter(trip_id=trip_id)
    return list(rows.order_by("-opened_at", "-pk"))


def newest_disputes(*, payment_ids: Collection[int]) -> dict[int, Dispute]:
    """Return the newest dispute of each payment that has one."""
    rows = Dispute.objects.filter(payment_id__in=payment_ids).order_by("opened_at", "pk")
    return {row.payment_id: row for row in rows}


def has_undecided_dispute(*, trip_id: int) -> bool:
    """Return whether a payment of a trip is questioned and nothing is decided yet."""
    return Dispute.objects.filter(trip_id=trip_id, status__in=UNDECIDED).exists()


def lost_disputes(*, payment_id: int) -> list[Dispute]:
    """Return the disputes of a payment that were lost, the oldest first."""
    return list(Dispute.objects.filter(payment_id=payment_id, status="lost").order_by("pk"))
