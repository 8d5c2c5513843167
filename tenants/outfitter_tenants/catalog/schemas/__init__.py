"""Bodies of the catalogue's calls (domain.md 5.10)."""

from outfitter_tenants.catalog.schemas.experiences import (
    ExperienceRowOut,
    ExperienceSaveIn,
    Minutes,
    Pax,
    TicketKindOut,
    TicketOut,
)
from outfitter_tenants.catalog.schemas.shelves import CategoryOut, KindOut, LocationOut

__all__ = [
    "CategoryOut",
    "ExperienceRowOut",
    "ExperienceSaveIn",
    "KindOut",
    "LocationOut",
    "Minutes",
    "Pax",
    "TicketKindOut",
    "TicketOut",
]
