"""What a cancellation is to do, and what it comes to."""

from dataclasses import dataclass
from typing import Literal

from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.pricing.rules.cancellation_fees import CancellationFee
from outfitter_tenants.pricing.rules.refund_plan import RefundPlan

Reason = Literal["customer", "weather", "operator", "duplicate", "noshow", "channel", "other"]
RefundMode = Literal["none", "policy", "full"]


@dataclass(frozen=True, slots=True)
class CancellationOptions:
    """
    Why an order is cancelled, and what is to happen with the money.

    `none` keeps what the policy says and gives nothing back by itself; `policy` gives the rest
    back, `full` everything: the way it came, or with `is_credit` as store credit. What a person
    hands back is recorded as given when it is (`is_handed_back`), else the trip is marked until it
    was. `template_id` and `note` are for the customer's message.
    """

    reason: Reason
    refund: RefundMode = "none"
    is_credit: bool = False
    is_handed_back: bool = False
    preview_token: str | None = None
    is_notified: bool = False
    template_id: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class CancellationResult:
    """What a cancellation comes to; amounts in minor units."""

    done: ChangeResult
    orders: tuple[tuple[int, CancellationFee], ...]
    old_total: int
    new_total: int
    overpaid: int
    plan: RefundPlan
    token: str = ""

    @property
    def gross(self) -> int:
        """Return what the orders came to, booking fee aside."""
        return sum(item.gone.gross for _, item in self.orders)

    @property
    def keep(self) -> int:
        """Return what is kept of that."""
        return sum(item.keep for _, item in self.orders)
