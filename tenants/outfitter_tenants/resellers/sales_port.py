"""
What partners sold and owe, and what names them, asked of whoever keeps that.

Partners stand below trips, prices and channels: those name their functions here when the apps are
ready.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final


@dataclass(frozen=True, slots=True)
class SalesFigures:
    """
    What a partner sold and who owes what, in minor units.

    `sold_amount` and `sold_cnt` since an instant; `owed_amount` is what the partner owes us, of it
    `late_amount` for trips that began longer ago than its terms; `payable_amount` what we owe it.
    """

    sold_amount: int = 0
    sold_cnt: int = 0
    owed_amount: int = 0
    late_amount: int = 0
    payable_amount: int = 0


# (partner -> trips that began before are late, since when sales count) -> figures by partner
Figures = Callable[[Mapping[int, datetime], datetime], Mapping[int, SalesFigures]]
# Which of these partners something names.
Users = Callable[[Sequence[int]], frozenset[int]]
# partner -> the ids of price lists that are only for it and others named there
RateSheets = Callable[[Sequence[int]], Mapping[int, list[int]]]
NOTHING: Final = SalesFigures()


class _Readers:
    figures: ClassVar[Figures]
    rate_sheets: ClassVar[RateSheets]
    users: ClassVar[dict[str, Users]] = {}


def read_figures_with(figures: Figures) -> None:
    """Name the function that sums up what partners sold."""
    _Readers.figures = staticmethod(figures)


def read_rate_sheets_with(rate_sheets: RateSheets) -> None:
    """Name the function that returns the price lists of partners."""
    _Readers.rate_sheets = staticmethod(rate_sheets)


def used_by(what: str, users: Users) -> None:
    """Name a function that tells which partners something names; `what` is said to people."""
    _Readers.users[what] = users


def figures_of(late_before: Mapping[int, datetime], *, since: datetime) -> dict[int, SalesFigures]:
    """Return the figures of these partners; one who sold nothing has noughts."""
    found = _Readers.figures(late_before, since) if late_before else {}
    return {key: found.get(key, NOTHING) for key in late_before}


def rate_sheets_of(reseller_ids: Sequence[int]) -> dict[int, list[int]]:
    """Return the price lists that these partners are charged by, by partner."""
    found = _Readers.rate_sheets(reseller_ids)
    return {key: found.get(key, []) for key in reseller_ids}


def uses_of(reseller_id: int) -> list[str]:
    """Return what names a partner, so that they cannot be deleted."""
    return sorted(what for what, users in _Readers.users.items() if users([reseller_id]))
