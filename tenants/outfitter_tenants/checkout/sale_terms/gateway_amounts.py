"""Amounts that gateways charge: no part of a currency's smallest unit (domain.md 4.1)."""

from outfitter.kit.currencies import chargeable_unit
from outfitter.kit.errors import Invalid


def round_to_gateway_unit(currency: str, amount: int) -> int:
    """Return the next amount up (minor units) that gateways charge: who pays it has paid."""
    unit = chargeable_unit(currency)
    return -(-amount // unit) * unit


def require_chargeable(currency: str, **amounts: int | None) -> None:
    """
    Refuse amounts (minor units, by the name of their field) that no gateway charges.

    :raises Invalid: one is finer than the smallest amount charged of the currency
    """
    unit = chargeable_unit(currency)
    words = f"{currency} is charged in multiples of {unit} minor units."
    if fields := {name: [words] for name, amount in amounts.items() if (amount or 0) % unit}:
        raise Invalid(fields)
