"""Reads of payments that a customer's bank takes back."""

from collections.abc import Collection
from typing import Final

from outfitter.db.statements import Param, Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.ledger.models import Dispute

UNDECIDED = ("inquiry", "needs_response", "under_review")


# We may still say something to the bank.
ANSWERABLE = ("inquiry", "needs_response")


class DisputeNotFound(NotFound):
    """No such dispute here."""


def get_dispute(*, dispute_id: int) -> Dispute:
    """
    Return one dispute whichever trip it is of: the caller checks the reach.

    :raises DisputeNotFound: there is none
    """
    row = Dispute.objects.select_related("payment").filter(pk=dispute_id).first()
    if row is None:
        raise DisputeNotFound("Dispute not found.")
    return row


def undecided_disputes(*, gateway: str) -> list[Dispute]:
    """Return the disputes at a gateway that are not over, the oldest first."""
    rows = Dispute.objects.filter(gateway=gateway, status__in=UNDECIDED)
    return list(rows.order_by("pk"))


def disputes_of_trip(*, trip_id: int) -> list[Dispute]:
    """Return the disputes of a trip's payments, the newest first."""
    return DISPUTES_OF_TRIP.all(trip_id=trip_id)


DISPUTES_OF_TRIP: Final = Statement(
    lambda: (
        Dispute.objects.select_related("payment")
        .filter(trip_id=Param("trip_id"))
        .order_by("-opened_at", "-pk")
    )
)


def newest_disputes(*, payment_ids: Collection[int]) -> dict[int, Dispute]:
    """Return the newest dispute of each payment that has one."""
    rows = Dispute.objects.filter(payment_id__in=payment_ids).order_by("opened_at", "pk")
    return {row.payment_id: row for row in rows}


def has_undecided_dispute(*, trip_id: int) -> bool:
    """Return whether a payment of a trip is questioned and nothing is decided yet."""
    return Dispute.objects.filter(trip_id=trip_id, status__in=UNDECIDED).exists()


def has_lost_dispute(*, trip_id: int) -> bool:
    """Return whether a bank took a payment of a trip back."""
    return Dispute.objects.filter(trip_id=trip_id, status="lost").exists()


def lost_disputes(*, payment_id: int) -> list[Dispute]:
    """Return the disputes of a payment that were lost, the oldest first."""
    return list(Dispute.objects.filter(payment_id=payment_id, status="lost").order_by("pk"))
