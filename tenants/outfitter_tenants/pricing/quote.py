"""
The price of a trip: a pipeline of named pure steps on whole minor units.

Order: list, reseller, offer, addons, tax, fees, rounding (architecture.md 3). A step takes the
lines so far and returns the lines it adds; the quote keeps what each step brought.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from outfitter_tenants.catalog.prices import Priced, PriceSource, list_price

LineKind = Literal[
    "ticket", "addon", "product", "gift_card", "discount", "manual_adjust", "fee", "tax",
    "booking_fee",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class QuoteLine:
    """
    One line of what is owed.

    `unit_amount` and `amount` are minor units; a comped ticket has its price and the amount 0.
    """

    kind: LineKind
    ref_id: int | None
    label: str
    qty: int
    unit_amount: int
    amount: int
    experience_customer_type_id: int | None = None
    is_inclusive: bool = False
    trip_order_id: int | None = None
    booking_id: int | None = None


@dataclass(frozen=True, slots=True)
class QuoteStep:
    """What one step of the pipeline brought; `amount` is what it changed the total by."""

    name: str
    amount: int
    lines: tuple[QuoteLine, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """A whole price in minor units: total = subtotal + discount + fee + tax + booking_fee."""

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


def unit_price(
    *, experience_customer_type: Priced, price_override: Mapping[str, Any] | None
) -> tuple[int, PriceSource]:
    """
    Return the price of one ticket in minor units, and where it comes from.

    `price_override` maps experience customer type ids (as JSON keys) to minor units.
    """
    return list_price(customer_type=experience_customer_type, price_override=price_override)


def quote(*, lines: Sequence[QuoteLine], steps: Mapping[str, Step] | None = None) -> Quote:
    """
    Return the quote of a trip from its list lines.

    `steps` adds to the pipeline by name; names that are missing bring nothing.

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
        done.append(QuoteStep(name, sum(_owed(line) for line in brought), brought))
    return _summed(everything, tuple(done))


PIPELINE: Final = ("list", "reseller", "offer", "addons", "tax", "fees", "rounding")
_FIELD: Final[Mapping[str, str]] = {
    "ticket": "subtotal",
    "addon": "subtotal",
    "product": "subtotal",
    "gift_card": "subtotal",
    "discount": "discount",
    "manual_adjust": "discount",
    "fee": "fee",
    "tax": "tax",
    "booking_fee": "booking_fee",
}


def _nothing(_lines: tuple[QuoteLine, ...]) -> Sequence[QuoteLine]:
    return ()


def _check(line: QuoteLine) -> None:
    is_listed = _FIELD[line.kind] == "subtotal"
    if line.qty < 1 or (is_listed and line.amount not in {line.qty * line.unit_amount, 0}):
        raise ValueError(f"line {line.label!r} does not add up")


def _owed(line: QuoteLine) -> int:
    # An inclusive tax is shown, and already part of the ticket.
    return 0 if line.is_inclusive else line.amount


def _summed(lines: tuple[QuoteLine, ...], steps: tuple[QuoteStep, ...]) -> Quote:
    sums = dict.fromkeys(("subtotal", "discount", "fee", "tax", "booking_fee"), 0)
    for line in lines:
        sums[_FIELD[line.kind]] += _owed(line)
    total = sum(sums.values())
    return Quote(**sums, total=total, deposit_due=total, lines=lines, steps=steps)
