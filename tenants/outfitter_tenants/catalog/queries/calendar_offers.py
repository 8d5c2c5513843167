"""
What calendars need of the catalogue, as parts of one statement.

A calendar asks for everything at once: each part is a scalar of JSON over the experiences of
`CHOSEN`, which the reader lays together with the parts of other apps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from typing import Any, Final

from outfitter_tenants.catalog.queries.contents import TEXTS, ContentRow, in_language
from outfitter_tenants.catalog.queries.experiences import SAME_NAME, CustomerTypeRow, ExperienceRow
from outfitter_tenants.catalog.queries.terms import SeasonRow, days_of

# Parameters: `experience` (null: whatever is live), `staff`.
CHOSEN: Final = """
chosen AS MATERIALIZED (
  SELECT e.*
    FROM catalog_experience e
   WHERE CASE WHEN %(experience)s::bigint IS NULL THEN e.status = 'live'
              ELSE e.id = %(experience)s AND (%(staff)s OR e.status IN ('live', 'hidden')) END)
"""
# What an experience sells, for `kinds_of`.
KINDS: Final = """
(SELECT json_agg(to_jsonb(k) || jsonb_build_object('slug', c.slug, 'name', c.name, 'kind', c.kind)
                 ORDER BY k.position, k.id)
   FROM catalog_experiencecustomertype k
   JOIN catalog_customertype c ON c.id = k.customer_type_id
  WHERE k.experience_id = {experience} AND k.archived_at IS NULL)
"""
# Calendars show none of the long texts.
_LONG: Final = ("description_html", "inclusions", "exclusions", "meeting_point", "what_to_bring")
OFFERS: Final = f"""
(SELECT json_agg(json_build_object(
          'row', to_jsonb(e) - '{{{",".join(_LONG)}}}'::text[],
          'zone', l.time_zone,
          'min_party', greatest(coalesce(x.min_pax, e.min_pax), 1),
          'is_hidden_sold_out', coalesce(x.sold_out_display = 'hide', false),
          'countdown_from', x.countdown_from,
          'categories', (SELECT json_agg(c.id ORDER BY c.position, c.id)
                           FROM catalog_experience_categories m
                           JOIN catalog_category c ON c.id = m.category_id
                          WHERE m.experience_id = e.id),
          'kinds', {KINDS.format(experience="e.id")},
          'contents', (SELECT json_object_agg(n.locale,
                                json_build_array(n.name, n.short_description))
                         FROM catalog_experiencecontent n WHERE n.experience_id = e.id))
        ORDER BY e.position, e.id)
   FROM chosen e
   LEFT JOIN catalog_location l ON l.id = e.location_id
   LEFT JOIN catalog_restrictionrow x
     ON x.restriction_id = e.restriction_id AND x.audience = 'online')
"""  # noqa: S608
LOCALES: Final = "(SELECT json_agg(DISTINCT c.locale) FROM catalog_experiencecontent c)"
SEASONS: Final = "(SELECT json_agg(to_jsonb(s)) FROM catalog_season s)"
# Parameters: `category`, a slug or a number as text, and the same as a number if it can be one.
SHELF: Final = """
(SELECT c.id FROM catalog_category c
  WHERE c.slug = %(category)s OR c.id = %(category_id)s::bigint
  ORDER BY c.id LIMIT 1)
"""
SHELF_IS_PUBLIC: Final = f"(SELECT p.is_public FROM catalog_category p WHERE p.id = {SHELF})"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Offer:
    """
    An experience on a calendar; `min_party` is the fewest strangers that may come.

    `is_hidden_sold_out`: strangers do not see days on which nothing of it is left.
    `countdown_from`: from how few seats on they are told how many; null: as the product does.
    """

    row: ExperienceRow
    min_party: int
    contents: Mapping[str, ContentRow]
    is_hidden_sold_out: bool = False
    countdown_from: int | None = None

    def localized(self, languages: Sequence[str], own: str) -> "ExperienceRow":
        """Return the experience in the reader's language, as far as it has it."""
        return in_language(self.row, self.contents, languages, own)


def offers_of(found: Sequence[Mapping[str, Any]] | None) -> list[Offer]:
    """Return what `OFFERS` read, in the operator's order; long texts are left out."""
    return [_offer(one) for one in found or ()]


def kinds_of(found: Sequence[Mapping[str, Any]] | None) -> list[CustomerTypeRow]:
    """Return what `KINDS` read, in the experience's order."""
    return [_kind(kind) for kind in found or ()]


def seasons_of(found: Sequence[Mapping[str, Any]] | None) -> dict[int, SeasonRow]:
    """Return what `SEASONS` read, by id."""
    return {row["id"]: _season(row) for row in found or ()}


def _offer(found: Mapping[str, Any]) -> Offer:
    row = {**found["row"], **dict.fromkeys(_LONG, "")}
    experience = ExperienceRow(
        category_ids=tuple(found["categories"] or ()),
        time_zone=found["zone"],
        languages=tuple(row["languages"]),
        required_skills=tuple(row["required_skills"]),
        tags=tuple(row["tags"]),
        customer_types=tuple(kinds_of(found["kinds"])),
        **{name: row[name] for name in SAME_NAME},
    )
    blank = dict.fromkeys(TEXTS, "")
    contents = {
        locale: ContentRow(locale, **{**blank, "name": name, "short_description": text})
        for locale, (name, text) in (found["contents"] or {}).items()
    }
    return Offer(
        experience, found["min_party"], contents, found["is_hidden_sold_out"], found["countdown_from"]
    )


_KIND: Final = tuple(
    name
    for name in CustomerTypeRow.__slots__
    if name not in {"customer_type_slug", "customer_type_name", "accompanied_by"}
)


def _kind(found: Mapping[str, Any]) -> CustomerTypeRow:
    return CustomerTypeRow(
        customer_type_slug=found["slug"],
        customer_type_name=found["name"],
        accompanied_by=tuple(found["accompanied_by"]),
        **{name: found[name] for name in _KIND},
    )


def _season(found: Mapping[str, Any]) -> SeasonRow:
    return SeasonRow(
        id=found["id"],
        name=found["name"],
        ranges=days_of(found["ranges"]),
        weekdays=found["weekdays"],
        time_from=_time(found["time_from"]),
        time_to=_time(found["time_to"]),
        is_archived=found["archived_at"] is not None,
        version=found["version"],
    )


def _time(text: str | None) -> time | None:
    return None if text is None else time.fromisoformat(text)
