"""Which kinds of templates go with which trigger. Pure."""

from typing import Final

_ABOUT_A_TRIP: Final = frozenset(
    {"reminder", "followup", "waiver_request", "payment_request", "custom", "manual", "confirmation"}
)
CATEGORIES: Final = {
    "draft_idle": frozenset({"abandon"}),
    "reserved": _ABOUT_A_TRIP,
    "rebooked": _ABOUT_A_TRIP | {"rebooked"},
    "order_cancelled": frozenset({"cancelled", "followup", "custom", "manual"}),
    "before_start": _ABOUT_A_TRIP,
    "after_end": frozenset({"review_request", "followup", "payment_request", "custom", "manual"}),
    "gift_card_activated": frozenset({"gift_card", "followup", "custom", "manual"}),
    "balance_due": frozenset({"payment_request", "reminder", "custom", "manual"}),
}
# What ends each trigger's messages, unless people say otherwise.
STOPS: Final = {
    "draft_idle": ("reserved", "unsubscribed"),
    "reserved": ("cancelled",),
    "rebooked": ("cancelled",),
    "order_cancelled": (),
    "before_start": ("cancelled",),
    "after_end": ("cancelled", "unsubscribed"),
    "gift_card_activated": (),
    "balance_due": ("paid", "cancelled"),
}
# A year: what is further away nobody plans.
MOST_MINUTES: Final = 366 * 24 * 60
