"""
Stripe's amounts and ours: the only place that converts.

Both count in the smallest unit of a currency, with these differences:

- UGX: ours is the shilling; Stripe counts hundredths of it although none can be charged.
- ISK: two decimals on both sides, but Stripe charges whole kronas only.
- BHD, IQD, JOD, KWD, LYD, OMR, TND: thousandths on both sides; Stripe wants multiples of ten. The
  product does not offer them to operators (domain.md 4.1).
- HUF and TWD: charged in hundredths like any other; only payouts are whole, so what is paid out
  may leave a rest on the balance.
"""

from typing import Final

from outfitter.sdk import PaymentFailed, exponent

FACTORS: Final = {"UGX": 100}
WHOLE_ONLY: Final = frozenset({"ISK", "UGX"})
THREE_DECIMAL: Final = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})


class NotChargeable(ValueError):
    """Stripe has no amount that equals this one."""


def step_of(currency: str) -> int:
    """
    Return the smallest difference between two amounts that Stripe charges, in its own unit.

    :raises ValueError: not a currency
    """
    if currency in THREE_DECIMAL:
        return 10
    exponent(currency)
    return 100 if currency in WHOLE_ONLY else 1


def to_gateway(currency: str, amount: int) -> int:
    """
    Return `amount` (our minor units) in Stripe's smallest unit.

    :raises NotChargeable: finer than what Stripe charges of this currency
    :raises ValueError: not a currency
    """
    step, theirs = step_of(currency), amount * FACTORS.get(currency, 1)
    if theirs % step:
        raise NotChargeable(_words(currency, amount))
    return theirs


def floor_to_gateway(currency: str, amount: int) -> int:
    """
    Return `amount` in Stripe's smallest unit, less what is too fine to be charged.

    :raises ValueError: not a currency
    """
    step, theirs = step_of(currency), amount * FACTORS.get(currency, 1)
    return theirs - theirs % step


def from_gateway(currency: str, amount: int) -> int:
    """
    Return Stripe's `amount` in our minor units.

    :raises ValueError: it has no equal in ours, or is not a currency
    """
    step_of(currency)
    ours, rest = divmod(amount, FACTORS.get(currency, 1))
    if rest:
        raise ValueError(f"{amount} of Stripe's {currency} is no whole amount")
    return ours


def theirs(currency: str, amount: int) -> int:
    """
    Return what `to_gateway` returns, for a caller that is about to charge.

    :raises PaymentFailed: `amount_not_chargeable`
    """
    try:
        return to_gateway(currency, amount)
    except NotChargeable as problem:
        raise PaymentFailed("amount_not_chargeable", str(problem)) from problem


def _words(currency: str, amount: int) -> str:
    if currency in THREE_DECIMAL:
        return f"{currency} amounts must end in 0, not {amount / 1000:.3f}"
    return f"{currency} amounts must be whole, not {amount / 100:.2f}"
