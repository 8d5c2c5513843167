from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """What staff are told, and how."""

    name = "outfitter_tenants.notifications"
    label = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Subscribe to what staff are told of; name who mails it."""
        from outfitter.plugins import due, outbox
        from outfitter_tenants.notifications import operations, subscribers, tasks

        outbox.subscribe("trip.converted", subscribers.NAME, subscribers.on_trip_converted)
        outbox.subscribe("trip.attention", subscribers.NAME, subscribers.on_trip_attention)
        outbox.subscribe("resource.lacking", subscribers.NAME, subscribers.on_resource_lacking)
        outbox.subscribe("timeslot.overbooked", subscribers.NAME, subscribers.on_overbooked)
        outbox.subscribe("job.finished", subscribers.NAME, subscribers.on_job_finished)
        outbox.subscribe("guide.assigned", subscribers.NAME, subscribers.on_guide_duty)
        outbox.subscribe("guide.unassigned", subscribers.NAME, subscribers.on_guide_duty)
        due.handles(operations.EMAIL, tasks.send_email)
