"""Whom a new operator can sell to, and where (domain.md 3.2)."""

from collections.abc import Mapping
from typing import Final

from outfitter_tenants.catalog.models import CustomerType, Location

# slug, name; the slug is the kind as well
CUSTOMER_TYPES: Final = (
    ("adult", "Adult"),
    ("youth", "Youth"),
    ("child", "Child"),
    ("infant", "Infant"),
    ("senior", "Senior"),
    ("student", "Student"),
)


def create_defaults(*, location_name: str, address: Mapping[str, str]) -> None:
    """Create customer types and the default location; what is there already stays."""
    CustomerType.objects.bulk_create(
        [
            CustomerType(slug=slug, name=name, kind=slug, position=position)
            for position, (slug, name) in enumerate(CUSTOMER_TYPES)
        ],
        ignore_conflicts=True,
    )
    if not Location.objects.filter(is_default=True).exists():
        Location.objects.create(name=location_name, address=dict(address), is_default=True)
