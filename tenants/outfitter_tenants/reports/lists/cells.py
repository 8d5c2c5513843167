"""What cells of several lists have in common."""

from collections.abc import Iterable
from typing import Final

from django.db.models import CharField
from django.db.models.expressions import Combinable

from outfitter.db.lists import ListReader, Option
from outfitter.db.row_figures import row_figure
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import visibility

# The operator's own currency, for rows that have none themselves.
OWN_CURRENCY: Final[Combinable] = row_figure(
    "SELECT currency FROM people_properties LIMIT 1", field=CharField()
)


def words(*slugs: str) -> list[Option]:
    """Return options that are their own names."""
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in slugs]


def experiences() -> list[Option]:
    """Return the operator's experiences, archived ones last."""
    return [Option(one.id, one.name) for one in catalog.list_all()]


def sees_everything(reader: ListReader) -> bool:
    """Return whether a reader's role shows all there is: a guide's and an agent's show a part."""
    return visibility.sees_everything(avatar_id=reader.avatar_id)


def trips_of(trip_ids: Iterable[int | None]) -> dict[int, trips.TripBrief]:
    """Return trips by id as rows lead to them."""
    return trips.brief_trips(trip_ids={one for one in trip_ids if one is not None})
