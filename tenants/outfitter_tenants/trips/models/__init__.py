"""Tables of what was sold (domain.md 3.4)."""

from outfitter_tenants.trips.models.bookings import Booking, BookingStatus, PriceLine, TripOrder
from outfitter_tenants.trips.models.extras import Adjustment, BookingProduct, ClientAction, TripOrderAddon
from outfitter_tenants.trips.models.flags import Flag, FlagReason
from outfitter_tenants.trips.models.imports import ImportedTrip
from outfitter_tenants.trips.models.moves import OrderMove
from outfitter_tenants.trips.models.sales_days import SalesDay, SalesDayMark
from outfitter_tenants.trips.models.trip import Trip, TripMethod, TripNote, TripSource

__all__ = [
    "Adjustment",
    "Booking",
    "BookingProduct",
    "BookingStatus",
    "ClientAction",
    "Flag",
    "FlagReason",
    "ImportedTrip",
    "OrderMove",
    "PriceLine",
    "SalesDay",
    "SalesDayMark",
    "Trip",
    "TripMethod",
    "TripNote",
    "TripOrder",
    "TripOrderAddon",
    "TripSource",
]
