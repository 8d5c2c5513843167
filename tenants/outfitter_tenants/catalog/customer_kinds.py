"""Whom a ticket is for: the kinds of customer types (domain.md 3.2)."""

from typing import Final

CUSTOMER_KINDS: Final = (
    "adult",
    "youth",
    "child",
    "infant",
    "senior",
    "student",
    "military",
    "family",
    "unit",
    "other",
)
