"""
Viator's amounts and ours: the only place that converts.

Viator writes decimal major units as JSON numbers (12.5 is twelve and a half dollars), in the
currency's own number of decimals; ours are whole minor units.
"""

from decimal import Decimal, InvalidOperation
from typing import Final

from outfitter.sdk import exponent

# Beyond it a JSON number (a double) no longer holds every minor unit exactly.
MOST: Final = 2**53


class NotAnAmount(ValueError):
    """A number that is no amount of its currency: too fine, too large, or no number."""


def to_viator(amount: int, currency: str) -> int | float:
    """
    Return `amount` (minor units) as the JSON number that reads as exactly this amount.

    :raises NotAnAmount: so large that a double would change it
    :raises ValueError: not a currency
    """
    if abs(amount) >= MOST:
        raise NotAnAmount(f"{amount} is more than a number of JSON can say")
    major = Decimal(amount).scaleb(-exponent(currency))
    return int(major) if major == major.to_integral_value() else float(major)


def from_viator(value: Decimal | int, currency: str) -> int:
    """
    Return a JSON number of Viator's in minor units. Nothing is rounded.

    :raises NotAnAmount: finer than the currency, not finite, or too large
    :raises ValueError: not a currency
    """
    try:
        minor = Decimal(value).scaleb(exponent(currency))
    except InvalidOperation as problem:
        raise NotAnAmount(str(value)) from problem
    if not minor.is_finite() or abs(minor) >= MOST or minor != minor.to_integral_value():
        raise NotAnAmount(f"{value} is no amount of {currency}")
    return int(minor)
