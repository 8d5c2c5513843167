"""What a customer gets back who cancels (domain.md 4.11). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Literal

from outfitter.kit.money import PPM, mul_ppm

# Of these no customer is to blame: no tier counts, and no fee of a gateway is theirs.
OUR_FAULT = frozenset({"weather", "operator"})


@dataclass(frozen=True, slots=True)
class Tier:
    """From so many hours before the start: the share given back, less a fee in minor units."""

    hours_before: int
    refund_ppm: int
    fee_amount: int = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """
    Tiers, earliest first. Nothing comes back later than the last one.

    When the weather is the reason `weather_refund_ppm` comes back, however late it is.
    """

    name: str
    tiers: tuple[Tier, ...]
    noshow_refund_ppm: int = 0
    weather_refund_ppm: int = PPM
    is_weather_credit_allowed: bool = True

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Policy":
        """
        Return a policy from the snapshot that an order keeps.

        One that says nothing of the weather is from when it gave everything back.
        """
        tiers = [Tier(**tier) for tier in stored.get("tiers", ())]
        tiers.sort(key=lambda tier: -tier.hours_before)
        return cls(
            str(stored.get("name", "")),
            tuple(tiers),
            int(stored.get("noshow_refund_ppm", 0)),
            int(stored.get("weather_refund_ppm", PPM)),
            bool(stored.get("is_weather_credit_allowed", True)),
        )

    def tier(self, hours_left: float) -> Tier | None:
        """Return the tier that counts so long before the start; None: nothing comes back."""
        return next((tier for tier in self.tiers if hours_left >= tier.hours_before), None)

    def free_until(self, start_at: datetime | None) -> datetime | None:
        """Return until when everything comes back, None when it never does."""
        free = [t for t in self.tiers if t.refund_ppm == PPM and not t.fee_amount]
        if start_at is None or not free:
            return None
        return start_at - timedelta(hours=min(tier.hours_before for tier in free))

    def offer(self, *, start_at: datetime | None, at: datetime) -> tuple[Tier | None, datetime | None]:
        """
        Return the tier that counts at an instant, and until when it does.

        No tier: nothing comes back. No end: there is no start to count from, or nothing to end.
        """
        if start_at is None:
            return self.tier(float("inf")), None
        tier = self.tier((start_at - at).total_seconds() / 3600)
        return tier, start_at - timedelta(hours=tier.hours_before) if tier else None


@dataclass(frozen=True, slots=True)
class RefundShare:
    """
    What is kept of a price in minor units, and by which rule: `why` is nothing, policy, noshow, weather
    or too_late; with policy `tier` is the step that counted and `fee` the part of it that is its fee.
    """

    keep: int
    why: Literal["nothing", "policy", "noshow", "weather", "too_late"]
    tier: Tier | None = None
    fee: int = 0


def share_of(
    *, policy: Policy, gross: int, start_at: datetime | None, reason: str, at: datetime
) -> RefundShare:
    """
    Return what the operator keeps of `gross`, both in minor units.

    An order without a start is as early as can be.
    """
    if reason == "weather" and policy.weather_refund_ppm < PPM:
        return RefundShare(gross - mul_ppm(gross, policy.weather_refund_ppm), "weather")
    if reason in OUR_FAULT:
        return RefundShare(0, "nothing")
    if reason == "noshow":
        return RefundShare(gross - mul_ppm(gross, policy.noshow_refund_ppm), "noshow")
    hours = (start_at - at).total_seconds() / 3600 if start_at else float("inf")
    tier = policy.tier(hours)
    if tier is None:
        return RefundShare(gross, "too_late")
    part = gross - mul_ppm(gross, tier.refund_ppm)
    keep = min(gross, part + tier.fee_amount)
    return RefundShare(keep, "policy", tier, keep - part)


def problems(tiers: Sequence[Tier]) -> dict[str, list[str]]:
    """Return what is wrong with tiers, by field."""
    found: dict[str, list[str]] = {}
    seen: set[int] = set()
    for place, tier in enumerate(tiers):
        if tier.hours_before in seen:
            found[f"tiers.{place}.hours_before"] = ["Two tiers start at the same time."]
        seen.add(tier.hours_before)
    ordered = sorted(tiers, key=lambda tier: -tier.hours_before)
    for early, late in pairwise(ordered):
        if late.refund_ppm > early.refund_ppm:
            place = list(tiers).index(late)
            found[f"tiers.{place}.refund_ppm"] = ["Canceling later can't refund more."]
    return found
