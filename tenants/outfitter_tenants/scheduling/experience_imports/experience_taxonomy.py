"""Categories and places that a file names: found by name, made when they are missing."""

from collections.abc import Sequence
from datetime import datetime
from html import escape

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import locations, taxonomy
from outfitter_tenants.catalog.queries.experience_match import folded


def categories_of(names: Sequence[str], *, at: datetime) -> list[int]:
    """Return the categories of these names, by id."""
    known = {
        folded(word): row.id
        for row in catalog.list_categories(is_public=False)
        for word in (row.slug, row.name)
    }
    found = []
    for name in dict.fromkeys(names):
        pk = known.get(folded(name))
        if pk is None:
            pk = taxonomy.save_category(
                values={"name": name, "slug": None, "parent_id": None, "is_public": True}, at=at
            )
            known[folded(name)] = pk
        found.append(pk)
    return found


def location_of(name: str, *, at: datetime) -> int:
    """Return the place of that name, by id."""
    for row in catalog.list_locations():
        if folded(row.name) == folded(name):
            return row.id
    return locations.save_location(
        values={
            "name": name,
            "address": "",
            "lat": None,
            "lng": None,
            "time_zone": None,
            "is_default": False,
        },
        at=at,
    )


def as_html(text: str) -> str:
    """Return a description as HTML: plain text gets its paragraphs, what is HTML stays."""
    if "<" in text and ">" in text:
        return text
    parts = [part.strip() for part in text.replace("\r\n", "\n").split("\n\n")]
    return "".join(f"<p>{escape(part, quote=False).replace(chr(10), '<br>')}</p>" for part in parts if part)
