from django.apps import AppConfig


class TripsConfig(AppConfig):
    """What was sold: trips, their orders and bookings."""

    name = "outfitter_tenants.trips"
    label = "trips"
    default_auto_field = "django.db.models.BigAutoField"
