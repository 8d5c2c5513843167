from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """What staff are told, and how."""

    name = "outfitter_tenants.notifications"
    label = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Subscribe to what staff are told of; name who mails it."""
        from outfitter.accounts import upkeep
        from outfitter.plugins import due, outbox
        from outfitter_tenants.notifications import forgetting, operations, subscribers, tasks

        outbox.subscribe("trip.converted", subscribers.NAME, subscribers.on_trip_converted)
        outbox.subscribe("trip.attention", subscribers.NAME, subscribers.on_trip_attention)
        outbox.subscribe("job.finished", subscribers.NAME, subscribers.on_job_finished)
        due.handles(operations.EMAIL, tasks.send_email)
        upkeep.daily("notifications.forget", forgetting.forget_old)
