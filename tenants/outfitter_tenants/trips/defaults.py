"""The lookups every new operator sells with (domain.md 3.4)."""

from typing import Final

from outfitter_tenants.trips.models import BookingStatus, TripMethod, TripSource

# (slug, name, colour, kind)
STATUSES: Final = (
    ("not_checked_in", "Not checked in", "#64748b", "not_arrived"),
    ("checked_in", "Checked in", "#15803d", "arrived"),
    ("no_show", "No show", "#b91c1c", "no_show"),
)
# (slug, name, audience); the slugs are catalog.methods.METHODS
METHODS: Final = (
    ("ecommerce", "Website", "online"),
    ("phone", "Phone", "direct"),
    ("walk_up", "Walk-up", "direct"),
    ("pos", "Point of sale", "direct"),
    ("kiosk", "Kiosk", "online"),
    ("reseller", "Reseller", "reseller"),
    ("ota", "Online travel agency", "reseller"),
    ("ai_agent", "AI agent", "online"),
    ("import", "Import", "direct"),
    ("staff", "Staff", "direct"),
)
SOURCES: Final = (
    ("google", "Google"),
    ("social", "Social media"),
    ("hotel", "Hotel or concierge"),
    ("friend", "Friends or family"),
    ("repeat", "Has been here before"),
    ("walk_by", "Walked by"),
    ("other", "Other"),
)


def create_defaults() -> None:
    """Create booking statuses, trip methods and sources; what is there already stays."""
    BookingStatus.objects.bulk_create(
        [
            BookingStatus(slug=slug, name=name, color=color, kind=kind, position=position, is_system=True)
            for position, (slug, name, color, kind) in enumerate(STATUSES)
        ],
        ignore_conflicts=True,
    )
    TripMethod.objects.bulk_create(
        [
            TripMethod(slug=slug, name=name, audience=audience, position=position)
            for position, (slug, name, audience) in enumerate(METHODS)
        ],
        ignore_conflicts=True,
    )
    TripSource.objects.bulk_create(
        [
            TripSource(slug=slug, name=name, position=position)
            for position, (slug, name) in enumerate(SOURCES)
        ],
        ignore_conflicts=True,
    )
