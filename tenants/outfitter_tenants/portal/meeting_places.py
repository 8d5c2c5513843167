"""Where an experience begins and what to bring, as guests read it."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.catalog.queries.taxonomy import LocationRow

_BULLET: Final = " \t•-*"
_MAP: Final = "https://www.google.com/maps/search/?api=1&query="


def lines(text: str) -> list[str]:
    """Return a text as the items of a list, without the bullets people type."""
    found = (line.strip(_BULLET) for line in text.splitlines())
    return [line for line in found if line]


def meeting_place(row: ExperienceRow, place: LocationRow | None) -> tuple[list[str], str] | None:
    """
    Return the words for where an experience begins, and the address of a map of it.

    The operator's own words come before the address of the place; a place with coordinates is
    found by them. None where neither says anything.
    """
    said = lines(row.meeting_point)
    address = place.address if place else ""
    if not said and not address:
        return None
    is_pinned = place is not None and place.lat is not None and place.lng is not None
    where = f"{place.lat},{place.lng}" if place and is_pinned else ", ".join(lines(address) or said)
    return said or lines(address), _MAP + quote(where)


def places_of(experience_ids: Mapping[int, int], *, languages: Sequence[str]) -> list[dict[str, object]]:
    """
    Return PortalPlaceOut for orders: order id -> experience id, in that order.

    Texts are in the first of the reader's `languages` that they have.
    """
    known = catalog.list_experiences(ids=set(experience_ids.values()))
    rows = {row.id: row for row in catalog.localized(list(known.values()), languages=languages)}
    places = {place.id: place for place in catalog.list_locations()}
    found = []
    for trip_order_id, experience_id in experience_ids.items():
        row = rows[experience_id]
        said, address = meeting_place(row, places.get(row.location_id or 0)) or ([], None)
        found.append(
            {
                "trip_order_id": trip_order_id,
                "lines": said,
                "map_url": address,
                "bring": lines(row.what_to_bring),
            }
        )
    return found
