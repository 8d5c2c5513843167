"""Codes on trips: put on, counted, given back. The caller holds the trip's lock and the code's."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import F

from outfitter_tenants.pricing.models import OfferCode, OfferCodeRedemption


def put_on(
    *,
    offer_code_id: int,
    trip_id: int,
    amount: int,
    is_counted: bool,
    at: datetime,
    is_auto_applied: bool = False,
    is_grandfathered: bool = False,
) -> None:
    """Put a code on a trip with what it takes off in minor units; counted when it is sold."""
    OfferCodeRedemption.objects.update_or_create(
        offer_code_id=offer_code_id,
        trip_id=trip_id,
        defaults={
            "amount": amount,
            "status": "counted" if is_counted else "pending",
            "is_auto_applied": is_auto_applied,
            "is_grandfathered": is_grandfathered,
            "created_at": at,
            "counted_at": at if is_counted else None,
        },
    )
    if is_counted:
        _count(offer_code_id, 1)


def take_off(*, use_id: int) -> None:
    """Take a code off a trip; one that was counted is free again."""
    row = OfferCodeRedemption.objects.get(pk=use_id)
    if row.status == "counted":
        _count(row.offer_code_id, -1)
    OfferCodeRedemption.objects.filter(pk=use_id).delete()


def decline(*, use_id: int) -> None:
    """Remember that a code that applies by itself is not wanted on this trip."""
    OfferCodeRedemption.objects.filter(pk=use_id).update(status="released", amount=0)


def keep_amounts(*, amounts: Mapping[int, tuple[int, bool]]) -> None:
    """Store by use what it takes off now, and whether it is kept although it no longer fits."""
    for use_id, (amount, is_kept) in amounts.items():
        OfferCodeRedemption.objects.filter(pk=use_id).update(amount=amount, is_grandfathered=is_kept)


def count_sold(*, trip_id: int, at: datetime) -> None:
    """Count the codes of a trip that is being sold."""
    rows = OfferCodeRedemption.objects.filter(trip_id=trip_id, status="pending")
    codes = list(rows.values_list("offer_code_id", flat=True))
    rows.update(status="counted", counted_at=at)
    for offer_code_id in sorted(codes):
        _count(offer_code_id, 1)


def release(*, trip_id: int) -> None:
    """Give back the codes of a sold trip that is deleted."""
    rows = OfferCodeRedemption.objects.filter(trip_id=trip_id, status="counted")
    codes = list(rows.values_list("offer_code_id", flat=True))
    rows.update(status="released")
    for offer_code_id in sorted(codes):
        _count(offer_code_id, -1)


def count_again(*, trip_id: int) -> None:
    """Count what `release` gave back: the trip is restored and keeps its price."""
    rows = OfferCodeRedemption.objects.filter(trip_id=trip_id, status="released", counted_at__isnull=False)
    codes = list(rows.values_list("offer_code_id", flat=True))
    rows.update(status="counted")
    for offer_code_id in sorted(codes):
        _count(offer_code_id, 1)


def _count(offer_code_id: int, step: int) -> None:
    OfferCode.objects.filter(pk=offer_code_id).update(used_cnt=F("used_cnt") + step)
