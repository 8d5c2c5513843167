"""How the catalogue looks to its callers. The public gets no staff figures."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from outfitter_tenants.catalog import lookups
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.queries import AddonRow, CustomerTypeRow, ExperienceRow, ImageRow, Terms
from outfitter_tenants.catalog.rules.list_prices import min_price

_SAME: Final = (
    "id",
    "name",
    "slug",
    "category_ids",
    "location_id",
    "is_allow_manual_overbooking",
    "is_requires_review",
    "duration_minutes",
    "schedule_mode",
    "cutoff_minutes_online",
    "cutoff_minutes_direct",
    "min_pax",
    "max_pax",
    "short_description",
    "description_html",
    "inclusions",
    "exclusions",
    "meeting_point",
    "what_to_bring",
    "hero_image",
    "video_url",
    "min_age",
    "languages",
    "difficulty",
    "color",
    "position",
    "version",
)
# What only staff see, and what the public sees instead.
_INTERNAL: Final[dict[str, Any]] = {
    "internal_name": None,
    "default_capacity": None,
    "restriction_id": None,
    "buffer_before_minutes": None,
    "buffer_after_minutes": None,
    "min_pax_to_run": None,
    "sku": None,
    "required_skills": (),
    "tags": (),
}
_TICKET: Final = (
    "id",
    "base_price",
    "pax_per_booking",
    "is_consume_capacity",
    "is_public",
    "is_staff_only",
    "is_exclude_from_min_price",
    "min_qty",
    "max_qty",
    "min_age",
    "max_age",
    "requires_waiver",
    "position",
)


def experience_row(row: ExperienceRow, *, next_available_date: Any, timeslots_30d_cnt: int) -> dict[str, Any]:
    """Return an experience in a list."""
    same = (
        "id",
        "name",
        "slug",
        "default_capacity",
        "duration_minutes",
        "color",
        "hero_image",
        "position",
        "category_ids",
        "short_description",
        "version",
    )
    return {
        **{name: getattr(row, name) for name in same},
        "status": lookups.status(row.status),
        "capacity_type": lookups.capacity_type(row.capacity_type),
        "min_price": min_price(customer_types=row.customer_types, price_override=None),
        "next_available_date": next_available_date and next_available_date.isoformat(),
        "timeslots_30d_cnt": timeslots_30d_cnt,
    }


def experience(
    row: ExperienceRow,
    *,
    terms: Terms,
    images: Sequence[ImageRow],
    addons: Sequence[AddonRow],
    is_public: bool,
) -> dict[str, Any]:
    """Return an experience with what it sells, on the caller's terms; strangers see theirs."""
    kinds = row.online_types if is_public else row.customer_types
    return {
        **{name: getattr(row, name) for name in _SAME},
        **{name: hidden if is_public else getattr(row, name) for name, hidden in _INTERNAL.items()},
        "status": lookups.status(row.status),
        "capacity_type": lookups.capacity_type(row.capacity_type),
        "terms": terms,
        **pictures(images),
        "customerTypes": [ticket(kind, of=row) for kind in kinds],
        "addons": [public_addon(a) for a in addons if is_online(a)] if is_public else addons,
    }


def pictures(images: Sequence[ImageRow]) -> dict[str, Any]:
    """Return the pictures of an experience."""
    return {
        "hero": next((image for image in images if image.role == "hero"), None),
        "gallery": [image for image in images if image.role == "gallery"],
    }


def is_online(addon: AddonRow) -> bool:
    """Return whether strangers may have an add-on."""
    return not addon.methods or "ecommerce" in addon.methods


def public_addon(addon: AddonRow) -> AddonRow:
    """Return an add-on without what only staff need to know."""
    return replace(addon, tax_ids=None, is_commissionable=None, stock_product_id=None, stock_left=None)


def ticket(kind: CustomerTypeRow, *, of: ExperienceRow) -> dict[str, Any]:
    """Return a customer type as an experience sells it."""
    company = {k.customer_type_id for k in of.customer_types if k.id in kind.accompanied_by}
    return {
        **{name: getattr(kind, name) for name in _TICKET},
        "label": kind.label or "",
        "accompanied_by": sorted(company),
        "customer_type": {
            "id": kind.customer_type_id,
            "slug": kind.customer_type_slug,
            "name": kind.customer_type_name,
            "kind": kind.kind,
        },
    }


def call_types(experience: dict[str, Any], names: GuestTypeNames, *, is_public: bool) -> None:
    """
    Call the guest types of an experience as its reader does.

    Staff change the labels an experience has of its own, and get them as they were written.
    """
    for row in experience["customerTypes"]:
        row["customer_type"]["name"] = names.of(row["customer_type"]["name"])
        if is_public:
            row["label"] = names.of(row["label"])
