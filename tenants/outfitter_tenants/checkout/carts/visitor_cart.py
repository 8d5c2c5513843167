"""
A visitor's cart: saved in one go with what they answered, and complete before it is sold.

Staff sell without an answer or an add-on that strangers have to give, and are told of it; what
staff put together and a customer pays by link is staff's word too.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.addons.rules import AddonTarget, address_of, missing_addons
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest
from outfitter_tenants.checkout.custom_field_answers import operations as custom_field_answers
from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.fields import queries as questions
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outfitter_tenants.trips.models import Trip, TripOrder


def save_cart(
    *, cart: CartRequest, answers: Mapping[str, object], caller: CartActor, at: datetime
) -> ChangeResult:
    """
    Save a cart and what was answered about it, all or nothing; see `carts.save_trip`.

    :raises Invalid: an answer does not fit, by its key
    """
    if not answers:
        return carts.save_trip(cart=cart, caller=caller, at=at)
    with read_cache(), atomic():
        done = carts.save_trip(cart=cart, caller=caller, at=at)
        custom_field_answers.save_cart(trip_id=done.trip_id, answers=answers, at=at)
    return done


def require_complete(*, trip_id: int) -> None:
    """
    Refuse to sell a visitor's own cart while something that has to be said or chosen is not.

    :raises Invalid: `fields` names every missing answer by its key, and every missing add-on as
        `addon.scope.target.add-on`
    """
    with read_cache():
        sold = trips.experiences_of(trip_id=trip_id)
        wants_addons = catalog.has_required_addons(experience_ids=sold)
        if not wants_addons and not questions.has_required(experience_ids=sold):
            return
        trip = trips.get_trip(trip_id=trip_id)
        if trip.status != "draft" or trip.created_by is not None:
            return
        missing = {
            one.about.key: [f"Please answer: {one.field.label}"]
            for one in custom_field_answers.missing_fields(trip_id=trip_id)
        }
        if wants_addons:
            missing |= _missing_addons(trip)
    if missing:
        raise Invalid(missing)


def _missing_addons(trip: "Trip") -> dict[str, list[str]]:
    orders: list[TripOrder] = [one for one in trip.all_orders if one.status == "active"]  # type: ignore[attr-defined]
    sold = catalog.addons_by_experience(ids={one.experience_id for one in orders})
    missing = {}
    for order in orders:
        for whom, target_id, has in _addon_targets(order, trip.trip_method.slug):
            for addon in missing_addons(sold[order.experience_id], whom, has):
                key = address_of(whom.scope, target_id, addon.id)
                missing[key] = [f"Please choose: {addon.name}"]
    return missing


def _addon_targets(order: "TripOrder", method: str) -> "Iterator[tuple[AddonTarget, int, set[int]]]":
    """Yield the order and each guest, as the rules see them, with the add-ons they have."""
    guests = order.live_bookings  # type: ignore[attr-defined]
    chosen = order.all_addons  # type: ignore[attr-defined]
    kinds = {row.pk: row.experience_customer_type.customer_type_id for row in guests}
    own = {row.experience_addon_id for row in chosen if row.booking_id is None}
    yield AddonTarget("trip_order", method, set(kinds.values())), order.pk, own
    for row in guests:
        has = {one.experience_addon_id for one in chosen if one.booking_id == row.pk}
        yield AddonTarget("booking", method, {kinds[row.pk]}, row.enabled_addon_ids), row.pk, has
