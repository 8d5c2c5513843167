from django.apps import AppConfig


class MessagingConfig(AppConfig):
    """Messages to customers."""

    name = "outfitter_tenants.messaging"
    label = "messaging"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Subscribe to what is confirmed by mail; name who looks after messages."""
        from outfitter.plugins import outbox, scheduled_jobs
        from outfitter_tenants.catalog.queries.images import shown_by
        from outfitter_tenants.messaging import (
            lists,  # noqa: F401  (a list makes itself known)
            operations,
            subscribers,
            tasks,
            template_queries,
            unsubscribes,
        )
        from outfitter_tenants.people.operations import mail_suppression

        for event in ("trip.converted", "trip.confirmed"):
            outbox.subscribe(event, subscribers.CONFIRMATION, subscribers.on_trip_converted)
        outbox.subscribe("trip_order.cancelled", subscribers.CANCELLATION, subscribers.on_order_cancelled)
        outbox.subscribe("trip_order.rebooked", subscribers.REBOOKING, subscribers.on_order_rebooked)
        scheduled_jobs.handles(operations.WATCH, tasks.watch)
        shown_by(template_queries.picture_addresses)
        mail_suppression.register_list(lambda address, at: unsubscribes.lift_bounces(address=address, at=at))
