"""Rows of trips for tests of lists: written at once, with nothing below them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from outfitter.db.lists import ListReader
from outfitter.kit import ids
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.trips.models import Trip, TripMethod

BEGIN = datetime(2026, 7, 1, 9, tzinfo=UTC)
# The system itself: sees every trip.
ALL = ListReader(frozenset(ALL_CODES), "America/New_York", datetime(2026, 7, 1, 16, tzinfo=UTC))


def make_trips(rows: Sequence[Mapping[str, Any]]) -> list[Trip]:
    """Make one draft for each row, in that order; a row names what is not as usual."""
    method = TripMethod.objects.get(slug="ecommerce")
    usual: dict[str, Any] = {"created_at": BEGIN, "changed_at": BEGIN, "currency": "USD"}
    return Trip.objects.bulk_create(
        Trip(
            **{
                "hash": ids.public_hash(),
                "confirmation_code": ids.confirmation_code(),
                "trip_method": method,
                **usual,
                **row,
            }
        )
        for row in rows
    )
