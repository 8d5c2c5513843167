"""Tables of the catalogue: what can be sold, to whom, on which terms (domain.md 3.2)."""

from outfitter_tenants.catalog.models.content import ExperienceContent, ExperienceImage
from outfitter_tenants.catalog.models.experiences import (
    Category,
    CustomerType,
    Experience,
    ExperienceCustomerType,
    Location,
)
from outfitter_tenants.catalog.models.extras import (
    ExperienceAddon,
    ExperienceAddonValue,
    ExperienceAddonValueType,
    Product,
)
from outfitter_tenants.catalog.models.terms import Restriction, RestrictionRow, Season

__all__ = [
    "Category",
    "CustomerType",
    "Experience",
    "ExperienceAddon",
    "ExperienceAddonValue",
    "ExperienceAddonValueType",
    "ExperienceContent",
    "ExperienceCustomerType",
    "ExperienceImage",
    "Location",
    "Product",
    "Restriction",
    "RestrictionRow",
    "Season",
]
