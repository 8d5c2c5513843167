from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """What staff are told, and how."""

    name = "outfitter_tenants.notifications"
    label = "notifications"
    default_auto_field = "django.db.models.BigAutoField"
