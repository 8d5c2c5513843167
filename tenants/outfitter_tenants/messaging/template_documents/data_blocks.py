"""Blocks that code fills: what they are called, and in which templates they say something. Pure."""

from collections.abc import Mapping
from typing import Final, Literal

from outfitter_tenants.messaging.rules.template_categories import EVERY, TRIP_CATEGORIES

BlockName = Literal[
    "greeting",
    "confirmationCode",
    "tripDetails",
    "tripSummary",
    "bill",
    "portalButton",
    "paymentButton",
    "calendarHint",
    "contact",
    "note",
    "question",
    "cancellationReason",
    "cancellationOutcome",
    "moveReason",
    "receiptDetails",
    "giftIntro",
    "giftCard",
    "giftMessage",
    "giftDates",
    "invoiceAmount",
    "overdueTotal",
    "waitlistPlace",
    "accessCode",
    "reviewLinks",
]
DATA_BLOCKS: Final[Mapping[BlockName, frozenset[str]]] = {
    "greeting": frozenset({"confirmation"}),
    "confirmationCode": TRIP_CATEGORIES - {"abandon"},
    "tripDetails": TRIP_CATEGORIES,
    "tripSummary": TRIP_CATEGORIES,
    "bill": TRIP_CATEGORIES,
    "portalButton": TRIP_CATEGORIES - {"abandon"},
    "paymentButton": TRIP_CATEGORIES | {"invoice"},
    "calendarHint": frozenset({"confirmation", "rebooked"}),
    "contact": EVERY,
    "note": EVERY,
    "question": frozenset({"answer"}),
    "cancellationReason": frozenset({"cancelled"}),
    "cancellationOutcome": frozenset({"cancelled"}),
    "moveReason": frozenset({"rebooked"}),
    "receiptDetails": frozenset({"receipt", "refund"}),
    "giftIntro": frozenset({"gift_card"}),
    "giftCard": frozenset({"gift_card"}),
    "giftMessage": frozenset({"gift_card"}),
    "giftDates": frozenset({"gift_card"}),
    "invoiceAmount": frozenset({"invoice"}),
    "overdueTotal": frozenset({"invoice"}),
    "waitlistPlace": frozenset({"waitlist"}),
    "accessCode": frozenset({"access_code"}),
    "reviewLinks": frozenset({"followup", "review_request", "custom", "manual"}),
}


def blocks_of(category: str) -> list[BlockName]:
    """Return the blocks that say something in templates of a category."""
    return [name for name, categories in DATA_BLOCKS.items() if category in categories]
