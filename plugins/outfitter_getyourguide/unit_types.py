"""Whom a ticket is for, as GetYourGuide knows it. The mapping stores its word."""

from collections.abc import Mapping
from typing import Final

GROUP: Final = "GROUP"
# One ticket that lets everybody of a booking in.
COLLECTIVE: Final = "COLLECTIVE"
PEOPLE: Final = (
    "ADULT",
    "CHILD",
    "YOUTH",
    "INFANT",
    "SENIOR",
    "STUDENT",
    "EU_CITIZEN",
    "MILITARY",
    "EU_CITIZEN_STUDENT",
)
CATEGORIES: Final = (*PEOPLE, GROUP)

_ADVICE: Final[Mapping[str, str]] = {
    "adult": "ADULT",
    "child": "CHILD",
    "kid": "CHILD",
    "youth": "YOUTH",
    "teenager": "YOUTH",
    "infant": "INFANT",
    "baby": "INFANT",
    "toddler": "INFANT",
    "senior": "SENIOR",
    "pensioner": "SENIOR",
    "student": "STUDENT",
    "military": "MILITARY",
    "veteran": "MILITARY",
    "group": GROUP,
    "boat": GROUP,
    "car": GROUP,
    "vehicle": GROUP,
    "private": GROUP,
}


def advise(name: str) -> str | None:
    """Return the category that a customer type of this name most likely is."""
    words = name.lower().replace("-", " ").split()
    singular = (word.removesuffix("s") for word in words)
    found = (_ADVICE.get(word) for pair in zip(words, singular, strict=True) for word in pair)
    return next((category for category in found if category), None)
