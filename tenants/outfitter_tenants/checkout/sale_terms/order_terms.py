"""What a sale is made under: settings, catalogue and rules, read before anything is locked."""

from collections.abc import Collection, Mapping
from typing import Any

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.fields import queries as questions
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips import queries as trips


def preload_sale(*, experience_ids: Collection[int], audience: Audience) -> None:
    """Read, inside `reading_once()`, what pricing these experiences for this audience asks for."""
    trips.list_statuses()
    prices.get_rules()
    prices.list_policies()
    prices.auto_offers()
    catalog.list_experiences(ids=experience_ids)
    for experience_id in experience_ids:
        catalog.experience_customer_types(experience_id=experience_id, audience=audience)
        prices.sheets_of(experience_ids=[experience_id])


def preload_conversion(*, trip_id: int) -> None:
    """Read, inside `reading_once()`, what turning this cart into a booking asks for."""
    prices.list_policies()
    sold = trips.experiences_of(trip_id=trip_id)
    catalog.list_experiences(ids=sold)
    questions.has_required(experience_ids=sold)


def policy_snapshot_of(*, experience_id: int) -> Mapping[str, Any] | None:
    """Return the cancellation policy that an order of this experience made now is under."""
    return prices.policy_snapshots(experience_ids=[experience_id]).get(experience_id)
