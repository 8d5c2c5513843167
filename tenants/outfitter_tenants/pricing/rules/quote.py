"""
The price of a trip: a pipeline of named pure steps on whole minor units.

The order is the law's and domain.md 4.7's: what is sold, then discounts, fees, the booking fee
(its base is before tax), taxes. A step takes the lines so far and returns the lines it adds; the
quote keeps what each step brought.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from outfitter.kit.money import mul_ppm
from outfitter_tenants.catalog.rules.list_prices import PricedItem, list_price
from outfitter_tenants.pricing.rules.price_lines import ITEMS, LineKind, QuoteLine
from outfitter_tenants.pricing.rules.rate_sheets import RateSheet, Sale, rated

__all__ = [
    "PIPELINE",
    "LineKind",
    "Quote",
    "QuoteLine",
    "QuoteStep",
    "Step",
    "UnitPrice",
    "quote",
    "unit_price",
]


@dataclass(frozen=True, slots=True)
class QuoteStep:
    """What one step of the pipeline brought; `amount` is what it changed the total by."""

    name: str
    amount: int
    lines: tuple[QuoteLine, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """
    A whole price in minor units: total = subtotal + discount + fee + tax + booking_fee.

    `tax` is what comes on top; taxes that prices hold are lines only.
    """

    subtotal: int
    discount: int
    fee: int
    tax: int
    booking_fee: int
    total: int
    deposit_due: int
    lines: tuple[QuoteLine, ...]
    steps: tuple[QuoteStep, ...]


Step = Callable[[tuple[QuoteLine, ...]], Sequence[QuoteLine]]


@dataclass(frozen=True, slots=True)
class UnitPrice:
    """The price of one ticket in minor units, where it comes from, and what it was before."""

    amount: int
    source: Literal["base", "timeslot", "rate_sheet", "channel"]
    list_amount: int
    rate_sheet_id: int | None = None

    @property
    def is_lowered(self) -> bool:
        """Return whether a rate sheet made it cheaper than listed."""
        return self.amount < self.list_amount


def unit_price(
    *,
    experience_customer_type: PricedItem,
    price_override: Mapping[str, Any] | None,
    sheets: Iterable[RateSheet] = (),
    sale: Sale | None = None,
) -> UnitPrice:
    """
    Return the price of one ticket (domain.md 4.5).

    `price_override` maps experience customer type ids (as JSON keys) to minor units. Of `sheets`
    the one that fits `sale` best applies; without a sale none does.
    """
    listed, source = list_price(customer_type=experience_customer_type, price_override=price_override)
    if sale is None:
        return UnitPrice(listed, source, listed)
    known = tuple(sheets)
    found = rated(sheets=known, sale=sale, kind_id=experience_customer_type.id, amount=listed)
    if sale.wholesale_ppm is not None and not _is_theirs(known, found.rate_sheet_id):
        net = mul_ppm(found.amount, sale.wholesale_ppm)
        return UnitPrice(net, "channel", listed, found.rate_sheet_id)
    if found.rate_sheet_id is None:
        return UnitPrice(listed, source, listed)
    return UnitPrice(found.amount, "rate_sheet", listed, found.rate_sheet_id)


def _is_theirs(sheets: Iterable[RateSheet], rate_sheet_id: int | None) -> bool:
    """Return whether a sheet was made for partners: its prices are net already."""
    return any(sheet.id == rate_sheet_id and sheet.reseller_ids for sheet in sheets)


def quote(
    *,
    lines: Sequence[QuoteLine],
    steps: Mapping[str, Step] | None = None,
    deposit: Callable[[tuple[QuoteLine, ...]], int] | None = None,
) -> Quote:
    """
    Return the quote of a trip from its list lines.

    `steps` adds to the pipeline by name; names that are missing bring nothing. `deposit` says
    what of all lines is due at booking; without it everything is.

    :raises ValueError: a step that the pipeline does not know, or a line whose sum is off
    """
    known = dict(steps or {})
    if unknown := set(known) - set(PIPELINE[1:]):
        raise ValueError(f"no such step: {sorted(unknown)}")
    everything: tuple[QuoteLine, ...] = ()
    done: list[QuoteStep] = []
    for name in PIPELINE:
        brought = tuple(lines) if name == "list" else tuple(known.get(name, _nothing)(everything))
        for line in brought:
            _check(line)
        everything += brought
        done.append(QuoteStep(name, sum(line.owed for line in brought), brought))
    return _summed(everything, tuple(done), deposit)


PIPELINE: Final = ("list", "reseller", "addons", "offer", "adjust", "fees", "booking_fee", "tax", "rounding")
_FIELD: Final[Mapping[str, str]] = {
    "ticket": "subtotal",
    "addon": "subtotal",
    "product": "subtotal",
    "gift_card": "subtotal",
    "discount": "discount",
    "manual_adjust": "discount",
    "fee": "fee",
    "cancellation_fee": "fee",
    "tax": "tax",
    "booking_fee": "booking_fee",
}


def _nothing(_lines: tuple[QuoteLine, ...]) -> Sequence[QuoteLine]:
    return ()


def _check(line: QuoteLine) -> None:
    is_listed = line.kind in ITEMS
    if line.qty < 1 or (is_listed and line.amount not in {line.qty * line.unit_amount, 0}):
        raise ValueError(f"line {line.label!r} does not add up")


def _summed(
    lines: tuple[QuoteLine, ...],
    steps: tuple[QuoteStep, ...],
    deposit: Callable[[tuple[QuoteLine, ...]], int] | None,
) -> Quote:
    sums = dict.fromkeys(("subtotal", "discount", "fee", "tax", "booking_fee"), 0)
    for line in lines:
        sums[_FIELD[line.kind]] += line.owed
    total = sum(sums.values())
    due = deposit(lines) if deposit else total
    return Quote(**sums, total=total, deposit_due=due, lines=lines, steps=steps)
