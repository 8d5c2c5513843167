"""
What coins can pay: the smallest coin of a currency, and amounts rounded to it (domain.md 4.1.6).

A coin stands here where law or settled custom rounds what is paid in cash to the nearest one. Where
it rounds another way (South Africa down, Chile fives down), or nobody is sure, there is none.
"""

from typing import Final, Literal, get_args

# How an operator has cash rounded: as the table says, not at all, or to so many minor units.
Choice = Literal["default", "off", "5", "10", "20", "50", "100", "500", "1000"]
CHOICES: Final[tuple[str, ...]] = get_args(Choice)

# By currency, in its minor units.
_COINS: Final = {
    "AUD": 5,
    "CAD": 5,
    "CHF": 5,
    "CZK": 100,
    "DKK": 50,
    "HKD": 10,
    "HUF": 500,
    "ILS": 10,
    "ISK": 100,
    "MYR": 5,
    "NOK": 100,
    "NZD": 10,
    "SEK": 100,
    "SGD": 5,
}
# Where one currency is rounded in some of its countries only.
_COINS_OF_COUNTRIES: Final = {"EUR": {"BE": 5, "EE": 5, "FI": 5, "IE": 5, "IT": 5, "LT": 5, "NL": 5, "SK": 5}}


def smallest_coin(currency: str, country: str) -> int:
    """Return what cash is rounded to in a currency and country, minor units; 0 is not at all."""
    by_country = _COINS_OF_COUNTRIES.get(currency)
    return _COINS.get(currency, 0) if by_country is None else by_country.get(country.upper(), 0)


def varies_by_country(currency: str) -> bool:
    """Return whether the country says what cash is rounded to, and not the currency alone."""
    return currency in _COINS_OF_COUNTRIES


def cash_step(choice: str, currency: str, country: str) -> int:
    """Return what an operator of a country rounds cash to, minor units; 0 is not at all."""
    if choice == "default":
        return smallest_coin(currency, country)
    return 0 if choice == "off" else int(choice)


def cash_rounding(amount: int, step: int) -> int:
    """
    Return what the nearest step adds to an amount that is not negative, or (negative) takes off.

    Both in minor units; what lies in the middle goes up. Without a step (0) nothing is rounded.
    """
    return (amount + step // 2) // step * step - amount if step > 0 else 0
