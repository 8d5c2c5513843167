"""Bodies of the catalogue's calls (domain.md 5.10)."""

from outfitter_tenants.catalog.schemas.experiences import (
    ExperienceOut,
    ExperienceRowOut,
    ExperienceSaveIn,
    Minutes,
    Pax,
    TicketKindOut,
    TicketOut,
)
from outfitter_tenants.catalog.schemas.taxonomy import (
    CategoryIn,
    CategoryOut,
    KindIn,
    KindOut,
    LocationOut,
    OrderOut,
    RowOrderIn,
)

__all__ = [
    "CategoryIn",
    "CategoryOut",
    "ExperienceOut",
    "ExperienceRowOut",
    "ExperienceSaveIn",
    "KindIn",
    "KindOut",
    "LocationOut",
    "Minutes",
    "OrderOut",
    "Pax",
    "RowOrderIn",
    "TicketKindOut",
    "TicketOut",
]
