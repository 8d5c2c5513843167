from django.apps import AppConfig


class TripsConfig(AppConfig):
    """What was sold: trips, their orders and bookings."""

    name = "outfitter_tenants.trips"
    label = "trips"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of trips and what can be done to many of them known; forget carts."""
        from outfitter.accounts import upkeep
        from outfitter_tenants.trips import bulk, lists  # noqa: F401
        from outfitter_tenants.trips.operations import forgetting

        upkeep.daily("trips.forget_carts", forgetting.forget_carts)
