"""What calls about cash drawers answer; amounts in minor units."""

from datetime import datetime

from outfitter.api.schemas import Out


class CashPersonOut(Out):
    """Who works on a shift, or did something in it."""

    id: int
    name: str


class CashSumOut(Out):
    """
    One currency of a shift: what came and went by kind, signed.

    `counted` and `difference` are null until it was counted; `denominations` is what was counted of
    each coin and bill, `coins` what there is to count.
    """

    currency: str
    by_kind: dict[str, int]
    expected: int
    counted: int | None
    difference: int | None
    denominations: dict[str, int]
    reason: str
    coins: list[int]


class CashShiftOut(Out):
    """A shift of a drawer; `is_mine`: the caller works on it."""

    id: int
    version: int
    drawer_id: int
    drawer: str
    location: str | None
    opened_at: datetime
    opened_by: CashPersonOut | None
    closed_at: datetime | None
    closed_by: CashPersonOut | None
    reopen_reason: str
    people: list[CashPersonOut]
    is_mine: bool
    sums: list[CashSumOut]


class CashDrawerOut(Out):
    """A drawer, and its open shift."""

    id: int
    name: str
    version: int
    location_id: int | None
    location: str | None
    shift: CashShiftOut | None


class CashDrawersOut(Out):
    """The drawers in use, and what was taken today by people who had none."""

    currency: str
    drawers: list[CashDrawerOut]
    without_drawer: dict[str, int]


class CashMovementOut(Out):
    """Cash that came (positive) or went."""

    id: int
    kind: str
    amount: int
    currency: str
    payment_id: int | None
    reason: str
    by: CashPersonOut | None
    at: datetime


class CashShiftWholeOut(Out):
    """A shift with everything that came and went in it."""

    shift: CashShiftOut
    movements: list[CashMovementOut]


class CashShiftsOut(Out):
    """A page of shifts, the newest first; `has_more`: there are older ones."""

    shifts: list[CashShiftOut]
    has_more: bool
