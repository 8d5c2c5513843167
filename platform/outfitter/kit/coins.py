"""Which coins and bills there are to count in a drawer, by currency."""

from typing import Final

from outfitter.kit.currencies import exponent

# In minor units, the largest first; those that are in use.
_COINS: Final = {
    "AUD": (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5),
    "CAD": (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 25, 10, 5),
    "CHF": (20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5),
    "EUR": (50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "GBP": (5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "JPY": (10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1),
    "MXN": (100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50),
    "NZD": (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10),
    "SEK": (100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100),
    "USD": (10_000, 5_000, 2_000, 1_000, 500, 100, 25, 10, 5, 1),
}
# Elsewhere: ones, twos and fives from a hundredth to five hundred of the currency.
_DIGITS: Final = (5, 2, 1)


def coins_of(currency: str) -> tuple[int, ...]:
    """Return the coins and bills of a currency in minor units, the largest first."""
    known = _COINS.get(currency)
    if known is not None:
        return known
    powers = range(exponent(currency) + 2, -1, -1)
    return tuple(digit * 10**power for power in powers for digit in _DIGITS)
