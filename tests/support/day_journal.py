"""
What somebody at the counter would note of every deed, with no look at what the product keeps.

A day is right when it closes as its tape says. Amounts are minor units; what came is with its tip.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

# What the stand-in takes of a charge, of a dispute, and what the platform takes (ppm).
PER_MILLE, FIXED, DISPUTE_FEE, PLATFORM_PPM = 29, 30, 1500, 10_000
AT_GATEWAY: Final = {"card", "card_present"}
_COLUMNS: Final = (
    "payment_cnt",
    "payment_amount",
    "reversed_cnt",
    "reversed_amount",
    "refund_cnt",
    "refund_amount",
    "rounding_amount",
    "net_amount",
    "tip_amount",
)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One deed: `payment`, `refund`, or `reversed` when a bank took a payment back."""

    kind: str
    method: str
    amount: int
    tip: int = 0


def _nickel(note: JournalEntry) -> int:
    """Return what the nearest nickel adds to a sum in cash, or takes off."""
    return {0: 0, 1: -1, 2: -2, 3: 2, 4: 1}[note.amount % 5] if note.method == "cash" else 0


@dataclass
class DayJournal:
    """Every deed of a day in the order it was done."""

    notes: list[JournalEntry] = field(default_factory=list)
    dispute_cnt: int = 0

    def came(self, method: str, amount: int, tip: int = 0) -> None:
        """Note money that came, its tip included."""
        self.notes.append(JournalEntry("payment", method, amount, tip))

    def went(self, method: str, amount: int) -> None:
        """Note money that went back; `credit` is a card made of it."""
        self.notes.append(JournalEntry("refund", method, amount))

    def was_taken_back(self, method: str, amount: int) -> None:
        """Note what a bank took back for good."""
        self.notes.append(JournalEntry("reversed", method, amount))

    def amounts(self, kind: str, methods: set[str]) -> list[int]:
        """Return the amounts of a kind of deed by these ways of paying."""
        return [one.amount for one in self.notes if one.kind == kind and one.method in methods]

    def cnt(self, kind: str) -> int:
        """Return how many deeds of a kind there were."""
        return sum(one.kind == kind for one in self.notes)

    def methods(self, currency: str) -> list[dict[str, Any]]:
        """Return what a closing has to say of every way of paying."""
        found: dict[str, Counter[str]] = {}
        for one in self.notes:
            sums = found.setdefault(one.method, Counter(dict.fromkeys(_COLUMNS, 0)))
            sums[f"{one.kind}_cnt"] += 1
            sums[f"{one.kind}_amount"] += one.amount
            sign = 1 if one.kind == "payment" else -1
            sums["rounding_amount"] += sign * _nickel(one)
            sums["net_amount"] += sign * (one.amount + _nickel(one))
            sums["tip_amount"] += one.tip
        return [{"method": method, "currency": currency, **found[method]} for method in sorted(found)]

    def totals(self) -> dict[str, int]:
        """Return what a closing has to say of the whole day."""
        rows = self.methods("")
        return {name: sum(row[name] for row in rows) for name in _COLUMNS}

    def drawer(self) -> tuple[int, int]:
        """Return what cash came in and went out, in nickels."""
        cash = [one for one in self.notes if one.method == "cash"]
        came, went = (
            sum(one.amount + _nickel(one) for one in cash if one.kind == kind)
            for kind in ("payment", "refund")
        )
        return came, went

    def gateway(self, currency: str) -> dict[str, Any]:
        """Return what a closing has to say of a gateway, by what it charges for its service."""
        came = self.amounts("payment", AT_GATEWAY)
        went = self.amounts("refund", AT_GATEWAY)
        lost = sum(self.amounts("reversed", AT_GATEWAY))
        processing = sum(one * PER_MILLE // 1000 + FIXED for one in came)
        processing += self.dispute_cnt * DISPUTE_FEE
        shares = [one * PLATFORM_PPM // 1_000_000 for one in came]
        platform = sum(shares) - sum(one * PLATFORM_PPM // 1_000_000 for one in went)
        return {
            "currency": currency,
            "our_payment_amount": sum(came),
            "our_refund_amount": sum(went),
            "their_payment_amount": sum(came),
            "their_refund_amount": sum(went),
            "their_dispute_amount": lost,
            "processing_amount": processing,
            "platform_amount": platform,
            "other_amount": 0,
            "difference_amount": 0,
            "their_net_amount": sum(came) - sum(went) - lost - processing - platform,
        }
