"""
GetYourGuide's amounts and ours: the only place that converts.

Both are whole numbers of a smallest unit, with one difference: GetYourGuide counts hundredths of
every currency except `JPY`, `CLP`, `KRW` and `VND`. Twelve more currencies have no hundredths here
(`BIF`, `DJF`, `GNF`, `KMF`, `MGA`, `PYG`, `RWF`, `UGX`, `VUV`, `XAF`, `XOF`, `XPF`); for those
GetYourGuide is told hundred times our number. Its documentation names the four only, so this is
what follows from it, not what it says; `WHOLE` is the one place to change.
"""

from typing import Final

from outfitter.sdk import exponent

WHOLE: Final = frozenset({"JPY", "CLP", "KRW", "VND"})


class NotAnAmount(ValueError):
    """A number of GetYourGuide's that is no amount of ours: a part of what cannot be divided."""


def _factor(currency: str) -> int:
    theirs = 0 if currency in WHOLE else 2
    return int(10 ** max(theirs - exponent(currency), 0))


def to_gyg(amount: int, currency: str) -> int:
    """
    Return `amount` (our minor units) as GetYourGuide counts it.

    :raises ValueError: not a currency
    """
    return amount * _factor(currency)


def from_gyg(amount: int, currency: str) -> int:
    """
    Return an amount of GetYourGuide's in our minor units. Nothing is rounded.

    :raises NotAnAmount: finer than the currency
    :raises ValueError: not a currency
    """
    factor = _factor(currency)
    if amount % factor:
        raise NotAnAmount(f"{amount} is no amount of {currency}")
    return amount // factor
