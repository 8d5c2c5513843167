"""Experiences as calendars show them."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from outfitter_tenants.catalog import lookups
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.rules.list_prices import min_price
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.ticket_display import AllIn
from outfitter_tenants.scheduling import queries as scheduling

# One ticket of these is for a boat or a family: that is worth a word where it is the only one.
_OF_SEVERAL: Final = frozenset({"family", "unit"})


def widget_experiences(*, at: datetime, languages: Sequence[str]) -> list[dict[str, object]]:
    """Return the live experiences as the calendar shows them, in the operator's order."""
    rows = catalog.localized(catalog.list_live(), languages=languages)
    dates = scheduling.next_available_dates(experience_ids=[row.id for row in rows], at=at)
    shown = prices.from_prices()
    names = catalog.guest_type_names(languages=languages)
    return [widget_experience(row, dates.get(row.id), shown, names) for row in rows]


def widget_experience(
    row: catalog.ExperienceRow, next_date: date | None, shown: AllIn, names: GuestTypeNames
) -> dict[str, object]:
    """
    Return an experience as the calendar shows it (domain.md 4.2.4).

    `adult_price` is what an adult's ticket shows where there are others too: the lowest price would
    be a child's. `min_price_for` names whose the lowest is, where an adult's would be expected.
    """
    return {
        "id": row.id,
        "name": row.name,
        "slug": row.slug,
        "status": lookups.status(row.status),
        "capacity_type": lookups.capacity_type(row.capacity_type),
        "is_allow_manual_overbooking": row.is_allow_manual_overbooking,
        "next_available_date": next_date.isoformat() if next_date else None,
        "category_ids": list(row.category_ids),
        "short_description": row.short_description,
        "hero_image": row.hero_image,
        "duration_minutes": row.duration_minutes,
        "color": row.color,
        "min_price": shown.lowest(
            experience_id=row.id,
            price=min_price(customer_types=row.customer_types, price_override=None),
            kinds=row.online_types,
            day=next_date,
        ),
        "adult_price": _adult_price(row, next_date, shown, names),
        "min_price_for": _min_price_for(row, names),
    }


def _min_price_for(row: catalog.ExperienceRow, names: GuestTypeNames) -> str | None:
    counted = [one for one in row.online_types if not one.is_exclude_from_min_price]
    cheapest = min(counted, key=lambda one: one.base_price, default=None)
    if cheapest is None or cheapest.kind == "adult":
        return None
    is_alone = len(counted) == 1 and cheapest.kind not in _OF_SEVERAL
    return None if is_alone else names.of(cheapest.name)


def _adult_price(
    row: catalog.ExperienceRow, day: date | None, shown: AllIn, names: GuestTypeNames
) -> dict[str, object] | None:
    adult = next((one for one in row.online_types if one.kind == "adult" and one.base_price), None)
    if adult is None or len(row.online_types) == 1:
        return None
    found = shown.ticket(experience_id=row.id, price=adult.base_price, pax=adult.pax_per_booking, day=day)
    return {"name": names.of(adult.name), "amount": found.amount}
