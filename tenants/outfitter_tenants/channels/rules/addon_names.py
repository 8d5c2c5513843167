"""Add-ons as channels name them: each choice of one is an add-on of its own. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.plugins.channels.booking_types import AddonRequest
from outfitter.plugins.channels.errors import MalformedRequest
from outfitter_tenants.catalog.queries import AddonRow
from outfitter_tenants.checkout.channel_sales import ChannelAddon

MOST: Final = 100


@dataclass(frozen=True, slots=True)
class NamedAddon:
    """An add-on, or one choice of it, by its id for channels; `price` in minor units, before taxes."""

    id: str
    title: str
    addon: AddonRow
    value_id: int | None
    price: int


def named(addons: Iterable[AddonRow], *, method: str) -> list[NamedAddon]:
    """
    Return what a channel may sell of the add-ons of an experience.

    What needs a text from the guest is not sold that way, nor what costs by the head: a channel
    counts pieces.
    """
    return [
        one
        for addon in addons
        if addon.input != "text"
        and (addon.price_per == "unit" or (addon.price_per == "order" and addon.input == "toggle"))
        and (not addon.methods or method in addon.methods)
        for one in _choices(addon)
    ]


def _choices(addon: AddonRow) -> Iterator[NamedAddon]:
    if addon.input != "select":
        yield NamedAddon(str(addon.id), addon.name, addon, None, max(0, addon.price))
        return
    for value in (one for one in addon.values if one.is_active):
        title, price = f"{addon.name}: {value.label}", max(0, addon.price + value.price_delta)
        yield NamedAddon(f"{addon.id}-{value.id}", title, addon, value.id, price)


def requested(offered: Sequence[NamedAddon], wanted: Iterable[AddonRequest]) -> tuple[ChannelAddon, ...]:
    """
    Return what a booking is to have, the same add-on only once.

    :raises MalformedRequest: an add-on that is not sold, or a number that is none; `field` is "addons"
    """
    known = {one.id: one for one in offered}
    counts: dict[str, int] = {}
    for one in wanted:
        if one.addon_id not in known or not 1 <= one.quantity <= MOST:
            raise MalformedRequest("This add-on isn't sold, or not so many of it.", field="addons")
        counts[one.addon_id] = counts.get(one.addon_id, 0) + one.quantity
    return tuple(
        ChannelAddon(known[name].addon.id, known[name].value_id, cnt) for name, cnt in counts.items()
    )
