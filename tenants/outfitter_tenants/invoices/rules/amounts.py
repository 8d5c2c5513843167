"""What an invoice comes to, who of its lines is paid, and how late it is (domain.md 4.19). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from outfitter.kit.money import allocate
from outfitter_tenants.invoices.types import InvoiceStatus

Age = Literal["not_due", "days_0", "days_30", "days_60", "days_90"]
AGES: Final[tuple[Age, ...]] = ("not_due", "days_0", "days_30", "days_60", "days_90")


@dataclass(frozen=True, slots=True)
class Line:
    """One line in minor units: `net` is negative for a credit, `settled` has its sign."""

    id: int
    net: int
    discount: int = 0
    settled: int = 0

    @property
    def open(self) -> int:
        """Return what is not settled yet."""
        return self.net - self.discount - self.settled


def total_of(lines: Sequence[Line], discount: int) -> int:
    """Return what an invoice comes to: its lines less its discount (domain.md 7.3, 16)."""
    return sum(line.net for line in lines) - discount


def status_of(*, is_sent: bool, is_void: bool, total: int, paid: int) -> InvoiceStatus:
    """Return what an invoice is, by whether it was sent and what was paid: nothing else decides."""
    if is_void:
        return "void"
    if not is_sent:
        return "unsent"
    if paid >= total:
        return "paid"
    return "partially_paid" if paid else "sent"


def spread_discount(discount: int, lines: Sequence[Line]) -> dict[int, int]:
    """
    Return each line's part of a discount, by id: by what is still open of it, credits none.

    :raises ValueError: it is more than is open
    """
    due = [max(0, line.net - line.settled) for line in lines]
    if not 0 <= discount <= sum(due):
        raise ValueError("a discount is at most what is open")
    if not discount:
        return dict.fromkeys((line.id for line in lines), 0)
    return dict(zip((line.id for line in lines), allocate(discount, due), strict=True))


def spread_payment(amount: int, lines: Sequence[Line]) -> dict[int, int]:
    """
    Return what of a payment settles which line, by id: oldest first, as lines are given.

    :raises ValueError: it is more than is open
    """
    found: dict[int, int] = {}
    left = amount
    for line in lines:
        part = min(left, max(0, line.open))
        if part:
            found[line.id] = part
            left -= part
    if left:
        raise ValueError("a payment is at most what is open")
    return found


def age_of(due: date, today: date) -> Age:
    """
    Return how late something is: not due yet, or by days since it was due.

    `days_0` is up to 30 days, `days_30` up to 60, `days_60` up to 90, `days_90` beyond.
    """
    late = (today - due).days
    if late <= 0:
        return "not_due"
    return AGES[1 + min(3, (late - 1) // 30)]
