"""What an API key may be let do: permissions that look and change nothing. Pure."""

from collections.abc import Collection
from typing import Final, Literal

ReadScope = Literal[
    "manifest.view",
    "trip.view",
    "customer.view",
    "call.view",
    "experience.view",
    "giftcard.view",
    "reseller.view",
    "report.view",
    "report.finance",
    "audit.view",
]
# In the order people read them. What manages something is not among them, though keys only look:
# nobody should have to trust that.
READ_SCOPES: Final[tuple[ReadScope, ...]] = (
    "manifest.view",
    "trip.view",
    "customer.view",
    "call.view",
    "experience.view",
    "giftcard.view",
    "reseller.view",
    "report.view",
    "report.finance",
    "audit.view",
)


def not_held(scopes: Collection[str], permissions: Collection[str]) -> list[str]:
    """Return which scopes somebody can't give, as they don't have them themselves."""
    return sorted(set(scopes) - set(permissions))
