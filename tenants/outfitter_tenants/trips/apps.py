from django.apps import AppConfig


class TripsConfig(AppConfig):
    """What was sold: trips, their orders and bookings."""

    name = "outfitter_tenants.trips"
    label = "trips"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of trips, what is done to many, and what is sold known; forget carts."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.resellers import sales_port
        from outfitter_tenants.scheduling import booking_port
        from outfitter_tenants.trips import (  # noqa: F401
            bulk_actions,
            buyer_lists,
            flag_lists,
            line_lists,
            lists,
            offer_lists,
            order_lists,
            pace_lists,
            queries,
            sales_lists,
            trip_note_list,
        )
        from outfitter_tenants.trips.operations import retention, sales_days, stock, unscheduled_orders
        from outfitter_tenants.trips.queries import reseller_sales

        sales_port.read_figures_with(reseller_sales.figures_of)
        sales_port.used_by("trips", reseller_sales.sellers_among)
        booking_port.read_with(seats=queries.sold_seats, orders=queries.sold_orders)
        daily_jobs.register_daily("trips.forget_carts", retention.forget_carts)
        daily_jobs.register_daily("trips.forget_sensitive_answers", retention.forget_sensitive_answers)
        daily_jobs.register_daily("trips.shelf_of_carts", stock.return_cart_stock)
        daily_jobs.register_daily("trips.forget_actions", retention.forget_actions)
        daily_jobs.register_daily("trips.add_up_sales", sales_days.add_up)
        daily_jobs.register_daily("trips.overdue_orders", unscheduled_orders.report_overdue_orders)
