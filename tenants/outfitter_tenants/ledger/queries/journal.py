"""Sums of the journal: what a trip was paid, what a tip's owner has."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, Sum

from outfitter_tenants.ledger.models import Entry

_IN = Q(kind__in=["payment", "payment_reversal"])
_OUT = Q(kind__in=["refund", "refund_reversal"])
_TRIP_OR_TIP = Q(account__in=["trip", "tip"])


@dataclass(frozen=True, slots=True)
class Sums:
    """What the journal says of one trip, in minor units."""

    paid: int
    refunded: int
    tip: int


def sums_of_trip(*, trip_id: int) -> Sums:
    """
    Return what came in and went out for a trip.

    Tips are part of `paid` and `refunded`; `tip` is what is left of them.
    """
    found = Entry.objects.filter(_TRIP_OR_TIP, trip_id=trip_id).aggregate(
        paid=Sum("amount", filter=_IN),
        refunded=Sum("amount", filter=_OUT),
        tip=Sum("amount", filter=Q(account="tip")),
    )
    return Sums(found["paid"] or 0, -(found["refunded"] or 0), found["tip"] or 0)


def sums_of_trips(*, trip_ids: Collection[int]) -> dict[int, Sums]:
    """Return the same of many trips, by id; those that no money moved for are nothing."""
    rows = Entry.objects.filter(_TRIP_OR_TIP, trip_id__in=trip_ids).order_by().values_list("trip_id")
    found = {
        trip_id: Sums(paid or 0, -(refunded or 0), tip or 0)
        for trip_id, paid, refunded, tip in rows.annotate(
            paid=Sum("amount", filter=_IN),
            refunded=Sum("amount", filter=_OUT),
            tip=Sum("amount", filter=Q(account="tip")),
        )
        if trip_id is not None
    }
    return {trip_id: found.get(trip_id, Sums(0, 0, 0)) for trip_id in trip_ids}


def value_of(*, account: str, owner_ids: Collection[int]) -> dict[int, int]:
    """Return what the owners of an account have in it, in minor units; owners of nothing are 0."""
    rows = Entry.objects.filter(account=account, owner_id__in=owner_ids).values_list("owner_id")
    found = {owner: amount for owner, amount in rows.annotate(n=Sum("amount")) if owner is not None}
    return {owner: found.get(owner, 0) for owner in owner_ids}
