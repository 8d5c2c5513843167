"""Exact money: whole minor units, rounding half away from zero (domain.md 4.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from outfitter.kit.currencies import exponent

PPM = 1_000_000
# The most that anybody may name as one amount, in minor units. Ten thousand guests at this price
# are still a number that a browser tells from the next one (2**53).
MOST = 10**11


class CurrencyMismatch(ValueError):
    """Two amounts in different currencies met in one sum."""


def mul_ppm(amount: int, ppm: int) -> int:
    """Return `amount` (minor units) times `ppm` millionths, half away from zero."""
    rounded = (abs(amount) * ppm + PPM // 2) // PPM
    return rounded if amount >= 0 else -rounded


def allocate(total: int, weights: Sequence[int]) -> list[int]:
    """
    Split `total` (minor units) over `weights` so that the parts sum to the whole.

    Largest remainder; ties go to the earlier weight; equal shares when all weights are 0.

    :raises ValueError: no weights, or a negative one
    """
    if not weights or min(weights) < 0:
        raise ValueError("weights must be non-empty and not negative")
    shares = list(weights) if sum(weights) else [1] * len(weights)
    whole, sign, size = sum(shares), (-1 if total < 0 else 1), abs(total)
    parts = [size * share // whole for share in shares]
    rest = size - sum(parts)
    by_remainder = sorted(range(len(shares)), key=lambda i: (-(size * shares[i] % whole), i))
    for index in by_remainder[:rest]:
        parts[index] += 1
    return [sign * part for part in parts]


@dataclass(frozen=True, slots=True)
class Money:
    """An exact amount: whole minor units of one currency. Never a float."""

    minor: int
    currency: str

    def __add__(self, other: "Money") -> "Money":
        self._same(other)
        return Money(self.minor + other.minor, self.currency)

    def __sub__(self, other: "Money") -> "Money":
        self._same(other)
        return Money(self.minor - other.minor, self.currency)

    def __mul__(self, quantity: int) -> "Money":
        return Money(self.minor * quantity, self.currency)

    def __neg__(self) -> "Money":
        return Money(-self.minor, self.currency)

    def _same(self, other: "Money") -> None:
        if other.currency != self.currency:
            raise CurrencyMismatch(f"{self.currency} and {other.currency}")

    def percent(self, ppm: int) -> "Money":
        """Return this amount times `ppm` millionths, rounded once, half away from zero."""
        return Money(mul_ppm(self.minor, ppm), self.currency)

    def split(self, weights: Sequence[int]) -> list["Money"]:
        """Return parts in proportion to `weights` that sum to this amount (see `allocate`)."""
        return [Money(part, self.currency) for part in allocate(self.minor, weights)]

    @property
    def major(self) -> Decimal:
        """Return the amount in major units, for display and text only."""
        return Decimal(self.minor).scaleb(-exponent(self.currency))
