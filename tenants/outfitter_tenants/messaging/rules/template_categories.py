"""What templates are for (domain.md 3.9). Pure."""

from typing import Final, Literal

TemplateCategory = Literal[
    "abandon",
    "confirmation",
    "rebooked",
    "cancelled",
    "reminder",
    "followup",
    "gift_card",
    "payment_request",
    "receipt",
    "refund",
    "invoice",
    "waiver_request",
    "review_request",
    "waitlist",
    "access_code",
    "answer",
    "custom",
    "manual",
]
# Those that are about a trip.
TRIP_CATEGORIES: Final = frozenset(
    {
        "abandon",
        "confirmation",
        "rebooked",
        "cancelled",
        "reminder",
        "followup",
        "payment_request",
        "receipt",
        "refund",
        "waiver_request",
        "review_request",
        "answer",
        "custom",
        "manual",
    }
)
EVERY: Final = TRIP_CATEGORIES | {"gift_card", "invoice", "waitlist", "access_code"}
