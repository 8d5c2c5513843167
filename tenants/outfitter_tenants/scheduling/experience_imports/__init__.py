"""
What files bring into the catalog and the calendar: experiences and departures.

Experiences are here because what a change of one means for departures is decided here.
"""

from outfitter.db.imports import register
from outfitter_tenants.scheduling.experience_imports import departure_rows, experiences

__all__ = ["install"]


def install() -> None:
    """Let files bring in experiences and departures."""
    register(experiences.IMPORTER)
    register(departure_rows.IMPORTER)
