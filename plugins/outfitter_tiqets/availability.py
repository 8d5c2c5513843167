"""Availability: slots of a product, with what each kind of ticket has left and costs."""

from collections.abc import Iterable
from typing import Final, NotRequired

from typing_extensions import TypedDict

from outfitter.sdk import exponent
from outfitter.sdk.channels import Departure, Price, Unit
from outfitter_tiqets.products import TiqetsProduct

_ON_SALE: Final = frozenset({"available", "limited", "freesale"})


class PriceShape(TypedDict):
    """An amount as decimal text, taxes in."""

    amount: str
    currency: str


class VariantShape(TypedDict):
    """A kind of ticket on a slot."""

    id: str
    name: str
    available_tickets: int
    price: NotRequired[PriceShape]


class SlotShape(TypedDict):
    """A slot."""

    available_tickets: int
    variants: list[VariantShape]


def availability(listed: TiqetsProduct, departures: Iterable[Departure]) -> dict[str, SlotShape]:
    """Return the slots by their local time."""
    best: dict[str, Departure] = {}
    for departure in departures:
        key = key_of(departure)
        if key not in best or seats(listed, departure) > seats(listed, best[key]):
            best[key] = departure
    return {key: serialize_slot(listed, departure) for key, departure in best.items()}


def key_of(departure: Departure) -> str:
    """Return the local time of a slot; a day without times begins at midnight."""
    if departure.is_all_day:
        return f"{departure.date.isoformat()}T00:00"
    return departure.starts_at.strftime("%Y-%m-%dT%H:%M")


def seats(listed: TiqetsProduct, departure: Departure) -> int:
    """Return how many seats can be had."""
    if departure.refusal is not None or departure.status not in _ON_SALE:
        return 0
    if departure.vacancies is None:
        return listed.settings.unlimited_tickets
    return max(departure.vacancies, 0)


def serialize_slot(listed: TiqetsProduct, departure: Departure) -> SlotShape:
    """Return a slot; one that is over or sold out has no tickets at all."""
    left = seats(listed, departure)
    if not left:
        return {"available_tickets": 0, "variants": []}
    variants = [variant(listed, departure, unit, left) for unit in listed.option.units]
    return {"available_tickets": left, "variants": [one for one in variants if one is not None]}


def variant(listed: TiqetsProduct, departure: Departure, unit: Unit, left: int) -> VariantShape | None:
    """Return a kind of ticket, None when it has no price on that slot."""
    price = departure.price_of(unit.unit_id)
    if price is None:
        return None
    count = left // unit.pax if unit.pax > 1 else left
    own = departure.unit_vacancies.get(unit.unit_id)
    found: VariantShape = {
        "id": unit.unit_id,
        "name": unit.title,
        "available_tickets": count if own is None else min(count, max(own, 0)),
    }
    if listed.settings.provides_pricing:
        found["price"] = money(price)
    return found


def money(price: Price) -> PriceShape:
    """Return what the guest pays, as decimal text."""
    digits = exponent(price.currency)
    whole, rest = divmod(price.retail, 10**digits)
    amount = f"{whole}.{rest:0{digits}d}" if digits else str(whole)
    return {"amount": amount, "currency": price.currency}
