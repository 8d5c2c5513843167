"""What somebody takes off by hand, or puts on top (domain.md 4.6). Pure, whole minor units."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.kit.money import allocate, mul_ppm
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.surcharges import nets

# A gift card that is sold is money, not goods: nothing comes off it.
_ADJUSTED: Final = frozenset({"ticket", "addon", "product"})


@dataclass(frozen=True, slots=True)
class Adjust:
    """
    One manual change of a price: `amount` in minor units, or `ppm` of the lines it is about.

    It is about one guest, one order, or (without either) the trip; negative is a discount.
    """

    id: int
    label: str
    amount: int | None = None
    ppm: int | None = None
    trip_order_id: int | None = None
    booking_id: int | None = None


def adjusted(adjusts: Iterable[Adjust], lines: Sequence[QuoteLine]) -> list[QuoteLine]:
    """
    Return the lines of manual changes, one for each line of goods they are about.

    They count one after the other, after offer codes, and never take a price below nothing.
    """
    made: list[QuoteLine] = []
    for one in adjusts:
        made += _lines(one, lines, nets([*lines, *made]))
    return made


def _lines(one: Adjust, lines: Sequence[QuoteLine], bases: dict[int, int]) -> list[QuoteLine]:
    places = [
        place
        for place in bases
        if lines[place].kind in _ADJUSTED
        and one.booking_id in {None, lines[place].booking_id}
        and one.trip_order_id in {None, lines[place].trip_order_id}
    ]
    if not places:
        return []
    weights = [max(0, bases[place]) for place in places]
    wanted = mul_ppm(sum(weights), one.ppm) if one.ppm is not None else one.amount or 0
    parts = allocate(max(wanted, -sum(weights)), weights)
    return [
        QuoteLine(
            "manual_adjust",
            one.id,
            one.label,
            1,
            part,
            part,
            on=(place,),
            trip_order_id=lines[place].trip_order_id,
            booking_id=lines[place].booking_id,
            experience_id=lines[place].experience_id,
            is_commission_base=lines[place].is_commission_base,
        )
        for place, part in zip(places, parts, strict=True)
        if part
    ]
