"""
The bill: a trip's price lines as people read them, the same on every screen, mail and paper. Pure.

Lines are kept guest by guest; a bill has one for each thing at each price that is really asked,
and one for each discount, fee and tax by its name. Nothing is rounded or left out: what is not
inside another price adds up to the trip's total, to the cent.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Protocol

from outfitter_tenants.pricing.rules.booking_fee import LABEL as BOOKING_FEE
from outfitter_tenants.pricing.rules.cancellation_fees import LABEL as CANCELLATION
from outfitter_tenants.pricing.rules.cancellation_fees import PROCESSING_LABEL
from outfitter_tenants.pricing.rules.price_lines import ITEMS, ROUNDING


class PricedLine(Protocol):
    """What a bill reads of a line of the price; amounts in minor units."""

    @property
    def kind(self) -> str: ...
    @property
    def ref_id(self) -> int | None: ...
    @property
    def label(self) -> str: ...
    @property
    def qty(self) -> int: ...
    @property
    def unit_amount(self) -> int: ...
    @property
    def amount(self) -> int: ...
    @property
    def is_inclusive(self) -> bool: ...
    @property
    def trip_order_id(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class BillLine:
    """
    One line of a bill; amounts in minor units, `amount` is always `qty` times `unit_amount`.

    What is given away stands at 0. `term` names what the product itself calls so (a booking fee),
    for readers in other languages; without one the operator's own `label` is said. An inclusive
    line is inside the prices above and not added. `trip_order_id` is None for the whole trip's.
    """

    kind: str
    term: str | None
    label: str
    qty: int
    unit_amount: int
    amount: int
    is_inclusive: bool
    trip_order_id: int | None

    @property
    def owed(self) -> int:
        """Return what the line adds to the total."""
        return 0 if self.is_inclusive else self.amount


# The order in which a bill tells: what was sold, what comes off, what comes on top.
_ORDER: Final = (
    "ticket",
    "addon",
    "product",
    "gift_card",
    "cancellation_fee",
    "discount",
    "manual_adjust",
    "fee",
    "booking_fee",
    "tax",
)
_OF_ORDERS: Final = frozenset({"ticket", "addon"})
_TERMS: Final = {
    ("booking_fee", BOOKING_FEE): "booking_fee",
    ("cancellation_fee", CANCELLATION): "cancellation_fee",
    ("cancellation_fee", PROCESSING_LABEL): "processing_fee",
    ("manual_adjust", ""): "discount",
    ("manual_adjust", ROUNDING): "rounding",
}
TERMS: Final = frozenset(_TERMS.values())


def bill_of(lines: Iterable[PricedLine]) -> tuple[BillLine, ...]:
    """Return the bill of a trip's lines, those that are void left out by the caller."""
    found: dict[tuple[object, ...], BillLine] = {}
    for line in lines:
        if line.kind == "tax" and line.amount == 0:
            # A tax that was waived: kept for reports, nothing anybody pays.
            continue
        one = _line(line)
        key = _key(line, one)
        found[key] = _joined(found[key], one) if key in found else one
    seen = list(dict.fromkeys(one.trip_order_id for one in found.values()))
    return tuple(sorted(found.values(), key=lambda one: _place(one, seen)))


def total_of(bill: Iterable[BillLine]) -> int:
    """Return what a bill comes to, in minor units."""
    return sum(line.owed for line in bill)


def name_of(line: BillLine, say: Callable[..., str]) -> str:
    """
    Return what a line is called: how many of what, and whether it is inside the prices.

    `say` returns a sentence of the reader's language: a term, or `included` with its `label`.
    """
    label = say(line.term) if line.term else line.label
    if line.qty > 1 or line.kind in ITEMS:
        label = f"{line.qty} \N{MULTIPLICATION SIGN} {label}"
    return say("included", label=label) if line.is_inclusive else label


def parts_of(bill: Iterable[BillLine]) -> list[tuple[int | None, tuple[BillLine, ...]]]:
    """Return a bill by order: tickets and add-ons of each, then (None) what is the whole trip's."""
    parts: dict[int | None, list[BillLine]] = {}
    for line in bill:
        parts.setdefault(line.trip_order_id if line.kind in _OF_ORDERS else None, []).append(line)
    return [(order_id, tuple(lines)) for order_id, lines in parts.items()]


def as_json(bill: Iterable[BillLine]) -> list[dict[str, Any]]:
    """Return a bill as events and answers carry it."""
    return [asdict(line) for line in bill]


def from_json(rows: Iterable[dict[str, Any]]) -> tuple[BillLine, ...]:
    """Return the bill that an event carries."""
    return tuple(BillLine(**row) for row in rows)


def _line(line: PricedLine) -> BillLine:
    qty, unit = line.qty, line.unit_amount
    if line.amount == 0:
        unit = 0
    elif qty * unit != line.amount:
        qty, unit = 1, line.amount
    return BillLine(
        line.kind,
        _TERMS.get((line.kind, line.label)),
        line.label,
        qty,
        unit,
        line.amount,
        line.is_inclusive,
        line.trip_order_id,
    )


def _key(line: PricedLine, one: BillLine) -> tuple[object, ...]:
    what = (line.kind, line.ref_id, line.label, line.is_inclusive)
    if line.kind in ITEMS or line.kind == "cancellation_fee":
        return (*what, line.trip_order_id, one.unit_amount)
    return (*what, line.amount < 0)


def _joined(one: BillLine, more: BillLine) -> BillLine:
    amount = one.amount + more.amount
    order_id = one.trip_order_id if one.trip_order_id == more.trip_order_id else None
    qty, unit = one.qty + more.qty, one.unit_amount
    # A share of a discount or tax has no price of its own: three parts of it are one line.
    is_counted = unit == more.unit_amount and one.kind in {*ITEMS, "fee"}
    if not is_counted:
        qty, unit = 1, amount
    return replace(one, qty=qty, unit_amount=unit, amount=amount, trip_order_id=order_id)


def _place(line: BillLine, seen: Sequence[int | None]) -> tuple[int, int, int]:
    kind = _ORDER.index(line.kind) if line.kind in _ORDER else len(_ORDER)
    if line.kind not in _OF_ORDERS:
        return 1, kind, 0
    return 0, seen.index(line.trip_order_id), kind
