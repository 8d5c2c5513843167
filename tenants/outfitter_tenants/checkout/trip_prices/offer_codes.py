"""Put offer codes on trips and take them off (domain.md 4.6, 5.16)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.checkout.trip_changes import offer_code_discounts
from outfitter_tenants.checkout.trip_changes.change import OPEN, ChangeResult, TripActor, change_trip
from outfitter_tenants.checkout.trip_changes.totals import list_lines
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.operations import redemptions
from outfitter_tenants.pricing.rules.offer_codes import REASONS, problem
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import price_lines

if TYPE_CHECKING:
    from outfitter_tenants.checkout.trip_changes.change import Change
    from outfitter_tenants.pricing.models import OfferCode
    from outfitter_tenants.trips.models import Trip

# Under which name a trip keeps the code that a partner's system has named.
_NAMED: Final = "offer_code"


class OfferInvalid(DomainError):
    """A code does not apply to this trip; the detail's `reason` says why."""

    code = "offer_invalid"
    status = 422

    def __init__(self, reason: str, offer: str) -> None:
        super().__init__(REASONS[reason], reason=reason, code=offer)


class OfferNotOnTrip(NotFound):
    """The trip has no such code."""


@dataclass(frozen=True, slots=True)
class AvailableOffer:
    """A code that would do something for a trip: what it saves, in minor units."""

    id: int
    code: str
    description: str
    saving_amount: int
    is_applied: bool


def add(
    *, trip_id: int, code: str, is_replacing: bool, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Put a code on a trip; its use is set aside while the trip holds seats, and counted when sold.

    Codes on the trip that do not combine with it refuse it, or go when `is_replacing`. What
    applies by itself always makes room. Visitors put codes on their carts only.

    :raises OfferInvalid: it does not apply, is used up, or does not combine
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=_states(by)) as change:
        row = _locked(code)
        replaced = _make_room(change, row, is_replacing=is_replacing)
        _require(change.trip, row, at)
        redemptions.put_on(
            offer_code_id=row.pk, trip_id=trip_id, amount=0, at=at, is_counted=change.trip.status != "draft"
        )
        change.log(
            "trip.offer_applied", before={"codes": replaced} if replaced else None, after={"code": row.code}
        )
    return change.result


def put_on_cart(*, trip: "Trip", code: str, at: datetime) -> None:
    """
    Put the code that a partner's system names on its cart, instead of the one it named before.

    In the caller's transaction, which has the trip locked; the caller prices the trip. An empty
    code takes the former one off. Its lock comes before any departure's: see `lock`.

    :raises OfferInvalid: it does not apply, or is used up
    """
    before = named_code(trip)
    for use in _live(trip.pk):
        if use.is_auto_applied or use.offer.code == before:
            redemptions.take_off(use_id=use.id)
    trip.external = {name: value for name, value in (trip.external or {}).items() if name != _NAMED}
    if code:
        row = _locked(code)
        _require(trip, row, at)
        redemptions.put_on(offer_code_id=row.pk, trip_id=trip.pk, amount=0, at=at, is_counted=False)
        trip.external[_NAMED] = row.code
    trip.save(update_fields=["external"])


def named_code(trip: "Trip") -> str:
    """Return the code that a partner's system has named on a trip; empty without any."""
    return str((trip.external or {}).get(_NAMED, ""))


def lock(*, code: str) -> None:
    """
    Lock a code, before any departure is (ADR 28).

    :raises OfferInvalid: there is none
    """
    _locked(code)


def require_fitting(*, trip: "Trip", at: datetime) -> None:
    """
    Refuse a change of a partner's system after which the code that it named no longer fits.

    :raises OfferInvalid: it does not; staff may keep it, a partner may not
    """
    code = named_code(trip)
    use = next((one for one in _live(trip.pk) if code and one.offer.code == code), None)
    if use is None or use.is_grandfathered:
        return
    orders = price_lines.orders_of(trip)
    reason = problem(use.offer, list_lines(trip, orders), offer_code_discounts.sale_of(trip, orders, at))
    if reason is not None:
        raise OfferInvalid(reason, code)


def remove(
    *, trip_id: int, offer_code_id: int, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take a code off a trip; its use is free again. What applied by itself is not tried again.

    :raises OfferNotOnTrip: the trip does not have it
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=_states(by)) as change:
        use = next((one for one in _live(trip_id) if one.offer.id == offer_code_id), None)
        if use is None:
            raise OfferNotOnTrip("This code is not on the trip.")
        if use.is_auto_applied and change.trip.status == "draft":
            redemptions.decline(use_id=use.id)
        else:
            redemptions.take_off(use_id=use.id)
        change.log("trip.offer_removed", before={"code": use.offer.code})
    return change.result


