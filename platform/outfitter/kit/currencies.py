"""Currency facts. Minor-unit exponents: domain.md 4.1."""

from typing import Final

ZERO_DECIMAL: Final = frozenset(
    [
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "JPY",
        "KMF",
        "KRW",
        "MGA",
        "PYG",
        "RWF",
        "UGX",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    ]
)

# Not offered: three decimals do not fit the two exponents the product knows (domain.md 4.1).
THREE_DECIMAL: Final = frozenset(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])

# Offered at sign-up: what operators' payment providers settle in.
OFFERED: Final = tuple(
    sorted(
        ZERO_DECIMAL
        | set(
            [
                "AED",
                "ARS",
                "AUD",
                "BRL",
                "CAD",
                "CHF",
                "COP",
                "CRC",
                "CZK",
                "DKK",
                "EGP",
                "EUR",
                "FJD",
                "GBP",
                "HKD",
                "HUF",
                "IDR",
                "ILS",
                "INR",
                "ISK",
                "KES",
                "LKR",
                "MAD",
                "MUR",
                "MXN",
                "MYR",
                "NAD",
                "NGN",
                "NOK",
                "NZD",
                "PEN",
                "PHP",
                "PLN",
                "QAR",
                "RON",
                "SAR",
                "SEK",
                "SGD",
                "THB",
                "TRY",
                "TWD",
                "TZS",
                "UAH",
                "USD",
                "UYU",
                "ZAR",
                "ZMW",
            ]
        )
    )
)


def exponent(currency: str) -> int:
    """
    Return how many decimals the currency's amounts have: 0 or 2.

    :raises ValueError: the currency is not a code the product offers
    """
    if currency in THREE_DECIMAL or len(currency) != 3 or not currency.isupper():
        raise ValueError(f"unsupported currency {currency!r}")
    return 0 if currency in ZERO_DECIMAL else 2


# Written with two decimals, charged in whole units only (Stripe's special cases: ISK).
_WHOLE_ONLY: Final = frozenset({"ISK"})


def chargeable_unit(currency: str) -> int:
    """
    Return the smallest amount that gateways charge of a currency, in its minor units.

    :raises ValueError: the currency is not a code the product offers
    """
    exponent(currency)
    return 100 if currency in _WHOLE_ONLY else 1
