"""Fixed values of the catalogue as {id, slug, name}."""

from typing import Any, Final

STATUSES: Final = ("draft", "live", "hidden", "archived")
CAPACITY_TYPES: Final = ("unlimited", "timeslot", "timeslot_customer_type", "experience_date", "resource")
_NAMES: Final = {
    "unlimited": "Unlimited",
    "timeslot": "Per departure",
    "timeslot_customer_type": "Per departure and ticket",
    "experience_date": "Per day",
    "resource": "By resources",
}


def status(slug: str) -> dict[str, Any]:
    """Return an experience's status."""
    return {"id": STATUSES.index(slug) + 1, "slug": slug, "name": slug.capitalize()}


def capacity_type(slug: str) -> dict[str, Any]:
    """Return how an experience counts its seats."""
    return {"id": CAPACITY_TYPES.index(slug) + 1, "slug": slug, "name": _NAMES[slug]}
