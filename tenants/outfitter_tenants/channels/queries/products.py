"""What a connection sells, with everything that is told about it."""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, cast

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.money import PPM
from outfitter.plugins import contexts
from outfitter.plugins.channels.catalog_types import (
    CancellationRule,
    Content,
    Option,
    Picture,
    Place,
    Product,
    Question,
    Unit,
    UnitKind,
)
from outfitter.plugins.channels.errors import UnknownProduct
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.localization import choose, normal
from outfitter_tenants.channels.queries import mappings
from outfitter_tenants.channels.queries.catalog_snapshot import CatalogSnapshot, load_shelf, load_shelves
from outfitter_tenants.channels.rules.product_options import MappedOption
from outfitter_tenants.fields import queries as fields
from outfitter_tenants.pricing import queries as prices

_TAG: Final = re.compile(r"<(br|/p|/li|/h\d|/div)[^>]*>", re.IGNORECASE)
_ANY_TAG: Final = re.compile(r"<[^>]+>")
_KINDS: Final[Mapping[str, str]] = {
    "text": "text",
    "textarea": "long_text",
    "number": "number",
    "height": "number",
    "weight": "number",
    "date": "date",
    "select": "choice",
    "multiselect": "choices",
    "checkbox": "yes_no",
    "email": "email",
    "phone": "phone",
    "country": "country",
}


def list_products(
    *, connection_id: int, reseller_id: int, locale: str | None, at: datetime
) -> tuple[Product, ...]:
    """Return the products of a connection in the order they were mapped."""
    found = mappings.sold_by(connection_id=connection_id)
    ids = {one.experience_id for one in found}
    shelves = load_shelves(experience_ids=ids, reseller_id=reseller_id, at=at)
    options: dict[str, list[MappedOption]] = {}
    for one in found:
        if one.experience_id in shelves:
            options.setdefault(one.product_ref, []).append(one)
    facts = _Facts.read(list(shelves), locale)
    return tuple(_product(rows, shelves, facts) for rows in options.values())


def get_product(
    *, connection_id: int, reseller_id: int, product_ref: str, locale: str | None, at: datetime
) -> Product:
    """
    Return one product.

    :raises UnknownProduct: the connection does not sell it
    """
    found = mappings.options_of(connection_id=connection_id, product_ref=product_ref)
    return product_of(options=found, reseller_id=reseller_id, locale=locale, at=at)


