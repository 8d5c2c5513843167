"""Add-ons: which of ours GetYourGuide is told of, and what it books of them."""

from collections.abc import Sequence
from typing import Final, TypedDict

from outfitter.sdk.channels import Addon, AddonRequest, Connection, Product
from outfitter.sdk.channels import addons as addons_of
from outfitter_getyourguide import errors
from outfitter_getyourguide.amounts import to_gyg
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.product_ids import ProductOption
from outfitter_getyourguide.requests import AddonItem
from outfitter_getyourguide.settings import MOST_ADDON, GetYourGuideAddon, mapping_of

# What our own name of an add-on is compared by.
_Name = str


class AddonShape(TypedDict):
    """An add-on as GetYourGuide is told of it; the price in its unit of the currency."""

    addonType: str
    retailPrice: int
    currency: str
    addonDescription: str


def list_addons(connection: Connection, way: ProductOption) -> list[AddonShape]:
    """Return the add-ons that are mapped, in the order of the mapping; one that is gone is left out."""
    return [
        {
            "addonType": mapped.addon_type,
            "retailPrice": to_gyg(ours.price.retail, ours.price.currency),
            "currency": ours.price.currency,
            "addonDescription": _description(mapped),
        }
        for mapped, ours in _sold(connection, way.product)
    ]


def parse_items(
    connection: Connection, way: ProductOption, items: Sequence[AddonItem]
) -> tuple[AddonRequest, ...] | None:
    """
    Return the add-ons that a booking has, None where it has none.

    What the customer paid for one is no reason to refuse. A type without a description means the
    only add-on of that type.

    :raises GetYourGuideError: INVALID_ADDONS_CONFIGURATION
    """
    if not items:
        return None
    sold = _sold(connection, way.product)
    return tuple(AddonRequest(_find(sold, item).id, item.count) for item in items)


def _find(sold: Sequence[tuple[GetYourGuideAddon, Addon]], item: AddonItem) -> Addon:
    said = (item.addon_description or "").strip().casefold()
    of_type = [(mapped, ours) for mapped, ours in sold if mapped.addon_type == item.addon_type]
    found = [ours for mapped, ours in of_type if not said or _description(mapped).casefold() == said]
    if len(found) != 1:
        what = f"{item.addon_type} {item.addon_description or ''}".strip()
        raise GetYourGuideError(errors.INVALID_ADDONS, f"{what} is not an add-on of this product")
    return found[0]


def _sold(connection: Connection, product: Product) -> list[tuple[GetYourGuideAddon, Addon]]:
    wanted = mapping_of(product).addons
    if not wanted:
        return []
    ours = {_name(one.title): one for one in addons_of(connection, product.product_id)}
    return [(one, ours[_name(one.addon)]) for one in wanted if _name(one.addon) in ours]


def _description(mapped: GetYourGuideAddon) -> str:
    return (mapped.description or mapped.addon)[:MOST_ADDON].strip()


def _name(text: str) -> _Name:
    return " ".join(text.split()).casefold()


_LONG: Final = "Give the add-on “{name}” a description of at most 50 characters."


def check(connection: Connection, product: Product) -> list[str]:
    """Return what is wrong with the mapped add-ons of a product, in words for the screen."""
    wanted = mapping_of(product).addons
    if not wanted:
        return []
    ours = {_name(one.title) for one in addons_of(connection, product.product_id)}
    wrong = [
        f"GetYourGuide can't sell the add-on “{one.addon}”: the experience doesn't have it, or it costs by "
        "the guest, or guests write a text for it."
        for one in wanted
        if _name(one.addon) not in ours
    ]
    wrong += [
        _LONG.format(name=one.addon) for one in wanted if not one.description and len(one.addon) > MOST_ADDON
    ]
    told = [(one.addon_type, _description(one).casefold()) for one in wanted]
    if len(set(told)) < len(told):
        wrong.append("Two add-ons have the same type and description at GetYourGuide.")
    return wrong
