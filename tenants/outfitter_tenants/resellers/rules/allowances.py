"""What a partner lets its agents do, on top of what their role does (domain.md 3.6)."""

from collections.abc import Mapping
from typing import Final

from outfitter.kit.errors import Forbidden
from outfitter_tenants.resellers.types import ALLOWANCES, Allowance

EVERYTHING: Final[frozenset[Allowance]] = frozenset(ALLOWANCES)
# Permissions that set a price by hand.
OVERRIDES: Final = frozenset({"booking.reprice", "booking.comp", "tax.toggle"})
_SENTENCES: Final[Mapping[Allowance, str]] = {
    "edit": "Your agreement doesn't include changing booked trips. Ask the operator to change it.",
    "cancel": "Your agreement doesn't include cancellations. Ask the operator to cancel it.",
    "override_price": "Your agreement doesn't include setting prices. Ask the operator to set it.",
    "see_price": "Your agreement doesn't include seeing prices. Ask the operator for them.",
}


class NotAllowed(Forbidden):
    """An agent's role would let them, their partner's agreement does not."""

    code = "reseller_not_allowed"


class ForOperator(Forbidden):
    """Agents never do this, whatever was agreed: it decides whose sale it is, or who earns what."""

    code = "operator_only"


def require_allowance(allowed: frozenset[Allowance], what: Allowance) -> None:
    """
    Refuse what a partner does not let its agents do.

    :raises NotAllowed: it is not among what is allowed
    """
    if what not in allowed:
        raise NotAllowed(_SENTENCES[what], allowance=what)
