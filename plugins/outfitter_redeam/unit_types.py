"""Redeam's kinds of travellers: an age band, and a modifier beside it."""

from collections.abc import Mapping
from typing import Any, Final

from outfitter.sdk.channels import Unit

BANDS: Final = ("ADULT", "ANY", "CHILD", "INFANT", "SENIOR", "STUDENT", "UNKNOWN", "YOUTH")
# Our kinds of ticket -> age band and modifier.
_KINDS: Final[Mapping[str, tuple[str, str | None]]] = {
    "adult": ("ADULT", None),
    "youth": ("YOUTH", None),
    "child": ("CHILD", None),
    "infant": ("INFANT", None),
    "senior": ("SENIOR", None),
    "student": ("STUDENT", None),
    "military": ("ADULT", "MILITARY"),
    "family": ("ANY", "GROUP"),
    "unit": ("ANY", "GROUP"),
    "other": ("ANY", None),
}


def band_of(unit: Unit) -> tuple[str, str | None]:
    """Return the age band and the modifier of one of our kinds of ticket."""
    if unit.unit_id.upper() in BANDS:
        return unit.unit_id.upper(), None
    return _KINDS.get(unit.kind, ("UNKNOWN", None))


def traveler_type(unit: Unit) -> dict[str, Any]:
    """Return a kind of traveller as Redeam writes it; ages only where there are bounds."""
    band, modifier = band_of(unit)
    found: dict[str, Any] = {"ageBand": band, "name": unit.title}
    if modifier:
        found["modifier"] = modifier
    if unit.min_age is not None:
        found["minAge"] = unit.min_age
    if unit.max_age is not None:
        found["maxAge"] = unit.max_age
    return found
