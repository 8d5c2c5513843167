"""What an operator keeps of a cancelled order, and how it is made up (domain.md 4.11). Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from outfitter.kit.money import allocate
from outfitter_tenants.pricing.rules.cancellation_policy import RefundShare, Tier

# What becomes of fees on a refund (domain.md 4.11): the operator bears all of them, takes what the
# gateway kept off the refund, or keeps the booking fee unless everything comes back.
FeePolicy = Literal["absorb", "deduct_processing_fee", "keep_booking_fee_on_partial"]
LABEL: Final = "Cancellation"
PROCESSING_LABEL: Final = "Card processing fee"
# What makes lines of two prices of a trip the same thing: kind, what of, label, inside or on top.
Key = tuple[str, int | None, str, bool]


def difference(before: Iterable[tuple[Key, int]], after: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Return the sums by key that `before` has more than `after`; without those that are equal."""
    sums: Counter[Key] = Counter()
    for key, amount in before:
        sums[key] += amount
    for key, amount in after:
        sums[key] -= amount
    return {key: amount for key, amount in sums.items() if amount}


@dataclass(frozen=True, slots=True)
class CancelledItem:
    """
    What a price no longer holds once something is cancelled: key -> minor units.

    `fixed_fee_ids` are fees that never come back to a customer who cancels.
    """

    amounts: Mapping[Key, int]
    fixed_fee_ids: frozenset[int] = frozenset()
    # What the taxes in it are computed from.
    bases: Mapping[Key, int] = field(default_factory=dict)

    @classmethod
    def between(
        cls,
        before: Iterable[tuple[Key, int]],
        after: Iterable[tuple[Key, int]],
        fixed_fee_ids: Iterable[int] = (),
        bases: Mapping[Key, int] | None = None,
    ) -> "CancelledItem":
        """Return what of `before` is missing in `after`; what came new counts against it."""
        return cls(difference(before, after), frozenset(fixed_fee_ids), bases or {})

    @property
    def gross(self) -> int:
        """Return what could come back, booking fee aside, in minor units."""
        owed = sum(amount for key, amount in self.amounts.items() if not key[3])
        return owed - self.booking_fee - sum(self.fixed_fees.values())

    @property
    def booking_fee(self) -> int:
        """Return the booking fee in it, in minor units."""
        return sum(amount for key, amount in self.amounts.items() if key[0] == "booking_fee")

    @property
    def fixed_fees(self) -> dict[Key, int]:
        """Return the fees in it that never come back."""
        return {
            key: amount
            for key, amount in self.amounts.items()
            if key[0] == "fee" and key[1] in self.fixed_fee_ids and amount > 0
        }

    def taxes(self, *, is_inclusive: bool) -> dict[Key, int]:
        """Return the taxes in it, those on top or those inside prices."""
        return {
            key: amount
            for key, amount in self.amounts.items()
            if key[0] == "tax" and key[3] is is_inclusive and amount > 0
        }


@dataclass(frozen=True, slots=True)
class Reason:
    """
    So much (minor units) is kept, and why.

    `why` is policy (a share of the price), policy_fee, noshow, weather, too_late, booking_fee,
    fixed_fee or processing_fee; the tier is the step of the policy that counted.
    """

    why: str
    amount: int
    label: str = ""
    tier: Tier | None = None


@dataclass(frozen=True, slots=True)
class CancellationFee:
    """
    What stays of what is gone, in minor units.

    `keep` is of `gone.gross` and `share` says by which rule; the booking fee, fees that never come
    back and what the gateway kept stand beside it.
    """

    gone: CancelledItem
    keep: int
    booking_fee: int
    has_fixed_fees: bool
    share: RefundShare | None = None
    processing_fee: int = 0

    @property
    def fixed_fee(self) -> int:
        """Return what is kept of fees that never come back."""
        return sum(self.gone.fixed_fees.values()) if self.has_fixed_fees else 0

    @property
    def total(self) -> int:
        """Return all that is still owed."""
        return self.keep + self.booking_fee + self.fixed_fee + self.processing_fee

    def reasons(self) -> list[Reason]:
        """Return what is kept piece by piece; the pieces sum to `total`."""
        share = self.share or RefundShare(self.keep, "policy")
        fee = min(share.fee, self.keep)
        found = [
            Reason(share.why, self.keep - fee, tier=share.tier),
            Reason("policy_fee", fee, tier=share.tier),
            Reason("booking_fee", self.booking_fee),
            Reason("processing_fee", self.processing_fee),
        ]
        if self.has_fixed_fees:
            fixed = self.gone.fixed_fees.items()
            found += [Reason("fixed_fee", amount, key[2]) for key, amount in fixed]
        return [reason for reason in found if reason.amount]

    def stored(self) -> dict[str, Any] | None:
        """
        Return what a cancelled order keeps of this: the kept part is taxed as it was sold.

        None when nothing is kept.
        """
        if not self.total:
            return None
        on_top = self.gone.taxes(is_inclusive=False)
        inside = self.gone.taxes(is_inclusive=True)
        net = max(0, self.gone.gross - sum(on_top.values()))
        amount, *tops = allocate(self.keep, [net, *on_top.values()])
        rest = max(0, net - sum(inside.values()))
        _, *ins = allocate(amount, [rest, *inside.values()]) if inside else [amount]
        taxes = [*zip(on_top, tops, strict=True), *zip(inside, ins, strict=True)]
        return {
            "amount": amount,
            "label": LABEL,
            "booking_fee_amount": self.booking_fee,
            "tax_amount": sum(tops),
            "fees": self._fees(),
            "taxes": [
                {
                    "ref_id": key[1],
                    "label": key[2],
                    "amount": part,
                    "is_inclusive": key[3],
                    "base_amount": self._base(key, part),
                }
                for key, part in taxes
                if part
            ],
        }

    def _base(self, key: Key, part: int) -> int | None:
        """Return the share of a tax's base that belongs to what is kept of the tax."""
        base, whole = self.gone.bases.get(key), self.gone.amounts[key]
        return None if base is None else (2 * base * part + whole) // (2 * whole)

    def _fees(self) -> list[dict[str, Any]]:
        fixed = self.gone.fixed_fees if self.has_fixed_fees else {}
        named = [{"label": key[2], "amount": part} for key, part in fixed.items()]
        if self.processing_fee:
            named.append({"label": PROCESSING_LABEL, "amount": self.processing_fee})
        return named


def kept_of(
    gone: CancelledItem, *, share: RefundShare, fee_policy: FeePolicy, is_whole_refund: bool = False
) -> CancellationFee:
    """
    Return what is kept when a share of the price is.

    `is_whole_refund` gives back even fees that otherwise never come back.

    The booking fee comes back with a full refund; what happens to it on a partial one is the
    operator's setting.
    """
    keep = min(max(0, share.keep), max(0, gone.gross))
    stays = keep > 0 and fee_policy == "keep_booking_fee_on_partial"
    return CancellationFee(gone, keep, max(0, gone.booking_fee) if stays else 0, not is_whole_refund, share)
