"""What a partner earns on a trip, and who owes whom (domain.md 4.17, 4.18). Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

from outfitter.kit.money import PPM, allocate, mul_ppm

OwedBy = Literal["operator", "reseller", "nobody"]
_OWED_BY: Final[Mapping[str, OwedBy]] = {
    "operator_collects": "operator",
    "reseller_collects": "reseller",
    "net_at_booking": "reseller",
    "deposit_commission": "nobody",
    "untracked": "nobody",
}
# From which share of its credit on people are warned (domain.md 4.18).
WARN_PPM: Final = 800_000
_DISCOUNTS: Final = frozenset({"discount", "manual_adjust"})


@dataclass(frozen=True, slots=True)
class Rate:
    """
    What a partner gets on an experience: a share in ppm, or minor units for each guest.

    A wholesale price is net already: then there is no commission.
    """

    ppm: int | None = None
    amount_per_guest: int | None = None
    is_wholesale: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed with a partner; `by_experience` beats `rate`."""

    collect_type: str
    rate: Rate
    by_experience: Mapping[int, Rate] = field(default_factory=dict)
    basis: str = "net_of_discount"
    is_addons: bool = False
    is_products: bool = False
    is_fees: bool = False
    # Which way a share that is no whole minor unit goes: nearest, down or up.
    rounding: str = "nearest"

    def of(self, experience_id: int | None) -> Rate:
        """Return the rate on one experience, or on what belongs to none."""
        return self.by_experience.get(experience_id or 0, self.rate)

    def share(self, base: int, ppm: int) -> int:
        """Return a share of a base in minor units, rounded as agreed; `up` and `down` by size."""
        if self.rounding == "nearest":
            return mul_ppm(base, ppm)
        whole, rest = divmod(abs(base) * ppm, PPM)
        size = whole + (self.rounding == "up" and rest > 0)
        return size if base >= 0 else -size

    def kept(self) -> dict[str, Any]:
        """Return the terms as a trip keeps them; `of_kept` reads them back."""
        return asdict(self)

    @classmethod
    def of_kept(cls, kept: Mapping[str, Any]) -> "Terms":
        """Return terms that a trip kept."""
        rates = {int(key): Rate(**rate) for key, rate in kept["by_experience"].items()}
        return cls(**{**kept, "rate": Rate(**kept["rate"]), "by_experience": rates})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a trip's price; `amount` in minor units, `is_on_top` says that it adds to it."""

    kind: str
    amount: int
    experience_id: int | None = None
    is_base: bool = True
    is_on_top: bool = True


@dataclass(frozen=True, slots=True)
class Commission:
    """What a partner earns on a trip in minor units; `ppm` is null when rates differ."""

    basis_amount: int
    ppm: int | None
    commission_amount: int
    agent_amount: int | None
    owed_by: OwedBy
    net_due_amount: int


def commission_of(
    *, terms: Terms, lines: Sequence[Line], guests: Mapping[int, int], agent_ppm: int | None = None
) -> Commission:
    """
    Return what a partner earns on a trip and what is owed for it.

    The base is tickets and whatever else was agreed on, after discounts unless `basis` is gross,
    without fees and exclusive taxes; of what was cancelled, what is kept counts. `guests` counts
    paying guests by experience.
    """
    bases = _bases(terms, lines)
    total = sum(line.amount for line in lines if line.is_on_top)
    earned, shares = 0, set()
    for experience_id, base in bases.items():
        rate = terms.of(experience_id)
        if rate.is_wholesale:
            shares.add(0)
        elif rate.amount_per_guest is not None:
            earned += rate.amount_per_guest * guests.get(experience_id or 0, 0)
            shares.add(-1)
        else:
            earned += terms.share(base, rate.ppm or 0)
            shares.add(rate.ppm or 0)
    # Nobody earns more than the trip brings.
    earned = max(0, min(earned, total))
    only = shares.pop() if len(shares) == 1 else None
    return owed(
        terms=terms,
        basis=sum(bases.values()),
        ppm=only if only is None or only >= 0 else None,
        earned=earned,
        total=total,
        agent=None if agent_ppm is None else mul_ppm(earned, agent_ppm),
    )


def owed(
    *, terms: Terms, basis: int, ppm: int | None, earned: int, total: int, agent: int | None
) -> Commission:
    """Return who owes whom when a partner earns that much of a trip that comes to `total`."""
    owed_by = _OWED_BY[terms.collect_type]
    due = {"operator": earned, "reseller": total - earned, "nobody": 0}[owed_by]
    return Commission(basis, ppm, earned, agent, owed_by, due)


def _bases(terms: Terms, lines: Iterable[Line]) -> dict[int | None, int]:
    """Return the commissionable amount by experience; what is on the whole trip is spread."""
    bases: dict[int | None, int] = {}
    whole = 0
    for line in lines:
        if not _counts(terms, line):
            continue
        if line.kind in _DISCOUNTS and line.experience_id is None:
            whole += line.amount
        else:
            bases[line.experience_id] = bases.get(line.experience_id, 0) + line.amount
    if whole and any(amount > 0 for amount in bases.values()):
        parts = allocate(whole, [max(0, amount) for amount in bases.values()])
        bases = {key: base + part for (key, base), part in zip(bases.items(), parts, strict=True)}
    return bases


def _counts(terms: Terms, line: Line) -> bool:
    if not line.is_base:
        return False
    if line.kind in _DISCOUNTS:
        return terms.basis == "net_of_discount"
    agreed = {
        "ticket": True,
        "cancellation_fee": True,
        "addon": terms.is_addons,
        "product": terms.is_products,
        "fee": terms.is_fees,
    }
    return agreed.get(line.kind, False)


def available_credit(*, limit: int | None, topup: int, uninvoiced: int, unpaid_invoices: int) -> int | None:
    """
    Return what a partner can still buy on credit, in minor units; None without a limit.

    A limit of 0 is prepaid only (domain.md 4.18).
    """
    if limit is None:
        return None
    return topup + limit - uninvoiced - unpaid_invoices


def is_nearly_used(*, limit: int | None, topup: int, owed: int) -> bool:
    """Return whether a partner has used four fifths of what they may owe, or more (domain.md 4.18)."""
    if limit is None:
        return False
    return owed > 0 and owed * PPM >= (limit + topup) * WARN_PPM
