from django.apps import AppConfig


class TripsConfig(AppConfig):
    """What was sold: trips, their orders and bookings."""

    name = "outfitter_tenants.trips"
    label = "trips"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of trips, what can be done to many of them, and what is sold known."""
        from outfitter_tenants.scheduling import sold
        from outfitter_tenants.trips import bulk, lists, queries  # noqa: F401

        sold.read_with(seats=queries.sold_seats, orders=queries.sold_orders)