def available(*, trip_id: int, at: datetime) -> list[AvailableOffer]:
    """
    Return the codes that would take something off a trip, the one that saves most first.

    Each by itself: what it saves does not know of codes that are on the trip already.

    :raises TripNotFound: there is no such trip
    """
    trip = trips.get_trip(trip_id=trip_id)
    orders = price_lines.orders_of(trip)
    lines, sale = list_lines(trip, orders), offer_code_discounts.sale_of(trip, orders, at)
    applied = {use.offer.id for use in _live(trip_id)}
    found = []
    for row in prices.open_offers():
        offer = prices.offer_of(row)
        if problem(offer, lines, sale) is not None:
            continue
        off = offer_code_discounts.saving_of(offer, lines, sale)
        if off > 0:
            text = row.public_description or row.internal_name
            found.append(AvailableOffer(row.pk, row.code, text, off, row.pk in applied))
    return sorted(found, key=lambda one: (-one.saving_amount, one.code))


def require_valid(*, trip: "Trip", at: datetime) -> None:
    """
    Refuse to sell a cart with a code that does not count any more; what staff kept, counts.

    Locks the codes of the trip: call it before any departure is locked.

    :raises OfferInvalid: the code expired, was archived, or is used up by now
    """
    uses = [use for use in _live(trip.pk) if use.status == "pending"]
    for use in sorted(uses, key=lambda one: one.offer.id):
        row = prices.lock_offer_code(offer_code_id=use.offer.id)
        if not use.is_grandfathered:
            _require(trip, row, at)


def invalid(*, trip: "Trip", at: datetime) -> list[OfferInvalid]:
    """Return what `require_valid` would refuse now; nothing is locked."""
    found = []
    for use in _live(trip.pk):
        if use.status != "pending" or use.is_grandfathered:
            continue
        row = prices.get_offer_code(offer_code_id=use.offer.id)
        if (reason := _problem(trip, row, at)) is not None:
            found.append(OfferInvalid(reason, row.code))
    return found


def _states(by: TripActor) -> frozenset[str]:
    if by.is_visitor:
        return frozenset({"draft"})
    by.demand("offer.apply")
    return OPEN


def _locked(code: str) -> "OfferCode":
    try:
        return prices.lock_by_code(code=code)
    except prices.OfferCodeNotFound as missing:
        raise OfferInvalid("unknown", code) from missing


def _require(trip: "Trip", row: "OfferCode", at: datetime) -> None:
    reason = _problem(trip, row, at)
    if reason is not None:
        raise OfferInvalid(reason, row.code)


def _problem(trip: "Trip", row: "OfferCode", at: datetime) -> str | None:
    orders = price_lines.orders_of(trip)
    lines, sale = list_lines(trip, orders), offer_code_discounts.sale_of(trip, orders, at)
    offer = prices.offer_of(row)
    reason = problem(offer, lines, sale)
    if reason is None and offer_code_discounts.saving_of(offer, lines, sale) <= 0:
        reason = "nothing_to_pay"
    return reason or offer_code_discounts.limit_problem(row, trip, at)


def _make_room(change: "Change", row: "OfferCode", *, is_replacing: bool) -> list[str]:
    uses = _live(change.trip.pk)
    if any(use.offer.id == row.pk and not use.is_auto_applied for use in uses):
        raise OfferInvalid("already_applied", row.code)
    if change.trip.status != "draft" and trips.still_to_come(change.trip) <= 0:
        raise OfferInvalid("nothing_to_pay", row.code)
    entered = [use for use in uses if not use.is_auto_applied]
    gone: Sequence[prices.OfferUse] = [use for use in uses if use.is_auto_applied]
    if entered and not (row.is_stackable and all(use.offer.is_stackable for use in entered)):
        if not is_replacing:
            raise OfferInvalid("not_stackable", row.code)
        gone = uses
    for use in gone:
        redemptions.take_off(use_id=use.id)
    return [use.offer.code for use in gone]


def _live(trip_id: int) -> list[prices.OfferUse]:
    return [use for use in prices.uses_of_trip(trip_id=trip_id) if use.status != "released"]
