"""The automations every operator starts with, by slug (docs/adr/0102). Pure."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class AutomationDefault:
    """
    An automation that ships: its system template, when it goes, and what stops it.

    Offsets are minutes.
    """

    slug: str
    template: str
    category: str
    trigger: str
    offset_minutes: int
    position: int
    stop_if: tuple[str, ...] = ()
    is_on: bool = True


HOUR: Final = 60
DAY: Final = 24 * HOUR
_CART: Final = ("reserved", "unsubscribed")
_REVIEW: Final = ("reviewed", "unsubscribed", "cancelled")
_PAYMENT: Final = ("paid", "cancelled")

DEFAULTS: Final[tuple[AutomationDefault, ...]] = (
    AutomationDefault("cart_first", "abandon_first", "abandon", "draft_idle", HOUR, 1, _CART),
    AutomationDefault("cart_second", "abandon_second", "abandon", "draft_idle", DAY, 2, _CART),
    AutomationDefault("cart_third", "abandon_third", "abandon", "draft_idle", 2 * DAY, 3, _CART),
    AutomationDefault("confirmation", "confirmation", "confirmation", "reserved", 0, 1),
    AutomationDefault("rebooked", "rebooking", "rebooked", "rebooked", 0, 1),
    AutomationDefault("order_cancelled", "cancellation", "cancelled", "order_cancelled", 0, 1),
    AutomationDefault("reminder_day", "reminder_day", "reminder", "before_start", DAY, 1, ("cancelled",)),
    # A mail four hours before is read too late by many, and a text needs a provider.
    AutomationDefault(
        "reminder_hours",
        "reminder_hours",
        "reminder",
        "before_start",
        4 * HOUR,
        2,
        ("cancelled",),
        is_on=False,
    ),
    AutomationDefault("review_first", "review_request", "review_request", "after_end", DAY, 1, _REVIEW),
    AutomationDefault("review_second", "review_reminder", "review_request", "after_end", 3 * DAY, 2, _REVIEW),
    AutomationDefault("gift_card", "gift_card", "gift_card", "gift_card_activated", 0, 1),
    AutomationDefault("balance_week", "balance_week", "payment_request", "balance_due", 7 * DAY, 1, _PAYMENT),
    AutomationDefault("balance_days", "balance_days", "payment_request", "balance_due", 2 * DAY, 2, _PAYMENT),
)
BY_SLUG: Final = {one.slug: one for one in DEFAULTS}
# Those that are letters of their event: written with it, not planned, while they are as they were.
LETTERS: Final = frozenset({"confirmation", "rebooked", "order_cancelled", "gift_card"})
