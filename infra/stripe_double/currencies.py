"""What Stripe accepts as an amount of each currency."""

from __future__ import annotations

from stripe_double.errors import ApiError

_ZERO_DECIMAL = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf"
_TWO_DECIMALS = (
    "usd aed all amd ang ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf "
    "chf cny cop crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg "
    "huf idr ils inr jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr "
    "mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr "
    "sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah uyu uzs wst xcd yer zar zmw"
)
ZERO_DECIMAL = frozenset(_ZERO_DECIMAL.split())
# Written with two decimals for old times' sake, but fractions cannot be charged.
WHOLE_ONLY = frozenset({"isk", "ugx"})
KNOWN = ZERO_DECIMAL | WHOLE_ONLY | frozenset(_TWO_DECIMALS.split())
MINIMUM = {
    "usd": 50,
    "aed": 200,
    "aud": 50,
    "bgn": 100,
    "brl": 50,
    "cad": 50,
    "chf": 50,
    "czk": 1500,
    "dkk": 250,
    "eur": 50,
    "gbp": 30,
    "hkd": 400,
    "huf": 17500,
    "inr": 50,
    "jpy": 50,
    "mxn": 1000,
    "myr": 200,
    "nok": 300,
    "nzd": 50,
    "pln": 200,
    "ron": 200,
    "sek": 300,
    "sgd": 50,
    "thb": 1000,
}
MAXIMUM = 99_999_999


def check(currency: str | None) -> str:
    """
    Return the code in lower case.

    :raises ApiError: missing or unknown
    """
    code = (currency or "").lower()
    if code not in KNOWN:
        raise ApiError(400, f"Invalid currency: {code[:10]}.", param="currency")
    return code


def check_amount(amount: int, currency: str) -> int:
    """
    Return an amount in Stripe's smallest unit.

    :raises ApiError: too small, too large, or a fraction of a currency that has none
    """
    least = MINIMUM.get(currency, 1)
    if amount < least:
        raise ApiError(
            400,
            f"Amount must be at least {show(least, currency)}",
            code="parameter_invalid_integer" if amount < 1 else "amount_too_small",
            param="amount",
        )
    if amount > MAXIMUM:
        raise ApiError(
            400,
            f"Amount must be no more than {show(MAXIMUM, currency)}",
            code="amount_too_large",
            param="amount",
        )
    if currency in WHOLE_ONLY and amount % 100:
        raise ApiError(
            400, f"Invalid amount: {currency} has no fractions, the amount must divide by 100", param="amount"
        )
    return amount


def show(amount: int, currency: str) -> str:
    """Return an amount for a message, such as `12.50 usd`."""
    if currency in ZERO_DECIMAL:
        return f"{amount} {currency}"
    return f"{amount // 100}.{amount % 100:02d} {currency}"
