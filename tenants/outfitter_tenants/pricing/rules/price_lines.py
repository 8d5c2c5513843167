"""The lines a price is made of."""

from dataclasses import dataclass, replace
from typing import Final, Literal

LineKind = Literal[
    "ticket",
    "addon",
    "product",
    "gift_card",
    "discount",
    "manual_adjust",
    "fee",
    "tax",
    "booking_fee",
    "cancellation_fee",
]
ITEMS: Final = frozenset({"ticket", "addon", "product", "gift_card"})
# What brings a total to an amount that gateways charge.
ROUNDING: Final = "Rounding"
DISCOUNTS: Final = frozenset({"discount", "manual_adjust"})


@dataclass(frozen=True, slots=True)
class QuoteLine:
    """
    One line of what is owed.

    `unit_amount` and `amount` are minor units; a comped ticket has its price and the amount 0.
    `on` names the lines it is computed from, by their place in the quote; `pax_cnt` counts the
    guests of one ticket, whether or not they take a seat.
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
    experience_id: int | None = None
    pax_cnt: int = 1
    is_comped: bool = False
    on: tuple[int, ...] = ()
    is_taxable: bool = False
    is_commission_base: bool = True
    customer_type_id: int | None = None
    # Of a tax: what it is computed from, also where it is waived. Null: nobody wrote it down.
    base_amount: int | None = None
    # The taxes on this one item; None: those that apply to its kind.
    tax_ids: frozenset[int] | None = None

    @classmethod
    def of_order(cls, trip_order_id: int | None) -> "QuoteLine":
        """Return a line that only says which order (or, with None, that the trip) is meant."""
        return cls("ticket", None, "", 1, 0, 0, trip_order_id=trip_order_id)

    @property
    def owed(self) -> int:
        """Return what the line adds to the total: nothing when the price holds it already."""
        return 0 if self.is_inclusive else self.amount

    def taken_off(self) -> "QuoteLine":
        """Return the line as something that is given back instead of something inside."""
        return replace(self, is_inclusive=False, amount=-self.amount, unit_amount=-self.unit_amount)
