"""What comes back to whom when a trip gets cheaper than what was paid (domain.md 4.11). Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

Route = Literal["gateway", "manual"]
# Paid on our gateway, and by it given back.
GATEWAY: Final = frozenset({"card", "wallet"})
# Whoever took this money gives it back: the partner, not we.
THEIRS: Final = frozenset({"reseller_account", "ota_prepaid", "voucher"})


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment and what of it may still be given back, in minor units; newest has highest id."""

    id: int
    method: str
    refundable_amount: int
    is_at_gateway: bool = False
    is_disputed: bool = False

    @property
    def obstacle(self) -> str | None:
        """Return why we cannot give this back, None when we can."""
        if self.is_disputed:
            return "disputed"
        return "partner_refunds" if self.method in THEIRS else None

    @property
    def route(self) -> Route:
        """Return whether the gateway gives it back or a person does."""
        return "gateway" if self.is_at_gateway and self.method in GATEWAY else "manual"


@dataclass(frozen=True, slots=True)
class Part:
    """So much of one payment goes back, in minor units."""

    payment_id: int
    method: str
    amount: int
    route: Route


@dataclass(frozen=True, slots=True)
class Blocked:
    """A payment that we cannot give back, and why."""

    payment_id: int
    method: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Which payments give back what; `open_amount` is what no payment can."""

    parts: tuple[Part, ...] = ()
    blocked: tuple[Blocked, ...] = field(default=())
    open_amount: int = 0

    def of(self, route: Route) -> int:
        """Return what goes that way, in minor units."""
        return sum(part.amount for part in self.parts if part.route == route)


def plan(overpaid: int, payments: Sequence[Paid]) -> Plan:
    """
    Spread what is overpaid (minor units) over payments.

    The gateway's come before those that a person hands back, newest first (domain.md 4.11).
    """
    left = max(0, overpaid)
    parts: list[Part] = []
    for paid in _ordered(payments):
        amount = min(left, paid.refundable_amount)
        if amount > 0:
            parts.append(Part(paid.id, paid.method, amount, paid.route))
            left -= amount
    blocked = tuple(
        Blocked(paid.id, paid.method, paid.refundable_amount, paid.obstacle)
        for paid in payments
        if paid.obstacle and paid.refundable_amount > 0
    )
    return Plan(tuple(parts), blocked, left)


def _ordered(payments: Iterable[Paid]) -> list[Paid]:
    open_ = [paid for paid in payments if paid.obstacle is None]
    return sorted(open_, key=lambda paid: (paid.route != "gateway", -paid.id))