def product_of(
    *, options: Sequence[MappedOption], reseller_id: int, locale: str | None, at: datetime
) -> Product:
    """
    Return the product that these mappings make, whatever their state.

    :raises UnknownProduct: its experience is not on sale
    """
    shelves: dict[int, CatalogSnapshot] = {}
    for one in options:
        if one.experience_id not in shelves:
            shelves[one.experience_id] = load_shelf(
                experience_id=one.experience_id, reseller_id=reseller_id, at=at
            )
    if not shelves:
        raise UnknownProduct("")
    return _product(options, shelves, _Facts.read(list(shelves), locale))


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is told about experiences beside prices and seats, by experience."""

    rows: Mapping[int, catalog.ExperienceRow]
    images: Mapping[int, Sequence[catalog.ImageRow]]
    categories: Mapping[int, str]
    places: Mapping[int, catalog.LocationRow]
    policies: Mapping[int, Mapping[str, Any]]
    questions: Mapping[int, Sequence[fields.AssignedRow]]
    # What is wanted, the operator's own, and what else experiences are told in.
    wanted: str | None
    own: str
    told_in: Mapping[int, Sequence[str]]
    base_url: str

    @classmethod
    def read(cls, ids: list[int], locale: str | None) -> "_Facts":
        """Read them for all experiences at once."""
        rows = catalog.list_experiences(ids=ids)
        languages = [normal(locale)] if locale else []
        told = catalog.localized(list(rows.values()), languages=languages)
        ctx = contexts.context_for(schema_name=current_schema())
        return cls(
            rows={row.id: row for row in told},
            images=catalog.list_images(experience_ids=ids),
            categories={row.id: row.name for row in catalog.list_categories(is_public=True)},
            places={row.id: row for row in catalog.list_locations()},
            policies=prices.policy_snapshots(experience_ids=ids),
            questions=fields.questions(experience_ids=ids),
            wanted=normal(locale) if locale else None,
            own=ctx.locale,
            told_in=catalog.told_in(experience_ids=ids),
            base_url=ctx.base_url.rstrip("/"),
        )

    def locale_of(self, experience_id: int) -> str:
        """Return the language that an experience is told in now."""
        offered = self.told_in.get(experience_id, ())
        wanted = [self.wanted] if self.wanted else []
        return choose(wanted, offered=offered, own=self.own) or self.own


def _product(
    options: Sequence[MappedOption], shelves: Mapping[int, CatalogSnapshot], facts: _Facts
) -> Product:
    first = options[0]
    shelf, row = shelves[first.experience_id], facts.rows[first.experience_id]
    return Product(
        product_id=first.product_ref,
        experience_id=row.id,
        internal_name=row.internal_name or row.name,
        reference=row.sku,
        time_zone=shelf.zone,
        currency=shelf.properties.currency,
        content=_content(row, facts),
        options=tuple(_option(one, shelves[one.experience_id], is_default=one is first) for one in options),
        is_instant=not row.is_requires_review,
        cancellation=rules_of(facts.policies.get(row.id)),
        questions=tuple(_question(one) for one in _asked(facts.questions.get(row.id, ()))),
        settings=dict(first.settings),
    )


def _option(one: MappedOption, shelf: CatalogSnapshot, *, is_default: bool) -> Option:
    kinds = {kind.id: kind for kind in shelf.experience.online_types}
    units = [
        Unit(
            unit_id=name,
            id=kind_id,
            title=kinds[kind_id].name,
            kind=cast("UnitKind", kinds[kind_id].kind),
            pax=kinds[kind_id].pax_of(1),
            guests=kinds[kind_id].pax_per_booking,
            min_age=kinds[kind_id].min_age,
            max_age=kinds[kind_id].max_age,
            min_quantity=kinds[kind_id].min_qty,
            max_quantity=kinds[kind_id].max_qty,
            price_from=shelf.pricer.listed(kind_id),
        )
        for name, kind_id in one.units.items()
        if kind_id in kinds
    ]
    return Option(
        option_id=one.option_ref,
        mapping_id=one.id,
        title=one.title or shelf.experience.name,
        is_default=is_default,
        is_all_day=shelf.experience.schedule_mode == "flex",
        start_times=one.start_times,
        units=tuple(units),
        min_pax=shelf.min_pax,
        max_pax=shelf.max_pax,
        cutoff_minutes=max(0, shelf.cutoff_minutes),
    )


def _content(row: catalog.ExperienceRow, facts: _Facts) -> Content:
    place = facts.places.get(row.location_id or 0)
    return Content(
        locale=facts.locale_of(row.id),
        locales=(facts.own, *facts.told_in.get(row.id, ())),
        title=row.name,
        short_description=row.short_description,
        description=plain(row.description_html),
        inclusions=_lines(row.inclusions),
        exclusions=_lines(row.exclusions),
        meeting_point=row.meeting_point,
        place=_place(place) if place else None,
        pictures=tuple(
            Picture(_absolute(image.url, facts), image.alt, image.role == "hero")
            for image in facts.images.get(row.id, ())
        ),
        video_url=row.video_url,
        duration_minutes=row.duration_minutes,
        languages=row.languages,
        categories=tuple(facts.categories[one] for one in row.category_ids if one in facts.categories),
        difficulty=row.difficulty,
    )


def _place(row: catalog.LocationRow) -> Place:
    return Place(row.name, street=row.address, latitude=row.lat, longitude=row.lng)


def _absolute(url: str, facts: _Facts) -> str:
    return url if "://" in url else f"{facts.base_url}{url}"


def _asked(rows: Sequence[fields.AssignedRow]) -> list[fields.AssignedRow]:
    """Return what a channel may ask for us: while booking, never of health, never for a file."""
    return [row for row in rows if is_asked_by_channels(row.custom_field)]


def is_asked_by_channels(field: fields.FieldRow) -> bool:
    """Tell whether a channel may ask a question for us and answer it."""
    return field.ask_when == "checkout" and not field.is_health and field.kind != "file"


def _question(row: fields.AssignedRow) -> Question:
    field: Any = row.custom_field
    kind: Any = _KINDS.get(field.kind, "other")
    return Question(
        str(field.id),
        field.label,
        kind,
        row.is_required,
        field.scope == "booking",
        tuple(str(one) for one in field.options),
        field.help_text,
    )


def rules_of(policy: Mapping[str, Any] | None) -> tuple[CancellationRule, ...]:
    """Return a cancellation policy from the earliest rule to the last; without one all is free."""
    if policy is None:
        return (CancellationRule(0, PPM),)
    tiers = sorted(policy.get("tiers", ()), key=lambda tier: -tier["hours_before"])
    return tuple(CancellationRule(tier["hours_before"] * 60, tier["refund_ppm"]) for tier in tiers)


def plain(text: str) -> str:
    """Return the words of a piece of HTML, a line for each block."""
    lines = html.unescape(_ANY_TAG.sub("", _TAG.sub("\n", text))).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip(" •-*\t") for line in plain(text).splitlines() if line.strip(" •-*\t"))
