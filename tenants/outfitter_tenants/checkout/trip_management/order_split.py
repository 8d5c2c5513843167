"""One order that becomes two, in its trip or in a new one (domain.md 5.25)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, cast

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins import outbox
from outfitter_tenants.checkout.refunds.cancellations import refuse_while_paying
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.trip_changes.change import SOLD, Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.checkout.trip_changes.totals import price_trip, unit_prices
from outfitter_tenants.scheduling.operations import split_claims
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts, price_lines
from outfitter_tenants.trips.operations import order_splits as parts
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.operations import trip_customers as trip_people

if TYPE_CHECKING:
    from outfitter_tenants.scheduling.rules.availability import Audience
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder

Target = Literal["order", "trip"]


@dataclass(frozen=True, slots=True)
class SplitResult:
    """What came of a split: the new order, and its trip when that is new as well."""

    done: ChangeResult
    trip_order_id: int
    new_trip_id: int | None
    new_trip_hash: str | None


def split(
    *,
    trip_id: int,
    trip_order_id: int,
    booking_ids: Sequence[int],
    to: Target,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> SplitResult:
    """
    Let guests go on as an order of their own; what all of them owe together stays to the cent.

    Their add-ons, products, boats and guides go with them, the order's own stay. Payments, offer
    codes and what is taken off the whole trip stay with the first trip: a new trip owes its part.

    :raises Invalid: a guest is not on this order, or nobody would be left on it
    :raises ResourceUnavailable: they cannot be two orders, each with a boat to itself
    :raises PaymentInProgress: somebody's card is being charged for the trip
    """
    with atomic():
        with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=SOLD) as change:
            refuse_while_paying(change.trip)
            order = change.order(trip_order_id)
            guests = rows.guests_of(order)
            moved = _moved(guests, booking_ids)
            before = change.trip.total_amount
            target = change.trip
            if to == "trip":
                target = parts.sibling(trip=change.trip, by=by.avatar_id, at=at)
            part = _part(change, order, target, guests, moved)
            _settle(change, part, before)
            _tell(change, order, part, moved)
        if target.pk != trip_id:
            _begin(change, target)
    is_new = target.pk != trip_id
    return SplitResult(change.result, part.pk, target.pk if is_new else None, target.hash if is_new else None)


def _moved(guests: "Sequence[Booking]", booking_ids: Sequence[int]) -> "list[Booking]":
    wanted = set(booking_ids)
    moved = [row for row in guests if row.pk in wanted]
    if len(moved) != len(wanted):
        raise Invalid({"booking_ids": ["One of these guests is not on this order."]})
    if len(moved) == len(guests):
        raise Invalid({"booking_ids": ["At least one guest has to stay on this order."]})
    return moved


def _part(
    change: Change,
    order: "TripOrder",
    target: "Trip",
    guests: "Sequence[Booking]",
    moved: "Sequence[Booking]",
) -> "TripOrder":
    """Make the new order, with its guests and what they have of boats and guides."""
    ids = [row.pk for row in moved]
    stay, go = _overrides(change, order, ids)
    parts.set_override(order=order, override=stay)
    position = target.orders.count() if target.pk == change.trip.pk else 0
    part = parts.part_of(order=order, trip=target, override=go, position=position)
    if order.timeslot_id is not None:
        method = change.trip.trip_method
        split_claims(
            timeslot_id=order.timeslot_id,
            trip_order_id=order.pk,
            new_order_id=part.pk,
            booking_ids=ids,
            left=_party(row for row in guests if row.pk not in ids),
            moved=_party(moved),
            audience=cast("Audience", method.audience),
            at=change.at,
        )
    parts.hand_over(booking_ids=ids, part=part)
    return part


def _party(guests: Any) -> dict[int, int]:
    return dict(Counter(row.experience_customer_type_id for row in guests))


def _overrides(
    change: Change, order: "TripOrder", ids: Sequence[int]
) -> tuple[Mapping[str, object] | None, Mapping[str, object] | None]:
    """Return an order's own prices for those who stay and for those who go."""
    override: Mapping[str, Any] = order.pricing_override or {}
    if override.get("kind") != "total":
        return order.pricing_override, order.pricing_override
    [whole] = [row for row in price_lines.orders_of(change.trip) if row.pk == order.pk]
    asked = unit_prices(whole)
    goes = sum(amount for pk, amount in asked.items() if pk in ids and not _is_free(whole, pk))
    return ({**override, "amount": int(override["amount"]) - goes}, {**override, "amount": goes})


def _is_free(order: Any, booking_id: int) -> bool:
    return any(row.pk == booking_id and row.is_comped for row in order.live_bookings)


def _settle(change: Change, part: "TripOrder", before: int) -> None:
    """Price what there is now and have the new order owe the difference to what was."""
    trip, target = change.trip, part.trip
    price_trip(trip=trip, at=change.at)
    after = trip.total_amount
    if target.pk != trip.pk:
        price_trip(trip=target, at=change.at)
        after += target.total_amount
    if after != before:
        parts.carry(order=part, amount=before - after, label=f"Split from {trip.confirmation_code}")
        price_trip(trip=target, at=change.at)
    if target.pk != trip.pk:
        reseller_terms.split_commission(trip=trip, part=target)


def _tell(change: Change, order: "TripOrder", part: "TripOrder", moved: "Sequence[Booking]") -> None:
    trip, target = change.trip, part.trip
    is_new = target.pk != trip.pk
    change.log(
        "trip_order.split",
        entity_type="trip_order",
        entity_id=order.pk,
        after={
            "trip_order_id": part.pk,
            "booking_ids": [row.pk for row in moved],
            **({"confirmation_code": target.confirmation_code} if is_new else {}),
        },
    )
    if is_new and trips.still_to_come(trip) < 0:
        change.warn(
            "payments_stay",
            "The payments stay with this trip: it's now overpaid, and the new one has a balance due.",
        )


def _begin(change: Change, target: "Trip") -> None:
    drafts.refresh(trip=target, at=change.at)
    if target.customer_id is not None:
        trip_people.recount(customer_ids=[target.customer_id])
    outbox.publish(
        "trip.changed",
        at=change.at,
        trip_id=target.pk,
        hash=target.hash,
        action="trip.created",
        version=target.version,
    )
