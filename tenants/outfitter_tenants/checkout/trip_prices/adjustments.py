"""Terms of a whole trip: exemption from tax, deposit, manual discounts (domain.md 4.6 to 4.14)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, Invalid
from outfitter.kit.money import mul_ppm
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import adjustments

if TYPE_CHECKING:
    from outfitter_tenants.checkout.trip_changes.change import Change
    from outfitter_tenants.trips.models import Adjustment, Trip

# More manual changes on one trip are a mistake, not a price.
MAX_ADJUSTMENTS: Final = 50
# What a manual discount is taken of: the price of things, offer codes off.
_GOODS: Final = frozenset({"ticket", "addon", "product", "discount"})


def set_tax_exempt(
    *,
    trip_id: int,
    is_tax_exempt: bool,
    certificate: str | None,
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Free a trip of the taxes that may be lifted, or charge them again (domain.md 4.14).

    `certificate` None leaves the number that is there.
    """
    by.demand("tax.toggle")
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        trip = change.trip
        before = {"is_tax_exempt": trip.is_tax_exempt, "tax_certificate": trip.tax_certificate}
        trip.is_tax_exempt = is_tax_exempt
        if certificate is not None:
            trip.tax_certificate = certificate
        after = {"is_tax_exempt": trip.is_tax_exempt, "tax_certificate": trip.tax_certificate}
        if before != after:
            change.log("trip.tax_toggled", before=before, after=after, reason=reason)
    return change.result


def set_deposit(
    *,
    trip_id: int,
    amount: int | None,
    ppm: int | None,
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Ask for so much at booking whatever the rules say: minor units, or ppm of the total.

    A share follows the total as it changes; with neither, the rules count again (domain.md 4.8).
    """
    by.demand("payment.take")
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        trip = change.trip
        before = _deposit(trip)
        trip.deposit_override_ppm = ppm
        trip.deposit_override_amount = 0 if ppm is not None else amount
        if (after := {"amount": amount, "ppm": ppm}) != before:
            change.log("trip.deposit_overridden", before=before, after=after, reason=reason)
        if amount is not None and amount > trip.total_amount:
            change.warn("deposit_over_total", "The deposit is more than the trip costs.")
    return change.result


@dataclass(frozen=True, slots=True)
class AdjustmentRequest:
    """
    A manual discount (negative) or surcharge: minor units, or ppm of the lines it is about.

    It is about a guest, an order, or (with neither) the whole trip.
    """

    amount: int | None
    ppm: int | None
    label: str
    reason: str
    trip_order_id: int | None = None
    booking_id: int | None = None


class DiscountLimit(Forbidden):
    """The role may not take so much off a trip by hand."""

    code = "discount_limit"


@contextmanager
def _within_limit(trip_id: int, wanted: AdjustmentRequest, by: TripActor) -> Iterator[None]:
    """Undo a discount that, once it is priced, is more than the role allows (domain.md 4.6)."""
    limit = by.max_discount_ppm
    if limit is None or (wanted.amount or 0) + (wanted.ppm or 0) >= 0:
        yield
        return
    with atomic():
        yield
        price = taken = 0
        for (kind, _, _, _), amount in trips.live_lines(trip_id=trip_id):
            if kind in _GOODS:
                price += amount
            elif kind == "manual_adjust":
                taken -= min(0, amount)
        most = mul_ppm(price, limit)
        if taken > most:
            raise DiscountLimit(
                "Your role doesn't allow a discount this large.", max_amount=most, max_ppm=limit
            )


def add_adjustment(
    *, trip_id: int, wanted: AdjustmentRequest, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take something off a trip by hand, or put it on top.

    :raises DiscountLimit: with this, more comes off than the role allows
    :raises Invalid: the trip has as many as it may have, or more comes off than there is
    :raises OrderNotFound: the guest or order is of another trip
    """
    by.demand("booking.reprice")
    with (
        _within_limit(trip_id, wanted, by),
        change_trip(trip_id=trip_id, by=by, at=at, version=version) as change,
    ):
        if change.trip.adjustments.count() >= MAX_ADJUSTMENTS:
            raise Invalid({"amount": [f"A trip has at most {MAX_ADJUSTMENTS} adjustments."]})
        order_id = _about(change, wanted)
        row = adjustments.add(
            trip=change.trip,
            trip_order_id=order_id,
            booking_id=wanted.booking_id,
            amount=wanted.amount,
            ppm=wanted.ppm,
            label=wanted.label,
            reason=wanted.reason,
            by=by.avatar_id,
            at=at,
        )
        change.log("trip.adjusted", after=_facts(row), reason=wanted.reason)
    return change.result


def remove_adjustment(
    *, trip_id: int, adjustment_id: int, reason: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take a manual discount or surcharge off again.

    :raises AdjustmentNotFound: it is of another trip, or none
    """
    by.demand("booking.reprice")
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        row = adjustments.remove(trip=change.trip, adjustment_id=adjustment_id)
        change.log("trip.adjustment_removed", before=_facts(row), reason=reason or None)
    return change.result


def _about(change: "Change", wanted: AdjustmentRequest) -> int | None:
    if wanted.booking_id is not None:
        # It goes with the guest, whichever order they move to.
        change.order(change.booking(wanted.booking_id).trip_order_id)
        return None
    if wanted.trip_order_id is not None:
        return change.order(wanted.trip_order_id).pk
    return None


def _deposit(trip: "Trip") -> dict[str, int | None]:
    is_share = trip.deposit_override_ppm is not None
    return {"amount": None if is_share else trip.deposit_override_amount, "ppm": trip.deposit_override_ppm}


def _facts(row: "Adjustment") -> dict[str, object]:
    return {
        "amount": row.amount,
        "ppm": row.ppm,
        "label": row.label,
        "trip_order_id": row.trip_order_id,
        "booking_id": row.booking_id,
    }
