"""What comes back to whom when a trip gets cheaper than what was paid (domain.md 4.11). Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from outfitter.kit.money import allocate

Route = Literal["gateway", "terminal", "gift_card", "manual"]
# Whoever took this money gives it back: the partner, not we.
THEIRS: Final = frozenset({"reseller_account", "ota_prepaid", "voucher"})
# Paid on our gateway, and by it given back.
GATEWAY: Final = frozenset({"card", "wallet", "card_present"})
# What goes back first; within a route the newest payment.
_ORDER: Final[tuple[Route, ...]] = ("gateway", "terminal", "gift_card", "manual")


@dataclass(frozen=True, slots=True)
class Paid:
    """
    A payment and what of it may still be given back, in minor units; newest has highest id.

    `tip_amount` is the part of `refundable_amount` that is a tip. `fee_amount` is what the gateway
    kept of the whole payment (`amount`) when it was taken; it gives back multiples of `unit`.
    """

    id: int
    method: str
    refundable_amount: int
    is_at_gateway: bool = False
    is_disputed: bool = False
    tip_amount: int = 0
    is_terminal_only: bool = False
    is_held: bool = False
    amount: int = 0
    fee_amount: int = 0
    unit: int = 1

    @property
    def obstacle(self) -> str | None:
        """Return why we cannot give this back, None when we can."""
        if self.is_disputed:
            return "disputed"
        if self.is_held:
            return "not_captured"
        return "partner_refunds" if self.method in THEIRS else None

    @property
    def route(self) -> Route:
        """Return who gives it back: the gateway, a reader with the card there, a card, a person."""
        if self.method == "gift_card":
            return "gift_card"
        if self.is_at_gateway and self.method in GATEWAY:
            return "terminal" if self.is_terminal_only else "gateway"
        return "manual"

    def charged(self, amount: int) -> int:
        """Return what of `amount` can go back this way: a gateway moves whole units only."""
        is_theirs = self.route in {"gateway", "terminal"}
        return amount // self.unit * self.unit if is_theirs else amount

    def tip_of(self, amount: int) -> int:
        """Return what of `amount` is tip when tips go back last, in minor units."""
        return max(0, amount - (self.refundable_amount - self.tip_amount))


@dataclass(frozen=True, slots=True)
class Part:
    """So much of one payment goes back, in minor units; `tip_amount` is part of `amount`."""

    payment_id: int
    method: str
    amount: int
    route: Route
    tip_amount: int = 0


@dataclass(frozen=True, slots=True)
class BlockedRefund:
    """A payment that we cannot give back, and why."""

    payment_id: int
    method: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class RefundPlan:
    """Which payments give back what; `open_amount` is what no payment can."""

    parts: tuple[Part, ...] = ()
    blocked: tuple[BlockedRefund, ...] = field(default=())
    open_amount: int = 0

    def of(self, *routes: Route) -> int:
        """Return what goes those ways (none: all), in minor units."""
        return sum(part.amount for part in self.parts if not routes or part.route in routes)


def plan(overpaid: int, payments: Sequence[Paid]) -> RefundPlan:
    """
    Spread what is overpaid (minor units) over payments, tips last.

    The gateway's come before those that a person hands back, newest first (domain.md 4.11, 4.16).
    """
    left = max(0, overpaid)
    given: dict[int, int] = {}
    open_ = _ordered(payments)
    rounds = [[(paid, paid.refundable_amount - paid.tip_amount) for paid in open_]]
    rounds.append([(paid, paid.tip_amount) for paid in open_])
    for paid, most in (item for one in rounds for item in one):
        amount = paid.charged(min(left, max(0, most)))
        if amount:
            given[paid.id] = given.get(paid.id, 0) + amount
            left -= amount
    parts = tuple(part_of(paid, given[paid.id]) for paid in open_ if paid.id in given)
    return RefundPlan(parts, blocked(payments), left)


def part_of(paid: Paid, amount: int, *, tip_amount: int | None = None) -> Part:
    """Return `amount` (minor units) of a payment as it goes back; without a word tips go last."""
    tip = paid.tip_of(amount) if tip_amount is None else tip_amount
    return Part(paid.id, paid.method, amount, paid.route, tip)


def blocked(payments: Iterable[Paid]) -> tuple[BlockedRefund, ...]:
    """Return the payments that we cannot give back, with the reason."""
    return tuple(
        BlockedRefund(paid.id, paid.method, paid.refundable_amount, paid.obstacle)
        for paid in payments
        if paid.obstacle and paid.refundable_amount > 0
    )


def fee_of(found: RefundPlan, payments: Iterable[Paid]) -> int:
    """
    Return what the gateway kept of what a plan gives back, in minor units.

    Gateways keep their fee on a refund: an operator may deduct it (`deduct_processing_fee`).
    """
    by_id = {paid.id: paid for paid in payments}
    due = 0
    for part in found.parts:
        paid = by_id[part.payment_id]
        if part.route in {"gateway", "terminal"} and paid.fee_amount > 0 and paid.amount > 0:
            share, _ = allocate(paid.fee_amount, [part.amount, max(0, paid.amount - part.amount)])
            due += min(share, part.amount)
    return due


def without(payments: Iterable[Paid], found: RefundPlan) -> list[Paid]:
    """Return payments as they stand once a plan was carried out."""
    given = {part.payment_id: part for part in found.parts}
    return [
        replace(
            paid,
            refundable_amount=paid.refundable_amount - given[paid.id].amount,
            tip_amount=paid.tip_amount - given[paid.id].tip_amount,
        )
        if paid.id in given
        else paid
        for paid in payments
    ]


def _ordered(payments: Iterable[Paid]) -> list[Paid]:
    open_ = [paid for paid in payments if paid.obstacle is None]
    return sorted(open_, key=lambda paid: (_ORDER.index(paid.route), -paid.id))
