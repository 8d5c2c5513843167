"""What lists of the insides of trips have in common: options, and the trip a row leads to."""

from typing import Any

from outfitter.db.lists import Option
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.trips import queries
from outfitter_tenants.trips.models import Trip, TripSource


def words(*slugs: str) -> list[Option]:
    """Return options that are their own names."""
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in slugs]


def experiences() -> list[Option]:
    """Return the operator's experiences."""
    return [Option(one.id, one.name) for one in catalog.list_all()]


def methods() -> list[Option]:
    """Return how trips are sold."""
    return [Option(one.id, one.name, one.slug) for one in queries.list_methods()]


def sources() -> list[Option]:
    """Return where customers heard of the operator, in their order."""
    rows = TripSource.objects.order_by("position", "id")
    return [Option(row.pk, row.name, row.slug) for row in rows]


def trip_cell(trip: Trip) -> dict[str, object]:
    """Return the trip that a row leads to."""
    return {"id": trip.pk, "hash": trip.hash, "confirmation_code": trip.confirmation_code}


def code_of(row: dict[str, Any]) -> object:
    """Return the code of the trip that a shaped row leads to."""
    return row["trip"]["confirmation_code"]
