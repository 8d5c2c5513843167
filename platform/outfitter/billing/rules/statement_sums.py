"""Lines of a statement and what they come to (domain.md 6.6). Amounts in minor units."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from outfitter.kit.money import mul_ppm

LineKind = Literal[
    "subscription",
    "proration_credit",
    "proration_charge",
    "fees",
    "fees_waived",
    "credit",
    "tax",
    "collected_at_gateway",
    "payment",
    "payout",
]
# In the order in which people read them.
KINDS: Final[tuple[LineKind, ...]] = (
    "subscription",
    "proration_credit",
    "proration_charge",
    "fees",
    "fees_waived",
    "credit",
    "tax",
    "collected_at_gateway",
    "payment",
    "payout",
)
# What is sold, and what lessens it; the rest is money that moved.
TAXED: Final = frozenset(KINDS[:6])


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `facts` are what its words need: plan, days, how many trips, why."""

    kind: LineKind
    amount: int
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sums:
    """What a statement comes to: `net` is what is sold without tax."""

    opening: int
    net: int
    tax: int
    closing: int


def with_tax(lines: Iterable[Line], *, rate_ppm: int, facts: Mapping[str, object]) -> list[Line]:
    """Return the lines in order, with one of the tax on all that is sold; rounded once."""
    kept = [line for line in lines if line.amount != 0]
    tax = mul_ppm(sum(line.amount for line in kept if line.kind in TAXED), rate_ppm)
    if tax:
        kept.append(Line("tax", tax, facts))
    return sorted(kept, key=lambda line: KINDS.index(line.kind))


def sums(opening: int, lines: Iterable[Line]) -> Sums:
    """Return what a statement comes to: opening plus lines is closing."""
    found = list(lines)
    return Sums(
        opening=opening,
        net=sum(line.amount for line in found if line.kind in TAXED),
        tax=sum(line.amount for line in found if line.kind == "tax"),
        closing=opening + sum(line.amount for line in found),
    )
