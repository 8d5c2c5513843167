"""
What a part of a period costs: by days, so that the parts of a price sum to the price (domain.md 6.6).

A change to a dearer plan is charged at once: the rest of the old price comes back, the rest of the
new one is due. A cheaper plan begins with the next period, so that nothing has to be given back.
"""

from dataclasses import dataclass
from datetime import date

from outfitter.billing.rules.price_periods import MONTHS, Period
from outfitter.kit.money import allocate, mul_ppm


def rest_of(price: int, period: Period, day: date) -> int:
    """Return what the days from `day` on cost of `price` (minor units); the days before cost the rest."""
    left = period.rest(day)
    return allocate(price, [period.days - left, left])[1]


def discounted(price: int, discount_ppm: int) -> int:
    """Return a price less a recurring discount."""
    return price - mul_ppm(price, discount_ppm)


@dataclass(frozen=True, slots=True)
class Priced:
    """A price as it is paid, by month or by year."""

    amount: int
    interval: str

    @property
    def is_free(self) -> bool:
        """Return whether nothing is paid for time."""
        return self.amount == 0


def is_dearer(new: Priced, old: Priced) -> bool:
    """
    Return whether a change of plan takes effect at once: it costs more a month.

    The same price by the year instead of by the month waits for the next period, as a cheaper one.
    """
    return new.amount * MONTHS[old.interval] > old.amount * MONTHS[new.interval]


@dataclass(frozen=True, slots=True)
class Switch:
    """What a change of plan comes to now; `credit` is negative. `period` is what the charge pays for."""

    credit: int
    charge: int
    old_period: Period
    period: Period
    is_new_anchor: bool

    @property
    def total(self) -> int:
        """Return what is charged now, before tax."""
        return self.credit + self.charge


def switch_now(*, old: Priced, new: Priced, running: Period, fresh: Period, day: date) -> Switch:
    """
    Return what changing on `day` comes to.

    The same interval keeps its days: `running` goes on. Another one begins anew with `fresh`, and
    so does the first plan that has a price.
    """
    credit = -rest_of(old.amount, running, day)
    if old.interval == new.interval and not old.is_free:
        return Switch(credit, rest_of(new.amount, running, day), running, running, is_new_anchor=False)
    return Switch(credit, new.amount, running, fresh, is_new_anchor=True)
