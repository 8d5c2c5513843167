"""
Whom a ticket is for, as Viator knows it.

v2 writes `ADULT SENIOR YOUTH CHILD INFANT UNIT`, v1 `Adult Child Youth Infant Senior`. The mapping
stores v2's word. v1 has no word for a unit: its bookings count the people aboard as adults.
"""

from collections.abc import Iterable, Mapping
from typing import Final

UNIT: Final = "UNIT"
PEOPLE: Final = ("ADULT", "SENIOR", "YOUTH", "CHILD", "INFANT")
BANDS: Final = (*PEOPLE, UNIT)

# What Viator advises for the usual names of customer types; a family is sold in no way at all.
_ADVICE: Final[Mapping[str, str]] = {
    "adult": "ADULT",
    "everyone": "ADULT",
    "other": "ADULT",
    "senior": "SENIOR",
    "concession": "SENIOR",
    "veteran": "SENIOR",
    "pensioner": "SENIOR",
    "youth": "YOUTH",
    "student": "YOUTH",
    "teenager": "YOUTH",
    "child": "CHILD",
    "infant": "INFANT",
    "toddler": "INFANT",
    "baby": "INFANT",
    "car": UNIT,
    "boat": UNIT,
    "vehicle": UNIT,
    "group": UNIT,
}


def advise(name: str) -> str | None:
    """Return the band that Viator advises for a customer type of this name, None for a family."""
    words = name.lower().replace("-", " ").split()
    if "family" in words:
        return None
    singular = (word.removesuffix("s") for word in words)
    found = (_ADVICE.get(word) for pair in zip(words, singular, strict=True) for word in pair)
    return next((band for band in found if band), None)


def title(band: str) -> str:
    """Return v1's spelling of a band; people in a unit are adults to v1."""
    return "Adult" if band == UNIT else band.title()


def merge(tickets: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return how many of each band are asked for; bands named twice add up, none falls out."""
    counts: dict[str, int] = {}
    for band, quantity in tickets:
        if quantity:
            counts[band.upper()] = counts.get(band.upper(), 0) + quantity
    return counts
