from django.apps import AppConfig


class TripsConfig(AppConfig):
    """What was sold: trips, their orders and bookings."""

    name = "outfitter_tenants.trips"
    label = "trips"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of trips, what is done to many, and what is sold known; forget carts."""
        from outfitter.accounts import upkeep
        from outfitter_tenants.scheduling import sold
        from outfitter_tenants.trips import bulk, lists, queries  # noqa: F401
        from outfitter_tenants.trips.operations import forgetting, shelf

        sold.read_with(seats=queries.sold_seats, orders=queries.sold_orders)
        upkeep.daily("trips.forget_carts", forgetting.forget_carts)
        upkeep.daily("trips.forget_health", forgetting.forget_health)
        upkeep.daily("trips.shelf_of_carts", shelf.give_back_of_carts)
        upkeep.daily("trips.forget_actions", forgetting.forget_actions)
