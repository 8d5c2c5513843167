"""Amounts of one currency in another: exact until the one rounding (domain.md 4.1, 6.5)."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Final

from outfitter.kit.currencies import exponent

BASE: Final = "EUR"
PLACES: Final = Decimal("1.0000000000")


def cross_rate(*, of: Decimal, into: Decimal) -> Decimal:
    """Return what one unit of a currency is in another; both are units that one euro buys."""
    with localcontext(prec=40):
        return (into / of).quantize(PLACES, rounding=ROUND_HALF_UP)


def convert(amount: int, *, rate: Decimal, currency: str, into: str) -> int:
    """
    Return `amount` (minor units of `currency`) in minor units of `into`, half away from zero.

    `rate` is what one whole unit of `currency` is in whole units of `into`.
    """
    with localcontext(prec=40):
        exact = Decimal(amount) * rate * Decimal(10) ** (exponent(into) - exponent(currency))
        return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def divide(amount: int, by: int) -> int:
    """Return `amount` divided by a positive number, half away from zero."""
    whole = (abs(amount) * 2 + by) // (by * 2)
    return whole if amount >= 0 else -whole


def ratio_ppm(part: int, whole: int) -> int | None:
    """Return `part` in millionths of `whole`; None when there is no whole (domain.md 6.5)."""
    if whole == 0:
        return None
    sign = 1 if (part >= 0) == (whole > 0) else -1
    return sign * divide(abs(part) * 1_000_000, abs(whole))
