"""The fee of one trip, as its plan says (domain.md 6.5.7, 6.6). Amounts in minor units."""

from collections.abc import Sequence
from dataclasses import dataclass

from outfitter.kit.money import mul_ppm


@dataclass(frozen=True, slots=True)
class FeeTerms:
    """
    What a plan takes of a trip: a share, something fixed, at most the cap.

    `methods` are the ways of selling that count, all when there are none. With
    `is_paid_by_customer` the fee comes out of the booking fee that the trip charges its customer.
    """

    ppm: int = 0
    fixed: int = 0
    cap: int | None = None
    methods: Sequence[str] = ()
    is_paid_by_customer: bool = False

    @property
    def is_none(self) -> bool:
        """Return whether trips cost nothing."""
        return self.ppm == 0 and self.fixed == 0

    def counts(self, method: str) -> bool:
        """Return whether a trip sold this way is charged."""
        return not self.methods or method in self.methods


@dataclass(frozen=True, slots=True)
class TripSums:
    """What a trip comes to now: all of it, and the booking fee within."""

    total: int
    booking_fee: int
    method: str


@dataclass(frozen=True, slots=True)
class FeeDue:
    """
    What is due for a trip.

    `expected` is what the plan says, `uncharged` what customers were not charged although they
    pay the fee; `exempt` what its method would have cost.
    """

    expected: int
    uncharged: int
    exempt: int


def fee_of(base: int, terms: FeeTerms) -> int:
    """Return the fee on `base`: none on nothing, never more than the cap or the base itself."""
    if base <= 0:
        return 0
    fee = mul_ppm(base, terms.ppm) + terms.fixed
    return min(fee, base, terms.cap if terms.cap is not None else fee)


def fee_due(sums: TripSums, terms: FeeTerms) -> FeeDue:
    """Return what is due for a trip as it stands; a trip without a price owes nothing."""
    base = sums.total - sums.booking_fee if terms.is_paid_by_customer else sums.total
    fee = fee_of(base, terms)
    if not terms.counts(sums.method):
        return FeeDue(0, 0, fee)
    if terms.is_paid_by_customer:
        return FeeDue(fee, max(0, fee - max(0, sums.booking_fee)), 0)
    return FeeDue(fee, 0, 0)


def bearable(fee: int, *, amount: int, tip: int) -> int:
    """Return how much of an outstanding fee a charge of `amount` can bear: nothing of its tip."""
    return max(0, min(fee, amount - tip))
