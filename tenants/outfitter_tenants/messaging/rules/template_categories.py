"""What templates are for (domain.md 3.9). Pure."""

from typing import Literal

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
