"""Add-ons that a channel sells: so many for the whole booking, put on its order or shared by its guests."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.addons.operations import AddonChange
from outfitter_tenants.checkout.addons.rules import AddonChoice, fits
from outfitter_tenants.checkout.channel_sales.types import ChannelAddon
from outfitter_tenants.trips.operations import orders as rows

if TYPE_CHECKING:
    from outfitter_tenants.checkout.trip_changes.change import Change
    from outfitter_tenants.trips.models import TripOrder


def make(*, change: "Change", order: "TripOrder", wanted: Sequence[ChannelAddon]) -> list[dict[str, object]]:
    """
    Have exactly these add-ons on an order and its guests; the caller prices the trip.

    Returns what is chosen now, as the log has it.

    What is for single guests goes to those it is for, in their order, as many to each as it allows.

    :raises Invalid: an add-on is not sold there, or not so many of it; the field begins with "addon"
    """
    sold = {addon.id: addon for addon in catalog.list_addons(experience_id=order.experience_id)}
    of_order = AddonChange(change, trip_order_id=order.pk, booking_id=None)
    guests = [AddonChange(change, trip_order_id=None, booking_id=row.pk) for row in rows.guests_of(order)]
    choices: dict[int, list[AddonChoice]] = {}
    whole: list[AddonChoice] = []
    for one in wanted:
        addon = sold.get(one.addon_id)
        if addon is None:
            raise Invalid({"addons": ["This experience has no such add-on."]})
        if addon.scope == "trip_order":
            whole.append(AddonChoice(addon.id, one.value_id, one.quantity))
            continue
        for place, qty in _shared(addon, one.quantity, guests):
            choices.setdefault(place, []).append(AddonChoice(addon.id, one.value_id, qty))
    of_order.make(whole)
    for place, target in enumerate(guests):
        target.make(choices.get(place, []))
    return [fact for target in (of_order, *guests) for fact in target.facts()]


def _shared(addon: catalog.AddonRow, quantity: int, guests: Sequence[AddonChange]) -> list[tuple[int, int]]:
    """Return how many each guest has: (place, quantity), evenly and the earlier ones first."""
    places = [place for place, guest in enumerate(guests) if fits(addon, guest.whom) is None]
    most = most_per_guest(addon)
    if not places or (most is not None and quantity > most * len(places)):
        raise Invalid({"addons": [f"{addon.name}: there are not so many guests for it."]})
    each, more = divmod(quantity, len(places))
    counts = [each + (index < more) for index in range(len(places))]
    return [(place, cnt) for place, cnt in zip(places, counts, strict=True) if cnt]


def most_per_guest(addon: catalog.AddonRow) -> int | None:
    """Return how many of an add-on one guest, or the order, can have; None: as many as they like."""
    if addon.input in {"toggle", "text"} or (addon.input == "select" and addon.max_qty is None):
        return 1
    return addon.max_qty
