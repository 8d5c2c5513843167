"""The columns a file of experiences may have, and what other systems call them."""

from typing import Final

from outfitter.db.imports import ImportColumn
from outfitter_tenants.catalog.customer_kinds import CUSTOMER_KINDS

_LONG: Final = 20_000
# A file with one price means grown-ups.
_PLAIN: Final = {"adult": ("price", "base price")}
STATUSES: Final = {
    "draft": "draft",
    "inactive": "draft",
    "unpublished": "draft",
    "live": "live",
    "active": "live",
    "published": "live",
    "yes": "live",
    "hidden": "hidden",
    "unlisted": "hidden",
    "private": "hidden",
    "no": "draft",
}
CAPACITY_TYPES: Final = {
    "unlimited": "unlimited",
    "none": "unlimited",
    "timeslot": "timeslot",
    "per departure": "timeslot",
    "departure": "timeslot",
    "experience_date": "experience_date",
    "per day": "experience_date",
    "day": "experience_date",
}
COLUMNS: Final = (
    ImportColumn(
        "name",
        is_required=True,
        example="Sunset sail",
        aliases=(
            "title",
            "product",
            "product name",
            "activity",
            "activity name",
            "tour",
            "tour name",
            "item",
        ),
        max_length=160,
    ),
    ImportColumn(
        "sku",
        example="SAIL-1",
        aliases=("code", "product code", "item id", "product id", "activity id", "id"),
        max_length=60,
    ),
    ImportColumn("slug", aliases=("address", "url name", "permalink", "handle"), max_length=160),
    ImportColumn("status", "choice", example="draft", aliases=("state", "published"), choices=STATUSES),
    ImportColumn("categories", "list", example="Boats", aliases=("category", "tags and categories")),
    ImportColumn(
        "location", example="Harbor", aliases=("meeting location", "departs from", "place"), max_length=160
    ),
    ImportColumn(
        "duration_minutes",
        "number",
        example="120",
        aliases=("duration", "length", "minutes"),
        lowest=1,
        highest=525_600,
    ),
    ImportColumn(
        "capacity_type",
        "choice",
        example="timeslot",
        aliases=("capacity kind", "capacity by"),
        choices=CAPACITY_TYPES,
    ),
    ImportColumn(
        "capacity",
        "number",
        example="12",
        aliases=("default_capacity", "default capacity", "seats", "spots", "max capacity"),
        lowest=0,
        highest=100_000,
    ),
    ImportColumn(
        "min_pax", "number", example="1", aliases=("minimum party", "min party size"), lowest=1, highest=1000
    ),
    ImportColumn(
        "max_pax", "number", example="8", aliases=("maximum party", "max party size"), lowest=1, highest=1000
    ),
    *(
        ImportColumn(
            f"price_{kind}",
            "money",
            example="95.00" if kind == "adult" else "",
            aliases=(f"{kind} price", f"price {kind}", f"{kind} rate", *_PLAIN.get(kind, ())),
            currency_column="currency",
        )
        for kind in CUSTOMER_KINDS
    ),
    ImportColumn(
        "prices", example="", aliases=("price list", "rates", "customer types", "pricing"), max_length=1000
    ),
    ImportColumn("currency", "currency", example="USD", aliases=("currency code",)),
    ImportColumn(
        "short_description", aliases=("summary", "headline", "short description", "teaser"), max_length=1000
    ),
    ImportColumn("description", aliases=("long description", "details", "body"), max_length=_LONG),
    ImportColumn("inclusions", aliases=("included", "whats included", "includes"), max_length=_LONG),
    ImportColumn("exclusions", aliases=("excluded", "not included", "excludes"), max_length=_LONG),
    ImportColumn("meeting_point", aliases=("meeting point", "where to meet"), max_length=_LONG),
    ImportColumn("what_to_bring", aliases=("what to bring", "bring"), max_length=_LONG),
    ImportColumn("min_age", "number", aliases=("minimum age", "age limit"), lowest=0, highest=120),
    ImportColumn("tags", "list", aliases=("keywords", "labels")),
)
# Columns that are fields of an experience by another or the same name.
FIELDS: Final = {
    "name": "name",
    "sku": "sku",
    "slug": "slug",
    "status": "status",
    "duration_minutes": "duration_minutes",
    "capacity_type": "capacity_type",
    "capacity": "default_capacity",
    "min_pax": "min_pax",
    "max_pax": "max_pax",
    "short_description": "short_description",
    "description": "description_html",
    "inclusions": "inclusions",
    "exclusions": "exclusions",
    "meeting_point": "meeting_point",
    "what_to_bring": "what_to_bring",
    "min_age": "min_age",
    "tags": "tags",
}
