"""The operator's calendar: all departures of some days, with what fills their rows and filters."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Final

from outfitter.kit import zones
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries.calendar_timeslots import AgendaRow, agenda
from outfitter_tenants.scheduling.queries.guides import profiles_of

MAX_DAYS: Final = 62


def calendar(
    *,
    first: date,
    last: date,
    at: datetime,
    guide_id: int | None = None,
    hidden_experience_ids: frozenset[int] = frozenset(),
) -> dict[str, object]:
    """
    Return the departures from one local day to another, and everything they name.

    `guide_id` limits it to what that guide is assigned to; then only that is named. Of
    `hidden_experience_ids` nothing is. The number of statements does not depend on the
    number of departures.

    :raises Invalid: these are no days, or more than 62
    """
    if last < first or (last - first).days >= MAX_DAYS:
        raise Invalid({"lastDay": [f"Ask for 1 to {MAX_DAYS} days."]})
    zone = people.get_properties().time_zone
    begin, end = zones.day_bounds(first, zone)[0], zones.day_bounds(last, zone)[1]
    rows = agenda(first=first, last=last, begin=begin, at=at)
    blackouts = scheduling.blackouts_between(begin=begin, end=end)
    if hidden_experience_ids:
        rows = [row for row in rows if row.experience_id not in hidden_experience_ids]
        blackouts = [row for row in blackouts if row.experience_id not in hidden_experience_ids]
    if guide_id is not None:
        rows = [row for row in rows if row.is_guided_by(guide_id)]
    found = {
        "first": first,
        "last": last,
        "experiences": [row for row in catalog.list_all() if row.id not in hidden_experience_ids],
        "categories": catalog.list_categories(is_public=False),
        "locations": catalog.list_locations(),
        "guides": _guides(),
        "resources": scheduling.list_resources(),
        "blackouts": blackouts,
        "timeslots": rows,
    }
    return found if guide_id is None else _narrowed(found, rows, guide_id)


def _guides() -> list[dict[str, object]]:
    found = people.list_guides()
    profiles = profiles_of(guide_ids=[row.id for row in found])
    return [{"id": row.id, "name": row.name, "color": profiles[row.id].color} for row in found]


def _narrowed(found: dict[str, Any], rows: list[AgendaRow], guide_id: int) -> dict[str, object]:
    experiences = _those(found["experiences"], {row.experience_id for row in rows})
    crew = {guide.id for row in rows for guide in row.guides}
    shelves = {key for item in experiences for key in item.category_ids}
    return {
        **found,
        "experiences": experiences,
        "categories": _those(found["categories"], shelves),
        "locations": _those(found["locations"], {item.location_id for item in experiences}),
        "guides": [row for row in found["guides"] if row["id"] in crew | {guide_id}],
        "resources": _those(found["resources"], {key for row in rows for key in row.resource_ids}),
        "blackouts": [row for row in found["blackouts"] if row.guide_avatar_id == guide_id],
    }


def _those(rows: Iterable[Any], ids: set[Any]) -> list[Any]:
    return [row for row in rows if row.id in ids]
