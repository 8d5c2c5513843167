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

        for event, function in subscribers.HEARD.items():
            outbox.subscribe(event, subscribers.NAME, function)
        due.handles(operations.EMAIL, tasks.send_email)
        upkeep.daily("notifications.forget", forgetting.forget_old)
