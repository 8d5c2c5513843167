"""Taxes and fees that are not saved yet."""

from collections.abc import Mapping
from typing import Any, Literal

from outfitter_tenants.pricing import queries
from outfitter_tenants.pricing.models import Surcharge
from outfitter_tenants.pricing.operations import write_surcharge
from outfitter_tenants.pricing.rules.surcharges import Charge


def charge_from(*, kind: Literal["tax", "fee"] | str, values: Mapping[str, Any]) -> Charge:
    """
    Return a charge by values as they are typed; without an `id` it gets one that is nobody's.

    :raises Invalid: a field breaks a rule
    """
    row = Surcharge(kind=kind, pk=values.get("id") or -1)
    plain = {name: value for name, value in values.items() if name not in {"id", "version"}}
    write_surcharge(row, plain)  # type: ignore[arg-type]
    return queries.charge_of(row)
