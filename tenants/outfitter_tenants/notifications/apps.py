from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """What staff are told, and how."""

    name = "outfitter_tenants.notifications"
    label = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Subscribe to what staff are told of; name who mails it."""
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import outbox, scheduled_jobs
        from outfitter_tenants.notifications import operations, retention, subscribers, tasks

        for event in sorted(subscribers.EVENTS):
            outbox.subscribe(event, subscribers.NAME, subscribers.on_event)
        scheduled_jobs.handles(operations.EMAIL, tasks.send_email)
        daily_jobs.register_daily("notifications.forget", retention.forget_old)
