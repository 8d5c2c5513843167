"""The bill of a trip, as every answer that shows what it costs carries it."""

from typing import Literal

from outfitter.api.schemas import Out

Term = Literal["booking_fee", "cancellation_fee", "processing_fee", "discount", "rounding"]


class BillLineOut(Out):
    """
    One line of the bill in minor units; lines that are not inclusive add up to the total.

    `term` names what the product itself calls so; without one `label` is the operator's own word.
    """

    kind: str
    term: Literal["booking_fee", "cancellation_fee", "processing_fee", "discount", "rounding"] | None
    label: str
    qty: int
    unit_amount: int
    amount: int
    is_inclusive: bool
    trip_order_id: int | None
